import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { signedInAs, takeWrite } from "@/test/account";
import { fakeLists } from "@/test/fake-lists";
import { someTitle } from "@/test/imports";
import { someItem } from "@/test/list";
import { open } from "@/test/render";
import { answer, server } from "@/test/server";
import { fakeStreams } from "@/test/stream";
import { exportPath } from "./ExportList";

beforeEach(() => {
  signedInAs();
  answer("/api/v1/me/imports", { items: [], next: null });
});

const someEntry = {
  key: "name:it",
  name: "It",
  mal_id: null,
  site: null,
  number: null,
  import: 7,
  added_at: "2026-11-25T09:00:00Z",
  status: "completed",
  progress: 12,
  score: 70,
  notes: "Good.",
  proposal: someTitle(33),
} as const;

test("an unresolved entry takes the proposed title, or is discarded", async () => {
  answer("/api/v1/me/unresolved", {
    items: [someEntry, { ...someEntry, key: "name:that", name: "That", proposal: null }],
    total: 2,
    next: null,
  });
  const forgotten = takeWrite("DELETE /api/v1/me/unresolved/{key}", undefined);
  const resolved = takeWrite("PUT /api/v1/me/unresolved/{key}", {
    version: 5,
    position: "5-a",
    event: 5,
    item: null,
    changed_since: [],
  });
  const { user } = open("/import");
  const it = within(await screen.findByRole("listitem", { name: "It" }));
  expect(it.getByText("Completed · 12 episodes · Score 7 · With notes")).toBeVisible();
  await user.click(it.getByRole("button", { name: /^Accept/ }));
  await waitFor(() => expect(resolved[0]?.body).toEqual({ mal_id: 33 }));
  await user.click(screen.getByRole("button", { name: "Forget That" }));
  await waitFor(() => expect(forgotten[0]?.path).toBe("/api/v1/me/unresolved/name%3Athat"));
});

test("a resolved entry leaves the open page", async () => {
  const streams = fakeStreams();
  const lists = fakeLists();
  answer("/api/v1/me/unresolved", { items: [someEntry], total: 1, next: null });
  open("/import");
  expect(await screen.findByRole("listitem", { name: "It" })).toBeVisible();
  await waitFor(() => expect(streams.begun()).toEqual([4]));
  answer("/api/v1/me/unresolved", { items: [], total: 0, next: null });
  lists.onChange = (change) => act(() => streams.change(change));
  lists.change("PUT", "watchlist", 33);
  const gone = () => expect(screen.queryByRole("listitem", { name: "It" })).toBeNull();
  await waitFor(gone);
});

test("an entry with only an id links to its site", async () => {
  const numbered = { ...someEntry, key: "2:anilist:1", name: null, proposal: null };
  answer("/api/v1/me/unresolved", {
    items: [{ ...numbered, site: "anilist", number: 1 }],
    total: 1,
    next: null,
  });
  open("/import");
  const link = await screen.findByRole("link", { name: "AniList 1" });
  expect(link).toHaveAttribute("href", "https://anilist.co/anime/1");
  expect(screen.getByText(/does not know these numbers of AniList yet/)).toBeVisible();
});

test("an export has the chosen statuses", async () => {
  expect(exportPath("json", ["watching", "planned", "completed", "paused", "dropped"], false)).toBe(
    "/api/v1/me/exports/json",
  );
  const { user } = open("/import");
  await user.click(await screen.findByRole("checkbox", { name: "Plan to watch" }));
  await user.click(screen.getByRole("checkbox", { name: "Private ones, too" }));
  expect(screen.getByRole("link", { name: "Download CSV" })).toHaveAttribute(
    "href",
    "/api/v1/me/exports/csv?status=watching,completed,paused,dropped&private=true",
  );
  for (const name of ["Watching", "Completed", "On hold", "Dropped"]) {
    await user.click(screen.getByRole("checkbox", { name }));
  }
  expect(screen.getByText("Please choose at least one status.")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Download CSV" })).toBeNull();
});

test("an export says what is in it and what is left out", async () => {
  fakeLists({
    items: [
      someItem({ mal_id: 1, status: "watching" }),
      someItem({ mal_id: 2, status: "completed", private: true }),
      someItem({ mal_id: 3, status: "planned" }),
    ],
  });
  const { user } = open("/import");
  const said = async (text: string) => expect(await screen.findByText(text)).toBeVisible();
  await said("1 private entry");
  await said("2 titles");
  await user.click(screen.getByRole("checkbox", { name: "Plan to watch" }));
  await said("1 title of other statuses, 1 private entry");
  await user.click(screen.getByRole("checkbox", { name: "Private ones, too" }));
  await user.click(screen.getByRole("checkbox", { name: "Plan to watch" }));
  await said("3 titles");
  await said("Nothing");
});

test.each([
  [3, /JSON has them\. XML and CSV leave out 3 entries without a MyAnimeList number\.$/],
  [0, /Every form has them\.$/],
])(
  "an export says which form has the entries without a title, where %i have no number",
  async (count, text) => {
    fakeLists({ items: [someItem({ mal_id: 1 })] });
    answer("/api/v1/me/unresolved", { items: [someEntry], total: 1_200, next: "1:name:it" });
    const asked: string[] = [];
    server.use(
      http.head("*/api/v1/me/exports/csv", ({ request }) => {
        asked.push(new URL(request.url).search);
        const headers = { "mitai-left-out-unresolved": String(count) };
        return new HttpResponse(null, { headers });
      }),
    );
    const { user } = open("/import");
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText("Nothing")).toBeVisible();
    await user.click(screen.getByRole("checkbox", { name: "Private ones, too" }));
    await waitFor(() => expect(asked).toEqual(["", "?private=true"]));
  },
);

test("if counting fails, the page says which format has which entries", async () => {
  fakeLists({ items: [someItem({ mal_id: 1 })] });
  answer("/api/v1/me/unresolved", { items: [someEntry], total: 1, next: null });
  server.use(http.head("*/api/v1/me/exports/csv", () => HttpResponse.error()));
  open("/import");
  expect(
    await screen.findByText(/JSON has them; XML and CSV have those with a MyAnimeList number\.$/),
  ).toBeVisible();
});

test("unresolved entries are counted in total and shown in pages", async () => {
  const entries = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...someEntry,
      key: `1:name:${from + index}`,
      name: `Entry ${from + index}`,
      proposal: null,
    }));
  answer("/api/v1/me/unresolved", (url) =>
    url.searchParams.get("after") === "1:name:20"
      ? { items: entries(21, 5), total: 25, next: null }
      : { items: entries(1, 20), total: 25, next: "1:name:20" },
  );
  const { user } = open("/import");
  const section = within(await screen.findByRole("region", { name: "Without a title 25" }));
  expect(section.getAllByRole("listitem")).toHaveLength(20);
  await user.click(section.getByRole("button", { name: "Show more" }));
  expect(await section.findByRole("listitem", { name: "Entry 25" })).toBeVisible();
  expect(section.queryByRole("button", { name: "Show more" })).toBeNull();
});

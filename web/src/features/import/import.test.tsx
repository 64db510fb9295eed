import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { signedInAs, takeWrite } from "@/test/account";
import { fakeLists } from "@/test/fake-lists";
import { gate } from "@/test/gate";
import {
  fakeFiles,
  fakeImport,
  someCounts,
  someImport,
  somePreview,
  someTitle,
} from "@/test/imports";
import { someItem } from "@/test/list";
import { open } from "@/test/render";
import { answer, server } from "@/test/server";
import { exportPath } from "./ExportList";

beforeEach(() => {
  signedInAs();
  answer("/api/v1/me/imports", { items: [], next: null });
});

const files = (...names: string[]) => names.map((name) => new File(["<myanimelist/>"], name));

async function start() {
  const view = open("/import");
  await screen.findByText("Drop your files here");
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
  return { ...view, bring: (...names: string[]) => view.user.upload(input, files(...names)) };
}

test("a file brought alone leads to its preview", async () => {
  fakeFiles((name) => somePreview(7, { name }));
  fakeImport(somePreview(7, { name: "mine.xml" }));
  const { bring } = await start();
  await bring("mine.xml");
  expect(await screen.findByRole("heading", { level: 1, name: "mine.xml" })).toBeVisible();
  expect(location.search).toBe("?id=7");
  expect(await screen.findByRole("button", { name: "Add 1 title" })).toBeVisible();
});

test("several files are sent one at a time; what is wrong with one stays to be read", async () => {
  const { open: pass, passed } = gate();
  const sent = fakeFiles(
    (name) =>
      name === "bad.xml"
        ? ["invalid_request", "This is a list of manga."]
        : somePreview(7, { name }),
    () => passed,
  );
  const { bring, user } = await start();
  await bring("bad.xml", "good.xml");
  expect(await screen.findByRole("progressbar", { name: "bad.xml" })).toBeVisible();
  expect(screen.getByText("Waits for the others.")).toBeVisible();
  expect(sent).toEqual(["bad.xml"]);
  answer("/api/v1/me/imports", { items: [someImport(7, { name: "good.xml" })], next: null });
  pass();
  expect(await screen.findByText("This is a list of manga.")).toBeVisible();
  expect(await screen.findByRole("link", { name: "Look through good.xml" })).toBeVisible();
  expect(sent).toEqual(["bad.xml", "good.xml"]);
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  await user.click(await screen.findByRole("button", { name: "Dismiss bad.xml" }));
  expect(screen.queryByText("This is a list of manga.")).toBeNull();
});

test("a file that the network has kept back is sent again", async () => {
  server.use(http.post("*/api/v1/me/imports", () => HttpResponse.error(), { once: true }));
  fakeImport(somePreview(7));
  const { bring, user } = await start();
  await bring("mine.xml");
  expect(await screen.findByText(/We cannot reach the server/)).toBeVisible();
  fakeFiles(() => somePreview(7));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { level: 1, name: "list-7.xml" })).toBeVisible();
});

test("a file that is on its way can be stopped", async () => {
  const { passed } = gate();
  fakeFiles(
    () => somePreview(7),
    () => passed,
  );
  const { bring, user } = await start();
  await bring("mine.xml");
  await user.click(await screen.findByRole("button", { name: "Stop mine.xml" }));
  await waitFor(() => expect(screen.queryByText("mine.xml")).toBeNull());
  expect(location.search).toBe("");
});

test("the chosen columns and the scale go with the file", async () => {
  let query = "";
  fakeFiles((_, asked) => {
    query = asked.toString();
    return asked.has("columns")
      ? somePreview(7)
      : ["columns_needed", "Please say which.", ["What", "Stars"]];
  });
  fakeImport(somePreview(7));
  const { bring, user } = await start();
  await bring("mine.csv");
  await user.selectOptions(await screen.findByLabelText("What"), "Title");
  await user.selectOptions(screen.getByLabelText("The best score is"), "5");
  await user.click(screen.getByRole("button", { name: "Read it" }));
  await waitFor(() => expect(query).toBe("name=mine.csv&columns=title%2Cscore&score_of=5"));
  expect(await screen.findByRole("heading", { level: 1, name: "list-7.xml" })).toBeVisible();
});

test("a file that is too large is not sent", async () => {
  const sent = fakeFiles(() => somePreview(7));
  const { user } = await start();
  const [large] = files("large.json");
  Object.defineProperty(large!, "size", { value: 45 * 1024 * 1024 });
  await user.upload(document.querySelector<HTMLInputElement>("input[type=file]")!, large!);
  expect(
    await screen.findByText(/“large.json” has 45 MB, and a file may have 32 MB./),
  ).toBeVisible();
  expect(sent).toEqual([]);
});

test("an import made before is undone from the list, and names what stays", async () => {
  const applied = someCounts({ added: 2 });
  answer("/api/v1/me/imports", {
    items: [someImport(7, { applied_at: "2026-11-25T09:05:00Z", applied })],
    next: null,
  });
  const sent = takeWrite("POST /api/v1/me/imports/{id}/undo", {
    version: 6,
    position: "6-a",
    restored: 1,
    left: [{ mal_id: 9, title: "Title 9", reason: "It was changed after the import." }],
  });
  const { user } = open("/import");
  expect(await screen.findByText("2 titles added")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Undo this import: list-7.xml" }));
  await user.click(screen.getByRole("button", { name: "Undo it" }));
  expect(await screen.findByText("Undone: 1 title as before.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Title 9" })).toBeVisible();
  expect(sent[0]?.path).toBe("/api/v1/me/imports/7/undo");
});

const someEntry = {
  key: "name:it",
  name: "It",
  mal_id: null,
  import: 7,
  added_at: "2026-11-25T09:00:00Z",
  status: "completed",
  progress: 12,
  score: 70,
  notes: "Good.",
  proposal: someTitle(33),
} as const;

test("an entry without a title gets the proposed one, or is forgotten", async () => {
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

test("an export holds what is ticked", async () => {
  expect(exportPath("json", ["watching", "planned", "completed", "paused", "dropped"], false)).toBe(
    "/api/v1/me/exports/json",
  );
  const { user } = await start();
  await user.click(screen.getByRole("checkbox", { name: "Plan to watch" }));
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

test("the columns of a CSV are chosen anew after the preview, and the first reading is forgotten", async () => {
  const queries: string[] = [];
  fakeFiles((_, query) => {
    queries.push(query.toString());
    return somePreview(queries.length + 6, { format: "csv" });
  });
  fakeImport(() => somePreview(6 + queries.length, { format: "csv" }));
  const forgotten = takeWrite("DELETE /api/v1/me/imports/{id}", undefined);
  const { user } = await start();
  const csv = new File(["Title,Stars\nDeath Note,4\n"], "mine.csv");
  await user.upload(document.querySelector<HTMLInputElement>("input[type=file]")!, csv);
  await user.click(await screen.findByRole("button", { name: "Change the columns" }));
  expect(await screen.findByText("Death Note")).toBeVisible();
  await user.selectOptions(screen.getByLabelText("Stars"), "Episodes seen");
  await user.click(screen.getByRole("button", { name: "Read it" }));
  await waitFor(() => expect(location.search).toBe("?id=8"));
  expect(queries[1]).toBe("name=mine.csv&columns=title%2Cprogress&score_of=10");
  await waitFor(() => expect(forgotten[0]?.path).toBe("/api/v1/me/imports/7"));
});

test("why a file could not be read has the focus", async () => {
  fakeFiles(() => ["invalid_request", "This is a list of manga."]);
  const { bring } = await start();
  await bring("bad.xml");
  expect(await screen.findByRole("alert")).toHaveFocus();
  expect(screen.getByRole("alert")).toHaveTextContent("This is a list of manga.");
});

test("an export says what is in it and what is left out", async () => {
  fakeLists({
    items: [
      someItem({ mal_id: 1, status: "watching" }),
      someItem({ mal_id: 2, status: "completed", private: true }),
      someItem({ mal_id: 3, status: "planned" }),
    ],
  });
  const { user } = await start();
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

test("an export says which form has entries without a title", async () => {
  fakeLists({ items: [someItem({ mal_id: 1 })] });
  answer("/api/v1/me/unresolved", { items: [someEntry], total: 1, next: null });
  await start();
  expect(
    await screen.findByText(/JSON has them; XML and CSV have those with a MyAnimeList number\.$/),
  ).toBeVisible();
  expect(screen.getByText("Nothing")).toBeVisible();
});

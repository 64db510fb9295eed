import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { ListEvent, ListItem, Restore } from "@/api/list";
import { someUser } from "@/test/account";
import { someEvent } from "@/test/activity";
import { fakeLists } from "@/test/fake-lists";
import { someImport } from "@/test/imports";
import { someItem } from "@/test/list";
import { open } from "@/test/render";
import { answer, server as api } from "@/test/server";
import { fakeStreams } from "@/test/stream";
import { dayText, endOf } from "./days";

let streams: ReturnType<typeof fakeStreams>;

beforeEach(() => {
  streams = fakeStreams();
  answer("/api/v1/session", { user: someUser() });
  answer("/api/v1/me/imports", { items: [], next: null });
});

const then: ListItem[] = [
  someItem({ mal_id: 1, title: "Lost", status: "completed", progress: 24, score: 90 }),
  someItem({ mal_id: 2, title: "Other", status: "watching", progress: 3 }),
  someItem({ mal_id: 3, title: "Same" }),
];
const now: ListItem[] = [
  someItem({ mal_id: 2, title: "Other", status: "dropped", progress: 3 }),
  someItem({ mal_id: 3, title: "Same" }),
  someItem({ mal_id: 4, title: "New" }),
];

async function goBack(address = "/activity?at=2026-03-14", events: ListEvent[] = []) {
  const server = fakeLists({ items: now });
  answer("/api/v1/me/activity", { items: events, next: null });
  const asked: string[] = [];
  const restored: Restore[] = [];
  api.use(
    http.get("*/api/v1/me/list", ({ request }) => {
      const at = new URL(request.url).searchParams.get("at");
      if (at === null) return undefined;
      asked.push(at);
      return HttpResponse.json({ version: 4, position: "4-a", items: then, titles: {} } as object);
    }),
    http.post("*/api/v1/me/list/restore", async ({ request }) => {
      restored.push((await request.json()) as Restore);
      const event = server.set(1, then[0]!);
      const results = [{ mal_id: 1, event, item: then[0], error: null }];
      return HttpResponse.json({ version: 5, position: "5-a", results } as object);
    }),
  );
  const view = open(address);
  await screen.findByText(/you had/);
  return { server, asked, restored, ...view };
}

test("a past day shows the list as it was, and the differences to now", async () => {
  await goBack();
  expect(screen.getByText(/you had/)).toHaveTextContent(
    "On 14 March 2026 you had 3 titles on your list. Since then 1 title is gone, 1 title is different and 1 title was added.",
  );
  const part = (name: RegExp) =>
    within(screen.getByRole("heading", { name }).closest("section")!)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
  expect(part(/Gone/)).toEqual(["LostCompleted, 24 of 24 episodes, score 9Bring back"]);
  expect(part(/Different/)).toEqual(["OtherStatus: Dropped now, Watching thenRestore"]);
  expect(part(/Added/)).toEqual(["NewPlan to watchTake off"]);
});

test("the day is chosen by date, slider or name, and is in the address", async () => {
  const { user, asked } = await goBack("/activity?at=");
  await user.click(screen.getByRole("button", { name: "A week ago" }));
  await waitFor(() => expect(asked).toHaveLength(2));
  const day = new URLSearchParams(window.location.search).get("at") ?? "";
  expect(asked[1]).toBe(endOf(day, null));
  expect(screen.getByLabelText("Show my list as it was on")).toHaveValue(day);
  const slider = screen.getByRole("slider", { name: "Day" });
  for (const value of ["3", "2", "1"]) fireEvent.change(slider, { target: { value } });
  await waitFor(() => expect(asked).toHaveLength(3));
  expect(slider).toHaveValue("1");
  expect(slider).toHaveAttribute("aria-valuetext", dayText(asked[2]?.slice(0, 10) ?? ""));
});

test("a time of the day is an instant where the user is", async () => {
  const { asked } = await goBack();
  fireEvent.change(screen.getByLabelText(/^at the time/), { target: { value: "09:30" } });
  await waitFor(() => expect(asked.at(-1)).toBe(new Date("2026-03-14T09:30:00").toISOString()));
  expect(screen.getByLabelText(/^at the time/)).toHaveValue("09:30");
  fireEvent.change(screen.getByLabelText(/^at the time/), { target: { value: "" } });
  await waitFor(() => expect(screen.getByLabelText(/^at the time/)).toHaveValue(""));
});

test("one entry is restored, and Undo removes it again", async () => {
  const { user, restored, server } = await goBack();
  await user.click(screen.getByRole("button", { name: "Bring back: Lost" }));
  await waitFor(() => expect(screen.queryByRole("heading", { name: /Gone/ })).toBeNull());
  expect(restored).toMatchObject([{ at: endOf("2026-03-14", null), mal_ids: [1] }]);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(server.item(1)).toBeUndefined());
});

test("a restore reports how many titles it changed", async () => {
  const { user } = await goBack();
  await user.click(screen.getByRole("button", { name: "Restore the whole list" }));
  // Of three that are different here, another device has had two be as they were meanwhile.
  const dialog = within(
    await screen.findByRole("alertdialog", { name: "Restore the whole list?" }),
  );
  await user.click(dialog.getByRole("button", { name: "Restore" }));
  expect(await screen.findByText("As on 14 March 2026: 1 title brought back.")).toBeVisible();
});

test("a restore shows as one big change at once", async () => {
  const { user, server } = await goBack();
  await waitFor(() => expect(streams.begun()).toHaveLength(1));
  server.onChange = (change) => act(() => streams.change(change));
  expect(screen.queryByRole("group", { name: "Big changes" })).toBeNull();
  const restored = { cause: "restore", restores: "2026-03-14T23:59:59Z", together: 3 } as const;
  const event = someEvent(9, { kind: "removed", ...restored });
  answer("/api/v1/me/activity", { items: [event], next: null });
  await user.click(screen.getByRole("button", { name: "Bring back: Lost" }));
  const changes = within(await screen.findByRole("group", { name: "Big changes" }));
  expect(changes.getByRole("button", { name: /^Before the restore of 3 titles/ })).toBeVisible();
});

test("a restore that changes nothing says so", async () => {
  const { user } = await goBack();
  const nothing = { version: 5, position: "5-a", results: [] };
  api.use(http.post("*/api/v1/me/list/restore", () => HttpResponse.json(nothing as object)));
  await user.click(screen.getByRole("button", { name: "Bring back: Lost" }));
  expect(await screen.findByText("All of it is as on 14 March 2026 already.")).toBeVisible();
});

test("restoring the list or one status asks for confirmation with its effects", async () => {
  const { user, restored } = await goBack();
  await user.click(screen.getByRole("button", { name: "Restore the whole list" }));
  const dialog = within(
    await screen.findByRole("alertdialog", { name: "Restore the whole list?" }),
  );
  expect(
    dialog.getByText(
      /: 1 title added since will be removed, 1 title will come back and 1 title will get its former values back\. /,
    ),
  ).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Not now" }));
  expect(restored).toEqual([]);
  await user.selectOptions(screen.getByLabelText("Restore those of one status"), "Completed (1)");
  const one = within(await screen.findByRole("alertdialog", { name: "Restore 1 title?" }));
  expect(one.getByText(/will be as it was then: 1 title will come back\. /)).toBeVisible();
  await user.click(one.getByRole("button", { name: "Restore" }));
  await waitFor(() => expect(restored).toMatchObject([{ status: "completed" }]));
});

test("without a time the list before the last big removal shows, with big changes to choose from", async () => {
  const at = (seconds: number) => `2026-11-25T09:00:${seconds}.500Z`;
  const gone: Partial<ListEvent> = { kind: "removed" };
  const restored = { cause: "restore", restores: "2026-11-01T00:00:00Z", together: 40 } as const;
  const imported = { cause: "import", import: "7", together: 326 } as const;
  answer("/api/v1/me/imports", { items: [someImport(7, { name: "mine.xml" })], next: null });
  const { user, asked } = await goBack("/activity?at=", [
    someEvent(30, { at: "2026-11-25T10:00:00Z" }),
    someEvent(29, { at: at(59), ...gone }),
    someEvent(28, { at: at(30), ...gone }),
    someEvent(27, { at: at(10), ...gone }),
    someEvent(6, { at: "2026-11-21T08:00:00Z", ...imported, import: "1", together: 1 }),
    someEvent(5, { at: "2026-11-20T08:00:00Z", ...imported }),
    someEvent(1, { at: "2026-11-20T07:00:00Z", ...gone, ...restored }),
  ]);
  expect(asked).toEqual(["2026-11-25T09:00:10.499Z"]);
  const changes = within(screen.getByRole("group", { name: "Big changes" })).getAllByRole("button");
  expect(changes.map(({ textContent }) => textContent?.replace(/ ·.*/, ""))).toEqual([
    "Before 3 titles were removed",
    "Before the import of mine.xml (326 titles)",
    "Before the restore of 40 titles",
  ]);
  expect(changes[0]).toHaveAttribute("aria-pressed", "true");
  await user.click(changes[1]!);
  await waitFor(() => expect(asked.at(-1)).toBe("2026-11-20T07:59:59.999Z"));
  expect(changes[1]).toHaveAttribute("aria-pressed", "true");
});

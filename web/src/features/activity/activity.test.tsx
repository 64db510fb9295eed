import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { ListEvent, ListItem, ListResult, Restore } from "@/api/list";
import { someUser } from "@/test/account";
import { showActivity as show, someEvent } from "@/test/activity";
import { fakeLists } from "@/test/fake-lists";
import { someItem } from "@/test/list";
import { open } from "@/test/render";
import { answer, server as api, refuse } from "@/test/server";
import { fakeStreams } from "@/test/stream";
import { dayText, endOf } from "./days";

beforeEach(() => {
  fakeStreams();
  answer("/api/v1/session", { user: someUser() });
});

const value = { run: null, tag: null, by_rule: false, overruled: false } as const;

/** The server takes changes back; answers which were asked for. Each undo's event is a hundred more. */
function fakeUndo(fields: Partial<ListResult> = {}) {
  const asked: number[][] = [];
  api.use(
    http.post("*/api/v1/me/activity/undo", async ({ request }) => {
      const { events } = (await request.json()) as { events: number[] };
      asked.push(events);
      const results = events.map((event) => ({
        mal_id: event,
        event: event + 100,
        item: someItem({ mal_id: event }),
        error: null,
        changed_since: [],
        ...fields,
      }));
      return HttpResponse.json({ version: 5, position: "5-a", results } as object);
    }),
  );
  return asked;
}

test("changes stand by day, newest first, with what, when, where and why", async () => {
  const today = new Date();
  const before = new Date(today.getTime() - 24 * 60 * 60 * 1000).toISOString();
  await show([
    someEvent(7, {
      at: today.toISOString(),
      changes: [
        { ...value, field: "progress", run: 1, old: 23, new: 24 },
        { ...value, field: "status", old: "watching", new: "completed", by_rule: true },
        { ...value, field: "score", old: null, new: 90 },
        { ...value, field: "tag", tag: "slow", old: null, new: true },
      ],
    }),
    someEvent(6, { at: before, kind: "removed", cause: "undo", undoes: 5, can_undo: false }),
  ]);
  const panel = within(await screen.findByRole("tabpanel"));
  const days = await panel.findAllByRole("heading", { level: 2 });
  expect(days.map(({ textContent }) => textContent)).toEqual(["Today", "Yesterday"]);
  const [first, second] = screen.getAllByRole("link", { name: /^Title \d$/ });
  const entry = within(first!.closest("li")!);
  for (const text of [
    "Episodes: 23 → 24",
    "Status: Watching → Completed (by itself)",
    "Score: 9",
    "Tag “slow” added",
    "Firefox on Linux",
  ]) {
    expect(entry.getByText(text)).toBeVisible();
  }
  const other = within(second!.closest("li")!);
  expect(other.getByText("Removed from your list")).toBeVisible();
  expect(other.getByText("Taken back")).toBeVisible();
  expect(other.queryByRole("button")).toBeNull();
});

test("a change is undone, what was changed since is said, and the undo can be undone", async () => {
  const { user } = await show([someEvent(7)]);
  const undone = fakeUndo({ changed_since: [{ field: "score", run: null, tag: null }] });
  await user.click(await screen.findByRole("button", { name: /^Undo: Title 7/ }));
  expect(
    await screen.findByText("“Title 7”: Taken back. Changed since, and left: Score."),
  ).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(undone).toEqual([[7], [107]]));
});

test("an undo that the server refuses says why", async () => {
  const { user } = await show([someEvent(7)]);
  fakeUndo({ event: null, error: "“Title 7” is not yet aired." });
  await user.click(await screen.findByRole("button", { name: /^Undo: Title 7/ }));
  expect(await screen.findByText("“Title 7”: “Title 7” is not yet aired.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("a change made without a connection says how much earlier that was", async () => {
  await show([
    someEvent(9, { made_at: "2026-11-25T06:58:00Z" }),
    someEvent(8, { made_at: "2026-11-25T08:59:30Z" }),
  ]);
  expect(await screen.findByText("made 2 hours earlier, offline")).toBeVisible();
  expect(screen.getAllByText(/earlier/)).toHaveLength(1);
});

test("what a later change has overruled is told", async () => {
  const changes = [
    { ...value, overruled: true, field: "status", old: "watching", new: "paused" } as const,
  ];
  await show([someEvent(9, { changes })]);
  expect(
    await screen.findByText(/not taken: a change that was made later stands/),
  ).toHaveTextContent("Status: Watching → On hold");
});

test("notes that were overruled are read and taken after all, with Undo", async () => {
  const notes = { ...value, overruled: true, field: "notes" } as const;
  const changes = [{ ...notes, old: "From the phone", new: "From the train" }];
  const { user, server } = await show([someEvent(7, { changes })]);
  server.edit(7, { notes: "From the phone" });
  await user.click(await screen.findByText("Read the notes that were not taken"));
  expect(screen.getByText("From the train")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Use these notes instead: Title 7" }));
  expect(await screen.findByText("These are your notes now.")).toBeVisible();
  await waitFor(() => expect(server.item(7)?.notes).toBe("From the train"));
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(server.item(7)?.notes).toBe("From the phone"));
});

test("what one edit has changed of many titles reads as one, and opens", async () => {
  const changes = [{ ...value, field: "status", old: "planned", new: "paused" } as const];
  const many = [9, 8, 7, 6, 5].map((event) => someEvent(event, { changes, can_undo: event !== 5 }));
  const { user } = await show([...many, someEvent(4, { at: "2026-11-25T08:00:00Z" })]);
  expect(await screen.findByText("5 titles changed")).toBeVisible();
  expect(screen.getByText("Status: On hold")).toBeVisible();
  expect(screen.getAllByRole("link", { name: /^Title \d$/ })).toHaveLength(1);
  const undone = fakeUndo();
  await user.click(screen.getByRole("button", { name: "Undo: 5 titles changed" }));
  expect(await screen.findByText("5 titles: Taken back.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(undone).toHaveLength(2));
  expect(undone).toEqual([
    [9, 8, 7, 6],
    [109, 108, 107, 106],
  ]);
  await user.click(screen.getByRole("button", { name: "Show 5 titles", expanded: false }));
  expect(screen.getAllByRole("link", { name: /^Title \d$/ })).toHaveLength(6);
  expect(screen.getByRole("button", { name: /^Undo: Title 9/ })).toBeVisible();
});

test("many titles of a restore are taken back by the list before it, one of them by itself", async () => {
  const restored = { cause: "restore", restores: "2026-11-20T09:00:00Z", kind: "removed" } as const;
  const { user } = await show(
    [9, 8, 7, 6, 5].map((event) => someEvent(event, restored)),
    5,
  );
  expect(await screen.findByText("5 titles removed")).toBeVisible();
  expect(screen.getByRole("link", { name: "List before this" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Show 5 titles" }));
  expect(screen.getAllByRole("button", { name: /^Undo: Title/ })).toHaveLength(5);
});

test("older changes are a press away", async () => {
  const { user } = await show([someEvent(7)], 7);
  await user.click(await screen.findByRole("button", { name: "Show older changes" }));
  expect(await screen.findByRole("link", { name: "Title 1" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show older changes" })).toBeNull();
});

test("nothing changed, a failure and a visitor each have their own text", async () => {
  const { unmount } = await show([]);
  expect(await screen.findByText("Nothing has changed yet.")).toBeVisible();
  unmount();
  refuse("/api/v1/me/activity", 500, "internal");
  const view = open("/activity");
  expect(await screen.findByRole("alert")).toHaveTextContent("Something went wrong on our side.");
  view.unmount();
  answer("/api/v1/session", { user: null });
  open("/activity");
  expect(await screen.findByText("Please log in to see what changed on your list.")).toBeVisible();
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

test("a day shows the list as it was, and what is different now", async () => {
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

test("the day is chosen by date, by slider and by name, and stands in the address", async () => {
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

test("who names no time sees the list right before it was lost, and every big change by name", async () => {
  const at = (seconds: number) => `2026-11-25T09:00:${seconds}.500Z`;
  const gone: Partial<ListEvent> = { kind: "removed" };
  const imported = { cause: "import", import: "7" } as const;
  const { user, asked } = await goBack("/activity?at=", [
    someEvent(30, { at: "2026-11-25T10:00:00Z" }),
    someEvent(29, { at: at(59), ...gone }),
    someEvent(28, { at: at(30), ...gone }),
    someEvent(27, { at: at(10), ...gone }),
    ...[5, 4, 3, 2, 1].map((event) =>
      someEvent(event, { at: "2026-11-20T08:00:00Z", ...imported }),
    ),
  ]);
  expect(asked).toEqual(["2026-11-25T09:00:10.499Z"]);
  const changes = within(screen.getByRole("group", { name: "Big changes" })).getAllByRole("button");
  expect(changes.map(({ textContent }) => textContent?.replace(/ ·.*/, ""))).toEqual([
    "Before 3 titles were removed",
    "Before import 7",
  ]);
  expect(changes[0]).toHaveAttribute("aria-pressed", "true");
  await user.click(changes[1]!);
  await waitFor(() => expect(asked.at(-1)).toBe("2026-11-20T07:59:59.999Z"));
  expect(changes[1]).toHaveAttribute("aria-pressed", "true");
});

test("a time of the day is an instant where the user is", async () => {
  const { asked } = await goBack();
  fireEvent.change(screen.getByLabelText(/^at the time/), { target: { value: "09:30" } });
  await waitFor(() => expect(asked.at(-1)).toBe(new Date("2026-03-14T09:30:00").toISOString()));
  expect(screen.getByLabelText(/^at the time/)).toHaveValue("09:30");
  fireEvent.change(screen.getByLabelText(/^at the time/), { target: { value: "" } });
  await waitFor(() => expect(screen.getByLabelText(/^at the time/)).toHaveValue(""));
});

test("one entry is brought back, and Undo takes it away again", async () => {
  const { user, restored, server } = await goBack();
  await user.click(screen.getByRole("button", { name: "Bring back: Lost" }));
  await waitFor(() => expect(screen.queryByRole("heading", { name: /Gone/ })).toBeNull());
  expect(restored).toMatchObject([{ at: endOf("2026-03-14", null), mal_ids: [1] }]);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(server.item(1)).toBeUndefined());
});

test("a restore says of how many titles it was one", async () => {
  const { user } = await goBack();
  await user.click(screen.getByRole("button", { name: "Restore the whole list" }));
  // Of three that are different here, another device has had two be as they were meanwhile.
  const dialog = within(
    await screen.findByRole("alertdialog", { name: "Restore the whole list?" }),
  );
  await user.click(dialog.getByRole("button", { name: "Restore" }));
  expect(await screen.findByText("1 title is as on 14 March 2026.")).toBeVisible();
});

test("a restore of what is so already says that", async () => {
  const { user } = await goBack();
  const nothing = { version: 5, position: "5-a", results: [] };
  api.use(http.post("*/api/v1/me/list/restore", () => HttpResponse.json(nothing as object)));
  await user.click(screen.getByRole("button", { name: "Bring back: Lost" }));
  expect(await screen.findByText("All of it is as on 14 March 2026 already.")).toBeVisible();
});

test("all of the list or one status is restored once one has read what that does", async () => {
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

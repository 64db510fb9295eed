import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { ListResult } from "@/api/list";
import { someUser } from "@/test/account";
import { showActivity as show, someEvent } from "@/test/activity";
import { someItem } from "@/test/list";
import { open } from "@/test/render";
import { answer, server as api, refuse } from "@/test/server";
import { fakeStreams } from "@/test/stream";

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

test("changes are grouped by day, with fields, time, device and cause", async () => {
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

test("undoing a change names fields kept since, and can be undone", async () => {
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

test("an offline change says how much earlier it was made", async () => {
  await show([
    someEvent(9, { made_at: "2026-11-25T06:58:00Z" }),
    someEvent(8, { made_at: "2026-11-25T08:59:30Z" }),
  ]);
  expect(await screen.findByText("made 2 hours earlier, offline")).toBeVisible();
  expect(screen.getAllByText(/earlier/)).toHaveLength(1);
});

test("an overruled change is reported", async () => {
  const changes = [
    { ...value, overruled: true, field: "status", old: "watching", new: "paused" } as const,
  ];
  await show([someEvent(9, { changes })]);
  expect(
    await screen.findByText(/not taken: a change that was made later stands/),
  ).toHaveTextContent("Status: Watching → On hold");
});

test("overruled notes can be read and restored, with Undo", async () => {
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

test("a bulk edit is one entry that expands", async () => {
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

test("a restore of many titles is undone by restoring the list before it, or title by title", async () => {
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

test("older changes load on demand", async () => {
  const { user } = await show([someEvent(7)], 7);
  await user.click(await screen.findByRole("button", { name: "Show older changes" }));
  expect(await screen.findByRole("link", { name: "Title 1" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show older changes" })).toBeNull();
});

test("empty activity, a failure and a visitor each have their own text", async () => {
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

import "fake-indexeddb/auto";
import { waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ListEdit, listQuery } from "@/api/list";
import { createQueryClient } from "@/api/query";
import { withPendingEdits } from "@/lib/list/pending";
import { undoEdits } from "@/lib/list/undo";
import { inOrder } from "@/lib/list/useAnimeList";
import { someEntry, someUser } from "@/test/account";
import { fakeLists } from "@/test/fake-lists";
import { gate } from "@/test/gate";
import { someItem } from "@/test/list";
import { server as msw } from "@/test/server";
import { fakeStreams } from "@/test/stream";
import { addEdits, dropAllEdits, pendingEdits } from "./edits";
import { addChange, dropChanges, pendingChanges } from "./outbox";
import { createQueue } from "./queue";
import { syncLibrary } from "./sync";
import { unsentChanges } from "./unsent";

const { uid } = someUser();
const closing: (() => void)[] = [];
let streams: ReturnType<typeof fakeStreams>;

beforeEach(() => {
  streams = fakeStreams();
});

afterEach(async () => {
  for (const close of closing.splice(0)) close();
  vi.useRealTimers();
  dropChanges(uid);
  await dropAllEdits(uid);
  vi.unstubAllGlobals();
});

/** A tab that shows the list. */
async function openTab() {
  const queries = createQueryClient();
  const messages: string[] = [];
  const stop = syncLibrary({
    queries,
    uid,
    notify: (message) => messages.push(message),
    checkSession: async () => {},
  });
  closing.push(() => {
    stop();
    queries.clear();
  });
  await queries.ensureQueryData(listQuery(uid));
  await waitFor(() => expect(streams.begun()).not.toEqual([]));
  const list = () => queries.getQueryData(listQuery(uid).queryKey);
  /** Returns the progress that the tab shows, by title. */
  const shows = () => {
    const now = list();
    const pending = inOrder(pendingChanges(uid), pendingEdits(uid));
    return now && withPendingEdits(now, pending).map(({ mal_id, progress }) => [mal_id, progress]);
  };
  return { queries, messages, list, shows };
}

const edit = (malId: number, fields: Partial<ListEdit> | null, bulk?: string) => ({
  malId,
  edit: fields && { today: "2026-11-25", ...fields },
  item: someItem({ mal_id: malId, title: `Title ${malId}` }),
  baseVersion: 4,
  ...(bulk && { bulk }),
});
const add = (malId: number, fields: Partial<ListEdit> | null, more: { adds?: boolean } = {}) =>
  addEdits(uid, [{ ...edit(malId, fields), ...more }]);
const toggle = (method: "PUT" | "DELETE") =>
  addChange(uid, { method, list: "watchlist", malId: 2, entry: null });
const sent = () => waitFor(() => expect(unsentChanges(uid)).toEqual([]));
const items = (...ids: number[]) => ids.map((mal_id) => someItem({ mal_id }));

test("an edit shows at once, is sent once with its id, and is replaced by the stream's event", async () => {
  const server = fakeLists({ items: items(1) });
  const tab = await openTab();
  server.onChange = (change) => streams.change(change);
  const [id] = await add(1, { progress: 1 });
  expect(tab.shows()).toEqual([[1, 1]]);
  await sent();
  const op_id = expect.stringMatching(new RegExp(`^[a-z0-9]+-${id!.replaceAll("-", "_")}$`));
  expect(server.edits).toMatchObject([{ op_id, base_version: 4, progress: 1 }]);
  expect(tab.list()).toMatchObject({ version: 5, items: [{ progress: 1, status: "watching" }] });
  await waitFor(() => expect(pendingEdits(uid)).toEqual([]));
});

test("a change is sent with its age, recomputed at each try", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-25T10:00:00Z") });
  const server = fakeLists({ items: items(1, 2, 3, 4, 5) });
  await openTab();
  server.behavior = "unreachable";
  await add(1, { progress: 1 });
  const addBulk = (ids: number[], fields: Partial<ListEdit> | null, bulk: string) =>
    addEdits(
      uid,
      ids.map((malId) => edit(malId, fields, bulk)),
    );
  await addBulk([2, 3], { score: 80 }, "edit-of-2");
  await addBulk([4, 5], null, "removal-of-2");
  await add(2, null);
  addChange(uid, { method: "DELETE", list: "watchlist", malId: 3, entry: null, baseVersion: 4 });
  await waitFor(() => expect(server.writes).not.toEqual([]));
  vi.setSystemTime(new Date("2026-11-25T12:00:00Z"));
  server.behavior = "ok";
  await sent();
  const age_ms = 2 * 60 * 60 * 1000;
  expect(server.edits).toMatchObject([{ mal_id: 1, age_ms }]);
  expect(server.bulks).toMatchObject([
    { mal_ids: [2, 3], age_ms },
    { mal_ids: [4, 5], remove: true, age_ms },
  ]);
  expect(server.removals).toMatchObject([
    { base_version: "4", age_ms: `${age_ms}` },
    { base_version: "4", age_ms: `${age_ms}` },
  ]);
});

test("a clock that was set back makes no change older than it is", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-25T12:00:00Z") });
  const server = fakeLists({ items: items(1, 2) });
  await openTab();
  await add(1, { progress: 1 });
  await sent();
  vi.setSystemTime(new Date("2026-11-25T10:00:00Z"));
  server.behavior = "unreachable";
  const [id] = await add(2, { progress: 1 });
  // Ids go on from the last one: they do not tell the time.
  expect(Number(id?.slice(0, 15))).toBeGreaterThanOrEqual(Date.parse("2026-11-25T12:00:00Z"));
  await waitFor(() => expect(server.writes.length).toBeGreaterThan(1));
  vi.setSystemTime(new Date("2026-11-25T10:30:00Z"));
  server.behavior = "ok";
  await sent();
  expect(server.edits.map(({ age_ms }) => age_ms)).toEqual([0, 30 * 60 * 1000]);
});

test("edits and toggles of a title are sent in the order they were made", async () => {
  const server = fakeLists({ items: items(1) });
  await openTab();
  server.behavior = "unreachable";
  await add(1, { progress: 1 });
  addChange(uid, { method: "DELETE", list: "watchlist", malId: 1, entry: null });
  await add(1, { score: 80 });
  await waitFor(() => expect(server.writes).not.toEqual([]));
  server.writes = [];
  server.behavior = "ok";
  await sent();
  expect(server.writes.slice(-3)).toEqual(["PATCH list 1", "DELETE watchlist 1", "PATCH list 1"]);
  expect(server.item(1)).toMatchObject({ score: 80, progress: 0 });
});

test.each<[string, () => void, () => void]>([
  ["toggles", () => toggle("PUT"), () => toggle("DELETE")],
  ["edits", () => add(2, { score: 80 }, { adds: true }), () => add(2, null)],
  ["an edit after a toggle", () => toggle("PUT"), () => add(2, null)],
])(
  "what is added and removed offline by %s takes nothing of another device",
  async (_, put, off) => {
    const server = fakeLists({ items: [] });
    const tab = await openTab();
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    server.behavior = "unreachable";
    put();
    await waitFor(() => expect(server.writes).toHaveLength(1));
    await add(2, { progress: 1 });
    off();
    expect(tab.shows()).toEqual([]);
    dispatchEvent(new Event("online"));
    await sent();
    online.mockRestore();
    server.behavior = "ok";
    server.edit(2, { notes: "From the phone" });
    await add(1, { score: 80 });
    await sent();
    expect(server.edits).toMatchObject([{ mal_id: 1 }]);
    expect(server.item(2)?.notes).toBe("From the phone");
  },
);

test("removing a possibly sent addition keeps a later one of another device", async () => {
  const server = fakeLists({ items: [] });
  await openTab();
  server.behavior = "unreachable";
  const seen = { list: "watchlist", malId: 2, baseVersion: 4 } as const;
  addChange(uid, { ...seen, method: "PUT", entry: someEntry(2) });
  await waitFor(() => expect(server.writes).toHaveLength(1));
  addChange(uid, { ...seen, method: "DELETE", entry: null });
  server.behavior = "ok";
  await sent();
  expect(server.writes.slice(-2)).toEqual(["PUT watchlist 2", "DELETE list 2"]);
  // The server takes the removal for one that has seen this addition, of the same outbox, and nothing after version 4.
  const [first, addition] = server.additions;
  const [removal] = server.removals;
  expect(addition).toMatchObject({ op_id: first?.op_id, base_version: "4" });
  expect(removal).toMatchObject({ base_version: "4" });
  const outbox = (op?: string) => op?.slice(0, op.lastIndexOf("-"));
  expect(outbox(removal?.op_id)).toBe(outbox(addition?.op_id));
  expect(removal?.op_id).not.toBe(addition?.op_id);
  expect(Number(addition?.age_ms)).toBeGreaterThanOrEqual(Number(removal?.age_ms));
});

test("an edit stored before a reload is sent before a later toggle", async () => {
  const server = fakeLists({ items: items(1) });
  vi.resetModules();
  const before: typeof import("./edits") = await import("./edits");
  await before.addEdits(uid, [edit(1, { progress: 1 })]);
  addChange(uid, { method: "DELETE", list: "watchlist", malId: 1, entry: null });
  expect(pendingEdits(uid)).toEqual([]);
  await openTab();
  await waitFor(() => expect(server.writes).toEqual(["PATCH list 1", "DELETE watchlist 1"]));
  expect(server.items()).toEqual([]);
});

test("presses while one is on its way are one more edit", async () => {
  const server = fakeLists({ items: items(1) });
  const tab = await openTab();
  const { open, passed } = gate();
  server.wait = passed;
  await add(1, { progress: 1 });
  await waitFor(() => expect(server.writes).toEqual(["PATCH list 1"]));
  for (const progress of [2, 3, 4]) await add(1, { progress });
  expect(tab.shows()).toEqual([[1, 4]]);
  open();
  await sent();
  expect(server.edits.map(({ progress }) => progress)).toEqual([1, 4]);
});

test("a refused edit is hidden, kept with the server's reason, and blocks no other", async () => {
  const server = fakeLists({ items: items(1, 2) });
  const tab = await openTab();
  server.refuse = { malId: 1, detail: "Title 1 has 24 episodes." };
  await add(1, { progress: 25, notes: "long" });
  await add(2, { progress: 3 });
  await sent();
  expect(tab.messages).toEqual(["“Title 1” was not changed. Title 1 has 24 episodes."]);
  expect(tab.shows()).toEqual([
    [1, 0],
    [2, 3],
  ]);
  expect(pendingEdits(uid)).toMatchObject([
    { malId: 1, edit: { notes: "long" }, refused: "Title 1 has 24 episodes." },
    { malId: 2 },
  ]);
});

test("a bulk edit is one request with an outcome for each title", async () => {
  const server = fakeLists({ items: items(1, 2, 3) });
  const tab = await openTab();
  server.refuse = { malId: 2, detail: "Title 2 is not yet aired." };
  await addEdits(
    uid,
    [1, 2, 3].map((malId) => edit(malId, { status: "completed" }, "bulk-of-3")),
  );
  await sent();
  expect(server.writes).toEqual(["PATCH list of 3"]);
  expect(server.items().map(({ status }) => status)).toEqual(["completed", "planned", "completed"]);
  expect(tab.messages).toEqual(["“Title 2” was not changed. Title 2 is not yet aired."]);
});

test("a sent bulk edit is undone in one request", async () => {
  const server = fakeLists({ items: items(1, 2, 3) });
  const tab = await openTab();
  const drafts = [1, 2, 3].map((malId) => edit(malId, { status: "dropped" }, "bulk-of-3"));
  const ids = await addEdits(uid, drafts);
  await sent();
  server.edit(2, { score: 80 });
  const undone = drafts.map(({ malId, item, edit }, index) => {
    return { id: ids[index] ?? "", malId, before: item, edit };
  });
  await undoEdits(uid, undone, "2026-11-25");
  expect(tab.shows()).toHaveLength(3);
  await sent();
  expect(server.writes).toEqual(["PATCH list of 3", "undo 1 2 3"]);
  expect(server.items().map(({ status }) => status)).toEqual(["planned", "planned", "planned"]);
});

test("a failing bulk edit is set aside as a whole", async () => {
  const parts = [1, 2].map((malId) => edit(malId, { score: 80 }, "bulk-of-2"));
  await addEdits(uid, parts);
  await add(3, { progress: 1 });
  const queue = createQueue(uid);
  const next = () => queue.next(500)!.map(({ malId }) => malId);
  const fail = () => queue.fail(queue.next(500)!);
  expect(next()).toEqual([1, 2]);
  expect([fail(), fail(), fail()]).toEqual([false, false, true]);
  expect(next()).toEqual([3]);
  queue.retry();
  expect(next()).toEqual([1, 2]);
  expect(fail()).toBe(true);
  expect(next()).toEqual([3]);
});

test("a title changed elsewhere meanwhile is not removed, and a message says so", async () => {
  fakeLists({ items: items(1, 2) });
  const tab = await openTab();
  const at = { version: 4, position: "4-a" };
  const kept = (mal_id: number) => ({
    mal_id,
    event: null,
    item: someItem({ mal_id }),
    error: null,
  });
  msw.use(
    http.delete("*/api/v1/me/list/1", () => HttpResponse.json({ ...kept(1), ...at })),
    http.patch("*/api/v1/me/list", () => HttpResponse.json({ results: [kept(1), kept(2)], ...at })),
  );
  await add(1, null);
  await sent();
  const why = "not removed from your watchlist. It was changed on another device meanwhile.";
  expect(tab.messages).toEqual([`“Title 1” was ${why}`]);
  await addEdits(uid, [edit(1, null, "bulk-of-2"), edit(2, null, "bulk-of-2")]);
  await sent();
  expect(tab.messages[1]).toBe(
    "“Title 1” and 1 more were not changed. It was changed on another device meanwhile.",
  );
  await waitFor(() => expect(pendingEdits(uid)).toEqual([]));
});

test("an unsent edit is undone locally, a sent one by the server", async () => {
  const server = fakeLists({ items: items(1) });
  const { shows } = await openTab();
  const undo = (id = "") => undoEdits(uid, [{ id, malId: 1, before: someItem() }], "2026-11-25");
  const [first] = await add(1, { progress: 5 });
  await sent();
  await undo(first);
  expect(shows()).toEqual([[1, 0]]);
  await sent();
  expect(server.item(1)?.progress).toBe(0);
  expect(server.writes).toEqual(["PATCH list 1", "undo 1"]);

  const { open, passed } = gate();
  server.wait = passed;
  addChange(uid, { method: "PUT", list: "history", malId: 9, entry: null });
  const [second] = await add(1, { progress: 6 });
  await undo(second);
  open();
  await sent();
  await waitFor(() => expect(shows()).toEqual([[1, 0]]));
  expect(server.writes.slice(2)).toEqual(["PUT history 9"]);
});

test("undoing an edit in flight shows at once, and undoes its event", async () => {
  const server = fakeLists({ items: items(1) });
  const tab = await openTab();
  const { open, passed } = gate();
  server.wait = passed;
  const [id = ""] = await add(1, null);
  await waitFor(() => expect(server.writes).toEqual(["DELETE list 1"]));
  await undoEdits(uid, [{ id, malId: 1, before: someItem() }], "2026-11-25");
  expect(tab.shows()).toEqual([[1, 0]]);
  open();
  await sent();
  expect(server.writes).toEqual(["DELETE list 1", "undo 1"]);
});

test("undoing an edit in flight that is refused sends nothing", async () => {
  const server = fakeLists({ items: items(1) });
  const tab = await openTab();
  const { open, passed } = gate();
  server.wait = passed;
  server.refuse = { malId: 1, detail: "Title 1 has 24 episodes." };
  const [id = ""] = await add(1, { progress: 25 });
  await waitFor(() => expect(server.writes).toEqual(["PATCH list 1"]));
  await undoEdits(uid, [{ id, malId: 1, before: someItem() }], "2026-11-25");
  open();
  await sent();
  expect(server.writes).toEqual(["PATCH list 1"]);
  expect(tab.shows()).toEqual([[1, 0]]);
});

test("a list that missed a change is refetched", async () => {
  const server = fakeLists({ items: items(1) });
  const tab = await openTab();
  server.edit(1, { progress: 1 });
  server.onChange = (change) => streams.change(change);
  server.edit(1, { progress: 2 });
  await waitFor(() => expect(tab.shows()).toEqual([[1, 2]]));
});

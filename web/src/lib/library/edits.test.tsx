import "fake-indexeddb/auto";
import { waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { ListEdit } from "@/api/list";
import { someItem } from "@/test/list";
import {
  addEdits,
  confirmEdits,
  dropAllEdits,
  dropConfirmedEdits,
  dropOthersEdits,
  editsLoaded,
  pendingEdits,
  takeBackEdits,
  takeForSending,
} from "./edits";
import { addChange, dropChanges } from "./outbox";

type Edits = typeof import("./edits");

const draft = (malId: number, fields: Partial<ListEdit> | null) => ({
  malId,
  edit: fields && { today: "2026-11-25", ...fields },
  item: someItem({ mal_id: malId }),
  baseVersion: 4,
});
const progressOf = (edits: Edits, uid = "a") =>
  edits.pendingEdits(uid).map(({ malId, edit }) => [malId, edit?.progress]);
const here = { pendingEdits } as Edits;

/** Another tab, or this one after the browser was started anew: nothing in memory. */
async function otherTab(): Promise<Edits> {
  vi.resetModules();
  const edits: Edits = await import("./edits");
  await edits.editsLoaded("a");
  return edits;
}

afterEach(async () => {
  await dropOthersEdits("nobody");
  dropChanges("a");
});

test("an edit shows at once, and outlives the browser", async () => {
  const kept = addEdits("a", [draft(1, { notes: "n".repeat(10_000) })]);
  expect(pendingEdits("a")).toHaveLength(1);
  const [id] = await kept;
  const later = await otherTab();
  expect(later.pendingEdits("a")).toMatchObject([{ id, malId: 1 }]);
});

test("another tab's edits show", async () => {
  const other = await otherTab();
  const stop = other.onPendingEdits(() => {});
  await addEdits("a", [draft(1, { progress: 1 })]);
  await waitFor(() => expect(progressOf(other)).toEqual([[1, 1]]));
  stop();
});

test("presses of +1 are one edit, also from two tabs, until it is sent", async () => {
  const [id = ""] = await addEdits("a", [draft(1, { progress: 1 })]);
  const other = await otherTab();
  expect(await other.addEdits("a", [draft(1, { progress: 2 })])).toEqual([id]);
  await editsLoaded("a");
  expect(progressOf(here)).toEqual([[1, 2]]);
  // The edit that this tab takes includes the other tab's press, and is not merged again.
  expect(await takeForSending("a", [id])).toMatchObject([{ edit: { progress: 2 } }]);
  await other.addEdits("a", [draft(1, { progress: 3 })]);
  await editsLoaded("a");
  expect(progressOf(here)).toEqual([
    [1, 2],
    [1, 3],
  ]);
});

test("edits before and after a toggle stay separate", async () => {
  await addEdits("a", [draft(1, { progress: 1 })]);
  addChange("a", { method: "DELETE", list: "watchlist", malId: 1, entry: null });
  await addEdits("a", [draft(1, { progress: 2 })]);
  expect(pendingEdits("a")).toHaveLength(2);
});

test("an unsent edit can be withdrawn, a sent one cannot", async () => {
  const [first = "", second = ""] = await addEdits("a", [draft(1, { score: 80 }), draft(2, null)]);
  await takeForSending("a", [second]);
  expect([
    ...(await takeBackEdits("a", [
      { id: first, before: null },
      { id: second, before: null },
    ])),
  ]).toEqual([first]);
  expect(pendingEdits("a")).toMatchObject([{ id: second }]);
  expect(await takeForSending("a", [first])).toEqual([]);
});

test("Undo reverts the last press of one unsent edit", async () => {
  const at = (progress: number) => someItem({ progress });
  const [id = ""] = await addEdits("a", [{ ...draft(1, { progress: 1 }), item: at(0) }]);
  await addEdits("a", [{ ...draft(1, { progress: 2 }), item: at(1) }]);
  expect([...(await takeBackEdits("a", [{ id, before: at(1) }]))]).toEqual([id]);
  expect(progressOf(here)).toEqual([[1, 1]]);
  await takeBackEdits("a", [{ id, before: at(0) }]);
  expect(progressOf(here)).toEqual([]);
});

test("only edits that the list includes are dropped", async () => {
  const ids = await addEdits(
    "a",
    [1, 2, 3].map((malId) => draft(malId, { score: 80 })),
  );
  const answers = ids
    .slice(0, 2)
    .map((id, at) => [id, { version: 5 + at, event: 5 + at }] as const);
  await confirmEdits("a", new Map(answers));
  await dropConfirmedEdits("a", 5);
  expect(pendingEdits("a")).toMatchObject([{ malId: 2, version: 6, event: 6 }, { malId: 3 }]);
});

test("signing out deletes all edits, and a late answer stores nothing", async () => {
  const [id = ""] = await addEdits("a", [draft(1, { notes: "secret" })]);
  await addEdits("b", [draft(1, { notes: "of b" })]);
  await dropAllEdits("a");
  await confirmEdits("a", new Map([[id, { version: 5, event: 5 }]]));
  expect((await otherTab()).pendingEdits("a")).toEqual([]);
  expect(pendingEdits("b")).toHaveLength(1);
  await dropOthersEdits("a");
  expect(pendingEdits("b")).toEqual([]);
});

test("a connection that the browser has ended is opened anew, and nothing is lost", async () => {
  const open = vi.spyOn(indexedDB, "open");
  const first = await otherTab();
  await first.addEdits("a", [draft(1, { notes: "before" })]);
  const { result } = open.mock.results[0]!.value as IDBOpenDBRequest;
  result.close();
  await first.addEdits("a", [draft(2, { notes: "after" })]);
  expect((await otherTab()).pendingEdits("a")).toMatchObject([{ malId: 1 }, { malId: 2 }]);
  open.mockRestore();
});

test("a browser that refuses the database keeps edits until the page is left", async () => {
  vi.stubGlobal("indexedDB", undefined);
  const other = await otherTab();
  const [id = ""] = await other.addEdits("a", [draft(1, { notes: "n" })]);
  expect(await other.takeForSending("a", [id])).toMatchObject([{ id }]);
  expect(other.pendingEdits("a")).toMatchObject([{ id, attempted: true }]);
  await other.dropAllEdits("a");
  vi.unstubAllGlobals();
});

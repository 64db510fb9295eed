import { expect, test } from "vitest";
import type { ListEdit, ListItem } from "@/api/list";
import { someItem, someRun } from "@/test/list";
import { mergedEdit, type PendingEdit, withPendingEdits } from "./pending";

const today = "2026-11-25";
const pending = (
  fields: Partial<ListEdit> | null,
  more: Partial<PendingEdit> = {},
): PendingEdit => ({
  id: "op",
  malId: 1,
  edit: fields && { today, ...fields },
  baseVersion: 4,
  item: null,
  ...more,
});
const list = { version: 4, position: "4-a", items: [someItem()] };

test("unsent presses of +1 are one edit dated by the first", () => {
  const first = pending({ progress: 1, today: "2026-11-24" }, { id: "first", madeAt: 1 });
  const second = pending({ progress: 2 }, { id: "second", baseVersion: 9, madeAt: 2 });
  expect(mergedEdit(first, second)).toEqual({
    ...first,
    edit: { progress: 2, today: "2026-11-24" },
    madeAt: 2,
  });
});

test.each([
  [
    "what may have been sent",
    pending({ progress: 1 }, { attempted: true }),
    pending({ progress: 2 }),
  ],
  ["what the server has", pending({ progress: 1 }, { version: 5 }), pending({ progress: 2 })],
  ["a lowering", pending({ progress: 2 }), pending({ progress: 1 })],
  ["another run", pending({ progress: 1, run: 1 }), pending({ progress: 2, run: 2 })],
  ["another title", pending({ progress: 1 }), pending({ progress: 2 }, { malId: 2 })],
  ["another field", pending({ progress: 1 }), pending({ progress: 2, score: 80 })],
  ["a removal", pending(null), pending({ progress: 2 })],
])("%s is not merged", (_, before, next) => {
  expect(mergedEdit(before, next)).toBeNull();
});

test("edits show in their order, until the list includes them", () => {
  const edits = [pending({ progress: 1 }), pending({ notes: "n" }, { version: 5 })];
  expect(withPendingEdits(list, edits)).toMatchObject([{ progress: 1, notes: "n" }]);
  const later = { ...list, version: 5 };
  expect(withPendingEdits(later, edits)).toMatchObject([{ progress: 1, notes: "" }]);
  expect(withPendingEdits(list, [...edits, pending(null)])).toEqual([]);
});

const at = (progress: number) => someItem({ progress, status: "watching" });
const shown = (item: ListItem, ...edits: PendingEdit[]) =>
  withPendingEdits({ ...list, version: 9, items: [item] }, edits)[0];

test("a greater progress of another device stays, unless this device lowers the one it saw", () => {
  const raise = pending({ progress: 5 }, { item: at(4) });
  expect(shown(at(8), raise)).toMatchObject({ progress: 8, status: "watching" });
  expect(shown(at(3), raise)).toMatchObject({ progress: 5 });
  expect(shown(at(8), pending({ progress: 3 }, { item: at(4) }))).toMatchObject({ progress: 3 });
  expect(shown(at(8), raise, pending({ progress: 4 }, { item: at(5) }))?.progress).toBe(4);
});

test("a title completed on another device shows as completed", () => {
  const runs = [someRun({ state: "done", progress: 24, finished: "2026-11-25" })];
  const completed = someItem({ status: "completed", runs });
  expect(shown(completed, pending({ progress: 5 }, { item: at(4) }))).toEqual(completed);
});

test("an edit changes the run that the user saw, though another device began a new one", () => {
  const runs = [someRun({ state: "done", progress: 24 }), someRun()];
  const again = someItem({ status: "watching", runs });
  const dated = pending({ started: "2019" }, { item: someItem({ runs: runs.slice(0, 1) }) });
  expect(shown(again, dated)?.runs.map(({ started }) => started)).toEqual(["2019", null]);
});

test("undoing an edit keeps other changes of the entry", () => {
  const undo = pending({ status: "planned" }, { item: someItem(), undoes: "1" });
  expect(shown(someItem({ status: "dropped", score: 80 }), undo)).toEqual(someItem({ score: 80 }));
  const runs = [someRun()];
  const step = pending({ status: "planned", runs }, { item: someItem({ runs }), undoes: "1" });
  expect(shown({ ...at(1), score: 80 }, step)).toEqual(someItem({ score: 80 }));
});

test("an added title shows once its facts are known", () => {
  const unknown = pending({ status: "watching" }, { malId: 2 });
  expect(withPendingEdits(list, [unknown])).toHaveLength(1);
  const known = { ...unknown, item: someItem({ mal_id: 2 }) };
  expect(withPendingEdits(list, [known])[0]).toMatchObject({ mal_id: 2, status: "watching" });
});

test("a title added again comes first, and a restored one keeps its place", () => {
  const of = (malId: number, fields: Partial<ListEdit> | null, more: Partial<PendingEdit> = {}) =>
    pending(fields, { malId, item: someItem({ mal_id: malId }), ...more });
  const ids = (edits: PendingEdit[]) =>
    withPendingEdits({ ...list, items: [someItem({ mal_id: 9 }), someItem()] }, edits).map(
      ({ mal_id }) => mal_id,
    );
  expect(ids([of(2, {}), of(3, {}), of(2, null), of(2, {})])).toEqual([2, 3, 9, 1]);
  expect(ids([of(1, null), of(1, {})])).toEqual([1, 9]);
  expect(ids([of(1, null), of(1, {}, { undoes: "op" })])).toEqual([9, 1]);
});

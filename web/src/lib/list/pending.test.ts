import { expect, test } from "vitest";
import type { ListEdit } from "@/api/list";
import { someItem } from "@/test/list";
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

test("presses of +1 that were not sent are one edit, of the first one's day", () => {
  const first = pending({ progress: 1, today: "2026-11-24" }, { id: "first" });
  const merged = mergedEdit(first, pending({ progress: 2 }, { id: "second", baseVersion: 9 }));
  expect(merged).toEqual({ ...first, edit: { progress: 2, today: "2026-11-24" } });
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

test("a title that is added shows as far as it is known", () => {
  const unknown = pending({ status: "watching" }, { malId: 2 });
  expect(withPendingEdits(list, [unknown])).toHaveLength(1);
  const known = { ...unknown, item: someItem({ mal_id: 2 }) };
  expect(withPendingEdits(list, [known])[0]).toMatchObject({ mal_id: 2, status: "watching" });
});

test("a title that is removed and added again comes first, and one that is put back stays", () => {
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

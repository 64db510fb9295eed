import { expect, test } from "vitest";
import type { ImportCounts } from "@/api/imports";
import { doneText } from "@/lib/imports";
import { applyText, nothingText, restText } from "./texts";

const counts = (fields: Partial<ImportCounts> = {}): ImportCounts => ({
  added: 0,
  changed: 0,
  kept: 0,
  equal: 0,
  proposed: 0,
  unresolved: 0,
  refused: 0,
  skipped: 0,
  waiting: 0,
  remarked: 0,
  ...fields,
});

test.each([
  [{ added: 1200, changed: 14 }, "Add 1,200 titles and change 14"],
  [{ added: 1 }, "Add 1 title"],
  [{ changed: 2, unresolved: 5 }, "Change 2 titles and keep 5 for later"],
  [{ added: 3, changed: 2, proposed: 1 }, "Add 3 titles, change 2 and keep 1 for later"],
  [{ proposed: 1 }, "Keep 1 entry for later"],
  [{ proposed: 1, unresolved: 2 }, "Keep 3 entries for later"],
  [{ equal: 5, refused: 1, skipped: 1 }, null],
])("%j is applied by the words %j", (fields, text) => {
  expect(applyText({ counts: counts(fields) })).toBe(text);
});

test("entries kept by an earlier import are not counted again", () => {
  const again = { equal: 3, unresolved: 2, proposed: 1 };
  expect(applyText({ counts: counts({ ...again, waiting: 3 }) })).toBeNull();
  const one = counts({ ...again, waiting: 1 });
  expect(applyText({ counts: one })).toBe("Keep 2 entries for later");
  expect(doneText(one)).toBe("2 entries kept for later");
  expect(restText(one)).toContain("1 stays as an earlier import has it");
  const more = counts({ added: 1, unresolved: 2, waiting: 2 });
  expect(applyText({ counts: more })).toBe("Add 1 title");
  expect(doneText(more)).toBe("1 title added");
});

test.each([
  [{ equal: 5 }, 0, "Everything in this file is on your list already."],
  [{ equal: 4, refused: 1 }, 0, "Everything in this file is on your list already."],
  [
    { equal: 4, unresolved: 1, waiting: 1 },
    0,
    "Nothing changes: what this file says is on your list already, or kept until Mitai knows its title.",
  ],
  [
    { equal: 4, unresolved: 1, waiting: 1 },
    1,
    "Nothing changes: where the file says something else, what an earlier import said stays.",
  ],
  [
    { equal: 4, kept: 1 },
    1,
    "Nothing changes: where the file says something else, your list stays.",
  ],
  [{ refused: 5 }, 0, "Nothing in this file could be taken."],
  [{ refused: 4, skipped: 1 }, 0, "Nothing is left: you have left out what could be taken."],
  [{}, 0, "There are no titles in this file."],
])("where %j and %i differ, nothing is applied since %j", (fields, differing, text) => {
  const all = counts(fields);
  const rows =
    Object.values(all).reduce((sum, count) => sum + count, 0) - all.waiting - all.remarked;
  expect(nothingText({ counts: all, differing, rows })).toBe(text);
});

test.each([
  [{ added: 120, changed: 14 }, "120 titles added, 14 changed"],
  [{ changed: 1 }, "1 title changed"],
  [{ added: 1, unresolved: 2 }, "1 title added, 2 entries kept for later"],
  [{ equal: 3 }, "Nothing changed"],
])("%j has done %j", (fields, text) => {
  expect(doneText(counts(fields))).toBe(text);
});

test("rows that changed nothing are counted by their outcome", () => {
  expect(restText(counts())).toBe("Everything else on your list is as it was.");
  expect(restText(counts({ equal: 1, refused: 2, skipped: 1 }))).toBe(
    "1 was the same already, 2 were not taken, 1 was left out. Everything else on your list is as it was.",
  );
  expect(restText(counts({ added: 9, remarked: 1 }))).toBe(
    "1 came with a remark. Everything else on your list is as it was.",
  );
});

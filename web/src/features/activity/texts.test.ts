import { expect, test } from "vitest";
import type { ChangedValue } from "@/api/list";
import { someItem } from "@/test/list";
import { listed, nowAndThen, restoredText } from "./texts";

const some = { run: null, tag: null, by_rule: false, overruled: false } as const;

test.each<[Pick<ChangedValue, "field" | "old" | "new"> & Partial<ChangedValue>, string]>([
  [{ field: "score", old: 30, new: 60 }, "Score: 3 now, 6 then"],
  [{ field: "score", old: null, new: 60 }, "Score: none now, 6 then"],
  [{ field: "progress", run: 2, old: 5, new: null }, "Episodes (rewatch 1): 5 now, none then"],
  [{ field: "tag", tag: "best", old: null, new: true }, "Tag “best”: no now, yes then"],
  [{ field: "private", old: true, new: null }, "Private: yes now, no then"],
  [{ field: "notes", old: null, new: "Good." }, "Notes: none now, some then"],
  [{ field: "notes", old: "Bad.", new: null }, "Notes: some now, none then"],
  [{ field: "notes", old: "Bad.", new: "Good." }, "Notes: others then"],
])("%o reads as what there is now, and what there was then", (change, text) => {
  expect(nowAndThen({ ...some, ...change }, "10")).toBe(text);
});

test.each([
  [["a"], "a"],
  [["a", false as const, "b"], "a and b"],
  [["a", "b", "c"], "a, b and c"],
])("%o as one sentence", (parts, text) => {
  expect(listed(parts)).toBe(text);
});

const item = someItem({});

test.each([
  [[], "All of it is as on 14 March 2026 already."],
  [[{ before: item, after: null }], "As on 14 March 2026: 1 title removed."],
  [
    [
      { before: null, after: item },
      { before: null, after: item },
      { before: item, after: item },
      { before: item, after: null },
    ],
    "As on 14 March 2026: 2 titles brought back, 1 changed and 1 removed.",
  ],
])("a restore of %o says what came back, changed and went", (restored, text) => {
  expect(restoredText(restored, "14 March 2026")).toBe(text);
});

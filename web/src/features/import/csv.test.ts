import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { someCsv } from "@/test/imports";
import { firstRows, guesses, readingText, rowsOf, separatorOf } from "./csv";

test.each([
  [
    "a,b\n1,2\n",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "a,b\r\n1,\r\n",
    [
      ["a", "b"],
      ["1", ""],
    ],
  ],
  ['"a, b","say ""hi"""\n', [["a, b", 'say "hi"']]],
  ['"two\nlines",x', [["two\nlines", "x"]]],
  [
    "a,b\n\n1,2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  ["", []],
  [",\n1,2", [["1", "2"]]],
])("the cells of %j", (text, rows) => {
  expect(rowsOf(text, 10)).toEqual(rows);
});

test.each([
  ["title;score\n", ";"],
  ["title\tscore\n", "\t"],
  ['"a;b;c",d|e\nx;y;z', ","],
  ["title|score|status", "|"],
  ["title", ","],
])("the cells of %j stand between %j", (text, separator) => {
  expect(separatorOf(text)).toBe(separator);
});

test("cells with other separators are read", () => {
  expect(rowsOf("a;b\n1,5;2", 10)).toEqual([
    ["a", "b"],
    ["1,5", "2"],
  ]);
  expect(rowsOf("a|b\n1|2", 10)).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
});

test("parsing stops at the requested number of rows", () => {
  expect(rowsOf("a\n1\n2\n3", 2)).toEqual([["a"], ["1"]]);
});

test("column names are mapped to meanings, each once", () => {
  expect(guesses(["MAL ID", "Anime Title", "My status", "Rating", "Other name", "x"])).toEqual([
    "mal_id",
    "title",
    "status",
    "score",
    "",
    "",
  ]);
});

test("the first rows are read, whatever the encoding or packing", async () => {
  const text = "title,score\n進撃の巨人,9\n";
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
  for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), utf16, gzipSync(text)]) {
    expect(await firstRows(new Blob([new Uint8Array(bytes)]), 3)).toEqual([["進撃の巨人", "9"]]);
  }
});

test("a damaged file yields no rows", async () => {
  const damaged = new Uint8Array([0x1f, 0x8b, 1, 2, 3]);
  expect(await firstRows(new Blob([damaged]), 3)).toEqual([]);
});

test("the summary of a CSV names columns and score scale", () => {
  expect(readingText(someCsv())).toBe("Title and Score out of 5");
  expect(readingText(someCsv({ columns: [{ name: "a", meaning: "title" }] }))).toBe("Title");
});

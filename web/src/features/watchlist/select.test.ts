import { expect, test } from "vitest";
import type { ListItem } from "@/api/list";
import { someItem } from "@/test/list";
import { filtered, firstGenres, noFilters, sorted, statusCounts } from "./select";
import { isSort } from "./sorts";

const item = (mal_id: number, fields: Partial<ListItem>) =>
  someItem({ mal_id, genres: ["Action"], ...fields });
const items = [
  item(1, { title: "Steins;Gate", mean: 9, genres: ["Drama", "Sci-Fi"] }),
  item(2, { title: "Zankyou no Terror", mean: null, genres: ["Mystery"] }),
  item(3, { title: "Shingeki no Kyojin", title_english: "Attack on Titan", mean: 8.5 }),
  item(4, { title: "進撃！巨人中学校", mean: 0, genres: [] }),
  item(5, { title: "Ｋ", mean: 7.5, genres: ["Action"] }),
  item(6, { title: "86", mean: 8.5, genres: ["Drama"], title_japanese: "エイティシックス" }),
];
const ids = (list: readonly { mal_id: number }[]) => list.map(({ mal_id }) => mal_id);

test("each first genre is offered once, by name", () => {
  expect(firstGenres(items)).toEqual(["Action", "Drama", "Mystery"]);
});

test("unknown ratings come last in both directions, equal ones by title", () => {
  expect(ids(sorted(items, "rating-asc"))).toEqual([5, 6, 3, 1, 2, 4]);
  expect(ids(sorted(items, "rating-desc"))).toEqual([1, 6, 3, 5, 2, 4]);
  expect(sorted(items, null)).toBe(items);
});

test("titles are sorted by their displayed name", () => {
  expect(ids(sorted(items, "title-asc"))).toEqual([6, 3, 5, 1, 2, 4]);
  expect(ids(sorted(items, "title-desc"))).toEqual([4, 2, 1, 5, 3, 6]);
});

test("less exact dates sort before exact ones, and missing ones last", () => {
  const dated = ["2019-04", "2019", null, "2019-04-12", "2018-12-31"].map((finished, at) =>
    item(at + 1, { finished }),
  );
  expect(ids(sorted(dated, "finished-asc"))).toEqual([5, 2, 1, 4, 3]);
  expect(ids(sorted(dated, "finished-desc"))).toEqual([4, 1, 2, 5, 3]);
});

test("missing scores sort last both ways", () => {
  const scored = [null, 70, 90].map((score, at) => item(at + 1, { score }));
  expect(ids(sorted(scored, "my-score-asc"))).toEqual([2, 3, 1]);
  expect(ids(sorted(scored, "my-score-desc"))).toEqual([3, 2, 1]);
});

test.each(["rating", "rating-up", "toString-asc", "", null])("%j is not a valid order", (text) => {
  expect(isSort(text)).toBe(false);
});

test.each([
  ["  STEINS ", [1]],
  ["titan", [3]],
  ["shingeki", [3]],
  ["進撃", [4]],
  ["シックス", [6]],
  ["k", [2, 3, 5]],
  ["no such title", []],
])("a search for %o finds %o", (search, found) => {
  expect(ids(filtered(items, { ...noFilters, search }))).toEqual(found);
});

test("filters work together; a genre counts where it is the first", () => {
  expect(ids(filtered(items, { ...noFilters, genre: "Drama" }))).toEqual([1, 6]);
  expect(ids(filtered(items, { ...noFilters, genre: "Drama", search: "8" }))).toEqual([6]);
  expect(filtered(items, { ...noFilters, genre: "Sci-Fi" })).toEqual([]);
  expect(filtered(items, { ...noFilters, search: "  " })).toBe(items);
  const kept = [
    item(1, { status: "completed", score: 80, tags: ["slow"], kind: "Movie" }),
    item(2, { status: "completed", score: null, tags: ["slow"] }),
    item(3, { status: "watching", score: 60, airing: "airing" }),
  ];
  const found = (fields: object) => ids(filtered(kept, { ...noFilters, ...fields }));
  expect(found({ status: "completed" })).toEqual([1, 2]);
  expect(found({ tag: "slow", score: "none" })).toEqual([2]);
  expect(found({ score: "60" })).toEqual([1, 3]);
  expect(found({ kind: "Movie" })).toEqual([1]);
  expect(found({ airing: "airing" })).toEqual([3]);
  expect(statusCounts(kept)).toEqual(
    new Map([
      ["completed", 2],
      ["watching", 1],
    ]),
  );
});

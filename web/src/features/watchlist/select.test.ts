import { expect, test } from "vitest";
import { someEntry } from "@/test/account";
import { filtered, firstGenres, sorted } from "./select";

const entries = [
  someEntry(1, { title: "Steins;Gate", score: 9, genres: ["Drama", "Sci-Fi"] }),
  someEntry(2, { title: "Zankyou no Terror", score: null, genres: ["Mystery"] }),
  someEntry(3, { title: "Shingeki no Kyojin", title_english: "Attack on Titan", score: 8.5 }),
  someEntry(4, { title: "進撃！巨人中学校", score: 0, genres: [] }),
  someEntry(5, { title: "Ｋ", score: 7.5, genres: ["Action"] }),
  someEntry(6, { title: "86", score: 8.5, genres: ["Drama"] }),
];
const ids = (list: readonly { mal_id: number }[]) => list.map(({ mal_id }) => mal_id);

test("each first genre is offered once, by name", () => {
  expect(firstGenres(entries)).toEqual(["Action", "Drama", "Mystery"]);
});

test("unknown ratings come last in both directions, equal ones by title", () => {
  expect(ids(sorted(entries, "rating-asc"))).toEqual([5, 6, 3, 1, 2, 4]);
  expect(ids(sorted(entries, "rating-desc"))).toEqual([1, 6, 3, 5, 2, 4]);
  expect(sorted(entries, null)).toBe(entries);
});

test.each([
  ["  STEINS ", [1]],
  ["titan", [3]],
  ["shingeki", [3]],
  ["進撃", [4]],
  ["k", [2, 3, 5]],
  ["no such title", []],
])("a search for %o finds %o", (search, found) => {
  expect(ids(filtered(entries, { genre: null, search }))).toEqual(found);
});

test("genre and search work together; a genre counts where it is the first", () => {
  expect(ids(filtered(entries, { genre: "Drama", search: "" }))).toEqual([1, 6]);
  expect(ids(filtered(entries, { genre: "Drama", search: "8" }))).toEqual([6]);
  expect(filtered(entries, { genre: "Sci-Fi", search: "" })).toEqual([]);
  expect(filtered(entries, { genre: null, search: "  " })).toBe(entries);
});

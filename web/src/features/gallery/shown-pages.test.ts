import { expect, test } from "vitest";
import { card } from "@/test/anime";
import { eachOnce, inOrder, pagesToShow, pathWithPages, shownFromUrl } from "./shown-pages";

test.each([
  [null, 1],
  ["", 1],
  ["0", 1],
  ["-2", 1],
  ["x", 1],
  ["3", 3],
])("an address with pages=%s shows %i", (text, pages) => {
  expect(shownFromUrl(text)).toBe(pages);
});

test("the first page of a list needs no parameter", () => {
  expect(pathWithPages("/browse", 1)).toBe("/browse");
  expect(pathWithPages("/browse", 2)).toBe("/browse?pages=2");
  expect(pathWithPages("/?search=a%26b", 3)).toBe("/?search=a%26b&pages=3");
});

test("ten pages are asked for at once, and more show only where they are there", () => {
  const none = () => false;
  expect(pagesToShow(3, none)).toBe(3);
  expect(pagesToShow(1_000_000, none)).toBe(10);
  expect(pagesToShow(14, (page) => page <= 12)).toBe(12);
  expect(pagesToShow(14, () => true)).toBe(14);
});

test("a page waits for the ones before it", () => {
  expect(inOrder([{ data: 1 }, { data: undefined }, { data: 3 }])).toEqual([1]);
  expect(inOrder([{ data: 1 }, { data: 2 }])).toEqual([1, 2]);
});

test("a title that moved between two pages shows once", () => {
  const page = (...ids: number[]) => ({ items: ids.map((mal_id) => card({ mal_id })) });
  expect(eachOnce([page(1, 2), page(2, 3)]).map(({ mal_id }) => mal_id)).toEqual([1, 2, 3]);
});

import { expect, test } from "vitest";
import { pageFromUrl, pagePath, pageWindow, wholeNumber } from "./pages";

test.each([
  [1, 10, [1, 2, 3, 4, 5]],
  [2, 10, [1, 2, 3, 4, 5]],
  [3, 10, [1, 2, 3, 4, 5]],
  [4, 10, [2, 3, 4, 5, 6]],
  [7, 10, [5, 6, 7, 8, 9]],
  [8, 10, [6, 7, 8, 9, 10]],
  [9, 10, [6, 7, 8, 9, 10]],
  [10, 10, [6, 7, 8, 9, 10]],
  [2, 3, [1, 2, 3]],
  [1, 1, [1]],
  [1, 0, []],
])("on page %i of %i the window is %o", (current, total, pages) => {
  expect(pageWindow(current, total)).toEqual(pages);
});

test.each([
  [null, 1],
  ["", 1],
  ["1", 1],
  ["7", 7],
  ["10", 10],
  ["0", 1],
  ["11", 1],
  ["-2", 1],
  ["2.5", 1],
  ["1e1", 1],
  ["seven", 1],
])("?page=%s is page %i", (text, page) => {
  expect(pageFromUrl(text)).toBe(page);
});

test("the first page needs no parameter", () => {
  expect(pagePath(1)).toBe("/");
  expect(pagePath(2)).toBe("/?page=2");
});

test.each([
  ["4", 4],
  [" 4 ", 4],
  ["04", 4],
  ["４", 4],
  ["", null],
  ["2.0", null],
  ["+3", null],
  ["x", null],
])("typing %o means %o", (text, number) => {
  expect(wholeNumber(text)).toBe(number);
});

import { expect, test } from "vitest";
import { parsePartialDate } from "./partial-date";

test.each([
  ["2019", "2019"],
  [" 2019-04 ", "2019-04"],
  ["2019-4-2", "2019-04-02"],
  ["2020-02-29", "2020-02-29"],
  ["", null],
])("%j is the date %j", (typed, date) => {
  expect(parsePartialDate(typed)).toBe(date);
});

test.each([
  "19",
  "2019-13",
  "2019-00",
  "2019-02-29",
  "2019-04-31",
  "1899",
  "2201",
  "April",
  "2019-",
])("%j is no date", (typed) => {
  expect(parsePartialDate(typed)).toBeUndefined();
});

import { describe, expect, test } from "vitest";
import {
  formatCertainty,
  formatDate,
  formatEpisodes,
  formatExactVotes,
  formatPercent,
  formatScore,
  formatSeasons,
  formatVotes,
  formatWeekly,
} from "./format";
import { displaySynopsis, displayTitle } from "./names";

describe("formatCertainty", () => {
  test.each([
    [8.12, 8.71, "Between 8.1 and 8.7 with 95\u00a0% certainty"],
    [8.55, 8.56, "Sure to this decimal with 95\u00a0% certainty"],
    [1, 10, "Between 1.0 and 10.0 with 95\u00a0% certainty"],
  ])("a score between %d and %d", (low, high, text) => {
    expect(formatCertainty(low, high)).toBe(text);
  });
});

describe("formatPercent", () => {
  test.each([
    [0, 0, "0\u00a0%"],
    [0, 7, "0\u00a0%"],
    [1, 8, "13\u00a0%"],
    [8, 8, "100\u00a0%"],
    [1, 300, "<\u00a01\u00a0%"],
    [998, 999, ">\u00a099\u00a0%"],
  ])(
    "%d of %d is %s: what is there is never nothing, and what is missing never all",
    (part, whole, text) => {
      expect(formatPercent(part, whole)).toBe(text);
    },
  );
});

describe("formatScore", () => {
  test.each([
    [null, "N/A"],
    [undefined, "N/A"],
    [0, "N/A"],
    [1, "1.0"],
    [2.25, "2.3"],
    [2.24, "2.2"],
    [8.35, "8.4"],
    [8.45, "8.5"],
    [8.55, "8.6"],
    [1.005, "1.0"],
    [9.94, "9.9"],
    [9.95, "10.0"],
    [10, "10.0"],
  ])("%s reads %s", (score, text) => {
    expect(formatScore(score)).toBe(text);
  });

  test("every score of two decimals rounds half up", () => {
    for (let hundredths = 1; hundredths <= 1000; hundredths++) {
      const digits = String(hundredths).padStart(3, "0");
      const down = Number(digits.slice(0, -1));
      const tenths = String(Number(digits.at(-1)) >= 5 ? down + 1 : down).padStart(2, "0");
      const text = `${tenths.slice(0, -1)}.${tenths.at(-1)}`;
      expect(formatScore(hundredths / 100)).toBe(text);
    }
  });
});

describe("formatVotes", () => {
  test.each([
    [null, "0"],
    [undefined, "0"],
    [0, "0"],
    [49, "0.0K votes"],
    [50, "0.1K votes"],
    [949, "0.9K votes"],
    [999, "1.0K votes"],
    [1000, "1.0K votes"],
    [1049, "1.0K votes"],
    [1050, "1.1K votes"],
    [2250, "2.3K votes"],
    [12_345, "12.3K votes"],
    [12_350, "12.4K votes"],
    [999_949, "999.9K votes"],
    [999_950, "1000.0K votes"],
    [2_900_000, "2900.0K votes"],
  ])("%s reads %s", (votes, text) => {
    expect(formatVotes(votes)).toBe(text);
  });
});

test.each([
  [null, "0 votes"],
  [1, "1 vote"],
  [12_345, "12,345 votes"],
])("formatExactVotes: %s reads %s", (votes, text) => {
  expect(formatExactVotes(votes)).toBe(text);
});

test.each([
  [1, "1 Season"],
  [2, "2 Seasons"],
  [11, "11 Seasons"],
])("formatSeasons: %s reads %s", (seasons, text) => {
  expect(formatSeasons(seasons)).toBe(text);
});

test.each([
  [null, "?"],
  [undefined, "?"],
  [0, "?"],
  [1, "1"],
  [1123, "1123"],
])("formatEpisodes: %s reads %s", (episodes, text) => {
  expect(formatEpisodes(episodes)).toBe(text);
});

test.each([
  ["2026-08-31", "31 Aug 2026"],
  ["2026-08-31T23:59:59Z", "31 Aug 2026"],
  ["2026-01-01", "1 Jan 2026"],
  [null, null],
  ["soon", null],
])("formatDate: %s reads %s", (date, text) => {
  expect(formatDate(date)).toBe(text);
});

test.each([
  [{ title: "Shingeki no Kyojin", title_english: "Attack on Titan" }, "Attack on Titan"],
  [{ title: "Shingeki no Kyojin", title_english: null }, "Shingeki no Kyojin"],
  [{ title: "Shingeki no Kyojin", title_english: "  " }, "Shingeki no Kyojin"],
  [{ title: "", title_english: null }, "Untitled"],
  [{}, "Untitled"],
])("displayTitle: %o is %s", (anime, title) => {
  expect(displayTitle(anime)).toBe(title);
});

test.each([
  ["A boy meets a dragon.", "A boy meets a dragon."],
  ["  ", "No description available."],
  ["", "No description available."],
  [null, "No description available."],
])("displaySynopsis: %s reads %s", (synopsis, text) => {
  expect(displaySynopsis(synopsis)).toBe(text);
});

test("a weekly broadcast is given in Japan's time", () => {
  expect(formatWeekly({ weekday: 6, time: "01:30" })).toBe("Saturdays at 01:30 (JST)");
  expect(formatWeekly({ weekday: 3, time: "23:00" })).toBe("Wednesdays at 23:00 (JST)");
  expect(formatWeekly(null)).toBeNull();
});

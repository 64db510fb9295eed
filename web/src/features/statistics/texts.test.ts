import { expect, test } from "vitest";
import type { Statistics } from "@/api/statistics";
import type { Scale } from "@/lib/list/scales";
import { differenceText, meanText } from "@/lib/list/score-text";
import { someYear, tenTitles } from "@/test/statistics";
import {
  completionText,
  dayText,
  middleText,
  monthColumns,
  scoreColumns,
  timeFigure,
  timeHint,
  yearColumns,
} from "./texts";

const time = (seconds: number, untimed = 0) => ({ episodes: 0, again: 0, seconds, untimed });

test("time is shown in hours, or in minutes if short", () => {
  expect(timeFigure(time(0))).toEqual({ label: "Hours", value: "0" });
  expect(timeFigure(time(60))).toEqual({ label: "Minute", value: "1" });
  expect(timeFigure(time(3_570))).toEqual({ label: "Hour", value: "1" });
  expect(timeFigure(time(37_123_200))).toEqual({ label: "Hours", value: "10,312" });
  expect(timeHint(time(3_600))).toBeNull();
  expect(timeHint(time(190_800, 3))).toBe("2 days, without 3 episodes of unknown length");
});

const middleOf = (values: [number, number][], scale: Scale = "10") => {
  const count = values.reduce((sum, [, times]) => sum + times, 0);
  let below = 0;
  const steps = values.map(([value, times]) => {
    const step = { value, count: times, below, above: count - below - times };
    below += times;
    return step;
  });
  return middleText(steps, count, scale);
};

test("the middle of a scale is the median score", () => {
  expect(
    middleOf([
      [5, 1],
      [7, 3],
      [9, 1],
    ]),
  ).toBe("Your 7 is your middle: 20\u00a0% of your scores are lower, 20\u00a0% are higher.");
  expect(
    middleOf([
      [6, 2],
      [8, 2],
    ]),
  ).toBe("Your middle lies between 6 and 8: half of your scores are lower, half are higher.");
  expect(middleOf([[3.5, 5]], "5_stars")).toContain("Your 3½ stars is your middle: 0\u00a0%");
  expect(middleOf([[2, 5]], "3_faces")).toContain("Your Fair is your middle");
});

const given = (scale: Scale, values: number[]): Statistics["scores"] => ({
  count: values.length,
  mean: null,
  mean_low: null,
  mean_high: null,
  deviation: null,
  scale,
  steps: values.map((value) => ({ value, count: 1, below: 0, above: 0 })),
});

test("a scale has a column for each of its values, or ten", () => {
  const columns = (scale: Scale, values: number[]) => {
    const all = scoreColumns(given(scale, values));
    return [all.length, all.filter(({ count }) => count > 0).map((it) => [it.label, it.count])];
  };
  expect(columns("10", [1, 10])).toEqual([
    10,
    [
      ["1", 1],
      ["10", 1],
    ],
  ]);
  expect(columns("5_stars", [0.5, 5])).toEqual([
    10,
    [
      ["0.5", 1],
      ["5", 1],
    ],
  ]);
  expect(columns("3_faces", [1, 3])).toEqual([
    3,
    [
      ["Bad", 1],
      ["Good", 1],
    ],
  ]);
  expect(columns("100", [1, 10, 11, 100])).toEqual([
    10,
    [
      ["≤ 10", 2],
      ["≤ 20", 1],
      ["≤ 100", 1],
    ],
  ]);
  expect(columns("10_decimal", [0.1, 1, 1.1, 10])).toEqual([
    10,
    [
      ["≤ 1", 2],
      ["≤ 2", 1],
      ["≤ 10", 1],
    ],
  ]);
});

test("years without a title have a column, too", () => {
  const columns = yearColumns(tenTitles.years.known);
  expect(columns.map(({ count }) => count)).toEqual([4, 0, 0, 5]);
  expect(yearColumns([])).toEqual([]);
});

test("means and differences are on the user's scale", () => {
  const scales = ["100", "10_decimal", "10", "5_stars", "3_faces"] as const;
  expect(scales.map((scale) => meanText(75, scale))).toEqual([
    "75.0",
    "7.5",
    "7.5",
    "3.8 stars",
    "2.6 of 3",
  ]);
  expect(scales.map((scale) => differenceText(-12, scale))).toEqual([
    "−12",
    "−1.2",
    "−1.2",
    "−0.6",
    "−0.5",
  ]);
  expect([differenceText(0.2, "10"), differenceText(6, "10")]).toEqual(["0", "+0.6"]);
  // The faces stand for 35, 60 and 85
  expect([35, 60, 85].map((mean) => meanText(mean, "3_faces"))).toEqual([
    "1.0 of 3",
    "2.0 of 3",
    "3.0 of 3",
  ]);
});

test("dates show only their known parts", () => {
  expect(["2026", "2026-04", "2026-04-05"].map(dayText)).toEqual([
    "2026",
    "Apr 2026",
    "5 Apr 2026",
  ]);
});

test("completion is a share of the titles begun", () => {
  expect(completionText({ completed: 6, paused: 1, dropped: 1 })).toBe(
    "You finished 75\u00a0% of 8 titles that you began and do not watch now.",
  );
});

test("a year has twelve months", () => {
  const months = [1, ...Array.from({ length: 10 }, () => 0), 2];
  const columns = monthColumns(someYear({ months }));
  expect(columns).toHaveLength(12);
  expect([columns[0], columns[11]]).toEqual([
    { label: "Jan", short: "J", count: 1 },
    { label: "Dec", short: "D", count: 2 },
  ]);
});

import { expect, test } from "vitest";
import {
  addDays,
  dayHeading,
  daysBetween,
  endOf,
  instantOf,
  isDay,
  weekHeading,
  weekOf,
} from "./days";

test("days are counted over the ends of months and years", () => {
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  expect(addDays("2025-12-31", 1)).toBe("2026-01-01");
  expect(daysBetween("2025-12-31", "2026-03-01")).toBe(60);
});

test.each([
  ["monday", "2026-11-23"],
  ["sunday", "2026-11-22"],
  ["saturday", "2026-11-21"],
] as const)("a week that begins on %s begins on %s", (start, first) => {
  expect(weekOf("2026-11-25", start)).toBe(first);
  expect(weekOf(first, start)).toBe(first);
});

test("days and weeks are named as people do", () => {
  expect(dayHeading("2026-11-25", "2026-11-25")).toBe("Today");
  expect(dayHeading("2026-11-24", "2026-11-25")).toBe("Yesterday");
  expect(dayHeading("2026-11-23", "2026-11-25")).toBe("Monday, 23 November 2026");
  expect(weekHeading("2026-11-23", "2026-11-25", "monday")).toBe("This week");
  expect(weekHeading("2026-11-16", "2026-11-25", "monday")).toBe("Last week");
  expect(weekHeading("2026-11-09", "2026-11-25", "monday")).toBe("Week of 9 November 2026");
});

test.each([
  ["2026-03-14", "09:30", "Asia/Tokyo", "2026-03-14T00:30:00.000Z"],
  ["2026-03-14", "00:15", "Pacific/Kiritimati", "2026-03-13T10:15:00.000Z"],
  // The clocks were put forward at 02:00 on this day.
  ["2026-03-29", "01:30", "Europe/Berlin", "2026-03-29T00:30:00.000Z"],
  ["2026-03-29", "03:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
])("%s, %s in %s is the instant %s", (day, time, zone, instant) => {
  expect(instantOf(day, time, zone)).toBe(instant);
});

test.each([
  ["2026-03-14", "Asia/Tokyo", "2026-03-14T14:59:59.999Z"],
  ["2026-03-14", "America/Los_Angeles", "2026-03-15T06:59:59.999Z"],
  ["2026-03-29", "Europe/Berlin", "2026-03-29T21:59:59.999Z"],
])("%s in %s ends at %s", (day, zone, instant) => {
  expect(endOf(day, zone)).toBe(instant);
});

test.each(["", "2026", "2026-13-01", "yesterday", null])("%j is no day", (text) => {
  expect(isDay(text)).toBe(false);
});

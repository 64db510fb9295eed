import { expect, test } from "vitest";
import { airedAt } from "./aired-at";

const SATURDAYS = { weekday: 6, time: "01:30" };

test("an episode of the usual weekday was broadcast at the usual time in Japan", () => {
  expect(airedAt("2013-04-06", SATURDAYS)?.toISOString()).toBe("2013-04-05T16:30:00.000Z");
});

test.each([
  ["the day is not known", null, SATURDAYS],
  ["the title has no weekly time", "2013-04-06", null],
  ["the episode came on another weekday", "2013-04-07", SATURDAYS],
])("no time is told where %s", (_, day, broadcast) => {
  expect(airedAt(day, broadcast)).toBeNull();
});

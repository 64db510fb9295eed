import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { airedAt } from "./aired-at";

const broadcast = { weekday: 6, time: "01:30" };
const SHORT = { broadcast, episodes: 24 };

beforeEach(() => vi.useFakeTimers({ now: new Date("2026-11-29T12:00:00Z") }));
afterEach(() => vi.useRealTimers());

test("an episode of the usual weekday was broadcast at the usual time in Japan", () => {
  expect(airedAt("2013-04-06", SHORT)?.toISOString()).toBe("2013-04-05T16:30:00.000Z");
});

test.each([
  ["the day is not known", null, SHORT],
  ["the title has no weekly time", "2013-04-06", { ...SHORT, broadcast: null }],
  ["the episode came on another weekday", "2013-04-07", SHORT],
  ["the run was long", "2013-04-06", { broadcast, episodes: 53 }],
  ["the run has no known end", "2013-04-06", { broadcast, episodes: null }],
])("no time is told where %s", (_, day, anime) => {
  expect(airedAt(day, anime)).toBeNull();
});

test.each(["2026-09-05", "2026-12-05"])("a long run keeps its slot around today: %s", (day) => {
  expect(airedAt(day, { broadcast, episodes: null })).not.toBeNull();
});

import { expect, test } from "vitest";
import { internalScore, type Scale, scales, shownScore } from "./scales";

test.each(Object.keys(scales) as Scale[])("each value of the scale %s comes back", (scale) => {
  const { max, step } = scales[scale];
  for (let steps = 1; steps <= Math.round(max / step); steps++) {
    const shown = Math.round(steps * step * 10) / 10;
    const kept = internalScore(shown, scale);
    expect(kept).toBeGreaterThanOrEqual(1);
    expect(shownScore(kept!, scale)).toBeCloseTo(shown, 5);
  }
});

test("scores are rounded half up, and never to nothing", () => {
  expect([1, 4, 14, 15, 84, 85, 100].map((score) => shownScore(score, "10"))).toEqual([
    1, 1, 1, 2, 8, 9, 10,
  ]);
  expect([1, 15, 75, 100].map((score) => shownScore(score, "5_stars"))).toEqual([0.5, 1, 4, 5]);
  expect([1, 35, 36, 60, 61].map((score) => shownScore(score, "3_faces"))).toEqual([1, 1, 2, 2, 3]);
});

test("a value outside the scale is no score", () => {
  expect(internalScore(0, "10")).toBeNull();
  expect(internalScore(11, "10")).toBeNull();
  expect(internalScore(7.5, "10")).toBeNull();
  expect(internalScore(7.55, "10_decimal")).toBeNull();
  expect(internalScore(0.3, "5_stars")).toBeNull();
  expect(internalScore(Number.NaN, "100")).toBeNull();
});

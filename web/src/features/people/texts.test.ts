import { describe, expect, test } from "vitest";
import type { Agreement } from "@/api/people";
import { correlationText, differenceText, tasteText } from "./texts";

const agreement = (correlation: Agreement["correlation"], scored = 40): Agreement => ({
  scored,
  least_scored: 10,
  correlation,
  difference: null,
});
const interval = (low: number, value: number, high: number) => ({ low, value, high });

describe("how far tastes agree", () => {
  test.each([
    [interval(0.7, 0.8, 0.9), "You and Kirito have very similar tastes"],
    [interval(0.4, 0.8, 0.9), "You and Kirito have similar tastes"],
    [interval(0.13, 0.7, 0.92), "You and Kirito have somewhat similar tastes"],
    [interval(-0.1, 0.5, 0.8), "Hard to tell: it may be chance"],
    [interval(-0.9, -0.7, -0.5), "You and Kirito like opposite things"],
    [interval(-0.9, -0.7, -0.1), "You and Kirito have different tastes"],
    [null, "No differences to compare"],
  ])("is said as far as it is sure: %j", (correlation, text) => {
    expect(tasteText(agreement(correlation), "Kirito")).toBe(text);
  });

  test("says when too few titles are shared", () => {
    const few = agreement(null, 1);
    expect(tasteText(few, "Kirito")).toBe("Too few scores to tell");
    expect(correlationText(few)).toContain("1 title. From 10 on");
  });

  test("has its uncertainty", () => {
    const text = correlationText(agreement(interval(-0.12, 0.2, 0.45)));
    expect(text).toContain("40 titles");
    expect(text).toContain("between −0.12 and 0.45, with 95 % certainty");
  });
});

describe("who scores higher", () => {
  const of = (low: number, value: number, high: number) => ({
    ...agreement(null),
    difference: interval(low, value, high),
  });

  test("uses the reader's scale", () => {
    const text =
      "On average you score 0.5 points higher than Kirito; with 95 % certainty 0.1 points lower to 1.1 points higher.";
    expect(differenceText(of(-1, 5, 11), "Kirito", "10")).toBe(text);
    expect(differenceText(of(-1, 5, 11), "Kirito", "100")).toContain("5 points higher than Kirito");
  });

  test("is called the same when it rounds to zero", () => {
    expect(differenceText(of(-4, 0.2, 5), "Kirito", "10")).toContain(
      "you score the same as Kirito; with 95 % certainty 0.4 points lower to 0.5 points higher",
    );
  });

  test("is left out while too few titles are shared", () => {
    expect(differenceText(agreement(null, 3), "Kirito", "10")).toBeNull();
  });
});

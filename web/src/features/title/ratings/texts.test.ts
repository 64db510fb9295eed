import { expect, test } from "vitest";
import { certainty, ratingCount, sourceName } from "./texts";

test.each([
  [8.12, 8.71, "Between 8.1 and 8.7 with 95\u00a0% certainty"],
  [8.55, 8.56, "Sure to this decimal with 95\u00a0% certainty"],
  [1, 10, "Between 1.0 and 10.0 with 95\u00a0% certainty"],
])("from %d to %d reads %s", (low, high, text) => {
  expect(certainty(low, high)).toBe(text);
});

test("numbers and sources have names", () => {
  expect(ratingCount(1)).toBe("1 rating");
  expect(ratingCount(1234)).toBe("1,234 ratings");
  expect(sourceName("jikan")).toBe("MyAnimeList");
  expect(sourceName("anime-offline-database")).toBe("anime-offline-database");
});

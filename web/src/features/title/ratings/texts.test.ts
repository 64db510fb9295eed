import { expect, test } from "vitest";
import { ratingCount, sourceName } from "./texts";

test("numbers and sources have names", () => {
  expect(ratingCount(1)).toBe("1 rating");
  expect(ratingCount(1234)).toBe("1,234 ratings");
  expect(sourceName("jikan")).toBe("MyAnimeList");
  expect(sourceName("anime-offline-database")).toBe("anime-offline-database");
});

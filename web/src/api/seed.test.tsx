import { expect, test } from "vitest";
import { apiPath } from "./client";
import { createQueryClient, searchQuery } from "./query";
import { canonical, readSeed } from "./seed";

test.each(["K&K", "100%", "100%26", ".hack//SIGN", "進撃", "?", "Steins;Gate 0"])(
  "the search %s survives being written and read",
  (text) => {
    const address = apiPath("/api/v1/anime", {}, { search: text, page: 1 });
    expect(new URL(address, "http://x").searchParams.get("search")).toBe(text);
  },
);

test("a seed matches its query in either encoding of a blank", () => {
  const page = { items: [], page: 1, total_pages: 1, total: 0, as_of: null, source: "built-in" };
  const queries = createQueryClient({ "/api/v1/anime?search=one%20piece&page=1": page });
  expect(queries.getQueryData(searchQuery("one piece").queryKey)).toEqual(page);
});

test("a path without a query is its own canonical form", () => {
  expect(canonical("/api/v1/hero")).toBe("/api/v1/hero");
});

test("a page without a data block, or with a broken one, seeds nothing", () => {
  const page = document.implementation.createHTMLDocument();
  expect(readSeed(page)).toEqual({});
  page.body.innerHTML = '<script type="application/json" id="mitai-data">{"a":</script>';
  expect(readSeed(page)).toEqual({});
});

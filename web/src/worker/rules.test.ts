import { expect, test } from "vitest";
import { isAway, isPage, isPicture, namesOnly, outdated } from "./rules";

test.each(["/", "/watchlist", "/anime/attack-on-titan", "/Browse/", "/v42", "/artist"])(
  "the app answers %s",
  (path) => expect(isPage(path)).toBe(true),
);

test.each([
  "/api/v1/auth/google",
  "/v4",
  "/v4/anime/1",
  "/metrics",
  "/healthz",
  "/art/poster/1.svg",
  "/assets/app-1.js",
  "/sitemap.xml",
  "/sw.js",
])("the server alone answers %s", (path) => expect(isPage(path)).toBe(false));

test("pictures of titles are cached, those of users are not", () => {
  expect(isPicture("/art/poster/1.svg")).toBe(true);
  expect(isPicture("/img/banner/mal-1-00-640")).toBe(true);
  expect(isPicture("/art/avatar/01jd3m8n4q5r6s7t8v9w0x1y2z.svg")).toBe(false);
});

test("only a proxy's gateway errors count as an outage", () => {
  expect([200, 304, 404, 429, 500].some(isAway)).toBe(false);
  expect([502, 503, 504, 522].every(isAway)).toBe(true);
});

test("a shell of another build or another server is not cached", () => {
  const files = ["/assets/app-1.js", "/assets/font-1.woff2"];
  const page = (...named: string[]) => named.map((file) => `<script src="${file}">`).join("");
  expect(namesOnly(page("/assets/app-1.js"), files)).toBe(true);
  expect(namesOnly(page("/assets/app-1.js", "/assets/font-1.woff2"), files)).toBe(true);
  expect(namesOnly(page("/assets/app-2.js", "/assets/font-1.woff2"), files)).toBe(false);
  expect(namesOnly("<h1>Log in to the hotel's network</h1>", files)).toBe(false);
});

test("a new build keeps the cache of the previous build", () => {
  const names = ["mitai:app:1", "mitai:kept:everyone", "mitai:app:2", "mitai:app:3"];
  expect(outdated(names, "mitai:app:3")).toEqual(["mitai:app:1"]);
  expect(outdated(names.slice(0, 3), "mitai:app:2")).toEqual([]);
  // The former build is rolled out again.
  expect(outdated(names, "mitai:app:1")).toEqual(["mitai:app:2"]);
});

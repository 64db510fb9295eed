import { describe, expect, test } from "vitest";
import { chipsOf, episodesText } from "./chips";
import {
  browsePath,
  formatQuery,
  parseQuery,
  readRange,
  toggled,
  unfiltered,
  writeRange,
} from "./query";

describe("an address", () => {
  // The same as the server writes, in `crates/api/src/routes/catalogue/browse/query_params.rs`.
  test.each([
    ["", ""],
    ["genre=&year=%20&sort=popularity&unknown=1", ""],
    [
      "sort=score&genre=Sci-Fi,action,,ACTION&without=horror",
      "genre=action%2Csci-fi&without=horror&sort=score",
    ],
    [
      "season=winter,fall&status=upcoming,airing&type=tv-special,tv",
      "type=tv%2Ctv-special&status=airing%2Cupcoming&season=fall%2Cwinter",
    ],
    ["genre=drama&genre=action,sci-fi&genre=", "genre=action%2Cdrama%2Csci-fi"],
    ["year=2010-2010&episodes=-12", "year=2010&episodes=-12"],
    ["year=2010-&episodes=2-13", "year=2010-&episodes=2-13"],
    ["min_score=7.50", "min_score=7.5"],
    ["min_score=08", "min_score=8"],
  ])("%s asks for %s", (address, query) => {
    expect(formatQuery(parseQuery(address))).toBe(query);
    expect(formatQuery(parseQuery(query))).toBe(query);
  });

  test.each([
    "genre=%3F",
    "year=2010&year=2012",
    "sort=score&sort=title",
    "status=cancelled",
    "season=autumn",
    "year=-",
    "year=2020-2010",
    "year=twenty",
    "episodes=1-2-3",
    "min_score=11",
    "min_score=NaN",
    "sort=random",
  ])("%s has its unknown values left out", (address) => {
    expect(formatQuery(parseQuery(address))).toBe("");
  });

  test("is short and readable", () => {
    expect(browsePath(parseQuery(""))).toBe("/browse");
    const path = browsePath(parseQuery("genre=slice-of-life,drama&year=2010-2019"));
    expect(path).toBe("/browse?genre=drama,slice-of-life&year=2010-2019");
  });
});

test("ranges are read and written", () => {
  for (const text of ["2024", "2010-2019", "2020-", "-1999"]) {
    expect(writeRange(readRange(text))).toBe(text);
  }
  expect(readRange("")).toEqual({ from: null, to: null });
});

test("a value is toggled", () => {
  expect(toggled(["a"], "b")).toEqual(["a", "b"]);
  expect(toggled(["a", "b"], "a")).toEqual(["b"]);
});

test("clearing keeps the order", () => {
  expect(browsePath(unfiltered(parseQuery("genre=drama&sort=title")))).toBe("/browse?sort=title");
});

describe("chips", () => {
  test("name every filter, and each removes its own", () => {
    const address =
      "genre=drama,sci-fi&without=horror&type=tv&status=airing&season=fall&year=2010-&episodes=-12&min_score=8";
    const chips = chipsOf(parseQuery(address), null);
    expect(chips.map(({ label }) => label)).toEqual([
      "Drama",
      "Sci fi",
      "not Horror",
      "From 2010",
      "Fall",
      "Tv",
      "Airing now",
      "Score 8 or more",
      "At most 12 episodes",
    ]);
    let left = parseQuery(address);
    for (const { label } of chips) {
      const chip = chipsOf(left, null).find((each) => each.label === label);
      left = chip?.without ?? left;
      expect(chipsOf(left, null).map((each) => each.label)).not.toContain(label);
    }
    expect(formatQuery(left)).toBe("");
  });

  test.each([
    [{ from: 1, to: 1 }, "1 episode"],
    [{ from: 2, to: 13 }, "2 to 13 episodes"],
    [{ from: 24, to: 24 }, "24 episodes"],
    [{ from: 53, to: null }, "53 or more episodes"],
  ])("%o reads %s", (range, text) => {
    expect(episodesText(range)).toBe(text);
  });
});

import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { AnimeDetails } from "@/api/types";
import { details, hero, listing } from "@/test/anime";
import { open } from "@/test/render";
import { answer } from "@/test/server";

type Entry = AnimeDetails["franchise"][number];

function entry(mal_id: number, fields: Partial<Entry> = {}): Entry {
  return {
    mal_id,
    slug: `part-${mal_id}`,
    title: `Part ${mal_id}`,
    title_english: null,
    title_japanese: null,
    type: "TV",
    year: 2010 + mal_id,
    episodes: 12,
    image_url: null,
    part: "main",
    ...fields,
  };
}

const story = [
  entry(1),
  entry(2, { part: "recap", type: "Movie", episodes: 1 }),
  entry(3, { title_english: "The third" }),
  entry(4, { part: "side_story", type: "OVA", episodes: null }),
];

async function show(franchise: Entry[], malId: number) {
  answer("/api/v1/anime/{key}", details({ mal_id: malId, franchise }));
  const view = open("/anime/attack-on-titan");
  await screen.findByRole("heading", { level: 1 });
  return view;
}

const section = () => screen.getByRole("region", { name: "Watch order" });
const shown = () => within(section()).getAllByRole("listitem");

beforeEach(() => {
  answer("/api/v1/hero", hero(1));
  answer("/api/v1/anime", listing(1));
});

test("shows the main story in order, numbered, with the current title marked", async () => {
  await show(story, 3);
  expect(shown().map((item) => item.textContent)).toEqual([
    "1Part 1TV · 2011 · 12\u00a0eps",
    "2You are hereThe thirdTV · 2013 · 12\u00a0eps",
  ]);
  expect(section().textContent).toContain("2 in the main story, by release; 2 side stories");
  const first = within(section()).getByRole("link", { name: /Part 1/ });
  expect(first.getAttribute("href")).toBe("/anime/part-1");
  expect(within(section()).queryByRole("link", { name: /The third/ })).toBeNull();
  expect(section().querySelectorAll("[aria-current=page]")).toHaveLength(1);
});

test("a side story stands among the main story on its own page", async () => {
  await show(story, 4);
  expect(shown().map((item) => item.textContent)).toEqual([
    "1Part 1TV · 2011 · 12\u00a0eps",
    "2The thirdTV · 2013 · 12\u00a0eps",
    "Side storyYou are herePart 4OVA · 2014",
  ]);
});

test("the whole franchise expands and collapses", async () => {
  const { user } = await show(story, 3);
  const button = within(section()).getByRole("button", { name: "Show all 4" });
  expect(button.getAttribute("aria-expanded")).toBe("false");
  await user.click(button);
  expect(shown().map((item) => item.textContent)[1]).toBe("RecapPart 2Movie · 2012");
  expect(shown()).toHaveLength(4);
  expect(document.activeElement).toBe(button);
  await user.click(within(section()).getByRole("button", { name: "Show fewer" }));
  expect(shown()).toHaveLength(2);
});

test("a short franchise has no button, and an empty one does not show", async () => {
  const { unmount } = await show([entry(1), entry(2)], 1);
  expect(within(section()).queryByRole("button")).toBeNull();
  expect(section().textContent).toContain("2 in the main story, by release");
  unmount();
  await show([], 1);
  expect(screen.queryByRole("region", { name: "Watch order" })).toBeNull();
});

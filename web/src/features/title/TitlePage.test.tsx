import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { AnimeDetails } from "@/api/types";
import { details, hero, listing } from "@/test/anime";
import { open } from "@/test/render";
import { answer, refuse, unreachable } from "@/test/server";

async function show(fields: Partial<AnimeDetails> = {}) {
  answer("/api/v1/anime/{key}", details(fields));
  const view = open("/anime/attack-on-titan");
  await screen.findByRole("heading", { level: 1, name: "Attack on Titan" });
  return view;
}

const fact = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

beforeEach(() => {
  answer("/api/v1/hero", hero(1));
  answer("/api/v1/anime", listing(1));
});

test("names the title in all languages", async () => {
  await show();
  expect(fact("English")).toBe("Attack on Titan");
  expect(fact("Original")).toBe("Shingeki no Kyojin");
  expect(fact("Japanese")).toBe("進撃の巨人");
  expect(fact("Also known as")).toBe("AoT, SnK");
  for (const japanese of screen.getAllByText("進撃の巨人")) expect(japanese.lang).toBe("ja");
  expect(document.title).toContain("Attack on Titan");
});

test("says how it stands", async () => {
  await show({ popularity: 1, rank: 118, seasons: 2 });
  expect(screen.getByText("12.3K votes").title).toBe("12,345 votes");
  expect(screen.getByText("8.6", { exact: false })).toBeTruthy();
  expect(screen.getByText("Ranked #118")).toBeTruthy();
  expect(screen.getByText("Popularity #1")).toBeTruthy();
  expect(fact("Seasons")).toBe("2 Seasons");
});

test.each([
  ["Type", "TV"],
  ["Premiered", "Spring 2013"],
  ["Episodes", "25"],
  ["Length", "24 min per ep"],
  ["Status", "Finished Airing"],
  ["Studios", "Wit Studio"],
  ["Genres", "Action"],
  ["Source", "Manga"],
  ["Rating", "R - 17+ (violence & profanity)"],
])("%s: %s", async (name, value) => {
  await show();
  expect(fact(name)).toBe(value);
});

test("leaves out what is not known", async () => {
  await show({ season: null, year: null, studios: [], rank: null, episodes: null, synopsis: null });
  expect(screen.queryByText("Premiered")).toBeNull();
  expect(screen.queryByText("Studios")).toBeNull();
  expect(screen.queryByText(/Ranked/)).toBeNull();
  expect(fact("Episodes")).toBe("?");
  expect(screen.getByText("No description available.")).toBeTruthy();
});

test("groups related works by kind; those in the catalogue are links, in English where known", async () => {
  await show({
    relations: [
      {
        kind: "Sequel",
        entries: [
          {
            mal_id: 25777,
            type: "anime",
            name: "Dai 2-ki",
            title_english: "Season 2",
            slug: "season-2",
          },
        ],
      },
      {
        kind: "Adaptation",
        entries: [
          { mal_id: 23390, type: "manga", name: "The manga", title_english: null, slug: null },
        ],
      },
    ],
  });
  const group = (kind: string) => screen.getByText(kind).parentElement as HTMLElement;
  const sequel = within(group("Sequel")).getByRole("link", { name: "Season 2" });
  expect(sequel.getAttribute("href")).toBe("/anime/season-2");
  expect(within(group("Adaptation")).queryByRole("link")).toBeNull();
  expect(group("Adaptation").textContent).toContain("The manga (manga)");
});

test("can be liked; adding to the watchlist asks to log in and to come back", async () => {
  const { user } = await show();
  await user.click(screen.getByTitle("Like"));
  expect(screen.getByTitle("Unlike")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Add to Watchlist" }));
  const alert = screen.getByRole("alertdialog");
  expect(within(alert).getByText("Please log in to add anime to your watchlist.")).toBeTruthy();
  expect(within(alert).getByRole("link", { name: "Log in" }).getAttribute("href")).toBe(
    "/login?next=%2Fanime%2Fattack-on-titan",
  );
});

test("is found whatever the case of its address", async () => {
  const asked: string[] = [];
  answer("/api/v1/anime/{key}", (url) => {
    asked.push(url.pathname);
    return details();
  });
  open("/ANIME/Attack-On-Titan");
  await screen.findByRole("heading", { level: 1, name: "Attack on Titan" });
  expect(asked).toEqual(["/api/v1/anime/attack-on-titan"]);
});

test("an unknown title leads home, which says so", async () => {
  refuse("/api/v1/anime/{key}", 404, "not_found");
  open("/anime/no-such-title");
  expect(await screen.findByText("We could not find that title.")).toBeTruthy();
  expect(location.pathname).toBe("/");
  await screen.findByText("Title 1");
});

test("a title that cannot be had is not called unknown, and Retry helps", async () => {
  unreachable("/api/v1/anime/{key}");
  const { user } = open("/anime/attack-on-titan");
  expect((await screen.findByRole("alert")).textContent).toContain("cannot reach the server");
  expect(location.pathname).toBe("/anime/attack-on-titan");
  answer("/api/v1/anime/{key}", details());
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Attack on Titan" })).toBeTruthy();
});

import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AnimeDetails } from "@/api/types";
import { details, hero, listing } from "@/test/anime";
import { open } from "@/test/render";
import { answer, refuse, unreachable } from "@/test/server";

type Work = AnimeDetails["relations"][number]["entries"][number];

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

afterEach(() => {
  vi.useRealTimers();
});

test("names the title in all languages", async () => {
  await show();
  expect(fact("English")).toBe("Attack on Titan");
  expect(fact("Original")).toBe("Shingeki no Kyojin");
  expect(fact("Japanese")).toBe("進撃の巨人");
  expect(fact("French")).toBe("L’Attaque des Titans");
  expect(fact("Also known as")).toBe("AoT, SnK");
  for (const japanese of screen.getAllByText("進撃の巨人")) expect(japanese.lang).toBe("ja");
  expect(document.title).toContain("Attack on Titan");
});

test("shows votes, score, rank and popularity", async () => {
  await show({ popularity: 1, rank: 118, seasons: 2 });
  expect(screen.getByText("12.3K votes").title).toBe("12,345 votes");
  expect(screen.getByText("8.6")).toBeTruthy();
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

const awaited = { text: "on Oct 3, 2026", last_day: "2026-10-03" };

test.each([
  ["2026-10-03T23:59:00Z", awaited, "Not yet aired"],
  ["2026-10-04T00:00:00Z", awaited, "Was to begin on Oct 3, 2026"],
  ["2026-12-31T12:00:00Z", { text: "in 2026", last_day: "2026-12-31" }, "Not yet aired"],
  ["2026-10-04T00:00:00Z", null, "Not yet aired"],
])("at %s of what was expected %o it says %s", async (now, expected, status) => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
  await show({ status: "Not yet aired", expected });
  expect(fact("Status")).toBe(status);
});

test("on small screens key facts come after the synopsis, the rest on demand", async () => {
  const { user } = await show({ relations: [{ kind: "Sequel", entries: [work(1)] }] });
  const facts = screen.getByRole("complementary", { name: "Facts" });
  const synopsis = screen.getByRole("heading", { name: "Synopsis" });
  const after = (a: Element, b: Element) =>
    Boolean(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING);
  expect(after(synopsis, facts)).toBe(true);
  expect(after(facts, screen.getByRole("heading", { name: "Related works" }))).toBe(true);
  const isLater = (name: string) =>
    within(facts).getByText(name).closest(".max-lg\\:hidden") !== null;
  expect(["Premiered", "Studios", "Genres"].filter(isLater)).toEqual([]);
  expect(["Aired", "Broadcast", "Rating", "English"].every(isLater)).toBe(true);
  expect(within(facts).getByText("Sundays at 01:58 (JST)")).toBeTruthy();
  const button = within(facts).getByRole("button", { name: "Show all details" });
  await user.click(button);
  expect(["Aired", "Rating", "English"].filter(isLater)).toEqual([]);
  expect(button.getAttribute("aria-expanded")).toBe("true");
  expect(document.activeElement).toBe(button);
});

test("leaves out unknown facts", async () => {
  await show({ season: null, year: null, studios: [], rank: null, episodes: null, synopsis: null });
  expect(screen.queryByText("Premiered")).toBeNull();
  expect(screen.queryByText("Studios")).toBeNull();
  expect(screen.queryByText(/Ranked/)).toBeNull();
  expect(fact("Episodes")).toBe("?");
  expect(screen.getByText("No description available.")).toBeTruthy();
});

function work(mal_id: number, fields: Partial<Work> = {}): Work {
  return {
    mal_id,
    type: "anime",
    name: `Work ${mal_id}`,
    title_english: null,
    title_japanese: null,
    slug: `work-${mal_id}`,
    form: "TV",
    year: 2017,
    image_url: null,
    ...fields,
  };
}

const manga = { type: "manga", slug: null, form: null, year: null } as const;
const group = (kind: string) => screen.getByRole("region", { name: kind });

test("groups related works by kind; those in the catalogue are links, in English where known", async () => {
  const sequel = work(25777, { name: "Dai 2-ki", title_english: "Season 2", slug: "season-2" });
  await show({
    relations: [
      { kind: "Sequel", entries: [sequel] },
      { kind: "Adaptation", entries: [work(23390, { name: "The manga", ...manga })] },
      { kind: "Empty", entries: [] },
    ],
  });
  const link = within(group("Sequel")).getByRole("link", { name: /^Season 2/ });
  expect(link.getAttribute("href")).toBe("/anime/season-2");
  expect(link.querySelector("img")?.getAttribute("src")).toBe("/art/poster/25777.svg");
  expect(within(group("Adaptation")).queryByRole("link")).toBeNull();
  expect(group("Adaptation").querySelector("img")).toBeNull();
  expect(group("Adaptation").textContent).toContain("The manga (manga)");
  expect(screen.queryByRole("region", { name: "Empty" })).toBeNull();
});

test("a long relation group shows stored titles first, and all on demand", async () => {
  const names = Array.from({ length: 9 }, (_, n) => work(n + 1, n < 3 ? manga : {}));
  const { user } = await show({ relations: [{ kind: "Other", entries: names }] });
  const items = () => within(group("Other")).getAllByRole("listitem");
  expect(items().map((item) => item.textContent)).toEqual(
    [4, 5, 6, 7, 8, 9].map((n) => `Work ${n}TV · 2017`),
  );
  await user.click(screen.getByRole("button", { name: "Show all 9 of: Other" }));
  expect(items()).toHaveLength(9);
  await user.click(screen.getByRole("button", { name: "Show fewer of: Other" }));
  expect(items()).toHaveLength(6);
});

test("says who wrote the synopsis, apart from it", async () => {
  await show({ synopsis: "Three walls.", synopsis_credit: "Written by MAL Rewrite" });
  expect(screen.getByText("Three walls.")).toBeTruthy();
  expect(screen.getByText("Written by MAL Rewrite").tagName).toBe("P");
});

test("each long text has its own labelled button to expand it", async () => {
  const { user } = await show({ synopsis: "S".repeat(700), background: "B".repeat(700) });
  const button = screen.getByRole("button", { name: "Read on: Background" });
  expect(screen.getByRole("button", { name: "Read on: Synopsis" })).toBeTruthy();
  await user.click(button);
  expect(button.textContent).toBe("Read less: Background");
  expect(screen.getByRole("button", { name: "Read on: Synopsis" })).toBeTruthy();
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

test("is found in any case of its address", async () => {
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

test("a failed title is not called unknown, and Retry helps", async () => {
  unreachable("/api/v1/anime/{key}");
  const { user } = open("/anime/attack-on-titan");
  expect((await screen.findByRole("alert")).textContent).toContain("cannot reach the server");
  expect(location.pathname).toBe("/anime/attack-on-titan");
  expect(screen.getByRole("heading", { level: 1, name: "Title" })).toBeTruthy();
  expect(document.title).toBe("Title · Mitai");
  answer("/api/v1/anime/{key}", details());
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Attack on Titan" })).toBeTruthy();
});

import type { Page } from "@playwright/test";
import { addTitles, profileLink, signUp } from "../accounts";
import { expect, holdRequests, isPhone, retry, test } from "../fixtures";
import { expectWatchlist, openWatchlist, rows } from "../lists";

const TITAN = "Attack on Titan";

test("a row shows the poster, the title and its facts, and leads to its page", async ({
  page,
  context,
}) => {
  await signUp(context);
  await addTitles(context, [16498]);
  await page.goto("/watchlist");
  await expect(page.getByText("1 title", { exact: true })).toBeVisible();
  const row = rows(page).first();
  for (const text of [/8\.6$/, /#\d[\d,]*$/, /Action, Award Winning, Drama$/, /^0 of 25/]) {
    await expect(row.getByText(text).first()).toBeVisible();
  }
  await expect(row.getByLabel(`Status of ${TITAN}`)).toHaveValue("planned");
  await expect(row.getByRole("button", { name: `Remove ${TITAN}` })).toBeVisible();
  await expect(row.locator("img")).toHaveJSProperty("complete", true);
  for (const heading of [
    "Name",
    "Progress",
    "My score",
    "Rating",
    "Popularity",
    "Genre",
    "Action",
  ]) {
    await expect(page.getByRole("columnheader", { name: heading })).toBeAttached();
  }
  await row.getByRole("link", { name: TITAN }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(TITAN);
});

test("the states of the list each have their own text", async ({ page, context, guard }) => {
  await signUp(context);
  guard.expectFailedRequests();
  const release = await holdRequests(page, "**/api/v1/me/list", (route) => route.abort());
  await page.goto("/watchlist");
  await expect(page.getByText("Loading ...", { exact: true })).toBeVisible();
  release();
  const failed = page.getByRole("alert").filter({ hasText: "We cannot reach the server." });
  await expect(failed).toBeVisible();
  await retry(page, "**/api/v1/me/list", failed.getByRole("button", { name: "Retry" }));
  await expect(page.getByText("Your watchlist is empty.")).toBeVisible();

  await page.getByRole("main").getByRole("link", { name: "Browse anime" }).click();
  await expect(page).toHaveURL("/");
  await addTitles(context, [16498]);
  await openWatchlist(page);
  await page.getByRole("searchbox").fill("no such title");
  await expect(page.getByText("No title on your watchlist matches.")).toBeVisible();
  await expect(page.getByText("0 of 1 title")).toBeVisible();
  await page.getByRole("button", { name: "Show all titles" }).click();
  await expectWatchlist(page, [TITAN]);
});

test("unknown ratings are last both ways, and unknown facts are N/A", async ({ page, context }) => {
  await signUp(context);
  await serve(page, [
    entry(1, { title: "No Score", mean: null, popularity: null, genres: [] }),
    entry(2, { title: "Beta", mean: 7 }),
    entry(3, { title: "Alpha", mean: 7 }),
    entry(4, { title: "Best", mean: 9, popularity: 12 }),
  ]);
  await page.goto("/watchlist?sort=rating-asc");
  await expectWatchlist(page, ["Alpha", "Beta", "Best", "No Score"]);
  await page.getByRole("button", { name: "Sort by rating, descending" }).click();
  await expectWatchlist(page, ["Best", "Alpha", "Beta", "No Score"]);
  await expect(rows(page).last().getByText("N/A")).toHaveCount(3);
  await expect(rows(page).first().getByText("#12")).toBeVisible();
});

test("a row has room for all facts of a title", async ({ page, context }) => {
  await signUp(context);
  const title = "The Unlikely Adventures of Someone Who Was Reborn as a Vending Machine Season 2";
  const long = { title, score: 95, genres: ["Award Winning", "Avant Garde"] };
  await serve(page, [
    entry(3, { ...long, popularity: null }),
    entry(2, { ...long, mean: null, popularity: 123_456 }),
    entry(1, { ...long, mean: null, popularity: null, genres: [] }),
  ]);
  await page.goto("/watchlist");
  await expect(rows(page)).toHaveCount(3);
  for (const row of await rows(page).all()) {
    const outside = await row.evaluate((it) => {
      const { top, bottom } = it.getBoundingClientRect();
      return [...it.querySelectorAll("a, select, button, span:not(.sr-only)")]
        .filter((part) => part.getBoundingClientRect().height > 0)
        .filter((part) => {
          const box = part.getBoundingClientRect();
          return box.top < top || box.bottom > bottom;
        })
        .map(({ textContent }) => textContent);
    });
    expect(outside).toEqual([]);
  }
});

interface Item {
  mal_id: number;
  title: string;
  score: number | null;
  mean: number | null;
  popularity: number | null;
  genres: string[];
}

const GENRES = ["Action", "Comedy", "Drama", "Fantasy", "Horror", "Mecha", "Romance", "Sports"];

/** Makes an entry of a made-up title, with a poster that exists. */
function entry(malId: number, fields: Partial<Item> = {}): Item {
  const run = { state: "open", progress: 0, started: null, finished: null, score: null };
  const made = {
    mal_id: malId,
    title: `Title ${malId}`,
    title_english: null,
    title_japanese: null,
    image_url: "/art/poster/16498.svg",
    mean: 5 + ((malId * 37) % 500) / 100,
    popularity: malId,
    genres: [GENRES[malId % GENRES.length] ?? "Action"],
    episodes: 24,
    airing: "finished",
    kind: "TV",
    year: 2013,
    added_at: "2026-01-01T00:00:00Z",
    status: "planned",
    ...run,
    notes: "",
    tags: [],
    private: false,
    rewatches: 0,
    runs: [run],
  };
  return { ...made, ...fields };
}

/** Gives the page a longer watchlist than the built-in catalogue has titles for. */
async function serve(page: Page, items: Item[]) {
  await page.route("**/api/v1/me/list", async (route) => {
    const list = await (await route.fetch()).json();
    // Each item has the facts of its title, so that there are no columns of them.
    await route.fulfill({ json: { ...list, items, titles: {} } });
  });
}

/** Notes from now on how many rows the page has at most at a time, until the answer is called. */
async function watchRows(page: Page) {
  await page.evaluate(() => {
    const count = () => document.querySelectorAll("tbody tr").length;
    const most = { rows: count() };
    Object.assign(window, { most });
    new MutationObserver(() => {
      most.rows = Math.max(most.rows, count());
    }).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as never as { most: { rows: number } }).most.rows);
}

// How long a frame takes then is for `cargo xtask bench web`
test("only the rows in view are rendered, of ten thousand", async ({ page, context }) => {
  test.slow();
  await signUp(context);
  const count = 10_000;
  await serve(
    page,
    Array.from({ length: count }, (_, n) => entry(count - n)),
  );
  await page.goto("/watchlist");
  await expect(rows(page).first()).toContainText("Title 10000");
  await expect(page.getByText("10,000 titles", { exact: true })).toBeVisible();
  const mostRows = await watchRows(page);

  await scrollDown(page);
  await page.keyboard.press("End");
  await expect(rows(page).getByRole("link", { name: "Title 1", exact: true })).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole("button", { name: "Sort by rating, descending" }).click();
  await expect(rows(page).first()).toContainText("10.0");
  await page.getByRole("button", { name: "Mecha", exact: true }).click();
  await expect(page.getByText("1,250 of 10,000 titles")).toBeVisible();
  await page.getByRole("searchbox").pressSequentially("title 99");
  await expect(page.getByText("14 of 10,000 titles")).toBeVisible();
  expect(await mostRows()).toBeLessThan(100);
});

async function scrollDown(page: Page) {
  for (let turns = 0; turns < 30; turns++) {
    if (isPhone(page)) await page.evaluate(() => scrollBy(0, 600));
    else await page.mouse.wheel(0, 600);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(5000);
}

test("removing keeps the scroll position, and Ctrl+Z undoes it", async ({ page, context }) => {
  await signUp(context);
  await addTitles(context, [1535, 16498, 30276, 21]);
  await page.goto("/watchlist");
  await expect(profileLink(page)).toBeVisible();
  await page.getByRole("button", { name: "Remove One-Punch Man" }).click();
  await expectWatchlist(page, ["One Piece", TITAN, "Death Note"]);
  await expect(page.getByRole("button", { name: `Remove ${TITAN}` })).toBeFocused();
  await page.keyboard.press("Control+z");
  await expectWatchlist(page, ["One Piece", "One-Punch Man", TITAN, "Death Note"]);
});

test("nothing is wider than the smallest screens", async ({ page, context }) => {
  await signUp(context, {
    name: "W".repeat(60),
    email: `${"w".repeat(60)}-${crypto.randomUUID()}@example.org`,
    password: "sakura-sakura",
  });
  await addTitles(context, [16498]);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ["/watchlist", "/profile", "/account", "/forgot", "/reset"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("Loading ...")).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
  }
});

// How long a frame of the watchlist takes while somebody uses it, and how long one more episode takes to show.
import { chromium } from "playwright-core";
import { CHROMIUM_ARGUMENTS, median, RUNS, signUp } from "./runs.mjs";
import { SCREENS } from "./vitals.mjs";

const GENRES = ["Action", "Comedy", "Drama", "Fantasy", "Horror", "Mecha", "Romance", "Sports"];
/** One more episode of so many titles: an odd number. */
const PRESSES = 9;

/** An entry of a made title; the built-in catalogue has too few. */
function entry(malId) {
  const run = { state: "open", progress: malId % 12, started: null, finished: null, score: null };
  return {
    mal_id: malId,
    title: `Title ${malId}`,
    title_english: null,
    title_japanese: null,
    image_url: "/art/poster/16498.svg",
    mean: 5 + ((malId * 37) % 500) / 100,
    popularity: malId,
    genres: [GENRES[malId % GENRES.length]],
    episodes: 24,
    airing: "finished",
    kind: "TV",
    year: 2013,
    added_at: "2026-01-01T00:00:00Z",
    status: "watching",
    ...run,
    score: malId % 3 === 0 ? null : (malId % 10) * 10 + 10,
    notes: malId % 5 === 0 ? `A note on title ${malId}.` : "",
    tags: malId % 4 === 0 ? ["with Ann"] : [],
    private: false,
    rewatches: 0,
    runs: [run],
  };
}

/** Gives the page a list of so many titles. What it changes of them waits for an answer. */
async function serve(page, count) {
  const items = Array.from({ length: count }, (_, n) => entry(count - n));
  await page.route("**/api/v1/me/list", async (route) => {
    const list = await (await route.fetch()).json();
    // Each has its title's facts itself.
    await route.fulfill({ json: { ...list, items, titles: {} } });
  });
  await page.route("**/api/v1/me/record", async (route) => {
    const record = await (await route.fetch()).json();
    const watchlist = items.map(({ mean, ...item }) => ({ ...item, score: mean }));
    await route.fulfill({ json: { ...record, watchlist } });
  });
  await page.route("**/api/v1/me/list/*", () => {});
}

/** Runs in the page: gathers the times of frames. */
function watch() {
  const frames = [];
  window.benchFrames = frames;
  let before = performance.now();
  const next = (now) => {
    frames.push(now - before);
    before = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

/** The longest frame since it was asked for last. */
const longest = (page) => page.evaluate(() => Math.max(...window.benchFrames.splice(0)));

async function scrollDown(page) {
  for (let turns = 0; turns < 30; turns++) {
    await page.mouse.wheel(0, 600);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Runs in the page: the milliseconds until the frame that shows one more episode, of some titles. */
async function pressAll(presses) {
  const took = [];
  const rows = [...document.querySelectorAll("tbody tr")].slice(0, presses);
  for (const row of rows) {
    const seen = [...row.querySelectorAll("span")].find(({ textContent }) =>
      /^\d+ of \d+/.test(textContent),
    );
    const text = seen.textContent;
    const began = performance.now();
    row.querySelector("[title='One more episode']").click();
    while (seen.textContent === text) await new Promise(requestAnimationFrame);
    took.push(performance.now() - began);
  }
  return took;
}

/** Uses a list of so many titles; milliseconds. */
async function use(browser, address, count) {
  const context = await browser.newContext(SCREENS.desktop);
  try {
    await signUp(context, address);
    const page = await context.newPage();
    await serve(page, count);
    const live = page.waitForRequest("**/api/v1/me/live*");
    await page.goto(`${address}/watchlist`);
    const first = page.locator("tbody tr").first();
    await first.getByText(`Title ${count}`).waitFor();
    await live;
    const step = median(await page.evaluate(pressAll, PRESSES));
    await page.evaluate(watch);
    await scrollDown(page);
    const scrolling = await longest(page);
    await page.keyboard.press("End");
    await page.getByRole("link", { name: "Title 1", exact: true }).waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole("button", { name: "Sort by rating, descending" }).click();
    await first.filter({ hasNotText: `Title ${count}` }).waitFor();
    await page.getByRole("button", { name: "Mecha", exact: true }).click();
    await page.getByText(` of ${count.toLocaleString("en")} titles`).waitFor();
    await page.getByRole("searchbox").pressSequentially("title 9");
    await page.evaluate(() => new Promise(requestAnimationFrame));
    return { scrolling, step, sorting: await longest(page) };
  } finally {
    await context.close();
  }
}

/** What using lists of this length takes, one a visit. */
export async function measureFrames(executablePath, address, count) {
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS });
  try {
    const visits = [];
    for (let run = 0; run < RUNS; run++) visits.push(await use(browser, address, count));
    return visits;
  } finally {
    await browser.close();
  }
}

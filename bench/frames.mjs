// How long a frame of the watchlist takes while somebody uses it.
import { chromium } from "playwright-core";
import { CHROMIUM_ARGUMENTS, RUNS, signUp } from "./runs.mjs";
import { SCREENS } from "./vitals.mjs";

const GENRES = ["Action", "Comedy", "Drama", "Fantasy", "Horror", "Mecha", "Romance", "Sports"];

/** A made title; the built-in catalogue has too few. */
function entry(malId) {
  return {
    mal_id: malId,
    title: `Title ${malId}`,
    title_english: null,
    image_url: "/art/poster/16498.svg",
    score: 5 + ((malId * 37) % 500) / 100,
    popularity: malId,
    genres: [GENRES[malId % GENRES.length]],
  };
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

async function scrollDown(page) {
  for (let turns = 0; turns < 30; turns++) {
    await page.mouse.wheel(0, 600);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Uses a list of so many titles; the longest frame, in milliseconds. */
async function use(browser, address, count) {
  const context = await browser.newContext(SCREENS.desktop);
  try {
    await signUp(context, address);
    const page = await context.newPage();
    await page.route("**/api/v1/me/record", async (route) => {
      const record = await (await route.fetch()).json();
      const watchlist = Array.from({ length: count }, (_, n) => entry(count - n));
      await route.fulfill({ json: { ...record, watchlist } });
    });
    await page.goto(`${address}/watchlist`);
    const first = page.locator("tbody tr").first();
    await first.getByText(`Title ${count}`).waitFor();
    await page.evaluate(watch);
    await scrollDown(page);
    await page.keyboard.press("End");
    await page.getByRole("link", { name: "Title 1", exact: true }).waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole("button", { name: "Sort by rating, descending" }).click();
    await first.filter({ hasNotText: `Title ${count}` }).waitFor();
    await page.getByRole("button", { name: "Mecha", exact: true }).click();
    await page.getByText(` of ${count.toLocaleString("en")} titles`).waitFor();
    await page.getByRole("searchbox").pressSequentially("title 9");
    await page.evaluate(() => new Promise(requestAnimationFrame));
    return await page.evaluate(() => Math.max(...window.benchFrames));
  } finally {
    await context.close();
  }
}

/** The longest frames of lists of this length, one a visit. */
export async function measureFrames(executablePath, address, count) {
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS });
  try {
    const longest = [];
    for (let run = 0; run < RUNS; run++) longest.push(await use(browser, address, count));
    return longest;
  } finally {
    await browser.close();
  }
}

// How long the toggle of a title takes to show, while the server takes much longer.
import { chromium } from "playwright-core";
import { CHROMIUM_ARGUMENTS, median, RUNS, signUp } from "./runs.mjs";
import { SCREENS } from "./vitals.mjs";

/** In milliseconds. Changes are sent one after the other, so none is answered before its toggle shows. */
const SERVER_TAKES = 500;

/** The toggles of the gallery's cards. They come with the late code. */
const TOGGLES = 'main article [title="Add to Watchlist"]';

/** Runs in the page: presses the toggle of each card; the milliseconds until the frame that shows it. */
async function toggleAll(toggles) {
  const took = [];
  for (const toggle of document.querySelectorAll(toggles)) {
    const shown = new Promise((resolve) => {
      new MutationObserver((_, observer) => {
        if (toggle.title !== "Remove from Watchlist") return;
        observer.disconnect();
        requestAnimationFrame(() => resolve(performance.now()));
      }).observe(toggle, { attributes: true });
    });
    const began = performance.now();
    toggle.click();
    took.push((await shown) - began);
  }
  return took;
}

async function use(browser, address) {
  const context = await browser.newContext(SCREENS.desktop);
  try {
    await signUp(context, address);
    const page = await context.newPage();
    await page.route("**/api/v1/me/watchlist/*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, SERVER_TAKES));
      await route.continue();
    });
    await page.goto(address);
    const bar = page.getByRole("navigation", { name: "Main" });
    await bar.getByRole("link", { name: "Profile" }).waitFor();
    await page.locator(TOGGLES).nth(24).waitFor({ state: "attached" });
    return await page.evaluate(toggleAll, TOGGLES);
  } finally {
    await context.close();
  }
}

/** The median of the gallery's toggles, one a visit. */
export async function measureToggles(executablePath, address) {
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS });
  try {
    const medians = [];
    for (let run = 0; run < RUNS; run++) medians.push(median(await use(browser, address)));
    return medians;
  } finally {
    await browser.close();
  }
}

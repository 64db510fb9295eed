// What a visitor sees and when, on an emulated slow 4G line and a slow processor.
import { createRequire } from "node:module";
import { chromium } from "playwright-core";
import { CHROMIUM_ARGUMENTS } from "./runs.mjs";

const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1000) / 8,
  uploadThroughput: (675 * 1000) / 8,
};
const CPU_SLOWDOWN = 4;

/**
 * How long a page is watched after `load`, in milliseconds: until its late code has come and run on the slow processor,
 * which the network tells by its silence, but no less and no more than this.
 */
const WATCHED = { least: 2_000, most: 4_500 };
/** Long enough for the hero's first change of slides, which is every 6 s. */
export const WATCHED_HERO = 8_000;

export const SCREENS = {
  phone: {
    viewport: { width: 360, height: 780 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  },
  desktop: { viewport: { width: 1440, height: 900 } },
};

/** With attribution, which says what element a figure is about; as a plain script, for the page. */
const webVitals = createRequire(import.meta.url).resolve("web-vitals/attribution");

/** Runs in the page before anything of it. Each report replaces the one before. */
function watch() {
  const found = {};
  window.benchVitals = found;
  const { onFCP, onLCP, onCLS } = window.webVitals;
  onFCP(({ value }) => {
    found.fcp = value;
  });
  onLCP(
    ({ value, attribution: { target, url } }) => {
      found.lcp = value;
      found.largest = url ? `${target} (${new URL(url).pathname})` : target;
    },
    { reportAllChanges: true },
  );
  onCLS(
    ({ value, attribution }) => {
      found.cls = value;
      found.shifted = attribution.largestShiftTarget;
    },
    { reportAllChanges: true },
  );
}

/** Waits until nothing more is to come to a page that has loaded. */
function settled(page) {
  const silent = page.waitForLoadState("networkidle");
  return Promise.race([
    Promise.all([silent, page.waitForTimeout(WATCHED.least)]),
    page.waitForTimeout(WATCHED.most),
  ]);
}

/** Opens the page once, with nothing in the cache. */
async function visit(browser, address, screen, watched) {
  const context = await browser.newContext(screen);
  try {
    const page = await context.newPage();
    await page.addInitScript({ path: webVitals });
    await page.addInitScript(watch);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    const scripts = [];
    page.on("requestfinished", (request) => {
      if (request.resourceType() === "script") scripts.push(request);
    });
    await page.goto(address, { waitUntil: "load", timeout: 60_000 });
    // What is fetched from now on waits until the browser has nothing else to do.
    const sizes = await Promise.all(scripts.map((request) => request.sizes()));
    await (watched === undefined ? settled(page) : page.waitForTimeout(watched));
    const vitals = await page.evaluate(() => window.benchVitals);
    const script = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    return { ...vitals, script };
  } finally {
    await context.close();
  }
}

/**
 * Visits of the addresses one after the other with this screen, each watched after `load` for so many milliseconds, or
 * until its late code has come.
 */
export async function measureVitals(executablePath, addresses, screen, watched) {
  const browser = await chromium.launch({
    executablePath,
    args: CHROMIUM_ARGUMENTS,
  });
  try {
    // A browser that has just started takes longer for its first page, whatever that is.
    await visit(browser, addresses[0], screen, 0);
    const visits = [];
    for (const address of addresses) visits.push(await visit(browser, address, screen, watched));
    return visits;
  } finally {
    await browser.close();
  }
}

// Takes the README's pictures of the server at MITAI_ADDRESS, as `cargo xtask pictures` calls it: two pages in each
// colour scheme, as WebP.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { CHROMIUM_ARGUMENTS } from "./runs.mjs";

/** Addresses, and how far down the page is scrolled, in pixels. */
const PAGES = {
  home: ["/", 430],
  title: ["/anime/frieren-beyond-journeys-end", 0],
};
const SCHEMES = ["dark", "light"];
const VIEWPORT = { width: 1280, height: 1040 };
/** WebP's; at 80 small type is still sharp. */
const QUALITY = 80;

/** How long pictures take to be decoded, in milliseconds. */
const SETTLED = 1_000;

const { CHROMIUM_PATH, MITAI_ADDRESS, MITAI_PICTURES } = process.env;
if (!CHROMIUM_PATH || !MITAI_ADDRESS || !MITAI_PICTURES) {
  console.error("Please run this as `cargo xtask pictures`, which starts what it needs.");
  process.exit(1);
}

async function take(browser, [path, down], colorScheme) {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    colorScheme,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto(MITAI_ADDRESS + path, { waitUntil: "networkidle" });
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), down);
  // Posters that come into view are fetched now.
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(SETTLED);
  const devtools = await context.newCDPSession(page);
  const { data } = await devtools.send("Page.captureScreenshot", {
    format: "webp",
    quality: QUALITY,
  });
  await context.close();
  return Buffer.from(data, "base64");
}

await mkdir(MITAI_PICTURES, { recursive: true });
const browser = await chromium.launch({
  executablePath: CHROMIUM_PATH,
  args: CHROMIUM_ARGUMENTS,
});
for (const [name, page] of Object.entries(PAGES)) {
  for (const scheme of SCHEMES) {
    const picture = await take(browser, page, scheme);
    const file = `${name}-${scheme}.webp`;
    await writeFile(join(MITAI_PICTURES, file), picture);
    console.log(`${file}: ${(picture.length / 1000).toFixed(0)} kB`);
  }
}
await browser.close();

import type { Locator } from "@playwright/test";
import { cards, expect, hero, measured, test } from "../fixtures";
import { startMitai, startStub } from "../programs";

/** The largest number of bytes of a picture on a card, on a title's page, and behind the hero. */
const CARD = 15_000;
const POSTER = 45_000;
const BANNER = 200_000;

/** A picture that shows is one that this server wrote, no larger than it may be. */
async function isSmall(picture: Locator, most: number) {
  const shown = await picture.evaluate(async (shown) => {
    const answer = await fetch((shown as HTMLImageElement).currentSrc);
    const { size, type } = await answer.blob();
    return { size, type };
  });
  expect(shown.type).toMatch(/^image\/(webp|avif)$/);
  expect(shown.size).toBeLessThanOrEqual(most);
  return shown;
}

test("a server that caches pictures sends browsers to no foreign host", async ({ page, guard }) => {
  const stub = await startStub();
  const mitai = await startMitai({
    providers: { jikan: `${stub.url}/v4`, kitsu: `${stub.url}/api/edge` },
    settings: { MITAI_IMAGES: "cache", MITAI_IMAGE_HOSTS: stub.url },
  });
  // The stub is not welcome: a page that asks it for a picture fails the test.
  guard.welcome(mitai.url);
  await page.goto(mitai.url);
  const poster = cards(page).locator("img[src^='/img/poster/']").first();
  const slide = hero(page).locator("img[src^='/img/banner/']").first();
  await expect(async () => {
    await page.reload();
    await expect(poster).toBeVisible({ timeout: 500 });
    await expect(slide).toBeAttached({ timeout: 500 });
  }).toPass();

  const width = (picture: Element) => (picture as HTMLImageElement).naturalWidth;
  await expect.poll(() => poster.evaluate(width)).toBeGreaterThan(1);
  await expect.poll(() => slide.evaluate(width)).toBeGreaterThan(1);
  await isSmall(slide, BANNER);
  const shown = await isSmall(poster, CARD);
  measured(`a card's picture: ${shown.type}, ${shown.size} bytes`);

  await page.goto(`${mitai.url}/anime/9000001`);
  const large = page.getByRole("main").locator("header img[src^='/img/poster/'][src$='-480']");
  await expect(large).toBeVisible();
  await expect.poll(() => large.evaluate(width)).toBeGreaterThan(1);
  await isSmall(large, POSTER);
  await page.close();
  await mitai.stop();
  await stub.stop();
});

test("a server that draws all pictures names no other", async ({ page, guard }) => {
  const stub = await startStub();
  const mitai = await startMitai({
    providers: { jikan: `${stub.url}/v4`, kitsu: `${stub.url}/api/edge` },
    settings: { MITAI_IMAGES: "drawn" },
  });
  guard.welcome(mitai.url);
  await page.goto(mitai.url);
  // The stub's titles are the most popular of all.
  const fetched = cards(page).filter({ hasText: "Lantern of the Moonlit Tide" }).first();
  await expect(async () => {
    await page.reload();
    await expect(fetched).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(fetched.locator("img")).toHaveAttribute("src", /^\/art\/poster\/\d+\.svg$/);
  await page.close();
  await mitai.stop();
  await stub.stop();
});

test("a picture that fails before the app takes over is drawn", async ({
  page,
  context,
  guard,
}) => {
  guard.expectFailedRequests();
  const stub = await startStub();
  const mitai = await startMitai({
    providers: { jikan: `${stub.url}/v4`, kitsu: `${stub.url}/api/edge` },
    settings: { MITAI_IMAGES: "direct" },
  });
  guard.welcome(mitai.url);
  guard.welcome(stub.url);
  await page.goto(mitai.url);
  await expect(async () => {
    const title = await page.request.get(`${mitai.url}/api/v1/anime/9000001`);
    expect((await title.json()).image_url).toContain(stub.url);
  }).toPass();
  // Not the `page` whose `goto` waits until the app runs.
  const tab = await context.newPage();
  let takeOver = () => {};
  const held = new Promise<void>((resolve) => {
    takeOver = resolve;
  });
  await tab.route(`${stub.url}/images/**`, (route) => route.abort());
  await tab.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await tab.goto(`${mitai.url}/anime/9000001`, { waitUntil: "commit" });
  const poster = tab.getByRole("main").locator("header img[src*='/images/']").last();
  const isBroken = (picture: Element) => {
    const { complete, naturalWidth } = picture as HTMLImageElement;
    return complete && naturalWidth === 0;
  };
  await expect.poll(() => poster.evaluate(isBroken)).toBe(true);
  takeOver();
  await expect(tab.getByRole("main").locator("header img[src^='/art/poster/']")).toBeVisible();
  await tab.close();
  await page.close();
  await mitai.stop();
  await stub.stop();
});

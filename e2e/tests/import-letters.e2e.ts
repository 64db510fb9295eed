import type { Locator, Page } from "@playwright/test";
import { addTitles, signUp } from "../accounts";
import { expect, test } from "../fixtures";

const TITAN = 16498;

const anime = (id: number, name: string, notes: string) =>
  `<anime><series_animedb_id>${id}</series_animedb_id><series_title>${name}</series_title>` +
  `<my_watched_episodes>25</my_watched_episodes><my_score>9</my_score><my_status>Completed</my_status>` +
  `<my_comments>${notes}</my_comments></anime>`;

const NOTES = "Watched it with friends, on a long weekend. ".repeat(12);

/** On the list otherwise, new, known by its name alone, and known to nobody; more than show without a search. */
const LIST = `<myanimelist>${[
  anime(TITAN, "Shingeki no Kyojin", NOTES),
  anime(1535, "Death Note", NOTES),
  anime(0, "Hunter x Hunter (2011)", ""),
  anime(99_999_999, "Nobodyknowsthisveryverylongnameofatitle", NOTES),
  ...[5114, 20, 269, 30276, 1].map((id) => anime(id, "Another", "")),
].join("")}</myanimelist>`;

const widest = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

async function boxesOf(parts: Locator) {
  const boxes = await Promise.all((await parts.all()).map((part) => part.boundingBox()));
  return boxes.filter((box) => box !== null);
}

/** Whether these stand one after the other as Tab reaches them, and none lies over another. */
async function expectInOrder(parts: Locator) {
  const boxes = await boxesOf(parts);
  expect(boxes.length).toBeGreaterThan(1);
  for (const [at, one] of boxes.entries()) {
    for (const other of boxes.slice(at + 1)) {
      const below = other.y + 1 >= one.y + one.height;
      const beside = other.x + 1 >= one.x + one.width && other.y + other.height > one.y;
      expect(below || beside, `${JSON.stringify(one)}, ${JSON.stringify(other)}`).toBe(true);
    }
  }
}

/** Expects each side of a comparison to have room for a word. */
async function expectReadable(cells: Locator, letter: number) {
  await expect(cells.first()).toBeVisible();
  const boxes = await boxesOf(cells);
  for (const { width } of boxes) expect(width).toBeGreaterThanOrEqual(5 * letter);
}

/** Whether a bar that stays in sight leaves two thirds of the height to what is above it. */
async function expectRoomAbove(bar: Locator, what: string) {
  const part = await bar.evaluate((it) =>
    getComputedStyle(it).position === "sticky"
      ? it.getBoundingClientRect().height / innerHeight
      : 0,
  );
  expect(part, what).toBeLessThanOrEqual(1 / 3);
}

/** Whether what shows the focus of the last button lies within the bar and the page. */
async function expectRing(bar: Locator) {
  const [before, last] = [bar.getByRole("button").nth(-2), bar.getByRole("button").last()];
  await before.focus();
  // Only the keyboard's focus has a ring
  await before.press("Tab");
  await expect(last).toBeFocused();
  const ring = await last.evaluate((it) => {
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(it);
    const [width, offset] = [Number.parseFloat(outlineWidth), Number.parseFloat(outlineOffset)];
    return { style: outlineStyle, width, end: it.getBoundingClientRect().bottom + width + offset };
  });
  expect(ring).toMatchObject({ style: "solid", width: 3 });
  const end = await bar.evaluate((it) => Math.min(it.getBoundingClientRect().bottom, innerHeight));
  expect(ring.end).toBeLessThanOrEqual(end);
}

/** Whether a row that Shift+Tab reaches from the bar stands whole above it. */
async function expectRowsAbove(page: Page, bar: Locator) {
  await bar.getByRole("button").first().focus();
  await page.keyboard.press("Shift+Tab");
  const end = await page.evaluate(() => document.activeElement?.getBoundingClientRect().bottom);
  const top = await bar.evaluate((it) => it.getBoundingClientRect().top);
  expect(end).toBeLessThanOrEqual(top);
}

test("pages of imports are readable at every width, also with letters twice as large", async ({
  page,
  context,
}) => {
  test.slow();
  await signUp(context);
  await addTitles(context, [TITAN]);
  const data = { progress: 5, score: 40, notes: NOTES.toUpperCase() };
  await context.request.patch(`/api/v1/me/list/${TITAN}`, { data });
  const headers = { "content-type": "application/octet-stream" };
  const bring = async () => {
    const sent = { data: Buffer.from(LIST), headers };
    return (await context.request.post("/api/v1/me/imports?name=list.xml", sent)).json();
  };
  const [{ id }, applied] = [await bring(), await bring()];
  await context.request.post(`/api/v1/me/imports/${applied.id}/apply`, { data: {} });
  const browser = await context.newCDPSession(page);
  const selected = page.getByRole("region", { name: "Selected rows" });
  for (const letter of [16, 32]) {
    await browser.send("Page.setFontSizes", { fontSizes: { standard: letter } });
    for (const width of [1440, 768, 360, 320]) {
      const what = `letters of ${letter} at ${width}`;
      await page.setViewportSize({ width, height: 740 });
      await page.goto(`/import?id=${id}`);
      await page.getByRole("button", { name: "Unfold all" }).click();
      await expect(page.getByRole("button", { name: "Fold all" })).toBeVisible();
      expect(await widest(page), what).toBe(width);
      await expectRoomAbove(page.locator(".apply-bar"), what);
      await expectReadable(page.locator("tbody td").filter({ visible: true }), letter);
      await page.getByRole("checkbox", { name: "Select Attack on Titan" }).check();
      await expectInOrder(selected.locator("p, button, select"));
      await expect(selected.getByRole("button", { name: "Select none" })).toBeInViewport();
      await expectRoomAbove(selected, `selected, ${what}`);
      const unfold = selected.getByRole("button", { name: "What to do with the selected rows" });
      if (await unfold.isVisible()) await unfold.click();
      await expectInOrder(selected.locator("p, button, select"));
      await expectRing(selected);
      await expectRowsAbove(page, selected);
      expect(await widest(page), `selected, ${what}`).toBe(width);
      await page.goto(`/import?id=${applied.id}`);
      await expect(page.getByRole("button", { name: /^Undo this import/ })).toBeVisible();
      expect(await widest(page), `applied, ${what}`).toBe(width);
      await page.goto("/import");
      await expect(page.getByRole("heading", { name: /^Without a title/ })).toBeVisible();
      expect(await widest(page), `start, ${what}`).toBe(width);
    }
  }
});

import { type BrowserContext, expect as check } from "@playwright/test";
import { addTitles, signUp } from "../accounts";
import { expect, isPhone, retry, test } from "../fixtures";
import { popular } from "../lists";

interface EntryEdit {
  score?: number;
  finished?: string;
  status?: string;
  private?: boolean;
}

async function keep(context: BrowserContext, malIds: number[], edit: EntryEdit) {
  const data = { mal_ids: malIds, edit: { today: "2026-11-26", ...edit } };
  const answer = await context.request.patch("/api/v1/me/list", { data });
  check(answer.status()).toBe(200);
}

/** Fills a list with forty titles of several years, most of them scored; returns their ids. */
async function fullList(context: BrowserContext): Promise<number[]> {
  const ids = await popular(context, 40, 1);
  for (let place = 0; place < 30; place++) {
    const month = String((place % 12) + 1).padStart(2, "0");
    const finished = `${2026 - (place % 3)}-${month}-10`;
    const score = [40, 60, 70, 70, 80, 90, 100][place % 7] ?? 70;
    await keep(context, ids.slice(place, place + 1), { status: "completed", score, finished });
  }
  await keep(context, ids.slice(30, 34), { status: "watching" });
  await keep(context, ids.slice(34, 36), { status: "dropped", score: 30 });
  await keep(context, ids.slice(36, 37), { status: "paused" });
  await addTitles(context, ids.slice(37));
  return ids;
}

test("an empty list, few scores, and a year of nothing", async ({
  page,
  context,
  expectAccessible,
}) => {
  await signUp(context);
  await page.goto("/statistics");
  await expect(page.getByText("There is nothing to count yet.")).toBeVisible();
  await expectAccessible();
  const [one = 0, two = 0] = await popular(context, 2, 1);
  await keep(context, [one], { status: "completed", score: 80, finished: "2026-03-14" });
  await keep(context, [two], { status: "dropped", score: 30 });
  await expect(page.getByText("You have rated 2 titles so far.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Titles by status" })).toBeVisible();
  await expectAccessible();
  await page.goto("/statistics?year=2020");
  await expect(page.getByText(/^You finished nothing in 2020/)).toBeVisible();
  await expectAccessible();
});

test("a list in numbers: from its page and the profile, by keyboard and as tables", async ({
  page,
  context,
  expectAccessible,
}) => {
  await signUp(context);
  await fullList(context);
  await page.goto("/profile");
  await page.getByRole("main").getByRole("link", { name: "Statistics" }).click();
  await expect(page.getByText(/^Your 7 is your middle: \d+\s% of your scores/)).toBeVisible();
  await page.goto("/watchlist");
  await page.getByRole("main").getByRole("link", { name: "Statistics" }).click();
  await expect(page).toHaveURL("/statistics");
  await expect(page.getByRole("heading", { name: "Genres by your scores" })).toBeVisible();
  await expectAccessible();
  const chart = page.getByRole("region", { name: "Titles by status" });
  const toggle = chart.getByRole("button", { name: "Show as table: Titles by status" });
  await toggle.focus();
  await page.keyboard.press("Enter");
  await expect(chart.getByRole("row", { name: "Completed 30 75 %" })).toBeInViewport();
  for (const other of await page.getByRole("button", { name: /^Show as table/ }).all()) {
    if ((await other.getAttribute("aria-pressed")) === "false") await other.click();
  }
  await expectAccessible();
  // No word is broken, and nothing is wider than the screen
  const words = page.getByRole("rowheader", { name: /^\S+$/ });
  expect(await words.count()).toBeGreaterThan(0);
  const broken = await words.evaluateAll((names) =>
    names.flatMap((name) => {
      const text = document.createRange();
      text.selectNodeContents(name);
      return text.getClientRects().length > 1 ? [name.textContent] : [];
    }),
  );
  expect(broken).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
});

test("a year in review, and its picture without private titles", async ({
  page,
  context,
  guard,
  expectAccessible,
}) => {
  guard.expectFailedRequests();
  await signUp(context);
  const ids = await fullList(context);
  await page.goto("/statistics");
  const years = page.getByRole("navigation", { name: "Years" });
  await years.getByRole("link", { name: "2025" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your 2025 in anime" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Rated best" }).getByRole("link")).toHaveCount(5);
  const picture = page.getByRole("img", { name: "My 2025 in anime" });
  await picture.scrollIntoViewIfNeeded();
  await expect(picture).toHaveJSProperty("naturalWidth", 1200);
  await expectAccessible();
  await page.getByRole("radio", { name: "Wide" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(picture).toHaveJSProperty("naturalHeight", 1920);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  expect((await downloading).suggestedFilename()).toBe("mitai-2025-tall.png");
  await page.goBack();
  await expect(years.getByRole("link", { name: "All time" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await page.goForward();
  await expect(page.getByRole("heading", { name: "Your 2025 in anime" })).toBeVisible();

  await keep(context, ids, { private: true });
  await page.goto("/statistics?year=2025");
  await expect(page.getByRole("heading", { name: "Your 2025 in anime" })).toBeVisible();
  await expect(page.getByText(/^There is no picture right now/)).toBeVisible();
  await expectAccessible();
});

test("the picture is refused to other users", async ({ page, context, otherBrowser }) => {
  await signUp(context);
  await fullList(context);
  const address = "/api/v1/me/statistics/2026/picture.png";
  expect((await page.request.get(address)).status()).toBe(200);
  const stranger = await otherBrowser();
  expect((await stranger.request.get(address)).status()).toBe(401);
  await signUp(stranger.context());
  expect((await stranger.request.get(address)).status()).toBe(404);
});

test("offline the page shows the cached statistics", async ({
  page,
  context,
  guard,
  expectAccessible,
}) => {
  guard.expectFailedRequests();
  await signUp(context);
  await fullList(context);
  await page.goto("/statistics");
  await expect(page.getByText(/^Your 7 is your middle/)).toBeVisible();
  // Another device has changed the list, but its numbers do not come
  await page.route("**/api/v1/me/statistics*", (route) => route.abort());
  await keep(context, await popular(context, 1, 1), { score: 50 });
  await expect(page.getByText(/These are your statistics as we last saw them/)).toBeVisible();
  await expect(page.getByText(/^Your 7 is your middle/)).toBeVisible();
  await expectAccessible();
  await page.reload();
  const button = page.getByRole("button", { name: "Retry" });
  await expect(button).toBeVisible();
  await expectAccessible();
  await retry(page, "**/api/v1/me/statistics*", button);
  await expect(page.getByText(/^Your 7 is your middle/)).toBeVisible();
  if (isPhone(page)) return;
  await page.getByRole("link", { name: "2026" }).click();
  await expect(page.getByRole("heading", { name: "Your 2026 in anime" })).toBeVisible();
});

import type { BrowserContext } from "@playwright/test";
import { signUp } from "../accounts";
import { expect, holdRequests, retry, test } from "../fixtures";
import { panel } from "../lists";
import { rate, ratings } from "../reviews";

const RATINGS = "**/api/v1/anime/*/ratings";

/** Waits until the title's score counts `expected` votes: they are counted after they are given. */
async function expectRaters(context: BrowserContext, title: number, expected: number) {
  await expect
    .poll(async () => {
      const answer = await context.request.get(`/api/v1/anime/${title}/ratings`);
      return (await answer.json()).own?.raters;
    })
    .toBe(expected);
}

test("a score shows once the fifth rating is counted, without a reload", async ({
  page,
  context,
  otherBrowser,
  expectAccessible,
}) => {
  // A title that no other test rates: all tests share a server.
  const title = 457;
  for (const score of [90, 80, 100, 70]) {
    const other = await otherBrowser();
    await signUp(other.context());
    await rate(other.context(), title, score);
    await other.context().close();
  }
  await signUp(context);
  await page.goto(`/anime/${title}`);
  const shown = ratings(page);
  await shown.scrollIntoViewIfNeeded();
  // No number is shown.
  await expect(shown.getByText("A score shows here once 5 ratings count")).toBeVisible();
  await expect(shown.getByRole("table")).toHaveCount(0);
  await expect(shown.getByText("Fewer than 5")).toHaveCount(0);
  await expectAccessible();

  await shown.getByRole("link", { name: "Rate it" }).click();
  const own = panel(page);
  await expect(own).toBeInViewport();
  await own.getByRole("radio", { name: "Completed" }).check();
  await own.getByLabel("My score").selectOption("9");
  await expect(shown.getByText("5 ratings", { exact: true })).toBeVisible();
  await expect(shown.getByText("8.6", { exact: true }).first()).toBeVisible();
  await expect(
    shown.getByText(/^Between \d\.\d and \d+\.\d with 95\s% certainty\.$/).first(),
  ).toBeVisible();
  await expect(shown.getByText("Your score: 9")).toBeVisible();
  const bars = shown.getByRole("table", { name: "Scores given at Mitai" });
  await expect(bars.getByRole("row", { name: "9 2 ratings, 40 %" })).toBeVisible();
  await expect(bars.getByRole("row", { name: "1 0 ratings, 0 %", exact: true })).toBeVisible();
  await expect(shown.getByRole("definition").filter({ hasText: /^5$/ })).toBeVisible();
  await shown.getByText("How scores are made").click();
  await expectAccessible();
});

test("open ratings show new votes without a reload", async ({ page, context, otherBrowser }) => {
  // Nobody else rates it: the most popular ones are on other tests' lists
  const title = 59047;
  for (const score of [90, 80, 100, 70, 60]) {
    const other = await otherBrowser();
    await signUp(other.context());
    await rate(other.context(), title, score);
    await other.context().close();
  }
  await signUp(context);
  await expectRaters(context, title, 5);
  await page.clock.install();
  const release = await holdRequests(page, RATINGS);
  await page.goto(`/anime/${title}`);
  const shown = ratings(page);
  await shown.scrollIntoViewIfNeeded();
  await expect(shown).toHaveAttribute("aria-busy", "true");
  const before = await shown.boundingBox();
  release();
  await expect(shown.getByText("5 ratings", { exact: true })).toBeVisible();
  const after = await shown.boundingBox();
  expect(Math.abs((after?.height ?? 0) - (before?.height ?? 0))).toBeLessThan(24);
  const other = await otherBrowser();
  await signUp(other.context());
  await rate(other.context(), title, 50);
  await expectRaters(context, title, 6);
  await expect(async () => {
    await page.clock.fastForward(30_000);
    await expect(shown.getByText("6 ratings", { exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

test("visitors see ratings with a link to log in, without layout shift", async ({
  page,
  expectAccessible,
}) => {
  const release = await holdRequests(page, RATINGS);
  await page.goto("/anime/one-piece");
  const shown = ratings(page);
  await shown.scrollIntoViewIfNeeded();
  await expect(shown).toHaveAttribute("aria-busy", "true");
  await expectAccessible();
  const before = await shown.boundingBox();
  release();
  await expect(shown).toHaveAttribute("aria-busy", "false");
  await expect(shown.getByText(/^This range is an estimate:/)).toBeVisible();
  const after = await shown.boundingBox();
  expect(Math.abs((after?.height ?? 0) - (before?.height ?? 0))).toBeLessThan(2);
  await expectAccessible();
  await shown.getByRole("link", { name: "Log in to rate it" }).click();
  await expect(page).toHaveURL("/login?next=%2Fanime%2Fone-piece%23ratings");
});

test("failed ratings say so, and Retry loads them", async ({ page, guard, expectAccessible }) => {
  guard.expectFailedRequests();
  await page.route(RATINGS, (route) => route.abort());
  await page.goto("/anime/one-piece");
  const shown = ratings(page);
  await shown.scrollIntoViewIfNeeded();
  const button = shown.getByRole("alert").getByRole("button", { name: "Retry" });
  await expect(button).toBeVisible();
  await expectAccessible();
  await retry(page, RATINGS, button);
  await expect(shown.getByText(/^This range is an estimate:/)).toBeVisible();
  await expect(shown.getByRole("alert")).toHaveCount(0);
});

import type { Page } from "@playwright/test";
import { cards, expect, hero, holdRequests, motion, pauseClock, test } from "../fixtures";

function slide(page: Page, number: number) {
  return hero(page).getByRole("group", { name: `Slide ${number} of 10`, exact: true });
}

test("shows ten slides with title, description and two buttons", async ({ page }) => {
  await page.goto("/");
  const first = slide(page, 1);
  await expect(first.getByRole("heading")).not.toBeEmpty();
  await expect(first.getByRole("button", { name: "Add to List" })).toBeVisible();
  await expect(first.getByRole("link", { name: /^More Info/ })).toBeVisible();
  await expect(first.getByRole("paragraph").nth(1)).toHaveCSS("-webkit-line-clamp", "4");
  const height = (await hero(page).boundingBox())?.height ?? 0;
  expect(Math.abs(height - 0.9 * (page.viewportSize()?.height ?? 0))).toBeLessThanOrEqual(1);
});

test("arrows step and loop, bullets jump", async ({ page }) => {
  await page.goto("/");
  const at = (number: number) => expect(slide(page, number)).toBeVisible();
  await at(1);
  await hero(page).getByRole("button", { name: "Previous slide" }).click();
  await at(10);
  await hero(page).getByRole("button", { name: "Next slide" }).click();
  await at(1);
  await hero(page).getByRole("button", { name: "Next slide" }).click();
  await at(2);
  const bullet = hero(page).getByRole("button", { name: "Show slide 7 of 10" });
  await bullet.click();
  await at(7);
  await expect(bullet).toHaveAttribute("aria-current", "true");
});

test.describe("with motion", () => {
  test.use(motion);

  test("advances every 6 seconds until paused", async ({ page }) => {
    await page.clock.install();
    await page.goto("/");
    const pause = hero(page).getByRole("button", { name: "Pause slideshow" });
    await expect(pause).toBeVisible();
    await pauseClock(page);
    const label = await hero(page)
      .getByRole("group", { name: /^Slide/ })
      .getAttribute("aria-label");
    const start = Number(label?.split(" ")[1]);
    await page.clock.runFor(6000);
    await expect(slide(page, start + 1)).toBeVisible();
    await page.clock.runFor(6000);
    await expect(slide(page, start + 2)).toBeVisible();
    await pause.click();
    await page.mouse.move(5, 5);
    await page.clock.runFor(60_000);
    await expect(slide(page, start + 2)).toBeVisible();
    await expect(hero(page).getByRole("button", { name: "Play slideshow" })).toBeVisible();
  });

  test("pauses while the pointer is over it", async ({ page }) => {
    await page.clock.install();
    await page.goto("/");
    await hero(page).hover();
    await page.clock.runFor(60_000);
    await expect(slide(page, 1)).toBeVisible();
  });
});

test("does not move by itself under reduced motion, until Play is pressed", async ({ page }) => {
  await page.clock.install();
  await page.goto("/");
  await page.clock.runFor(60_000);
  await expect(slide(page, 1)).toBeVisible();
  await hero(page).getByRole("button", { name: "Play slideshow" }).click();
  await page.clock.runFor(6000);
  await expect(slide(page, 2)).toBeVisible();
});

test("can be swiped", async ({ page }) => {
  await page.goto("/");
  await expect(slide(page, 1)).toBeVisible();
  const swipe = async (from: number, to: number) => {
    const touch = { pointerType: "touch", isPrimary: true, bubbles: true, clientY: 300 };
    await hero(page).dispatchEvent("pointerdown", { ...touch, clientX: from });
    await hero(page).dispatchEvent("pointerup", { ...touch, clientX: to });
  };
  await swipe(300, 100);
  await expect(slide(page, 2)).toBeVisible();
  await swipe(100, 300);
  await expect(slide(page, 1)).toBeVisible();
});

test("Add to List asks to log in, More Info opens the title", async ({ page }) => {
  await page.goto("/");
  await hero(page).getByRole("button", { name: "Add to List" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(
    dialog.getByText("Please log in to add anime to your watchlist.", { exact: true }),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Not now" }).click();
  const title = await hero(page).getByRole("heading").textContent();
  await hero(page)
    .getByRole("link", { name: /^More Info/ })
    .click();
  await expect(page).toHaveURL(/\/anime\/./);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title ?? "");
});

test("is a placeholder of 90vh while loading, and stays one with a notice when it fails", async ({
  page,
  guard,
}) => {
  guard.expectFailedRequests();
  await page.goto("/about");
  const answer = await holdRequests(page, "**/api/v1/hero", (route) => route.abort());
  await page.getByRole("banner").getByRole("link", { name: "Mitai" }).click();
  await expect(hero(page)).toHaveAttribute("aria-busy", "true");
  const height = (await hero(page).boundingBox())?.height ?? 0;
  expect(Math.abs(height - 0.9 * (page.viewportSize()?.height ?? 0))).toBeLessThanOrEqual(1);
  answer();
  await expect(page.getByRole("alert").getByRole("button", { name: "Retry" })).toBeVisible();
  await expect(hero(page)).toHaveAttribute("aria-busy", "true");
  await expect(cards(page)).toHaveCount(25);
});

import type { Page } from "@playwright/test";
import { expect, isPhone, test } from "../fixtures";

const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test("follows the system's scheme, also while it is open", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/about");
  expect(await brightness(await background(page))).toBe("light");
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await brightness(await background(page))).toBe("dark");
});

test("the switch overrides the system and is stored", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/about");
  if (isPhone(page)) await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("button", { name: "Use light theme" }).click();
  await expect.poll(async () => brightness(await background(page))).toBe("light");
  await page.reload();
  await expect.poll(async () => brightness(await background(page))).toBe("light");
});

test("nothing moves under reduced motion", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const moving = await page.evaluate(
    () =>
      document.getAnimations().filter((each) => {
        const { duration } = each.effect?.getComputedTiming() ?? {};
        return Number(duration) > 1;
      }).length,
  );
  expect(moving).toBe(0);
});

/** From any form of colour the browser computes: the first number of oklch and the mean of rgb. */
async function brightness(colour: string): Promise<"dark" | "light"> {
  const numbers = [...colour.matchAll(/[\d.]+/g)].map(Number).slice(0, 3);
  const light = colour.startsWith("rgb")
    ? numbers.reduce((sum, each) => sum + each, 0) / 3 / 255
    : (numbers[0] ?? 0);
  return light > 0.5 ? "light" : "dark";
}

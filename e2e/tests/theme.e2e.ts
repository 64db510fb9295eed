import { expect, isPhone, test } from "../fixtures";

for (const scheme of ["dark", "light"] as const) {
  test(`follows the system's ${scheme} scheme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto("/about");
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await brightness(background)).toBe(scheme);
  });
}

test("the switch overrides the system and is kept", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/about");
  if (isPhone(page)) await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("button", { name: "Use light theme" }).click();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect.poll(async () => brightness(await background())).toBe("light");
  await page.reload();
  await expect.poll(async () => brightness(await background())).toBe("light");
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

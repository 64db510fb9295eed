import { card, cards, expect, hero, holdRequests, isPhone, tabTo, test } from "../fixtures";

test("the first Tab offers to skip to the content", async ({ page }) => {
  await page.goto("/about");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("focus stays on the content if a visitor skips to it before the page's code is there", async ({
  context,
}) => {
  // Not the `page` whose `goto` waits until the app runs.
  const page = await context.newPage();
  const go = await holdRequests(page, "**/assets/About-*.js");
  await page.goto("/about", { waitUntil: "commit" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/about#main");
  go();
  await page.locator("html[data-app=running]").waitFor();
  await expect(page.getByRole("main")).toBeFocused();
});

test("hydration keeps the focus", async ({ context }) => {
  const page = await context.newPage();
  const go = await holdRequests(page, "**/assets/*.js");
  await page.goto("/about", { waitUntil: "commit" });
  const brand = page.getByRole("link", { name: "Mitai", exact: true });
  await brand.waitFor();
  await tabTo(page, brand);
  go();
  await page.locator("html[data-app=running]").waitFor();
  await expect(brand).toBeFocused();
});

test("the bar, a card, its toggles and its title work by keyboard", async ({ page }) => {
  await page.goto("/");
  await expect(cards(page)).toHaveCount(25);
  await tabTo(page, hero(page).getByRole("button", { name: "Next slide" }));
  await page.keyboard.press("Enter");
  await expect(hero(page).getByRole("group", { name: "Slide 2 of 10" })).toBeVisible();

  const titan = card(page, "Attack on Titan");
  await tabTo(page, titan.getByRole("link"));
  await expect(titan.locator(".card-overlay")).toHaveCSS("opacity", "1");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(titan.getByTitle("Unlike", { exact: true })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(titan.getByTitle("Add to Watchlist", { exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(titan.getByRole("link")).toBeFocused();
  await expect(titan.locator(".card-overlay")).toHaveCSS("opacity", "0");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/anime/attack-on-titan");
});

test("the page numbers and the page box work by keyboard and lead to the heading", async ({
  page,
}) => {
  await page.goto("/?page=2");
  const heading = page.getByRole("heading", { level: 1 });
  const next = page.getByRole("button", { name: "Next page" });
  await next.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/?page=3");
  await expect(heading).toBeFocused();
  await page.getByRole("textbox", { name: "Page:" }).focus();
  await page.keyboard.type("9");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/?page=9");
  await expect(heading).toBeFocused();
});

test("arrow keys step the slideshow", async ({ page }) => {
  await page.goto("/");
  await hero(page)
    .getByRole("link", { name: /^More Info/ })
    .focus();
  await page.keyboard.press("ArrowRight");
  await expect(hero(page).getByRole("group", { name: "Slide 2 of 10" })).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(hero(page).getByRole("group", { name: "Slide 1 of 10" })).toBeVisible();
});

test("a dialog traps the focus and restores it", async ({ page }) => {
  await page.goto("/");
  const add = hero(page).getByRole("button", { name: "Add to List" });
  await add.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toBeVisible();
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press("Tab");
    const outside = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused !== document.body && !focused?.closest("dialog");
    });
    expect(outside).toBe(false);
  }
  await page.keyboard.press("Escape");
  await expect(add).toBeFocused();
});

test("Esc closes the small screen's menu and returns to its button", async ({ page }) => {
  if (!isPhone(page)) await page.setViewportSize({ width: 600, height: 800 });
  await page.goto("/about");
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  await menu.focus();
  await page.keyboard.press("Enter");
  const close = page.getByRole("button", { name: "Close menu" });
  await expect(close).toHaveAttribute("aria-expanded", "true");
  const first = page
    .getByRole("list", { name: "Menu" })
    .getByRole("link", { name: "Home", exact: true });
  await expect(first).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(first).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  await expect(menu).toHaveAttribute("aria-expanded", "false");
});

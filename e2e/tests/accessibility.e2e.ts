import { card, cards, expect, hero, isPhone, reveal, test } from "../fixtures";

const routes = [
  "/",
  "/?page=10",
  "/?search=naruto",
  "/?search=zzzzqqqq",
  "/browse",
  "/browse?genre=action&without=romance&year=2010-&min_score=8",
  "/browse?genre=unheard-of&year=1901",
  "/about",
  "/contactus",
  "/watchlist",
  "/profile",
  "/login",
  "/signup",
  "/forgot",
  "/reset",
  "/account",
  "/anime/attack-on-titan",
  "/privacy",
  "/terms",
  "/faq",
  "/developers",
  "/feedback",
  "/report",
];

for (const path of routes) {
  test(path, async ({ page, expectAccessible }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expectAccessible();
  });
}

test("a card's overlay", async ({ page, expectAccessible }) => {
  await page.goto("/");
  const titan = await reveal(page, "Attack on Titan");
  await expect(titan.locator(".card-overlay")).toHaveCSS("opacity", "1");
  await expectAccessible();
});

test("a focused card", async ({ page, expectAccessible }) => {
  await page.goto("/");
  const titan = card(page, "Attack on Titan");
  await expect(cards(page)).toHaveCount(25);
  await page.keyboard.press("Tab");
  await titan.getByTitle("Like", { exact: true }).focus();
  await page.keyboard.press("Space");
  await expect(titan.locator(".card-overlay")).toHaveCSS("opacity", "1");
  await expectAccessible();
});

test("an alert dialog", async ({ page, expectAccessible }) => {
  await page.goto("/");
  await hero(page).getByRole("button", { name: "Add to List" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible();
});

test("the open search box", async ({ page, expectAccessible }) => {
  await page.goto("/about");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Search anime by title" })).toBeFocused();
  await expectAccessible();
});

test("the open menu of a small screen", async ({ page, expectAccessible }) => {
  if (!isPhone(page)) await page.setViewportSize({ width: 600, height: 800 });
  await page.goto("/about");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(page.getByRole("button", { name: "Close menu" })).toBeVisible();
  await expectAccessible();
});

test("loading", async ({ page, expectAccessible }) => {
  await page.goto("/about");
  // Never answered: the page stays as it is while it waits.
  await page.route("**/api/v1/**", () => {});
  await page.getByRole("banner").getByRole("link", { name: "Mitai" }).click();
  await expect(page.getByTestId("skeleton-card")).toHaveCount(25);
  await expectAccessible();
  await page.getByRole("contentinfo").getByRole("link", { name: "One Piece" }).click();
  await expect(page.getByText("Loading the title")).toBeAttached();
  await expectAccessible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("failed", async ({ page, guard, expectAccessible }) => {
  guard.expectFailedRequests();
  await page.goto("/about");
  await page.route("**/api/v1/**", (route) => route.abort());
  await page.getByRole("banner").getByRole("link", { name: "Mitai" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Retry" })).toHaveCount(1);
  await expectAccessible();
  await page.getByRole("contentinfo").getByRole("link", { name: "One Piece" }).click();
  await expect(page.getByText("Loading the title")).toBeAttached();
  await expect(page.getByRole("alert").filter({ hasText: "Retry" })).toHaveCount(1);
  await expectAccessible();
});

test("thanks after the contact form and the newsletter", async ({ page, expectAccessible }) => {
  // The newsletter's thanks go after 3 seconds, and the audit may take longer. It needs the clock.
  await page.addInitScript(() => {
    const wait = window.setTimeout.bind(window);
    const longer = (run: () => void, ms?: number) => wait(run, ms === 3000 ? 600_000 : ms);
    Object.assign(window, { setTimeout: longer });
  });
  await page.goto("/contactus");
  await page.getByRole("textbox", { name: "Name" }).fill("Kei");
  await page.getByRole("textbox", { name: "Email", exact: true }).fill("kei@example.org");
  await page.getByRole("textbox", { name: "Message" }).fill("Hello");
  await page.getByRole("button", { name: /^Send/ }).click();
  await expect(page.getByText(/^Thank you for contacting us!/)).toBeVisible();
  await page.getByRole("textbox", { name: "Email for the newsletter" }).fill("kei@example.org");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByText("Thank you for subscribing!")).toBeVisible();
  await expectAccessible();
  await expect(page.getByText("Thank you for subscribing!")).toBeVisible();
});

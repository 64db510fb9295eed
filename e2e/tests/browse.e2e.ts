import type { Page } from "@playwright/test";
import {
  cards,
  expect,
  expectBackRestoresScroll,
  expectLinkShowsSameCards,
  holdRequests,
  isPhone,
  retry,
  tabTo,
  test,
} from "../fixtures";

const filters = (page: Page) => page.getByRole("region", { name: "Filters" });
const set = (page: Page) => page.getByRole("list", { name: "Filters that are set" });
const count = (page: Page) => page.getByRole("main").getByText(/^[\d,]+ titles?$/);

/** Opens the filters, which are closed on a small screen. */
async function openFilters(page: Page) {
  if (!isPhone(page)) return;
  await page.getByRole("button", { name: /^Filters/ }).click();
}

/** Returns the number of titles that a choice says it leaves. */
async function promised(page: Page, choice: string) {
  const label = filters(page).locator("label", { hasText: choice }).last();
  return (await label.locator("span").last().textContent()) ?? "";
}

test("a filter leaves the announced number of titles, and is in the address", async ({ page }) => {
  await page.goto("/browse");
  await expect(count(page)).toHaveText("365 titles");
  await expect(cards(page)).toHaveCount(25);
  await openFilters(page);
  await filters(page)
    .getByRole("button", { name: /^Show all \d+ genres$/ })
    .click();
  for (const [choice, query] of [
    ["Sci-Fi", "/browse?genre=sci-fi"],
    ["Fall", "/browse?genre=sci-fi&season=fall"],
    ["Finished", "/browse?genre=sci-fi&status=finished&season=fall"],
  ] as const) {
    const left = await promised(page, choice);
    await filters(page)
      .getByRole("checkbox", { name: new RegExp(`^${choice}`) })
      .check();
    await expect(page).toHaveURL(query);
    await expect(count(page)).toHaveText(new RegExp(`^${left} titles?$`));
  }
  await page.reload();
  await expect(set(page).getByRole("button")).toHaveText([
    "Sci-Fi",
    "Fall",
    "Finished",
    "Clear all",
  ]);
  await page.goBack();
  await expect(page).toHaveURL("/browse?genre=sci-fi&season=fall");
  await expect(set(page).getByRole("button")).toHaveCount(3);
  await page.goForward();
  await expect(set(page).getByRole("button")).toHaveCount(4);
});

test("genres and themes narrow each other", async ({ page }) => {
  await page.goto("/browse?genre=action,sci-fi");
  await expect(cards(page)).toHaveCount(25);
  const all = Number((await count(page).textContent())?.split(" ")[0]);
  await openFilters(page);
  await filters(page).getByText("Themes", { exact: true }).click();
  const left = await promised(page, "School");
  expect(Number(left)).toBeLessThan(all);
  await filters(page)
    .getByRole("checkbox", { name: /^School/ })
    .check();
  await expect(page).toHaveURL("/browse?genre=action,school,sci-fi");
  await expect(count(page)).toHaveText(new RegExp(`^${left} titles?$`));
});

test("excluded genres are not shown", async ({ page }) => {
  await page.goto("/browse?genre=action&sort=score");
  await expect(cards(page)).toHaveCount(25);
  const all = Number((await count(page).textContent())?.split(" ")[0]);
  await openFilters(page);
  await filters(page).getByRole("button", { name: "Without Fantasy" }).click();
  await expect(page).toHaveURL("/browse?genre=action&without=fantasy&sort=score");
  await expect
    .poll(async () => Number((await count(page).textContent())?.split(" ")[0]))
    .toBeLessThan(all);
  if (isPhone(page)) {
    await page.getByRole("button", { name: /^Show \d+ titles$/ }).click();
    await expect(count(page)).toBeFocused();
    await expect(filters(page)).toHaveCount(0);
  }
  await page.getByRole("button", { name: "Remove filter: not Fantasy" }).click();
  await expect(page).toHaveURL("/browse?genre=action&sort=score");
  await expect(count(page)).toHaveText(`${all} titles`);
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page).toHaveURL("/browse?sort=score");
});

test("years, score, episodes and the order are chosen from lists", async ({ page }) => {
  await page.goto("/browse");
  await expect(cards(page)).toHaveCount(25);
  await openFilters(page);
  await filters(page).getByRole("combobox", { name: "From" }).selectOption("2012");
  await filters(page).getByRole("combobox", { name: "To" }).selectOption("2013");
  await filters(page).getByRole("combobox", { name: "Score" }).selectOption("8");
  await filters(page).getByRole("combobox", { name: "Episodes" }).selectOption("14-26");
  if (isPhone(page)) await page.getByRole("button", { name: /^Show \d+ titles$/ }).click();
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("title");
  await expect(page).toHaveURL("/browse?year=2012-2013&episodes=14-26&min_score=8&sort=title");
  await expect(cards(page).first()).toContainText("Attack on Titan");
  const inOrder = async () => {
    const names = await cards(page).getByRole("heading").allTextContents();
    return names.join() === [...names].sort(new Intl.Collator("en").compare).join();
  };
  await expect.poll(inOrder).toBe(true);
});

test('"Show more" goes on, each title once; Back, a reload and a link lead to all of it', async ({
  page,
  otherBrowser,
}) => {
  await page.goto("/browse?genre=action");
  await expect(cards(page)).toHaveCount(25);
  const more = page.getByRole("button", { name: "Show more" });
  await more.click();
  await expect(cards(page)).toHaveCount(50);
  const links = await cards(page)
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(new Set(links).size).toBe(50);
  await more.click();
  await expect(cards(page)).toHaveCount(75);
  await expect(page).toHaveURL("/browse?genre=action&pages=3");
  await expectLinkShowsSameCards(page, otherBrowser);
  await expectBackRestoresScroll(page, cards(page).nth(70));
});

test("a reload that fails half-way keeps the loaded titles, and Retry continues", async ({
  page,
  guard,
  expectAccessible,
}) => {
  guard.expectFailedRequests();
  await page.route("**/api/v1/browse*cursor*", (route) => route.abort());
  await page.goto("/browse?pages=3");
  const button = page.getByRole("button", { name: "Retry" });
  await expect(button).toBeVisible();
  await expect(cards(page)).toHaveCount(25);
  await expectAccessible();
  await retry(page, "**/api/v1/browse*", button);
  await expect(cards(page)).toHaveCount(75);
});

test("few genres show, all on demand, and selected ones always", async ({ page }) => {
  await page.goto("/browse");
  await expect(cards(page)).toHaveCount(25);
  await openFilters(page);
  const genres = filters(page).getByRole("group").first().getByRole("checkbox");
  const year = filters(page).getByRole("combobox", { name: "From" });
  await expect(genres).toHaveCount(6);
  if (!isPhone(page)) await expect(year).toBeInViewport({ ratio: 1 });
  const all = filters(page).getByRole("button", { name: /^Show all \d+ genres$/ });
  const count = Number((await all.textContent())?.match(/\d+/)?.[0]);
  await tabTo(page, all);
  await page.keyboard.press("Enter");
  await expect(genres).toHaveCount(count);
  const fewer = filters(page).getByRole("button", { name: "Show fewer genres" });
  await expect(fewer).toBeFocused();
  await filters(page)
    .getByRole("checkbox", { name: /^Horror/ })
    .check();
  await expect(page).toHaveURL("/browse?genre=horror");
  await fewer.focus();
  await page.keyboard.press("Enter");
  await expect(all).toBeFocused();
  await expect(all).toBeInViewport();
  await expect(genres).toHaveCount(7);
  await expect(filters(page).getByRole("checkbox", { name: /^Horror/ })).toBeChecked();
});

test("filters without results can be removed one by one", async ({ page }) => {
  await page.goto("/browse?genre=action&year=1901");
  await expect(count(page)).toHaveText("0 titles");
  await expect(page.getByText("No anime matches all of these filters.")).toBeVisible();
  await page.getByRole("button", { name: "Remove “1901”" }).click();
  await expect(cards(page)).toHaveCount(25);
  await expect(count(page)).toBeFocused();
});

test("filters are set and removed by keyboard", async ({ page }) => {
  await page.goto("/browse");
  await expect(cards(page)).toHaveCount(25);
  await openFilters(page);
  const action = filters(page).getByRole("checkbox", { name: /^Action/ });
  await tabTo(page, action);
  await page.keyboard.press("Space");
  await expect(page).toHaveURL("/browse?genre=action");
  await expect(action).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/browse?without=action");
  await tabTo(page, page.getByRole("button", { name: "Remove filter: not Action" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/browse");
  await expect(count(page)).toBeFocused();
});

test("every state is accessible", async ({ page, guard, expectAccessible }) => {
  guard.expectFailedRequests();
  await page.goto("/about");
  const answer = await holdRequests(page, "**/api/v1/browse*");
  await page.getByRole("contentinfo").getByRole("link", { name: "Browse" }).click();
  await expect(page.getByTestId("skeleton-card")).toHaveCount(25);
  await expectAccessible();
  answer();
  await expect(cards(page)).toHaveCount(25);
  await openFilters(page);
  await filters(page).getByRole("heading", { name: "Themes" }).click();
  await filters(page)
    .getByRole("button", { name: /^Show all \d+ genres$/ })
    .click();
  await filters(page).getByRole("button", { name: "Without Action" }).click();
  await expect(page.locator("ul[aria-busy=true]")).toHaveCount(0);
  // In a window without scrolling: of what a bar half covers, only part counts as its target
  const width = page.viewportSize()?.width ?? 360;
  await page.setViewportSize({ width, height: 5_000 });
  await expectAccessible();
  await page.route("**/api/v1/browse*", (route) => route.abort());
  await filters(page)
    .getByRole("checkbox", { name: /^Drama/ })
    .check();
  const button = page.getByRole("button", { name: "Retry" });
  await expect(button).toBeVisible();
  await expectAccessible();
  await retry(page, "**/api/v1/browse*", button);
  await expect(cards(page).first()).toBeVisible();
});

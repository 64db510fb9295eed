import {
  cards,
  expect,
  expectBackRestoresScroll,
  expectLinkShowsSameCards,
  holdRequests,
  isPhone,
  reveal,
  test,
} from "../fixtures";

/** Texts that break when they are encoded twice, decoded twice, or taken for a pattern. */
const texts = [
  { text: "Steins;Gate 0", address: "/?search=Steins%3BGate%200", finds: "Steins;Gate 0" },
  { text: ".hack//SIGN", address: "/?search=.hack%2F%2FSIGN" },
  { text: "100%", address: "/?search=100%25" },
  { text: "K&K", address: "/?search=K%26K" },
  { text: "進撃", address: "/?search=%E9%80%B2%E6%92%83", finds: "Attack on Titan" },
  { text: "?", address: "/?search=%3F" },
  { text: "%25", address: "/?search=%2525" },
  { text: "a+b", address: "/?search=a%2Bb" },
  { text: "<b>&amp;", address: "/?search=%3Cb%3E%26amp%3B" },
  { text: 'say "Naruto"', address: "/?search=say%20%22Naruto%22" },
];

for (const { text, address, finds } of texts) {
  test(`"${text}" survives from the box to the page and through a reload`, async ({ page }) => {
    await page.goto("/about");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByRole("combobox", { name: "Search anime by title" }).fill(text);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(address);
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveText(`Search Results for "${text}"`);
    const outcome = finds
      ? cards(page).getByRole("link", { name: finds, exact: true })
      : page
          .getByRole("list")
          .getByRole("article")
          .or(page.getByText(`No anime found for "${text}".`));
    await expect(outcome.first()).toBeVisible();
    await page.reload();
    await expect(heading).toHaveText(`Search Results for "${text}"`);
    await expect(page).toHaveTitle(`Search Results for "${text}" · Mitai`);
    await expect(outcome.first()).toBeVisible();
  });
}

test("results replace the listing and have no page numbers", async ({ page }) => {
  await page.goto("/?search=naruto");
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Pages" })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Trending Anime" })).toHaveCount(0);
});

test('"Show more" adds results, each title once', async ({ page }) => {
  await page.goto("/?search=shi");
  await expect(cards(page)).toHaveCount(25);
  // People of the name follow the titles, and have more, too.
  const more = page.getByRole("button", { name: "Show more" }).first();
  await more.click();
  await expect.poll(() => cards(page).count()).toBeGreaterThan(25);
  const links = await cards(page)
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(new Set(links).size).toBe(links.length);
});

test("the box suggests people and characters under their own headings", async ({
  page,
  expectAccessible,
}) => {
  await page.goto("/about");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("combobox", { name: "Search anime by title" }).fill("hana");
  const group = (name: string) => page.getByRole("group", { name, exact: true });
  await expect(group("People").getByRole("option", { name: "Kana Hanazawa" })).toBeVisible();
  await expect(group("Characters").getByRole("option")).toHaveCount(1);
  await expectAccessible();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/character\/\d+$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Teruki Hanazawa");
});

test("a person searched by full name comes before similar titles", async ({
  page,
  expectAccessible,
}) => {
  await page.goto("/about");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("combobox", { name: "Search anime by title" }).fill("mamoru miyano");
  const options = page.getByRole("option");
  await expect(options.first()).toHaveText("Mamoru Miyano");
  expect(await options.count()).toBeGreaterThan(1);
  await expectAccessible();
  await page.keyboard.press("Enter");
  const people = page.getByRole("region", { name: /^People/ });
  const isAbove = async () => {
    const [person, title] = [people, cards(page).first()].map((it) => it.boundingBox());
    return ((await person)?.y ?? 0) < ((await title)?.y ?? 0);
  };
  await expect(people.getByRole("link", { name: "Mamoru Miyano" })).toBeVisible();
  await expect.poll(isAbove).toBe(true);
  // The page that the server renders has the people above, too
  await page.reload();
  await expect(people.getByRole("link", { name: "Mamoru Miyano" })).toBeVisible();
  expect(await isAbove()).toBe(true);
  await expectAccessible();
});

test("matching people and characters show below the titles", async ({ page, expectAccessible }) => {
  await page.goto("/?search=kaji");
  const people = page.getByRole("region", { name: /^People/ });
  // People and characters come once the reader is near.
  const end = page.getByRole("contentinfo");
  await end.scrollIntoViewIfNeeded();
  await expect(people.getByRole("link", { name: "Yuuki Kaji" })).toBeVisible();
  await expectAccessible();
  await people.getByRole("link", { name: "Yuuki Kaji" }).click();
  await expect(page).toHaveURL("/person/672");
  await page.goBack();
  await end.scrollIntoViewIfNeeded();
  await expect(people.getByRole("link", { name: "Yuuki Kaji" })).toBeVisible();
});

test("a search without a hit says so and shows a way on", async ({ page }) => {
  await page.goto("/?search=zzzzqqqq");
  await expect(page.getByText('No anime found for "zzzzqqqq".')).toBeVisible();
  await expect(page.getByTestId("skeleton-card")).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "Back to Trending Anime" }).click();
  await expect(page).toHaveURL("/");
  await expect(cards(page)).toHaveCount(25);
});

test("a blank search parameter shows the listing", async ({ page }) => {
  await page.goto("/?search=%20%20");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Trending Anime");
});

test("25 skeletons stand in while a search runs", async ({ page }) => {
  await page.goto("/about");
  const answer = await holdRequests(page, "**/api/v1/anime?*");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("combobox", { name: "Search anime by title" }).fill("naruto");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("skeleton-card")).toHaveCount(25);
  answer();
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByTestId("skeleton-card")).toHaveCount(0);
});

test("Back from a title returns to the results", async ({ page }) => {
  await page.goto("/?search=steins");
  const found = await reveal(page, "Steins;Gate");
  const link = found.getByRole("link");
  if (isPhone(page)) await link.tap();
  else await link.click();
  await expect(page).toHaveURL("/anime/steins-gate");
  await page.goBack();
  await expect(page).toHaveURL("/?search=steins");
  await expect(cards(page).first()).toBeVisible();
});

test("Back, a reload and a link restore the place in long results", async ({
  page,
  otherBrowser,
}) => {
  await page.goto("/?search=shi");
  await expect(cards(page)).toHaveCount(25);
  // People and characters have a button of their own below
  await page.getByRole("button", { name: "Show more" }).first().click();
  await expect.poll(() => cards(page).count()).toBeGreaterThan(30);
  const shown = await cards(page).count();
  await expect(page).toHaveURL("/?search=shi&pages=2");
  await expectLinkShowsSameCards(page, otherBrowser);
  await expectBackRestoresScroll(page, cards(page).nth(shown - 2));
});

test("titles are suggested while typing, and chosen with the keys", async ({
  page,
  expectAccessible,
}) => {
  await page.goto("/about");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const field = page.getByRole("combobox", { name: "Search anime by title" });
  const options = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
  await field.pressSequentially("shingeki no k");
  await expect(options.first()).toContainText("Attack on Titan");
  await expect(options.first()).toContainText("Shingeki no Kyojin");
  await field.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await expectAccessible();
  await field.press("Enter");
  await expect(page).toHaveURL("/anime/attack-on-titan");
  await expect(field).toHaveCount(0);
});

test("a suggestion is chosen with the pointer, and an empty text suggests nothing", async ({
  page,
}) => {
  await page.goto("/about");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const field = page.getByRole("combobox", { name: "Search anime by title" });
  const list = page.getByRole("listbox", { name: "Suggestions" });
  await field.fill("naruot");
  await expect(list.getByRole("option").first()).toContainText("Naruto");
  await field.fill("");
  await expect(list).toHaveCount(0);
  await field.fill("cowboy");
  await list
    .getByRole("option", { name: /Cowboy Bebop/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cowboy Bebop");
});

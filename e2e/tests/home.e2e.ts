import { addTitles, signUp } from "../accounts";
import {
  card,
  cards,
  expect,
  holdRequests,
  isPhone,
  motion,
  retry,
  reveal,
  test,
} from "../fixtures";

/**
 * Counted by hand in catalogue/titles: one, and one more for each relation of kind Prequel or Sequel.
 * Attack on Titan: Season 2. Demon Slayer: the film and the series of Mugen Train. My Hero Academia
 * and One-Punch Man: their second seasons. Death Note has neither.
 */
const seasons = [
  { title: "Attack on Titan", text: "2 Seasons" },
  { title: "Demon Slayer: Kimetsu no Yaiba", text: "3 Seasons" },
  { title: "My Hero Academia", text: "2 Seasons" },
  { title: "One-Punch Man", text: "2 Seasons" },
  { title: "Death Note", text: "1 Season" },
];

test.describe("gallery", () => {
  test("shows the 25 most popular titles, the first one first", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Trending Anime");
    await expect(cards(page)).toHaveCount(25);
    await expect(cards(page).first().getByRole("heading")).toHaveText("Attack on Titan");
  });

  test("has 25 distinct cards on each of its 10 pages", async ({ page }) => {
    await page.goto("/");
    const seen = new Set<string | null>();
    for (let number = 1; number <= 10; number++) {
      if (number > 1) await page.getByRole("button", { name: "Next page" }).click();
      await expect(
        page.getByRole("button", { name: `Page ${number}`, exact: true }),
      ).toHaveAttribute("aria-current", "page");
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await expect(cards(page)).toHaveCount(25);
      const links = cards(page).getByRole("link");
      const paths = await links.evaluateAll((all) => all.map((each) => each.getAttribute("href")));
      for (const path of paths) seen.add(path);
    }
    expect(seen.size).toBe(250);
  });

  test("keeps its height while the app starts", async ({ page }) => {
    await page.addInitScript(() => {
      const heights = new Set<number>();
      Object.assign(window, { heights });
      new MutationObserver(() => {
        const grid = document.querySelector("article")?.closest("ul");
        // Until the page and the font are there, the grid is shorter and titles may take other lines
        if (grid && document.readyState !== "loading" && document.fonts.status === "loaded")
          heights.add(Math.round(grid.getBoundingClientRect().height));
      }).observe(document, { childList: true, subtree: true });
    });
    // The font is cached from here on
    await page.goto("/about");
    await page.evaluate(() => document.fonts.ready);
    await page.goto("/");
    await expect(cards(page)).toHaveCount(25);
    const heights = await page.evaluate(() => [
      ...(window as never as { heights: Set<number> }).heights,
    ]);
    expect(heights).toHaveLength(1);
  });

  test("counts seasons as one and each prequel and sequel", async ({ page }) => {
    await page.goto("/");
    for (const { title, text } of seasons) {
      await expect(card(page, title).getByText(text, { exact: true })).toHaveCount(1);
    }
  });

  test("has one column on small screens and six on the largest", async ({ page }) => {
    const columns = async () => {
      const lefts = await page
        .getByRole("listitem")
        .filter({ has: page.getByRole("article") })
        .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().left)));
      return new Set(lefts).size;
    };
    await page.goto("/");
    await expect(cards(page)).toHaveCount(25);
    expect(await columns()).toBe(isPhone(page) ? 1 : 6);
  });

  test("the button to the top covers no title in a single column", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto("/");
    await expect(cards(page)).toHaveCount(25);
    await page.evaluate(() => scrollTo(0, 1000));
    const button = await page.getByRole("button", { name: "Scroll to top" }).boundingBox();
    const ends = await cards(page)
      .getByRole("heading")
      .evaluateAll((all) =>
        all.map((heading) => {
          const text = document.createRange();
          text.selectNodeContents(heading);
          return text.getBoundingClientRect().right;
        }),
      );
    expect(Math.max(...ends)).toBeLessThan(button?.x ?? 0);
  });

  test("a card's overlay shows score, votes, seasons, episodes and synopsis", async ({ page }) => {
    await page.goto("/");
    const titan = await reveal(page, "Attack on Titan");
    const overlay = titan.locator(".card-overlay");
    await expect(overlay).toHaveCSS("opacity", "1");
    await expect(overlay).toContainText("8.6");
    await expect(overlay.getByText("3030.8K votes")).toHaveAttribute("title", "3,030,814 votes");
    await expect(overlay).toContainText("2 Seasons");
    await expect(overlay).toContainText("Episodes: 25");
    const synopsis = overlay.getByText(/\w{3,}.* \w+.*\./).last();
    await expect(synopsis).toHaveCSS("-webkit-line-clamp", "4");
  });

  test("Esc closes an overlay", async ({ page }) => {
    await page.goto("/");
    const titan = await reveal(page, "Attack on Titan");
    const overlay = titan.locator(".card-overlay");
    await expect(overlay).toHaveCSS("opacity", "1");
    await page.keyboard.press("Escape");
    await expect(overlay).toHaveCSS("opacity", "0");
  });

  test("a click opens the title; on touch the first tap shows, the second opens", async ({
    page,
  }) => {
    await page.goto("/");
    const titan = await reveal(page, "Attack on Titan");
    const link = titan.getByRole("link");
    if (isPhone(page)) {
      await expect(titan.locator(".card-overlay")).toHaveCSS("opacity", "1");
      await expect(page).toHaveURL("/");
      await link.tap();
    } else {
      await link.click();
    }
    await expect(page).toHaveURL("/anime/attack-on-titan");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Attack on Titan");
  });

  test("a like toggles and is stored in this browser", async ({ page }) => {
    await page.goto("/");
    let titan = await reveal(page, "Attack on Titan");
    const like = titan.getByTitle("Like", { exact: true });
    await expect(like).toHaveAccessibleName(/Like/);
    await like.click();
    await expect(titan.getByTitle("Unlike", { exact: true })).toBeVisible();
    await page.reload();
    titan = await reveal(page, "Attack on Titan");
    await titan.getByTitle("Unlike", { exact: true }).click();
    await expect(titan.getByTitle("Like", { exact: true })).toBeVisible();
  });

  test("adding to the watchlist while signed out asks to log in", async ({ page }) => {
    await page.goto("/");
    const titan = await reveal(page, "Attack on Titan");
    const add = titan.getByTitle("Add to Watchlist", { exact: true });
    await add.click();
    const dialog = page.getByRole("alertdialog");
    await expect(
      dialog.getByText("Please log in to add anime to your watchlist.", { exact: true }),
    ).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(add).toBeFocused();
    await add.click();
    await dialog.getByRole("link", { name: "Log in" }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect(dialog).toHaveCount(0);
  });

  test("shows 25 skeletons while a page loads, and keeps them with a notice when it cannot", async ({
    page,
    guard,
  }) => {
    guard.expectFailedRequests();
    await page.goto("/about");
    const answer = await holdRequests(page, "**/api/v1/anime?*", (route) =>
      route.fulfill({ status: 500, contentType: "application/problem+json", body: "{}" }),
    );
    await page.getByRole("banner").getByRole("link", { name: "Mitai" }).click();
    await expect(page.getByTestId("skeleton-card")).toHaveCount(25);
    answer();
    await expect(page.getByRole("alert").getByRole("button", { name: "Retry" })).toBeVisible();
    await expect(page.getByTestId("skeleton-card")).toHaveCount(25);
    const button = page.getByRole("alert").getByRole("button", { name: "Retry" });
    await retry(page, "**/api/v1/anime?*", button);
    await expect(cards(page)).toHaveCount(25);
  });

  test("one notice stays in view during an outage, however far the page is scrolled", async ({
    page,
    guard,
  }) => {
    guard.expectFailedRequests();
    await page.goto("/");
    await expect(cards(page)).toHaveCount(25);
    await page.route("**/api/v1/**", (route) => route.abort());
    await page.getByRole("button", { name: "Page 3", exact: true }).click();
    const notice = page.getByRole("alert");
    await expect(notice).toBeInViewport({ ratio: 1 });
    await page.getByTestId("skeleton-card").last().scrollIntoViewIfNeeded();
    await expect(notice).toBeInViewport({ ratio: 1 });
    await retry(page, "**/api/v1/**", notice.getByRole("button", { name: "Retry" }));
    await expect(notice).toHaveCount(0);
    await expect(cards(page)).toHaveCount(25);
  });

  test("draws a picture for every card", async ({ page }) => {
    await page.goto("/");
    await expect(cards(page)).toHaveCount(25);
    for (const picture of await cards(page).locator("img").all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
        .toBeGreaterThan(0);
    }
  });
});

test.describe("pagination", () => {
  const numbers = (page: Parameters<typeof cards>[0]) =>
    page.getByRole("navigation", { name: "Pages" }).getByRole("button", { name: /^Page \d+$/ });

  const windows = [
    { at: 1, shows: ["1", "2", "3", "4", "5", "10"], ellipsis: true },
    { at: 5, shows: ["3", "4", "5", "6", "7", "10"], ellipsis: true },
    { at: 7, shows: ["5", "6", "7", "8", "9", "10"], ellipsis: true },
    { at: 9, shows: ["6", "7", "8", "9", "10"], ellipsis: false },
    { at: 10, shows: ["6", "7", "8", "9", "10"], ellipsis: false },
  ];
  for (const { at, shows, ellipsis } of windows) {
    test(`page ${at} has a window of five${ellipsis ? ", an ellipsis and the last page" : ""}`, async ({
      page,
    }) => {
      await page.goto(`/?page=${at}`);
      await expect(numbers(page)).toHaveText(shows);
      const nav = page.getByRole("navigation", { name: "Pages" });
      await expect(nav.getByText("…")).toHaveCount(ellipsis ? 1 : 0);
      await expect(nav.getByRole("button", { name: `Page ${at}`, exact: true })).toHaveAttribute(
        "aria-current",
        "page",
      );
    });
  }

  test("stands in one row, from arrow to arrow", async ({ page }) => {
    await page.goto("/?page=5");
    const top = async (name: string) => (await page.getByLabel(name).boundingBox())?.y;
    expect(await top("Next page")).toBe(await top("Previous page"));
  });

  test("the arrows clamp at both ends", async ({ page }) => {
    await page.goto("/");
    const previous = page.getByRole("button", { name: "Previous page" });
    const next = page.getByRole("button", { name: "Next page" });
    await expect(previous).toBeDisabled();
    await next.click();
    await expect(page).toHaveURL("/?page=2");
    await previous.click();
    await expect(page).toHaveURL("/");
    await page.getByRole("button", { name: "Page 10", exact: true }).click();
    await expect(page).toHaveURL("/?page=10");
    await expect(next).toBeDisabled();
  });

  test.describe("with motion", () => {
    test.use(motion);

    test("changing the page scrolls smoothly to the top", async ({ page }) => {
      await page.goto("/");
      await page.getByRole("button", { name: "Page 3", exact: true }).click();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
      await expect(page).toHaveURL("/?page=3");
      await expect(cards(page)).toHaveCount(25);
      expect(await page.evaluate(() => scrollY)).toBe(0);
    });
  });

  test("changing the page scrolls to the top, and Back returns", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Page 3", exact: true }).click();
    await expect(page).toHaveURL("/?page=3");
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("button", { name: "Page 1", exact: true })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await expect(cards(page).first().getByRole("heading")).toHaveText("Attack on Titan");
  });

  test('"Page:" takes a number with Go or Enter', async ({ page }) => {
    await page.goto("/");
    const box = page.getByRole("textbox", { name: "Page:" });
    await box.fill("7");
    await page.getByRole("button", { name: "Go", exact: true }).click();
    await expect(page).toHaveURL("/?page=7");
    await box.fill("2");
    await box.press("Enter");
    await expect(page).toHaveURL("/?page=2");
  });

  test('"Page:" refuses what is not a number from 1 to 10', async ({ page }) => {
    await page.goto("/?page=4");
    const box = page.getByRole("textbox", { name: "Page:" });
    const alert = page.getByRole("alertdialog");
    for (const wrong of ["0", "11", "-1", "2.5", "abc", ""]) {
      await box.fill(wrong);
      await box.press("Enter");
      await expect(
        alert.getByText("Please enter a number between 1 and 10", { exact: true }),
      ).toBeVisible();
      await alert.getByRole("button", { name: "OK" }).click();
      await expect(alert).toHaveCount(0);
      await expect(page).toHaveURL("/?page=4");
    }
  });

  test("an address with no such page is page 1", async ({ page }) => {
    for (const wrong of ["0", "11", "abc", "2.5", "1e1", ""]) {
      await page.goto(`/?page=${wrong}`);
      await expect(page).toHaveURL("/");
      await expect(page.getByRole("button", { name: "Page 1", exact: true })).toHaveAttribute(
        "aria-current",
        "page",
      );
      await expect(cards(page).first().getByRole("heading")).toHaveText("Attack on Titan");
    }
  });
});

test("the form for a page number stays when the watchlist comes before its code", async ({
  page,
  context,
}) => {
  await signUp(context);
  await addTitles(context, [5114]);
  // From here on this browser knows that somebody is signed in
  await page.goto("/anime/5114");
  await expect(page.getByRole("button", { name: "Remove from Watchlist" })).toBeVisible();
  const release = await holdRequests(page, "**/assets/PageJump-*.js");
  await page.goto("/", { waitUntil: "commit" });
  const box = page.getByRole("textbox", { name: "Page:" });
  await box.fill("3");
  await expect(
    page.getByRole("main").getByRole("button", { name: "Remove from Watchlist" }),
  ).not.toHaveCount(0);
  await expect(box).toHaveValue("3");
  release();
});

import type { Page } from "@playwright/test";
import { newAccount, signUp } from "../accounts";
import { expect, holdRequests, isPhone, retry, test } from "../fixtures";
import { largestShift, recordShifts } from "../layout-shifts";
import { expectEntry } from "../lists";

test("a title page shows the known facts", async ({ page }) => {
  await page.goto("/anime/attack-on-titan");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Attack on Titan");
  await expect(main.getByText("進撃の巨人").first()).toBeVisible();
  await expect(main.getByText("Shingeki no Kyojin").first()).toBeVisible({
    visible: !isPhone(page),
  });
  await expect(main.getByTitle(/with 95\s% certainty, estimated$/)).toContainText("8.6");
  await expect(main.getByText("2 Seasons").first()).toBeVisible();
  await expect(main.getByRole("heading", { name: "Synopsis" })).toBeVisible();
  const facts = main.getByRole("complementary", { name: "Facts" });
  await expect(facts.getByText("Spring 2013")).toBeVisible();
  await expect(facts.getByText("25", { exact: true })).toBeVisible();
});

for (const signed of ["out", "in"] as const) {
  test(`server-rendered content stays until the title's code loads, signed ${signed}`, async ({
    page,
    context,
  }) => {
    if (signed === "in") await signUp(context);
    const release = await holdRequests(page, "**/assets/*ections-*.js");
    const rendered = await page.request.get("/anime/5114");
    await page.goto("/anime/5114", { waitUntil: "commit" });
    await page.locator("html[data-app=running]").waitFor();
    const [, main = ""] = /<main([\s\S]*)<\/main>/.exec(await rendered.text()) ?? [];
    // What is the user's own, "Your list", shows to nobody else
    const sections = main.match(/<section(?![^>]*aria-label="Your)/g)?.length ?? 0;
    expect(sections).toBeGreaterThan(5);
    // The page renders anew
    await page.getByRole("button", { name: "Add to Watchlist" }).first().click();
    const answer = {
      out: page.getByRole("alertdialog"),
      in: page.getByRole("button", { name: "Remove from Watchlist" }),
    };
    await expect(answer[signed]).toBeVisible();
    const common = page.locator("main section:not([aria-label^='Your'])");
    expect(await common.count()).toBe(sections);
    release();
  });
}

test("key facts are near the top, on a phone too", async ({ page, expectAccessible }) => {
  await page.goto("/anime/attack-on-titan");
  const main = page.getByRole("main");
  const facts = main.getByRole("complementary", { name: "Facts" });
  const top = async (name: string) =>
    (await main.getByRole("heading", { name }).boundingBox())?.y ?? Number.NaN;
  expect(await top("Details")).toBeLessThan(await top("Watch order"));
  await expect(facts.getByText("Wit Studio")).toBeVisible();
  const rating = facts.getByText("R - 17+ (violence & profanity)");
  const all = facts.getByRole("button", { name: "Show all details" });
  if (isPhone(page)) {
    expect(await top("Details")).toBeGreaterThan(await top("Synopsis"));
    await expect(rating).toBeHidden();
    await all.focus();
    await page.keyboard.press("Enter");
    await expect(facts.getByRole("button", { name: "Show fewer details" })).toBeFocused();
  } else {
    await expect(all).toBeHidden();
  }
  await expect(rating).toBeVisible();
  await expect(facts.getByText("Shingeki no Kyojin").first()).toBeVisible();
  await expectAccessible();
});

test("the server's markup has the synopsis as the app shows it", async ({
  page,
  browser,
  baseURL,
}) => {
  const shown = async (on: Page) => {
    const synopsis = on.getByRole("heading", { name: "Synopsis" }).locator("+ p");
    await on.evaluate(() => document.fonts.ready);
    // On the desktop the app's text is a little narrower
    const height = isPhone(page) && (await synopsis.boundingBox())?.height;
    return { text: await synopsis.textContent(), height };
  };
  const address = `${baseURL}/anime/attack-on-titan`;
  const screen = { viewport: page.viewportSize(), javaScriptEnabled: false };
  const first = await (await browser.newContext(screen)).newPage();
  await first.goto(address);
  await page.goto(address);
  await expect(page.getByRole("complementary", { name: "Facts" })).toBeVisible();
  expect(await shown(page)).toEqual(await shown(first));
  await first.context().close();
});

test("a title's page does not shift while the reader's entry loads", async ({ page, context }) => {
  await signUp(context);
  await recordShifts(page);
  await page.goto("/");
  const entry = page.getByRole("region", { name: "Your list" });
  await page.goto("/anime/16498");
  await expect(entry.getByText(/^Not on your list yet/)).toBeVisible();
  expect(await largestShift(page), "not on the list").toBeLessThan(0.02);
  await entry.getByRole("radio", { name: "Completed" }).check();
  await expect(entry.getByRole("textbox", { name: "Notes" })).toBeVisible();
  await expectEntry(context, 16498, { status: "completed" });
  await page.evaluate(() => scrollTo({ top: 1500, behavior: "instant" }));
  await page.reload();
  await expect(entry.getByRole("textbox", { name: "Notes" })).toBeAttached();
  expect(await largestShift(page), "on the list").toBeLessThan(0.02);
  // Smaller by now, on another device: the room is that of before once
  const heights = async () => {
    const place = await entry.boundingBox();
    return [place?.height, await entry.locator(":scope > div").evaluate((it) => it.clientHeight)];
  };
  const [room = 0] = await heights();
  await context.request.delete("/api/v1/me/watchlist/16498");
  await page.reload();
  await expect(entry.getByText(/^Not on your list yet/)).toBeAttached();
  await page.reload();
  await expect(entry.getByText(/^Not on your list yet/)).toBeAttached();
  const [smaller = 0, content = 0] = await heights();
  expect(smaller).toBeLessThan(room - 100);
  expect(smaller - content).toBeLessThan(60);
});

test("the longest title takes at most four lines, on a tablet too", async ({ page }) => {
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/anime/62811");
    const title = page.getByRole("heading", { level: 1, name: /^The 100 Girlfriends Who Really/ });
    await page.evaluate(() => document.fonts.ready);
    const lines = await title.evaluate(
      (it) => it.clientHeight / parseFloat(getComputedStyle(it).lineHeight),
    );
    expect(Math.round(lines), `at ${width}`).toBeLessThanOrEqual(4);
  }
});

test("an id names the same title", async ({ page }) => {
  await page.goto("/anime/16498");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Attack on Titan");
});

test("relations lead to their titles", async ({ page }) => {
  await page.goto("/anime/attack-on-titan");
  const sequels = page.getByRole("region", { name: "Sequel" });
  await sequels.getByRole("link", { name: "Attack on Titan Season 2" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Attack on Titan Season 2");
});

test("the watch order links the franchise and marks the current title", async ({ page }) => {
  await page.goto("/anime/attack-on-titan-season-2");
  const order = page.getByRole("region", { name: "Watch order" });
  const here = order.locator("[aria-current=page]");
  await expect(here).toContainText("You are here");
  await expect(here).toContainText("Attack on Titan Season 2");
  const titles = order.getByRole("listitem");
  await expect(titles.first()).toContainText("Attack on Titan");
  const before = await titles.count();

  await order.getByRole("link", { name: /Attack on Titan Season 3 TV/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Attack on Titan Season 3");
  await expect(here).toContainText("Attack on Titan Season 3");
  await expect(titles).toHaveCount(before);
  // The row begins where the reader is, and only it scrolls.
  await here.scrollIntoViewIfNeeded();
  const [row, tile] = await Promise.all([
    order.getByRole("list").boundingBox(),
    here.boundingBox(),
  ]);
  expect(tile?.x).toBeGreaterThanOrEqual(row?.x ?? 0);
  expect((tile?.x ?? 0) + (tile?.width ?? 0)).toBeLessThanOrEqual(
    (row?.x ?? 0) + (row?.width ?? 0),
  );
});

test("the whole franchise shows on demand, accessibly", async ({ page, expectAccessible }) => {
  await page.goto("/anime/attack-on-titan");
  const order = page.getByRole("region", { name: "Watch order" });
  await order.getByRole("button", { name: /^Show all \d+$/ }).click();
  await expect(order.getByRole("button", { name: "Show fewer" })).toBeFocused();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(wide).toBe(false);
  await expectAccessible();
});

test("a title is shared by the system, else as a copied link, else as one to copy", async ({
  page,
  context,
  expectAccessible,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/anime/16498");
  const share = page.getByRole("button", { name: "Share" });
  const link = new URL("/anime/attack-on-titan", page.url()).href;

  await page.evaluate(() => {
    const share = async (data: ShareData) => {
      document.documentElement.dataset.shared = JSON.stringify(data);
    };
    Object.defineProperty(navigator, "share", { value: share, configurable: true });
  });
  await share.click();
  const shared = JSON.stringify({ title: "Attack on Titan", url: link });
  await expect(page.locator("html")).toHaveAttribute("data-shared", shared);

  await page.evaluate(() => void Object.defineProperty(navigator, "share", { value: undefined }));
  await share.click();
  await expect(page.getByText("The link is copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  await page.evaluate(
    () => void Object.defineProperty(navigator, "clipboard", { value: undefined }),
  );
  await share.click();
  await expect(page.getByRole("textbox", { name: "Link to this page" })).toHaveValue(link);
  await expectAccessible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(share).toBeFocused();
});

test("titles have linked data and a sitemap", async ({ page, request }) => {
  await page.goto("/anime/attack-on-titan");
  const linkedData = page.locator("script[type='application/ld+json']");
  const work = JSON.parse((await linkedData.textContent()) ?? "");
  expect(work).toMatchObject({ "@type": "TVSeries", name: "Attack on Titan" });
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", work.url);
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toContain("/sitemap.xml");
  const map = await (await request.get("/sitemap-titles-1.xml")).text();
  expect(map).toContain(`<loc>${work.url}</loc>`);
});

test("adding while signed out asks to log in, a like is stored", async ({ page }) => {
  await page.goto("/anime/death-note");
  await page.getByRole("button", { name: "Add to Watchlist" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(
    dialog.getByText("Please log in to add anime to your watchlist.", { exact: true }),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Not now" }).click();
  await page.getByTitle("Like", { exact: true }).click();
  await page.reload();
  await expect(page.getByTitle("Unlike", { exact: true })).toBeVisible();
});

test("an unknown title goes home and says why", async ({ page, guard }) => {
  // The address itself answers 404, for those who keep links.
  guard.expectFailedRequests();
  await page.goto("/anime/no-such-title");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Trending Anime");
  await expect(page.getByText("We could not find that title.")).toBeVisible();
});

test("a failed title keeps its outline and offers Retry", async ({ page, guard }) => {
  guard.expectFailedRequests();
  await page.goto("/about");
  await page.route("**/api/v1/anime/*", (route) => route.abort());
  await page.getByRole("contentinfo").getByRole("link", { name: "One Piece" }).click();
  await expect(page.getByText("Loading the title")).toBeAttached();
  const button = page.getByRole("alert").getByRole("button", { name: "Retry" });
  await expect(button).toBeVisible();
  await retry(page, "**/api/v1/anime/*", button);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("One Piece");
});

test("a title whose code cannot be fetched says that the server is away, and Retry loads it", async ({
  page,
  guard,
}) => {
  guard.expectFailedRequests();
  await page.goto("/about");
  await page.route("**/*", (route) => route.abort());
  await page.getByRole("contentinfo").getByRole("link", { name: "One Piece" }).click();
  const notice = page.getByRole("alert");
  const button = notice.getByRole("button", { name: "Retry" });
  await expect(notice).toContainText("We cannot reach the server.");
  await expect(notice).toBeInViewport();
  await button.click();
  await expect(button).toBeEnabled();
  await expect(page).toHaveURL("/anime/one-piece");
  await retry(page, "**/*", button);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("One Piece");
});

test("signing up from a title leads home, with a link back", async ({ page }) => {
  const { name, email, password } = newAccount();
  await page.goto("/anime/death-note");
  await page.getByRole("button", { name: "Add to Watchlist" }).click();
  await page.getByRole("alertdialog").getByRole("link", { name: "Sign up" }).click();
  // The sign-up reached by the log-in page still knows the first page.
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await expect(page).toHaveURL("/login?next=%2Fanime%2Fdeath-note");
  await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
  await page.getByLabel("Full Name", { exact: true }).fill(name);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL("/");
  await page.getByRole("link", { name: "Go back" }).click();
  await expect(page).toHaveURL("/anime/death-note");
  await expect(page.getByRole("button", { name: "Remove from Watchlist" })).toBeVisible();
});

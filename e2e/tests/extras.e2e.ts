import { rm } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { signUp } from "../accounts";
import { addExtras, EVERYTHING, NOTHING, own, SOMETHING } from "../extras";
import { test as base, expect, holdRequests } from "../fixtures";
import { expectEntry } from "../lists";
import { newFolder, type Program, startMitai, startStub } from "../programs";

const test = base.extend<object, { server: Program }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the braces
    async ({}, use) => {
      const data = await newFolder();
      const stub = await startStub();
      const server = await startMitai({
        data,
        settings: { MITAI_IMAGES: "cache", MITAI_IMAGE_HOSTS: stub.url },
      });
      await addExtras(data, stub.url);
      const follow = async () => (await fetch(`${server.url}/anime/${NOTHING}`)).status;
      await expect.poll(follow).toBe(200);
      await use(server);
      await server.stop();
      await stub.stop();
      await rm(data, { recursive: true });
    },
    { scope: "worker" },
  ],
});

const ALL = [
  "Characters",
  "Staff",
  "Episodes",
  "Trailers and videos",
  "Themes",
  "Streaming and links",
  "Recommendations",
  "Statistics",
  "Pictures",
  "News",
];

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("all sections show once scrolled near, without layout shift", async ({
  page,
  expectAccessible,
}) => {
  const release = await holdRequests(page, `**/api/v1/anime/${EVERYTHING}/*`);
  await page.goto(`/anime/${EVERYTHING}`);
  const heights = new Map<string, number>();
  for (const name of ALL) {
    const section = region(page, name);
    await section.scrollIntoViewIfNeeded();
    await expect(section).toHaveAttribute("aria-busy", "true");
    heights.set(name, (await section.boundingBox())?.height ?? 0);
  }
  release();
  for (const name of ALL) {
    const section = region(page, name);
    await expect(section).toHaveAttribute("aria-busy", "false");
    const height = (await section.boundingBox())?.height ?? 0;
    expect(Math.abs(height - (heights.get(name) ?? 0)), name).toBeLessThan(24);
  }
  await expectAccessible();
});

test("the table of contents leads to sections, by keyboard too", async ({ page }) => {
  await page.goto(`/anime/${EVERYTHING}`);
  const contents = page.getByRole("navigation", { name: "On this page" });
  await expect(contents.getByRole("link")).toHaveCount(ALL.length + 2);
  for (const name of ["Episodes", "Ratings", "Reviews"]) {
    await contents.getByRole("link", { name: new RegExp(`^${name}`) }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`#${name.toLowerCase()}$`));
    await expect(region(page, name).getByRole("heading", { name, level: 2 })).toBeInViewport();
    await expect(region(page, name)).toBeFocused();
  }
});

test("a section opened from the contents keeps its place while others load", async ({ page }) => {
  await page.goto(`/anime/${EVERYTHING}`);
  const contents = page.getByRole("navigation", { name: "On this page" });
  for (const name of ["Streaming and links", "Ratings", "Characters"]) {
    await contents.getByRole("link", { name: new RegExp(`^${name}`) }).click();
    const section = region(page, name);
    await expect(page.locator("section[aria-busy=true]").first()).toBeHidden();
    await expect
      .poll(async () =>
        Math.round((await section.getByRole("heading").first().boundingBox())?.y ?? 0),
      )
      .toBe(86);
    await page.evaluate(() => window.scrollTo(0, 0));
  }
});

test("a character's page links to its voice actors", async ({ page, expectAccessible }) => {
  await page.goto(`/anime/${EVERYTHING}`);
  const cast = region(page, "Characters");
  await cast.scrollIntoViewIfNeeded();
  await expect(cast.getByRole("listitem")).toHaveCount(12);
  await cast.getByRole("button", { name: "Show more" }).click();
  await expect(cast.getByRole("listitem")).toHaveCount(36);
  await cast.getByRole("link", { name: "Mei Nakamura Main" }).click();
  await expect(page).toHaveURL(`/character/${own(1)}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mei Nakamura");
  await expect(page.getByText("A captain who fears the sea.")).toBeVisible();
  await expectAccessible();
  await region(page, "Voices")
    .getByRole("link", { name: /Japanese/ })
    .click();
  await expect(page).toHaveURL(`/person/${own(101)}`);
  await expect(page.getByRole("heading", { name: /^Voices/ })).toBeVisible();
  await expectAccessible();
  await page
    .getByRole("link", { name: /^Everything Known/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Everything Known");
});

test("a signed-in user marks episodes as watched up to one", async ({ page, context }) => {
  await signUp(context);
  await page.goto(`/anime/${EVERYTHING}`);
  const episodes = region(page, "Episodes");
  await episodes.scrollIntoViewIfNeeded();
  await episodes
    .getByRole("button", { name: "Mark as watched up to episode 5", exact: true })
    .click();
  await expect(episodes.getByRole("button", { name: /^Watched: episode/ })).toHaveCount(5);
  await expectEntry(context, EVERYTHING, { status: "watching", progress: 5 });
  await page.reload();
  await episodes.scrollIntoViewIfNeeded();
  await expect(
    episodes.getByRole("button", { name: "Watched: episode 5", exact: true }),
  ).toBeVisible();
});

test("a video's host gets no request before the video is clicked", async ({ page }) => {
  const asked: string[] = [];
  await page.route("https://www.youtube-nocookie.com/**", (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "<title>player</title>" });
  });
  await page.goto(`/anime/${EVERYTHING}`);
  const videos = region(page, "Trailers and videos");
  await videos.scrollIntoViewIfNeeded();
  const play = videos.getByRole("button", { name: "Play: PV 1" });
  await expect(play).toBeVisible();
  expect(asked).toEqual([]);
});

test("a picture opens in a dialog, and closing it restores the focus", async ({
  page,
  expectAccessible,
}) => {
  await page.goto(`/anime/${EVERYTHING}`);
  const pictures = region(page, "Pictures");
  await pictures.scrollIntoViewIfNeeded();
  const third = pictures.getByRole("button", { name: "Show picture 3 of 9" });
  // Pictures load when they are near, and the sections above may still push these away.
  await third.focus();
  const width = (picture: Element) => (picture as HTMLImageElement).naturalWidth;
  await expect
    .poll(async () => {
      await third.scrollIntoViewIfNeeded();
      return third.locator("img").evaluate(width);
    })
    .toBeGreaterThan(1);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Pictures" });
  await expect.poll(() => dialog.getByRole("img").evaluate(width)).toBeGreaterThan(320);
  await expectAccessible();
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("status")).toHaveText("4 of 9");
  await expect(dialog.getByRole("img")).toHaveAttribute("src", /^\/img\/still\/\d+-\w+-960$/);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(third).toBeFocused();
});

test("news link to their sources", async ({ page }) => {
  await page.goto(`/anime/${EVERYTHING}#news`);
  const news = region(page, "News");
  await expect(news.getByRole("heading")).toBeInViewport();
  const first = news.getByRole("link", { name: /^The ship sails on/ }).first();
  await expect(first).toHaveAttribute("href", "https://news.example/1");
  await expect(first).toContainText("1 Oct 2026");
});

test("only sections with content show", async ({ page, expectAccessible }) => {
  await page.goto(`/anime/${SOMETHING}`);
  await region(page, "Staff").scrollIntoViewIfNeeded();
  await expect(region(page, "Staff").getByRole("listitem")).toHaveCount(1);
  for (const name of ALL.slice(2)) await expect(region(page, name)).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: "On this page" }).getByRole("link")).toHaveText(
    [/^Characters/, /^Staff/, "Ratings", "Reviews"],
  );
  await expectAccessible();
});

test("a built-in title shows who is in it and who made it", async ({ page, expectAccessible }) => {
  await page.goto("/anime/fullmetal-alchemist-brotherhood");
  const cast = region(page, "Characters");
  await cast.scrollIntoViewIfNeeded();
  await expect(cast.getByRole("link", { name: /^Edward Elric/ })).toBeVisible();
  await expect(region(page, "Staff").getByText("Series Composition")).toBeVisible();
  await expectAccessible();
  await cast.getByRole("link", { name: /Rie Kugimiya/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rie Kugimiya");
  await expect(page.getByRole("link", { name: /Toradora/ })).toBeVisible();
  await expectAccessible();
});

test("staff without an id have no page", async ({ page, expectAccessible }) => {
  await page.goto("/anime/38000");
  const staff = region(page, "Staff");
  await staff.scrollIntoViewIfNeeded();
  await expect(staff.getByText("Haruo Sotozaki")).toBeVisible();
  await expect(staff.getByRole("link", { name: /Yuki Kajiura/ })).toBeVisible();
  await expect(staff.getByRole("link", { name: /Haruo Sotozaki/ })).toHaveCount(0);
  await expectAccessible();
});

test("a title without extras has no sections", async ({ page, expectAccessible }) => {
  await page.goto(`/anime/${NOTHING}`);
  await expect(region(page, "Ratings")).toBeAttached();
  for (const name of ALL) await expect(region(page, name)).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: "On this page" }).getByRole("link")).toHaveText(
    ["Ratings", "Reviews"],
  );
  await expectAccessible();
});

test("a person without titles is not found", async ({ page, guard, expectAccessible }) => {
  guard.expectFailedRequests();
  const response = await page.goto("/person/999999");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "This person is not here" })).toBeVisible();
  await expectAccessible();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("a person's page shows biography and roles", async ({ browser, server }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${server.url}/person/${own(101)}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Yuuta Fujita");
    await expect(page.getByRole("link", { name: /^Everything Known/ }).first()).toBeVisible();
    await context.close();
  });
});

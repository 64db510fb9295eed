import type { BrowserContext, Page } from "@playwright/test";
import { type Account, addTitles, loginLink, profileLink, signIn, signUp } from "../accounts";
import { cards, expect, measured, openTab } from "../fixtures";
import { expectListed, rows, toggleOnCard } from "../lists";
import { test } from "../stoppable-server";

const TITAN = "Attack on Titan";
const FRONT = ["/api/v1/hero", "/api/v1/anime?list=popular&page=1"];

test.use({
  serviceWorkers: "allow",
  baseURL: async ({ mitai }, use) => use(mitai.url),
});

test.beforeEach(({ guard, mitai }) => {
  guard.welcome(mitai.url);
  guard.expectFailedRequests();
});

/** Returns the bodies of all cached answers, by cache and address. */
function cacheContents(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const all: Record<string, string> = {};
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const { pathname, search } = new URL(request.url);
        const answer = await cache.match(request);
        all[`${name} ${pathname}${search}`] = (await answer?.text()) ?? "";
      }
    }
    return all;
  });
}

const withoutFormat = (name: string) => name.replace(/^mitai:kept:[0-9a-f]{8}:/, "");

/** Waits until the worker has cached the app, and the page the answers of these addresses. */
async function expectCached(page: Page, cache: string, addresses: readonly string[]) {
  await expect
    .poll(async () =>
      Object.keys(await cacheContents(page))
        .map(withoutFormat)
        .filter((name) => !name.startsWith("mitai:app:")),
    )
    .toEqual(expect.arrayContaining(addresses.map((address) => `${cache} ${address}`)));
  await expect
    .poll(async () =>
      Object.keys(await cacheContents(page)).some((key) => /^mitai:app:\w+ \/shell/.test(key)),
    )
    .toBe(true);
}

const uidOf = async (context: BrowserContext): Promise<string> =>
  (await (await context.request.get("/api/v1/session")).json()).user.uid;

/** Returns the ids of the 250 most popular titles. */
async function popular(context: BrowserContext): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; page <= 10; page++) {
    const answer = await context.request.get(`/api/v1/anime?list=popular&page=${page}`);
    for (const { mal_id } of (await answer.json()).items) ids.push(mal_id);
  }
  return ids;
}

/** Opens an address in a tab of its own; returns how many milliseconds it took until this was there. */
async function opensIn(context: BrowserContext, address: string, selector: string, count: number) {
  const tab = await context.newPage();
  await tab.goto(address, { waitUntil: "commit" });
  const there = await tab.waitForFunction(
    ([selector, least]) => {
      const running = document.documentElement.dataset.app === "running";
      return running && document.querySelectorAll(selector).length >= least && performance.now();
    },
    [selector, count] as const,
    { polling: "raf" },
  );
  return { tab, took: Number(await there.jsonValue()) };
}

test("gallery and list show during an outage, and a change is sent after it", async ({
  page,
  context,
  mitai,
}) => {
  test.slow();
  await signUp(context);
  const ids = await popular(context);
  await addTitles(context, ids);
  await page.goto("/");
  await expect(profileLink(page)).toBeVisible();
  await expectCached(page, "everyone", FRONT);
  await expectCached(page, `of:${await uidOf(context)}`, ["/api/v1/session", "/api/v1/me/record"]);
  await page.close();

  await mitai.off();
  const home = await opensIn(context, "/", "main article.card", 25);
  await expect(cards(home.tab)).toHaveCount(25);
  await expect(
    home.tab.getByText("We cannot reach the server. This page is as we last saw it."),
  ).toBeVisible();
  await expect(profileLink(home.tab)).toBeVisible();
  await expectListed(home.tab, TITAN, true);
  const list = await opensIn(context, "/watchlist", "main tbody tr", 5);
  await expect(list.tab.getByText(`${ids.length} titles`, { exact: true })).toBeVisible();
  await expect(list.tab.getByText("This is your watchlist as we last saw it.")).toBeVisible();
  await list.tab.getByRole("searchbox").fill(TITAN);
  await expect(rows(list.tab).getByRole("link", { name: TITAN, exact: true })).toBeVisible();
  // None of its pictures was seen before: what stands in their place is no sign of a broken one.
  const poster = list.tab.locator("tbody img").first();
  await expect
    .poll(() => poster.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
    .toBeGreaterThan(0);
  measured(
    `without a server, the gallery is there after ${home.took.toFixed(0)} ms, ` +
      `a list of ${ids.length} after ${list.took.toFixed(0)} ms`,
  );

  await home.tab.bringToFront();
  await toggleOnCard(home.tab, TITAN);
  await expect(home.tab.getByText("Your change is kept and sent later.")).toBeVisible();
  await home.tab.reload();
  await expectListed(home.tab, TITAN, false);
  const writes: string[] = [];
  context.on("requestfinished", (request) => {
    if (request.method() !== "GET") writes.push(`${request.method()} ${request.url()}`);
  });
  await mitai.on();
  await expect(
    home.tab.getByText("We cannot reach the server. This page is as we last saw it."),
  ).toHaveCount(0);
  await expect(home.tab.getByText("Your change is kept and sent later.")).toHaveCount(0);
  await expect
    .poll(async () => (await (await context.request.get("/api/v1/me/record")).json()).watchlist)
    .toHaveLength(ids.length - 1);
  await expectListed(home.tab, TITAN, false);
  const sent = writes.map((write) => write.replace(mitai.url, "").replace(/\?.*/, ""));
  expect(sent).toEqual(["DELETE /api/v1/me/list/16498"]);
});

test("uncached data is not shown as empty, and loads by itself", async ({
  page,
  context,
  mitai,
}) => {
  await page.goto("/anime/death-note");
  await expectCached(page, "of:", ["/api/v1/anime/death-note"]);
  await mitai.off();
  const tab = await openTab(context);
  await tab.goto("/anime/death-note");
  await expect(tab.getByRole("heading", { level: 1 })).toHaveText("Death Note");
  await expect(
    tab.getByText("We cannot reach the server. This page is as we last saw it."),
  ).toBeVisible();
  for (const address of ["/anime/attack-on-titan", "/?page=2", "/browse", "/?search=titan"]) {
    await tab.goto(address);
    const failed = tab.getByRole("alert").filter({ hasText: "We cannot reach the server." });
    await expect(failed.getByRole("button", { name: "Retry" })).toBeVisible();
    await expect(cards(tab)).toHaveCount(0);
  }
  await tab.goto("/?page=2");
  await mitai.on();
  await expect(cards(tab).first()).toBeVisible();
  await expect(tab.getByRole("alert")).toHaveCount(0);
});

interface Leaving {
  context: BrowserContext;
  account: Account;
  other: () => Promise<Page>;
}

const leaving: Record<string, (how: Leaving) => Promise<void>> = {
  "logging out in another tab": async ({ context }) => {
    const tab = await openTab(context);
    await tab.goto("/profile");
    await tab.getByRole("button", { name: "Logout" }).click();
    await expect(tab).toHaveURL("/login");
  },
  "deleting the account": async ({ context, account }) => {
    const tab = await openTab(context);
    await tab.goto("/account");
    await tab.getByRole("button", { name: "Delete my account" }).click();
    const dialog = tab.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Confirm it’s me" }).click();
    await dialog.getByLabel("Password", { exact: true }).fill(account.password);
    await dialog.getByRole("button", { name: "Delete for ever" }).click();
    await expect(loginLink(tab)).toBeVisible();
  },
  "a session that is ended from elsewhere": async ({ account, other }) => {
    const elsewhere = (await other()).context();
    await signIn(elsewhere, account);
    const { sessions } = await (await elsewhere.request.get("/api/v1/auth/sessions")).json();
    for (const { id, current } of sessions) {
      if (!current) await elsewhere.request.delete(`/api/v1/auth/sessions/${id}`);
    }
  },
};

for (const [how, leave] of Object.entries(leaving)) {
  test(`${how} leaves nothing private in the browser`, async ({
    page,
    context,
    mitai,
    otherBrowser,
  }) => {
    test.slow();
    const account = await signUp(context);
    await addTitles(context, [16498]);
    const uid = await uidOf(context);
    await page.goto("/anime/death-note");
    await expectCached(page, `of:${uid}`, [
      "/api/v1/session",
      "/api/v1/me/record",
      "/api/v1/anime/death-note",
    ]);
    await page.getByRole("banner").getByRole("link", { name: "Mitai" }).click();
    await expectCached(page, "everyone", FRONT);

    await leave({ context, account, other: otherBrowser });
    await expect(loginLink(page)).toBeVisible();
    await expectCached(page, "everyone", [...FRONT, "/api/v1/session"]);
    const left = await cacheContents(page);
    const names = Object.keys(left).filter((name) => !name.startsWith("mitai:app:"));
    expect(names.filter((name) => name.includes(":of:") || name.includes("avatar"))).toEqual([]);
    for (const text of [uid, account.email, account.name, "/api/v1/anime/"]) {
      expect(names.filter((name) => `${name} ${left[name]}`.includes(text))).toEqual([]);
    }

    await mitai.off();
    const tab = await openTab(context);
    await tab.goto("/watchlist");
    await expect(tab.getByText("Log in to see it.")).toBeVisible();
    await expect(loginLink(tab)).toBeVisible();
    await tab.goto("/");
    await expect(cards(tab)).toHaveCount(25);
    await expect(loginLink(tab)).toBeVisible();
  });
}

test("cached pages do not show while the server answers", async ({ page, context, mitai }) => {
  await page.goto("/about");
  await page.goto("/");
  await expectCached(page, "everyone", FRONT);
  await page.evaluate(async () => {
    const [name = ""] = (await caches.keys()).filter((each) => each.startsWith("mitai:app:"));
    const old = "<!doctype html><html data-app=running data-footer=running><title>Old</title>";
    const headers = { "content-type": "text/html", date: new Date().toUTCString() };
    await (await caches.open(name)).put("/shell", new Response(old, { headers }));
  });
  await page.reload();
  await expect(page).toHaveTitle("Trending Anime · Mitai");
  await mitai.off();
  const tab = await openTab(context);
  await tab.goto("/about");
  await expect(tab).toHaveTitle("Old");
});

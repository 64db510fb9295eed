import type { Page } from "@playwright/test";
import { addTitles, logIn, loginLink, profileLink, signIn, signUp } from "../accounts";
import { cards, expect, measured, openTab } from "../fixtures";
import { expectListed, expectWatchlist, toggleOnCard } from "../lists";
import { test } from "../stoppable-server";

const TITAN = "Attack on Titan";

test.describe("during an outage", () => {
  test.use({ baseURL: async ({ mitai }, use) => use(mitai.url) });

  test("changes show at once, survive closing the tab, and are sent once after it", async ({
    page,
    context,
    guard,
    mitai,
    otherBrowser,
  }) => {
    test.slow();
    guard.welcome(mitai.url);
    guard.expectFailedRequests();
    const account = await signUp(context);
    await addTitles(context, [1535]);
    const other = await otherBrowser();
    await signIn(other.context(), account);
    await other.goto("/watchlist");
    await page.goto("/");
    await expect(profileLink(page)).toBeVisible();
    await expectListed(page, "Death Note", true);
    const tab = await openTab(context);
    await tab.goto("/watchlist");
    await expectWatchlist(tab, ["Death Note"]);

    await page.bringToFront();
    await mitai.off();
    await toggleOnCard(page, TITAN);
    await toggleOnCard(page, "One-Punch Man");
    await toggleOnCard(page, "Death Note");
    await toggleOnCard(page, TITAN);
    await toggleOnCard(page, TITAN);
    await expectListed(page, TITAN, true);
    await expectListed(page, "Death Note", false);
    await expectWatchlist(tab, [TITAN, "One-Punch Man"]);
    await expect(page.getByText("Your 3 changes are kept and sent later.")).toBeVisible();
    // The tab that made them goes; another one of the browser sends them.
    await page.close();

    const writes: string[] = [];
    context.on("requestfinished", (request) => {
      if (request.method() !== "GET") writes.push(`${request.method()} ${request.url()}`);
    });
    await mitai.on();
    await expectWatchlist(other, [TITAN, "One-Punch Man"]);
    await expect(tab.getByText(/kept and sent later/)).toHaveCount(0);
    await expectWatchlist(tab, [TITAN, "One-Punch Man"]);
    const sent = writes.map((write) => write.replace(mitai.url, "").replace(/\?.*/, ""));
    expect(sent).toEqual([
      "PUT /api/v1/me/watchlist/16498",
      "PUT /api/v1/me/watchlist/30276",
      "DELETE /api/v1/me/list/1535",
      "DELETE /api/v1/me/list/16498",
      "PUT /api/v1/me/watchlist/16498",
    ]);
  });

  test("the rest of a hundred changes is sent soon after it, once each and in order", async ({
    page,
    context,
    guard,
    mitai,
  }) => {
    test.slow();
    guard.welcome(mitai.url);
    guard.expectFailedRequests();
    await signUp(context);
    await page.goto("/");
    // The cards are there before the page knows who this is, and a visitor would be asked to log in.
    await expect(profileLink(page)).toBeVisible();
    await expect(cards(page)).toHaveCount(25);
    await toggleAllCards(page, "Add to Watchlist");
    const list = async () =>
      (await (await context.request.get("/api/v1/me/record")).json()).watchlist as unknown[];
    await expect.poll(async () => (await list()).length).toBe(25);
    const before = await list();

    await mitai.off();
    for (const _ of [1, 2]) {
      await toggleAllCards(page, "Remove from Watchlist");
      await toggleAllCards(page, "Add to Watchlist");
    }
    // In the end, nothing is other than before.
    await expect(page.getByText(/kept and sent later/)).toHaveCount(0);
    const finished: { write: string; began: number; ended: number }[] = [];
    context.on("requestfinished", (request) => {
      if (request.method() === "GET") return;
      const { startTime, responseEnd } = request.timing();
      const write = `${request.method()} ${request.url()}`;
      finished.push({ write, began: startTime, ended: startTime + responseEnd });
    });
    await mitai.on();
    // However slow the machine is, one follows on another.
    // An addition that its removal follows is not sent, and neither is that removal.
    for (let sent = 0; sent < 50; sent = finished.length) {
      await expect.poll(() => finished.length).toBeGreaterThan(sent);
    }
    const took = (finished.at(-1)?.ended ?? 0) - (finished[0]?.began ?? 0);
    measured(`a hundred changes are sent in ${took.toFixed(0)} ms`);
    const rounds = [0, 25].map((from) => finished.slice(from, from + 25));
    for (const [index, method] of ["DELETE", "PUT"].entries()) {
      const writes = new Set(rounds[index]?.map(({ write }) => write));
      expect(writes.size).toBe(25);
      for (const write of writes) expect(write).toContain(method);
    }
    expect(await list()).toEqual(before);
    await expect(page.getByText(/kept and sent later/)).toHaveCount(0);
    // Only the id of the next change stays in the browser.
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).sort()))
      .toEqual(["mitai:last-change", "mitai:outbox-name", "mitai:signed-in"]);
    expect(finished).toHaveLength(50);
  });

  test("failed requests are retried after it", async ({ page, guard, mitai }) => {
    guard.welcome(mitai.url);
    guard.expectFailedRequests();
    const late = ["FrontNotices", "background-tasks"].map((name) =>
      page.waitForResponse((answer) => answer.url().includes(`/assets/${name}-`)),
    );
    await page.goto("/about");
    await Promise.all(late);
    await mitai.off();
    await page.getByRole("banner").getByRole("link", { name: "Mitai" }).click();
    await expect(page.getByRole("alert").getByRole("button", { name: "Retry" })).toBeVisible();
    await mitai.on();
    await expect(cards(page).first()).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  test("signing in and out fail without losing anything", async ({ page, guard, mitai }) => {
    guard.welcome(mitai.url);
    guard.expectFailedRequests();
    const account = await signUp(page.context());
    await page.goto("/profile");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(account.name);
    await mitai.off();
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByText("We cannot reach the server.").first()).toBeVisible();
    await expect(page).toHaveURL("/profile");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(account.name);
    await mitai.on();
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/login");
    await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();

    await mitai.off();
    await logIn(page, account);
    await expect(page.getByRole("main").getByRole("alert")).toHaveText(
      "We cannot reach the server. Check your connection, then try again.",
    );
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue(account.password);
    await mitai.on();
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL("/");
    await expect(profileLink(page)).toBeVisible();
  });

  test("changes survive closing the browser", async ({
    playwright,
    launchOptions,
    guard,
    mitai,
  }, info) => {
    guard.expectFailedRequests();
    const folder = info.outputPath("browser");
    const options = { ...launchOptions, baseURL: mitai.url };
    const first = await playwright.chromium.launchPersistentContext(folder, options);
    await signUp(first);
    const page = await openTab(first);
    await page.goto("/anime/attack-on-titan");
    await expect(profileLink(page)).toBeVisible();
    await mitai.off();
    await page.getByRole("button", { name: "Add to Watchlist" }).click();
    await expect(page.getByRole("button", { name: "Remove from Watchlist" })).toBeVisible();
    await first.close();

    await mitai.on();
    const second = await playwright.chromium.launchPersistentContext(folder, options);
    const again = await openTab(second);
    await again.goto("/watchlist");
    await expectWatchlist(again, [TITAN]);
    await expect
      .poll(async () => (await (await second.request.get("/api/v1/me/record")).json()).watchlist)
      .toHaveLength(1);
    await second.close();
  });
});

/** Presses the watchlist toggle of every card of the page, faster than anyone could. */
async function toggleAllCards(page: Page, title: string) {
  await expect(page.getByRole("main").getByTitle(title, { exact: true })).toHaveCount(25);
  const pressed = await page.evaluate((label) => {
    const toggles = document.querySelectorAll<HTMLElement>(`main [title="${label}"]`);
    for (const toggle of toggles) toggle.click();
    return toggles.length;
  }, title);
  expect(pressed).toBe(25);
}

test("unopened pages show cached data", async ({ page, context, guard }) => {
  guard.expectFailedRequests();
  await signUp(context);
  await addTitles(context, [16498]);
  const ahead = ["Title", "Watchlist", "Profile", "Account"].map((name) =>
    page.waitForResponse((answer) => answer.url().includes(`/assets/${name}-`)),
  );
  await page.goto("/");
  await expectListed(page, TITAN, true);
  await Promise.all(ahead);
  await context.setOffline(true);
  await page.getByRole("banner").getByRole("link", { name: "Profile" }).click();
  const grid = page.getByRole("tabpanel", { name: "Watchlist" });
  await expect(grid.getByRole("link", { name: TITAN })).toBeVisible();
  await page.getByRole("link", { name: "Watch-list" }).first().click();
  await expectWatchlist(page, [TITAN]);
});

/** Answers writes of the watchlist as a server would that refuses them. */
async function refuse(page: Page, status: number, code: string) {
  await page.route("**/api/v1/me/watchlist/*", (route) =>
    route.fulfill({
      status,
      contentType: "application/problem+json",
      body: JSON.stringify({
        type: "about:blank",
        title: code,
        status,
        code,
        detail: code,
        request_id: "e2e",
      }),
    }),
  );
}

const refusals = [
  {
    status: 409,
    code: "list_full",
    text: "“Attack on Titan” was not added to your watchlist. Your list is full. Remove a title, then try again.",
  },
  {
    status: 404,
    code: "unknown_title",
    text: "“Attack on Titan” was not added to your watchlist. This title is not in the catalogue any more.",
  },
];

for (const { status, code, text } of refusals) {
  test(`an add refused as ${code} is reverted, and a message says why`, async ({
    page,
    context,
    guard,
  }) => {
    guard.expectFailedRequests();
    await signUp(context);
    await page.goto("/");
    await expect(profileLink(page)).toBeVisible();
    await refuse(page, status, code);
    await toggleOnCard(page, TITAN);
    await expect(page.getByRole("alert").filter({ hasText: "Attack on Titan" })).toContainText(
      text,
    );
    await expectListed(page, TITAN, false);
    await page.goto("/watchlist");
    await expect(page.getByText("Your watchlist is empty.")).toBeVisible();
  });
}

test("a session that has ended elsewhere signs the page out, and keeps its changes for its user", async ({
  page,
  context,
  guard,
  otherBrowser,
}) => {
  guard.expectFailedRequests();
  const account = await signUp(context);
  await page.goto("/anime/attack-on-titan");
  await expect(profileLink(page)).toBeVisible();
  const add = page.getByRole("button", { name: "Add to Watchlist" });
  const remove = page.getByRole("button", { name: "Remove from Watchlist" });
  await page.route("**/api/v1/me/{watchlist,live}*/**", (route) => route.abort());
  await add.click();
  await expect(page.getByText("Your change is kept and sent later.")).toBeVisible();

  const other = (await otherBrowser()).context();
  await signIn(other, account);
  const { sessions } = await (await other.request.get("/api/v1/auth/sessions")).json();
  for (const { id, current } of sessions) {
    if (!current) await other.request.delete(`/api/v1/auth/sessions/${id}`);
  }
  await page.unroute("**/api/v1/me/{watchlist,live}*/**");
  await expect(loginLink(page)).toBeVisible();
  // A visitor sees nothing of the user's change.
  await expect(add).toBeVisible();
  await page.reload();
  await expect(add).toBeVisible();
  await expect(page.getByText(/kept and sent later/)).toHaveCount(0);

  await loginLink(page).click();
  await logIn(page, account);
  await expect(page).toHaveURL("/anime/attack-on-titan");
  await expect(remove).toBeVisible();
  await expect
    .poll(async () => (await (await other.request.get("/api/v1/me/record")).json()).watchlist)
    .toHaveLength(1);
});

test("a change is kept until the sending code loads", async ({ page, context, guard }) => {
  guard.expectFailedRequests();
  await signUp(context);
  await page.route("**/assets/sync-*", (route) => route.abort());
  await page.goto("/anime/attack-on-titan");
  await page.getByRole("button", { name: "Add to Watchlist" }).click();
  await expect(page.getByText("Your change is kept and sent later.")).toBeVisible();
  await page.unroute("**/assets/sync-*");
  await expect(page.getByText(/kept and sent later/)).toHaveCount(0);
  const { watchlist } = await (await context.request.get("/api/v1/me/record")).json();
  expect(watchlist).toHaveLength(1);
});

test("a toggle shows at once, however long the server takes", async ({ page, context }) => {
  await signUp(context);
  await page.goto("/anime/attack-on-titan");
  await expect(profileLink(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Add to Watchlist" })).toBeVisible();
  let answered = 0;
  await page.route("**/api/v1/me/watchlist/*", async (route) => {
    const answer = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 2000));
    answered = Date.now();
    await route.fulfill({ response: answer });
  });
  const shown = await page.evaluate(async () => {
    const button = [...document.querySelectorAll<HTMLElement>("main button")].find(
      ({ textContent }) => textContent === "Add to Watchlist",
    );
    if (!button) throw new Error("no toggle");
    const began = performance.now();
    const changed = new Promise<number>((resolve) => {
      new MutationObserver(() => {
        if (button.textContent === "Remove from Watchlist") resolve(performance.now());
      }).observe(button, { childList: true, characterData: true, subtree: true });
    });
    button.click();
    return (await changed) - began;
  });
  measured(`a toggle shows after ${shown.toFixed(1)} ms`);
  expect(answered).toBe(0);
  await expect.poll(() => answered).toBeGreaterThan(0);
  await expect(page.getByRole("button", { name: "Remove from Watchlist" })).toBeVisible();
});

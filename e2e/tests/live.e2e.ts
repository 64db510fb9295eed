import type { Page } from "@playwright/test";
import { addTitles, profileLink, signIn, signUp } from "../accounts";
import { expect, measured, openTab, test } from "../fixtures";
import { expectWatchlist } from "../lists";
import { openStreams } from "../streams";

const TITAN = "Attack on Titan";

test("twelve tabs of a browser share one stream, and all follow", async ({
  page,
  context,
  otherBrowser,
}) => {
  test.slow();
  const account = await signUp(context);
  const streams: string[] = [];
  context.on("request", (request) => {
    if (request.url().includes("/me/live")) streams.push(request.url());
  });

  const tabs = [page];
  while (tabs.length < 12) tabs.push(await openTab(context));
  for (const tab of tabs) await tab.goto("/watchlist");
  for (const tab of tabs) await expect(tab.getByText("Your watchlist is empty.")).toBeVisible();

  const other = await otherBrowser();
  await signIn(other.context(), account);
  await addTitles(other.context(), [16498]);
  for (const tab of tabs) await expectWatchlist(tab, [TITAN]);

  // A change in one tab shows in all, through the tab that holds the stream.
  await tabs[7]?.bringToFront();
  await tabs[7]?.getByRole("button", { name: `Remove ${TITAN}` }).click();
  for (const tab of tabs) await expect(tab.getByText("Your watchlist is empty.")).toBeVisible();

  // When the one with the stream goes, another takes over.
  expect(streams).toHaveLength(1);
  await page.close();
  await addTitles(other.context(), [1535]);
  for (const tab of tabs.slice(1)) await expectWatchlist(tab, ["Death Note"]);
  expect(streams).toHaveLength(2);
});

/** Notes, in the page's own time, when the bookmark of the title page is pressed or changes. */
async function noteTimes(page: Page) {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    const now = () => performance.timeOrigin + performance.now();
    const label = () =>
      [...document.querySelectorAll("main button")]
        .map((button) => button.textContent)
        .find((text) => text?.endsWith("Watchlist"));
    let before = label();
    new MutationObserver(() => {
      const after = label();
      if (after !== before) times.push(now());
      before = after;
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

const noted = (page: Page) => page.evaluate(() => (window as never as { times: number[] }).times);

/** Returns the percentile of values: `percent` of them are below it. */
function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}

test("fifty changes show on another browser's screen soon, beside a thousand streams", async ({
  page,
  context,
  otherBrowser,
  server,
}) => {
  test.slow();
  const closeStreams = await openStreams(server.url, 1000);
  const account = await signUp(context);
  const other = await otherBrowser();
  await signIn(other.context(), account);
  for (const each of [page, other]) {
    await each.goto("/anime/attack-on-titan");
    await expect(profileLink(each)).toBeVisible();
    await expect(each.getByRole("button", { name: "Add to Watchlist" })).toBeVisible();
  }
  // Both have opened the page, which is on the history: wait until that is over.
  await expect
    .poll(async () => (await (await context.request.get("/api/v1/me/record")).json()).history)
    .toHaveLength(1);
  await noteTimes(page);
  await noteTimes(other);

  const changes = 50;
  for (let n = 1; n <= changes; n++) {
    await page.getByRole("button", { name: /^(Add to|Remove from) Watchlist$/ }).click();
    await expect.poll(async () => (await noted(other)).length).toBe(n);
  }
  const here = await noted(page);
  const there = await noted(other);
  expect(here).toHaveLength(changes);
  const waits = there.map((at, n) => at - (here[n] ?? 0));
  const [half, most] = [percentile(waits, 50), percentile(waits, 99)];
  measured(`another screen after: p50 ${half.toFixed(0)} ms, p99 ${most.toFixed(0)} ms`);
  // Events notify it: a stream looks by itself every 15 s
  expect(half).toBeLessThan(7_500);
  closeStreams();
});

test("a client that reconnects after a while receives every change", async ({
  page,
  context,
  guard,
  otherBrowser,
}) => {
  guard.expectFailedRequests();
  const account = await signUp(context);
  const other = await otherBrowser();
  await signIn(other.context(), account);
  await page.route("**/api/v1/me/live*", (route) => route.abort());
  await page.goto("/watchlist");
  await expect(page.getByText("Your watchlist is empty.")).toBeVisible();
  await addTitles(other.context(), [1535, 30276, 16498]);
  await other.context().request.delete("/api/v1/me/watchlist/30276");
  await expect(page.getByText("Your watchlist is empty.")).toBeVisible();
  await page.unroute("**/api/v1/me/live*");
  await expectWatchlist(page, [TITAN, "Death Note"]);
});

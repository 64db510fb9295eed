/** What the watchlist, the profile and the cards show of a user's lists. */
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { type Account, profileLink, signIn } from "./accounts";
import { card, isPhone, reveal } from "./fixtures";

/** Returns the rows of the watchlist, without the head. */
export function rows(page: Page) {
  return page.getByRole("table", { name: "Your watchlist" }).locator("tbody").getByRole("row");
}

/** Returns the entry panel of a title's page. */
export const panel = (page: Page) => page.getByRole("region", { name: "Your list" });

/** Returns the button that undoes the last action. */
export const undo = (page: Page) => page.getByRole("button", { name: "Undo", exact: true });

interface Title {
  mal_id: number;
  episodes: number | null;
}

/** The most popular titles, so many of them, that have at least so many episodes. */
export async function popular(
  context: BrowserContext,
  count: number,
  episodes = 0,
): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ids.length < count; page++) {
    const answer = await context.request.get(`/api/v1/anime?list=popular&page=${page}`);
    const { items } = (await answer.json()) as { items: Title[] };
    const long = items.filter((title) => (title.episodes ?? 0) >= episodes);
    ids.push(...long.map(({ mal_id }) => mal_id));
  }
  return ids.slice(0, count);
}

/** Expects the titles of the watchlist to be these, from top to bottom. */
export async function expectWatchlist(page: Page, titles: readonly string[]) {
  await expect(rows(page).getByRole("link")).toHaveText([...titles]);
}

/** Returns the posters of the profile's tab that shows. */
export function posters(page: Page) {
  return page.getByRole("tabpanel").getByRole("listitem").getByRole("link");
}

/** Presses the watchlist toggle of a card, as a visitor does on this kind of screen. */
export async function toggleOnCard(page: Page, title: string) {
  const shown = await reveal(page, title);
  await expect(shown.locator(".card-overlay")).toHaveCSS("opacity", "1");
  await shown.getByTitle(/^(Add to|Remove from) Watchlist$/).click();
  // The overlay would lie over the next card.
  if (!isPhone(page)) await page.mouse.move(0, 0);
}

/** Expects a card's toggle to say whether the title is on the watchlist. */
export async function expectListed(page: Page, title: string, listed: boolean) {
  const label = listed ? "Remove from Watchlist" : "Add to Watchlist";
  await expect(card(page, title).getByTitle(label, { exact: true })).toBeAttached();
}

/** Opens the watchlist by the links of the app. */
export async function openWatchlist(page: Page) {
  const nav = page.getByRole("navigation", { name: "Main" });
  if (isPhone(page)) await nav.getByRole("button", { name: "Menu", exact: true }).click();
  await nav.getByRole("link", { name: "Watch-list", exact: true }).click();
  await expect(page).toHaveURL(/\/watchlist/);
}

export async function openProfile(page: Page) {
  await profileLink(page).click();
  await expect(page).toHaveURL(/\/profile/);
}

/** Returns the server's entry of a title; undefined if there is none. */
export async function entryOf(context: BrowserContext, malId: number) {
  const { items, titles } = await (await context.request.get("/api/v1/me/list")).json();
  const index = items.findIndex((item: { mal_id: number }) => item.mal_id === malId);
  if (index < 0) return undefined;
  // The facts of titles come by column.
  const columns = Object.entries<unknown[]>(titles);
  return {
    ...items[index],
    ...Object.fromEntries(columns.map(([name, all]) => [name, all[index]])),
  };
}

/** Waits until the server's entry of a title has these fields. */
export async function expectEntry(
  context: BrowserContext,
  malId: number,
  fields: Record<string, unknown>,
) {
  await expect.poll(() => entryOf(context, malId)).toMatchObject(fields);
}

/** Opens a page that is in step with the server: what sends changes, and says that they wait, is there. */
export async function openInStep(page: Page, address: string) {
  const inStep = [
    page.waitForResponse("**/assets/UnsentHint-*"),
    page.waitForRequest("**/api/v1/me/live*"),
  ];
  await page.goto(address);
  await Promise.all(inStep);
}

/**
 * A second device of the user. Both have opened the address, are in step with the server, and have no network from here
 * on. `shown` waits for what the page is to show.
 */
export async function twoDevicesOffline(
  page: Page,
  otherBrowser: () => Promise<Page>,
  { account, address, shown }: Offline,
): Promise<Page> {
  const other = await otherBrowser();
  await signIn(other.context(), account);
  for (const tab of [page, other]) {
    await openInStep(tab, address);
    await shown(tab);
    await tab.context().setOffline(true);
  }
  return other;
}

interface Offline {
  account: Account;
  address: string;
  shown: (tab: Page) => Promise<unknown>;
}

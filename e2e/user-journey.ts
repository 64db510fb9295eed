/** What a user does with Mitai, from finding a title to coming back after a restart. */
import { expect, type Page } from "@playwright/test";
import { loginLink, profileLink } from "./accounts";
import { card } from "./fixtures";
import {
  expectListed,
  expectWatchlist,
  openProfile,
  openWatchlist,
  posters,
  rows,
  toggleOnCard,
} from "./lists";

const TITAN = "Attack on Titan";

async function search(page: Page, text: string) {
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const box = page.getByRole("combobox", { name: "Search anime by title" });
  await box.fill(text);
  await box.press("Enter");
}

/**
 * Finds titles and adds them from their cards. The other browser has the watchlist open, and shows
 * each without being touched.
 */
export async function findAndAdd(page: Page, other: Page) {
  await other.goto("/watchlist");
  await expect(other.getByText("Your watchlist is empty.")).toBeVisible();
  for (const title of ["Death Note", "One-Punch Man", TITAN]) {
    await search(page, title.toLowerCase());
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Search Results");
    await toggleOnCard(page, title);
    await expectListed(page, title, true);
  }
  await expectWatchlist(other, [TITAN, "One-Punch Man", "Death Note"]);
  await openProfile(other);
  await expect(posters(other)).toHaveText([TITAN, "One-Punch Man", "Death Note"]);
}

/** Sorts, filters and searches the watchlist; the address has the query. */
export async function browseWatchlist(page: Page) {
  await openWatchlist(page);
  await expectWatchlist(page, [TITAN, "One-Punch Man", "Death Note"]);
  // The titles' scores are 8.57, 8.48 and 8.62 in catalogue/titles.
  const ascending = page.getByRole("button", { name: "Sort by rating, ascending" });
  await ascending.click();
  await expectWatchlist(page, ["One-Punch Man", TITAN, "Death Note"]);
  await page.getByRole("button", { name: "Sort by rating, descending" }).click();
  await expectWatchlist(page, ["Death Note", TITAN, "One-Punch Man"]);
  const chips = page.getByRole("group", { name: "Filter by genre" });
  await expect(chips.getByRole("button")).toHaveText(["All Genres", "Action", "Supernatural"]);
  await chips.getByRole("button", { name: "Action" }).click();
  await expectWatchlist(page, [TITAN, "One-Punch Man"]);
  await chips.getByRole("button", { name: "All Genres" }).click();
  await page.getByRole("searchbox", { name: "Search your watchlist" }).fill("  TITAN ");
  await expectWatchlist(page, [TITAN]);
  await page.reload();
  await expectWatchlist(page, [TITAN]);
  await expect(page).toHaveURL(/sort=rating-desc/);
  await page.getByRole("searchbox", { name: "Search your watchlist" }).fill("");
  await page.getByRole("button", { name: "Sort by rating, descending" }).click();
  await expect(page).toHaveURL("/watchlist");
}

/** Takes titles off in both browsers, one of them by mistake, and undoes that. */
export async function removeAndUndo(page: Page, other: Page) {
  await page.getByRole("button", { name: `Remove ${TITAN}`, exact: true }).click();
  await expectWatchlist(page, ["One-Punch Man", "Death Note"]);
  await expect(posters(other)).toHaveText(["One-Punch Man", "Death Note"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectWatchlist(page, [TITAN, "One-Punch Man", "Death Note"]);
  await expect(posters(other)).toHaveText([TITAN, "One-Punch Man", "Death Note"]);
  await other.getByRole("button", { name: "Remove from Watchlist: One-Punch Man" }).click();
  await expectWatchlist(page, [TITAN, "Death Note"]);
  await expect(posters(other)).toHaveText([TITAN, "Death Note"]);
}

/** Opens a title twice and finds it once in the history, here and there. */
export async function visitTitles(page: Page, other: Page) {
  for (const title of ["Death Note", TITAN, "Death Note"]) {
    await openWatchlist(page);
    await rows(page).getByRole("link", { name: title }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  }
  for (const each of [page, other]) {
    await openProfile(each);
    await each.getByRole("tab", { name: "History" }).click();
    await expect(posters(each)).toHaveText([TITAN, "Death Note"]);
    await expect(each.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
  }
}

const profile = {
  name: "Asuna 明日奈",
  bio: "Late nights,\nlong runs & <b>no</b> markup.",
  genres: ["Mecha", "Slice of Life", "恋愛"],
};

/** Edits the profile: once without saving, then with. */
export async function editProfile(page: Page, other: Page, name: string) {
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await page.getByRole("textbox", { name: "Display Name" }).fill("Nobody");
  await page.getByRole("textbox", { name: "About Me" }).fill("Forget this.");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(page.getByText("This is a dummy bio. Edit to add your own!")).toBeVisible();

  await page.getByRole("button", { name: "Edit Profile" }).click();
  await page.getByRole("textbox", { name: "Display Name" }).fill(profile.name);
  await page.getByRole("textbox", { name: "About Me" }).fill(profile.bio);
  await page.getByRole("textbox", { name: "Favorite Genres" }).fill(profile.genres.join(", "));
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expectProfile(page);
  await expectProfile(other);
}

async function expectProfile(page: Page) {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(profile.name);
  await expect(page.getByText(profile.bio)).toBeVisible();
  const genres = page.getByRole("heading", { name: "Favorite Genres" }).locator("..");
  await expect(genres.getByRole("listitem")).toHaveText(profile.genres);
}

/** Expects everything that the journey has left behind. */
export async function expectResults(page: Page) {
  await page.goto("/watchlist");
  await expectWatchlist(page, [TITAN, "Death Note"]);
  await openProfile(page);
  await expectProfile(page);
  await expect(posters(page)).toHaveText([TITAN, "Death Note"]);
  await page.getByRole("tab", { name: "History" }).click();
  await expect(posters(page)).toHaveText([TITAN, "Death Note"]);
  await page.getByRole("banner").getByRole("link", { name: "Mitai" }).click();
  await expect(card(page, TITAN)).toBeVisible();
  await expectListed(page, TITAN, true);
  await expectListed(page, "One-Punch Man", false);
}

/** Leaves by the profile's button; nothing private stays on the screen. */
export async function logOut(page: Page) {
  await openProfile(page);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
  await expect(loginLink(page)).toBeVisible();
  await expect(profileLink(page)).toHaveCount(0);
}

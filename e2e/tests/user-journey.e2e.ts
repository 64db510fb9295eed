import { rm } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { type Account, logIn, newAccount, profileLink } from "../accounts";
import { test as base, expect } from "../fixtures";
import { signInWithGoogle } from "../google";
import {
  freePort,
  newFolder,
  type Program,
  startMitaiWith,
  startSignInProvider,
} from "../programs";
import * as journey from "../user-journey";

interface Site {
  issuer: Program;
  url: string;
  /** The server goes and comes back at the same address, with the same data. */
  restart(): Promise<void>;
}

const test = base.extend<{ site: Site }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the braces
  site: async ({}, use) => {
    const issuer = await startSignInProvider();
    const data = await newFolder();
    const port = await freePort();
    let mitai = await startMitaiWith(issuer, { data, port });
    await use({
      issuer,
      url: mitai.url,
      async restart() {
        await mitai.stop();
        mitai = await startMitaiWith(issuer, { data, port });
      },
    });
    await mitai.stop();
    await issuer.stop();
    await rm(data, { recursive: true });
  },

  baseURL: async ({ site }, use) => use(site.url),
});

async function signUpByForm(page: Page, { name, email, password }: Account) {
  await page.goto("/signup");
  await page.getByLabel("Full Name").fill(name);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL("/");
}

async function signUpByGoogle(page: Page, account: Account) {
  await page.goto("/signup");
  await signInWithGoogle(page, account);
  await expect(page).toHaveURL("/profile");
}

const ways = [
  { by: "e-mail", signUp: signUpByForm, signIn: logIn },
  { by: "a provider", signUp: signUpByGoogle, signIn: signInWithGoogle },
];

for (const { by, signUp, signIn } of ways) {
  test(`by ${by}: from signing up to signing in again after a restart`, async ({
    page,
    guard,
    site,
    otherBrowser,
  }) => {
    test.slow();
    guard.welcome(site.url);
    guard.welcome(site.issuer.url);
    const account = newAccount();
    await signUp(page, account);
    const other = await otherBrowser();
    await other.goto("/login");
    await signIn(other, account);
    await expect(other).toHaveURL("/");

    await journey.findAndAdd(page, other);
    await journey.browseWatchlist(page);
    await journey.removeAndUndo(page, other);
    await journey.visitTitles(page, other);
    await journey.editProfile(page, other, account.name);
    await journey.expectResults(page);

    // Both browsers are open meanwhile, and go on as if nothing had happened.
    guard.expectFailedRequests();
    await site.restart();
    await journey.expectResults(page);
    await expect(profileLink(other)).toBeVisible();
    await page.goto("/anime/one-piece");
    await page.getByRole("button", { name: "Add to Watchlist" }).click();
    await other.getByRole("tab", { name: "Watchlist" }).click();
    const newest = other.getByRole("tabpanel").getByRole("link").first();
    await expect(newest).toHaveText("One Piece");
    await page.getByRole("button", { name: "Remove from Watchlist" }).click();
    await expect(newest).toHaveText("Attack on Titan");

    await journey.logOut(page);
    await signIn(page, account);
    await expect(page).toHaveURL("/");
    await page.goto("/profile?tab=history");
    await expect(page.getByRole("tabpanel").getByRole("link").first()).toHaveText("One Piece");
  });
}

import { rm } from "node:fs/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { addTitles, loginLink, newAccount, profileLink, signUp } from "../accounts";
import { test as base, expect, measured, openTab } from "../fixtures";
import { choose, openWindow, signInWithGoogle } from "../google";
import { expectWatchlist } from "../lists";
import {
  ageSessions,
  newFolder,
  type Program,
  startMitaiWith,
  startSignInProvider,
} from "../programs";

interface Google {
  mitai: Program;
  issuer: Program;
  /** The data folder of Mitai. */
  data: string;
}

const test = base.extend<object, { google: Google }>({
  google: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the braces
    async ({}, use) => {
      const issuer = await startSignInProvider();
      const data = await newFolder();
      const mitai = await startMitaiWith(issuer, { data });
      await use({ mitai, issuer, data });
      await mitai.stop();
      await issuer.stop();
      await rm(data, { recursive: true });
    },
    { scope: "worker" },
  ],
});

const FAILED = "Google login failed. Please try again.";

/** Notes the live streams that a browser opens from now on. */
function noteStreams(context: BrowserContext): string[] {
  const streams: string[] = [];
  context.on("request", (request) => {
    if (request.url().includes("/me/live")) streams.push(request.url());
  });
  return streams;
}

/** Returns the alert on the page, of whichever form. */
const box = (page: Page) => page.getByRole("main").getByRole("alert");

test.describe("with a provider", () => {
  test.use({ baseURL: async ({ google }, use) => use(google.mitai.url) });
  test.beforeEach(({ guard, google }) => {
    guard.welcome(google.mitai.url);
    guard.welcome(google.issuer.url);
  });

  test("signing up leads to the profile, signing in home, to the same account", async ({
    page,
    otherBrowser,
  }) => {
    const person = newAccount("Hana Mori");
    await page.goto("/signup");
    await signInWithGoogle(page, person);
    await expect(page).toHaveURL("/profile");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(person.name);
    await expect(page.getByText(person.email)).toBeVisible();

    const other = await otherBrowser();
    await other.goto("/login");
    await signInWithGoogle(other, person);
    await expect(other).toHaveURL("/");
    await profileLink(other).click();
    await expect(other.getByText(person.email)).toBeVisible();
    await page.goto("/account");
    const devices = page.getByRole("region", { name: "Signed-in devices" });
    await expect(devices.getByRole("listitem")).toHaveCount(2);
  });

  test("signing in leads back to the previous page, and other tabs follow", async ({
    page,
    context,
  }) => {
    const tab = await openTab(context);
    await tab.goto("/about");
    await expect(loginLink(tab)).toBeVisible();
    await page.goto("/login?next=%2Fwatchlist");
    await signInWithGoogle(page, newAccount());
    await expect(page).toHaveURL("/watchlist");
    await expect(page.getByText("Your watchlist is empty.")).toBeVisible();
    await expect(profileLink(tab)).toBeVisible();
  });

  test.describe("with the service worker active", () => {
    test.use({ serviceWorkers: "allow" });
    for (const blocked of [false, true]) {
      test(`signing in works ${blocked ? "in the whole page" : "in a window"}`, async ({
        page,
      }) => {
        await page.goto("/about");
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
        if (blocked) {
          await page.addInitScript(() => {
            window.open = () => null;
          });
        }
        await page.goto("/login?next=%2Fwatchlist");
        if (!blocked) await signInWithGoogle(page, newAccount());
        else {
          await page.getByRole("button", { name: /with Google$/ }).click();
          await choose(page, newAccount());
        }
        await expect(page).toHaveURL("/watchlist");
        await expect(page.getByText("Your watchlist is empty.")).toBeVisible();
      });
    }
  });

  for (const [path, end] of [
    ["/signup", "/profile"],
    ["/login?next=%2Fwatchlist%3Fsort%3Drating-asc", "/watchlist?sort=rating-asc"],
  ] as const) {
    test(`where windows are blocked the whole page goes there from ${path}`, async ({ page }) => {
      await page.addInitScript(() => {
        window.open = () => null;
      });
      await page.goto(path);
      await page.getByRole("button", { name: /with Google$/ }).click();
      await choose(page, newAccount());
      await expect(page).toHaveURL(end);
      await expect(profileLink(page)).toBeVisible();
    });
  }

  test("a pending add survives the redirect to the provider", async ({ page }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.goto("/anime/death-note");
    await page.getByRole("button", { name: "Add to Watchlist" }).click();
    await page.getByRole("alertdialog").getByRole("link", { name: "Log in" }).click();
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await choose(page, newAccount());
    await expect(page).toHaveURL("/anime/death-note");
    await expect(page.getByRole("button", { name: "Remove from Watchlist" })).toBeVisible();
  });

  test("a provider that severs the opener still signs in", async ({ page, context, google }) => {
    await context.route(`${google.issuer.url}/**`, async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      const headers = { ...response.headers(), "cross-origin-opener-policy": "same-origin" };
      await route.fulfill({ response, headers });
    });
    await page.goto("/login");
    await signInWithGoogle(page, newAccount());
    await expect(page).toHaveURL("/");
    await expect(profileLink(page)).toBeVisible();
  });

  test("closing the window is no error, and the button works again", async ({ page }) => {
    await page.goto("/login");
    await page.getByRole("textbox", { name: "Email", exact: true }).fill("kei@example.org");
    const popup = await openWindow(page);
    await expect(page.getByText("Go on in the window that has opened.")).toBeVisible();
    await popup.close();
    await expect(page.getByText("Go on in the window that has opened.")).toHaveCount(0);
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(box(page)).toHaveCount(0);
    await expect(page.getByRole("textbox", { name: "Email", exact: true })).toHaveValue(
      "kei@example.org",
    );
    await signInWithGoogle(page, newAccount());
    await expect(page).toHaveURL("/");
    await expect(profileLink(page)).toBeVisible();
  });

  test("cancelling is no error, in a window or on the page", async ({ page }) => {
    await page.goto("/login");
    const popup = await openWindow(page);
    const closed = popup.waitForEvent("close");
    await popup.getByRole("button", { name: "Cancel" }).click();
    await closed;
    const word = page.getByText("Signing in was cancelled. You can try again whenever you like.");
    await expect(word).toBeVisible();
    await expect(page.getByRole("alertdialog")).toHaveCount(0);

    await page.evaluate(() => {
      window.open = () => null;
    });
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page).toHaveURL("/login");
    await expect(word).toBeVisible();
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
  });

  test("an account that has the address is linked by its password, once", async ({
    page,
    guard,
    otherBrowser,
  }) => {
    const account = await signUp((await otherBrowser()).context());
    await page.goto("/login");
    await signInWithGoogle(page, { ...account, name: "Name at Google" });
    await expect(
      page.getByText("An account with this email exists. Enter its password once to link it."),
    ).toBeVisible();
    await expect(profileLink(page)).toHaveCount(0);
    const password = page.getByLabel("Password", { exact: true });
    await expect(password).toBeFocused();
    guard.expectFailedRequests();
    await password.fill("not it, alas");
    await page.keyboard.press("Enter");
    await expect(box(page)).toHaveText(
      "That is not the account’s password. Check it and try again.",
    );
    await expect(password).toHaveValue("not it, alas");
    await password.fill(account.password);
    await page.getByRole("button", { name: "Link and sign in" }).click();
    await expect(page).toHaveURL("/");
    await profileLink(page).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(account.name);

    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/login");
    await signInWithGoogle(page, account);
    await expect(page).toHaveURL("/");
    await expect(profileLink(page)).toBeVisible();
  });

  test("signing up with an account that is linked leads to the profile", async ({
    page,
    otherBrowser,
  }) => {
    const account = await signUp((await otherBrowser()).context());
    await page.goto("/signup");
    await signInWithGoogle(page, account);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Link and sign in" }).click();
    await expect(page).toHaveURL("/profile");
    await expect(page.getByText(account.email)).toBeVisible();
  });

  test("an unverified address opens no existing account", async ({ page, otherBrowser }) => {
    const account = await signUp((await otherBrowser()).context());
    await page.goto("/signup");
    await signInWithGoogle(page, { ...account, verified: false });
    await expect(box(page)).toHaveText(
      "There is an account with this email address already. Log in with your email and password.",
    );
    await page.goto("/login");
    await signInWithGoogle(page, { ...account, verified: false });
    await expect(page.getByRole("alertdialog").getByText(FAILED, { exact: true })).toBeVisible();
    await expect(profileLink(page)).toHaveCount(0);
  });

  test("an account without a password is deleted after a fresh sign-in", async ({ page }) => {
    const person = newAccount();
    await page.goto("/signup");
    await signInWithGoogle(page, person);
    await expect(page).toHaveURL("/profile");
    await page.getByRole("link", { name: "Your account" }).click();
    await page.getByRole("button", { name: "Delete my account" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Confirm it’s me" }).click();
    await dialog.getByRole("button", { name: "Delete for ever" }).click();
    await expect(page.getByText("Your account is deleted, and everything in it.")).toBeVisible();
    await expect(loginLink(page)).toBeVisible();
  });

  test("deleting an account needs a recent sign-in", async ({ page, context, guard, google }) => {
    const person = newAccount();
    await page.goto("/signup");
    await signInWithGoogle(page, person);
    await expect(page).toHaveURL("/profile");
    await ageSessions(google.data, person.email);
    // Another tab, which may be the one that holds the stream.
    const tab = await openTab(context);
    await tab.goto("/watchlist");
    await expect(tab.getByText("Your watchlist is empty.")).toBeVisible();
    await page.bringToFront();
    await page.goto("/account");
    await page.getByRole("button", { name: "Delete my account" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Confirm it’s me" }).click();
    guard.expectFailedRequests();
    await dialog.getByRole("button", { name: "Delete for ever" }).click();
    await expect(dialog.getByText(/You signed in a while ago/)).toBeVisible();

    const streams = noteStreams(context);
    await signInWithGoogle(page, person);
    await expect(dialog.getByText("Now the account can be deleted.")).toBeVisible();
    // The library is still followed, with the new session.
    await addTitles(context, [16498]);
    await expectWatchlist(tab, ["Attack on Titan"]);
    await expect(dialog).toBeVisible();
    measured(`streams begun after signing in once more: ${streams.length}`);
    await dialog.getByRole("button", { name: "Delete for ever" }).click();
    await expect(page.getByText("Your account is deleted, and everything in it.")).toBeVisible();
    await expect(loginLink(page)).toBeVisible();
    await expect(loginLink(tab)).toBeVisible();
  });

  test("an unsolicited answer signs nobody in", async ({ context }) => {
    const plain = await context.newPage();
    await plain.goto("/api/v1/auth/google/callback?code=made-up&state=made-up");
    await expect(plain.getByRole("heading", { name: "You are not signed in" })).toBeVisible();
    await plain.getByRole("link", { name: "Back to Mitai" }).click();
    await expect(plain.getByRole("alertdialog").getByText(FAILED, { exact: true })).toBeVisible();
    await expect(loginLink(plain)).toBeVisible();
  });
});

test("where no provider is configured the login page says so in an alert", async ({ page }) => {
  await page.goto("/login");
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: "Continue with Google" }).click(),
  ]);
  const alert = page.getByRole("alertdialog");
  await expect(alert.getByText(FAILED, { exact: true })).toBeVisible();
  if (!popup.isClosed()) await popup.waitForEvent("close");
  await alert.getByRole("button", { name: "OK" }).click();
  await expect(alert).toHaveCount(0);

  await page.goto("/signup");
  await page.getByRole("button", { name: "Sign up with Google" }).click();
  await expect(box(page)).toHaveText(
    "Signing in with Google is not available on this server right now. Please use your email.",
  );
});

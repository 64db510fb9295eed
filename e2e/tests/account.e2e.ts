import type { Page } from "@playwright/test";
import {
  addTitles,
  logIn,
  loginLink,
  newAccount,
  profileLink,
  signUp,
  whenSignedOut,
} from "../accounts";
import { expect, openTab, test } from "../fixtures";
import { expectWatchlist } from "../lists";
import { startMitai } from "../programs";

/** Fills in these fields of the sign-up page and submits it. */
async function submitSignup(page: Page, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
  await page.getByRole("button", { name: "Create Account" }).click();
}

async function expectValues(page: Page, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) {
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
  }
}

test.describe("sign-up", () => {
  test("names the first broken rule in red, and keeps the fields' values", async ({ page }) => {
    const { name, email, password } = newAccount();
    await page.goto("/signup");
    const box = page.getByRole("main").getByRole("alert");
    const values = {
      "Full Name": "",
      Email: "not an address",
      Password: "short",
      "Confirm Password": "else",
    };
    const steps = [
      { fix: {}, text: "All fields are required." },
      { fix: { "Full Name": name }, text: "Please enter a valid email address." },
      { fix: { Email: email }, text: "Password must be at least 6 characters long." },
      { fix: { Password: password }, text: "Passwords do not match." },
    ];
    for (const { fix, text } of steps) {
      Object.assign(values, fix);
      await submitSignup(page, values);
      await expect(box).toHaveText(text);
      await expect(box).toBeInViewport();
      await expectValues(page, values);
    }
    const [red, green, blue] = await channels(box.locator("p"));
    expect(red).toBeGreaterThan(Math.max(green, blue));

    await submitSignup(page, { "Confirm Password": password });
    await expect(page).toHaveURL("/");
    await expect(profileLink(page)).toBeVisible();
    await expect(loginLink(page)).toHaveCount(0);
  });

  test("an address that has an account is refused, and the fields keep their values", async ({
    page,
    guard,
    otherBrowser,
  }) => {
    guard.expectFailedRequests();
    const taken = await signUp((await otherBrowser()).context());
    await page.goto("/signup");
    const values = {
      "Full Name": "Somebody Else",
      Email: taken.email.toUpperCase(),
      Password: "another password",
      "Confirm Password": "another password",
    };
    await submitSignup(page, values);
    await expect(page.getByRole("main").getByRole("alert")).toHaveText(
      "There is an account with this email address already. Log in instead.",
    );
    await expectValues(page, values);
    await expect(profileLink(page)).toHaveCount(0);
  });
});

/** Returns the red, green and blue of a text's colour. */
async function channels(text: ReturnType<Page["locator"]>): Promise<[number, number, number]> {
  return text.evaluate((element) => {
    const canvas = document.createElement("canvas").getContext("2d");
    if (!canvas) throw new Error("no canvas");
    canvas.fillStyle = getComputedStyle(element).color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue];
  });
}

test.describe("sign-in", () => {
  test("leads back to the previous page", async ({ page, otherBrowser }) => {
    const account = await signUp((await otherBrowser()).context());
    await page.goto("/?search=titan");
    await loginLink(page).click();
    await logIn(page, account);
    await expect(page).toHaveURL("/?search=titan");
    await expect(profileLink(page)).toBeVisible();
  });

  test("text typed before hydration stays", async ({ browser, baseURL, guard }) => {
    const context = await browser.newContext();
    guard.watch(context);
    // The fixture's page would wait for the app.
    const page = await context.newPage();
    let takeOver = () => {};
    const held = new Promise<void>((resolve) => {
      takeOver = resolve;
    });
    await page.route("**/assets/*.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${baseURL}/login`, { waitUntil: "commit" });
    const typed = { Email: "early@example.org", Password: "typed early" };
    for (const [label, text] of Object.entries(typed)) {
      await page.getByLabel(label, { exact: true }).fill(text);
    }
    await page.getByLabel("Password", { exact: true }).press("Enter");
    takeOver();
    await page.locator("html[data-app=running]").waitFor();
    // Showing the password makes React render again.
    await page.getByRole("button", { name: "Show password" }).click();
    await expectValues(page, typed);
    expect(page.url()).toBe(`${baseURL}/login`);
    await context.close();
  });

  test("gives the same message for a wrong password and an unknown address", async ({
    page,
    guard,
    otherBrowser,
  }) => {
    guard.expectFailedRequests();
    const account = await signUp((await otherBrowser()).context());
    await page.goto("/login");
    const box = page.getByRole("main").getByRole("alert");
    const text = "The email or the password is not right. Check both and try again.";
    for (const wrong of [
      { ...account, password: "not it, alas" },
      { ...newAccount(), password: "not it, alas" },
    ]) {
      await page.goto("/login");
      await logIn(page, wrong);
      await expect(box).toHaveText(text);
      await expectValues(page, { Email: wrong.email, Password: wrong.password });
    }
    await expect(profileLink(page)).toHaveCount(0);
    await logIn(page, account);
    await expect(page).toHaveURL("/");
  });

  test("after too many tries says how long to wait", async ({ page, guard }) => {
    guard.expectFailedRequests();
    // All tests come from one address: this one uses up a server of its own.
    const mitai = await startMitai();
    guard.welcome(mitai.url);
    const { email } = newAccount();
    for (let tries = 0; tries < 10; tries++) {
      const answer = await page.request.post(`${mitai.url}/api/v1/auth/login`, {
        data: { email, password: "not it, alas" },
      });
      expect(answer.status()).toBe(401);
    }
    await page.goto(`${mitai.url}/login`);
    await logIn(page, { name: "", email, password: "not it, alas" });
    await expect(page.getByRole("main").getByRole("alert")).toHaveText(
      /^Too many attempts\. Please try again in \d+ (second|minute)s?\.$/,
    );
    await expectValues(page, { Email: email, Password: "not it, alas" });
    await mitai.stop();
  });
});

test("passwords can be shown, and password managers know the fields", async ({ page }) => {
  const expected = {
    "/login": { Email: "username", Password: "current-password" },
    "/signup": {
      "Full Name": "name",
      Email: "username",
      Password: "new-password",
      "Confirm Password": "new-password",
    },
  };
  for (const [path, fields] of Object.entries(expected)) {
    await page.goto(path);
    for (const [label, autocomplete] of Object.entries(fields)) {
      const field = page.getByLabel(label, { exact: true });
      await expect(field).toHaveAttribute("autocomplete", autocomplete);
      if (!autocomplete.endsWith("password")) continue;
      const name = label.toLowerCase();
      await field.fill("見たい secret");
      await expect(field).toHaveAttribute("type", "password");
      await page.getByRole("button", { name: `Show ${name}`, exact: true }).click();
      await expect(field).toHaveAttribute("type", "text");
      await expect(field).toHaveValue("見たい secret");
      await page.getByRole("button", { name: `Hide ${name}`, exact: true }).click();
      await expect(field).toHaveAttribute("type", "password");
    }
  }
});

test("signed-in users are led away from the sign-in pages", async ({ page, context }) => {
  await signUp(context);
  for (const path of ["/login", "/signup", "/login?next=%2F%2Fevil.example"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/");
  }
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Trending Anime");
});

test("signing out ends the session in every tab at once", async ({ page, context }) => {
  await signUp(context);
  const watchlist = await openTab(context);
  await watchlist.goto("/watchlist");
  const devices = await openTab(context);
  await devices.goto("/account");
  await page.bringToFront();
  await page.goto("/profile");
  for (const tab of [page, watchlist, devices]) await expect(profileLink(tab)).toBeVisible();
  const cookies = await context.cookies();

  const gone = [watchlist, devices].map(whenSignedOut);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
  const left = Date.now();
  // An event notifies them: a stream looks by itself every 15 s
  for (const at of await Promise.all(gone)) expect(at - left).toBeLessThan(7_500);
  await expect(
    watchlist.getByText("Your watchlist lives in your account. Log in to see it."),
  ).toBeVisible();
  await expect(devices.getByText("Please log in to see your account.")).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain("mitai:signed-in");

  // Not only forgotten here: the session is over.
  await context.addCookies(cookies);
  await page.goto("/profile");
  await expect(page.getByText("Please log in to view your profile.")).toBeVisible();
});

test("the next user of a browser sees no data of the previous one, in any tab", async ({
  page,
  context,
}) => {
  await signUp(context, newAccount("First User"));
  await addTitles(context, [16498]);
  const tab = await openTab(context);
  await tab.goto("/watchlist");
  await expectWatchlist(tab, ["Attack on Titan"]);
  await page.bringToFront();
  await page.goto("/profile");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");

  await page.goto("/signup");
  const { name, email, password } = newAccount("Second User");
  await submitSignup(page, {
    "Full Name": name,
    Email: email,
    Password: password,
    "Confirm Password": password,
  });
  await expect(page).toHaveURL("/");
  await expect(tab.getByText("Your watchlist is empty.")).toBeVisible();
  await page.goto("/profile");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Second User");
  await expect(page.getByText("Your watchlist is empty.")).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(tab.getByText("Your watchlist lives in your account.")).toBeVisible();
});

test("the session outlives the browser", async ({ playwright, launchOptions, baseURL }, info) => {
  const folder = info.outputPath("browser");
  const open = () =>
    playwright.chromium.launchPersistentContext(folder, {
      ...launchOptions,
      ...(baseURL === undefined ? {} : { baseURL }),
    });
  const first = await open();
  await signUp(first);
  await first.close();

  const second = await open();
  const page = await openTab(second);
  await page.goto("/");
  await expect(profileLink(page)).toBeVisible();
  await second.close();
});

test("adding while signed out is carried out after signing in", async ({
  page,
  guard,
  otherBrowser,
}) => {
  const account = await signUp((await otherBrowser()).context());
  await page.goto("/anime/death-note");
  await page.getByRole("button", { name: "Add to Watchlist" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByText("Please log in to add anime to your watchlist.")).toBeVisible();
  await dialog.getByRole("link", { name: "Log in" }).click();
  guard.expectFailedRequests();
  await logIn(page, { ...account, password: "not it, alas" });
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  await logIn(page, account);
  await expect(page).toHaveURL("/anime/death-note");
  await expect(page.getByRole("button", { name: "Remove from Watchlist" })).toBeVisible();
  await expect(page.getByText("on your watchlist.")).toBeVisible();

  // The title is added once: taken off again, it stays off.
  await page.getByRole("button", { name: "Remove from Watchlist" }).click();
  await expect(page.getByRole("button", { name: "Add to Watchlist" })).toBeVisible();
  await page.reload();
  await expect(profileLink(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Add to Watchlist" })).toBeVisible();
});

test("private pages explain themselves to visitors", async ({ page }) => {
  const texts = {
    "/profile": "Please log in to view your profile.",
    "/watchlist": "Your watchlist lives in your account. Log in to see it.",
    "/account": "Please log in to see your account.",
  };
  for (const [path, text] of Object.entries(texts)) {
    await page.goto(path);
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
  }
});

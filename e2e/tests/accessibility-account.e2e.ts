import { addTitles, logIn, newAccount, signUp } from "../accounts";
import { expect, test } from "../fixtures";
import { openInStep, rows } from "../lists";

test("the watchlist: rows and a toast, nothing found, empty", async ({
  page,
  context,
  expectAccessible,
}) => {
  await signUp(context);
  await addTitles(context, [1535, 16498]);
  await page.goto("/watchlist?sort=rating-desc");
  await page.getByRole("button", { name: "Remove Death Note" }).click();
  // The toast stays while it has the focus, however long the audit takes
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.focus();
  await expectAccessible();
  await expect(undo).toBeVisible();
  await page.getByRole("searchbox").fill("zzz");
  await expect(page.getByText("No title on your watchlist matches.")).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Show all titles" }).click();
  await page.getByRole("button", { name: "Remove Attack on Titan" }).click();
  await expect(page.getByText("Your watchlist is empty.")).toBeVisible();
  await expectAccessible();
});

test("the list: filters, a change that was refused, Activity before and after, a restore", async ({
  page,
  context,
  guard,
  expectAccessible,
}) => {
  guard.expectFailedRequests();
  await signUp(context);
  await page.goto("/activity");
  await expect(page.getByText("Nothing has changed yet.")).toBeVisible();
  await expectAccessible();
  await addTitles(context, [1535, 16498]);
  await page.goto("/watchlist?kind=TV");
  await expect(page.getByRole("group", { name: "More filters" })).toBeVisible();
  await expectAccessible();
  const detail = "“Death Note” has 37 episodes.";
  await page.route("**/api/v1/me/list/*", (route) =>
    route.fulfill({
      status: 422,
      contentType: "application/problem+json",
      json: { code: "invalid_request", detail, request_id: "e2e" },
    }),
  );
  await page.getByRole("button", { name: "One more episode: Death Note" }).click();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expectAccessible();
  await page.goto("/activity?at=2026-01-01");
  await page.getByRole("button", { name: "Empty the list" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible();
});

test("the profile: posters, the form, the history", async ({ page, context, expectAccessible }) => {
  await signUp(context);
  await addTitles(context, [1535, 16498]);
  await page.goto("/profile");
  await expect(page.getByRole("tabpanel").getByRole("listitem")).toHaveCount(2);
  await expectAccessible();
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await page.getByRole("tab", { name: "History" }).click();
  await expect(page.getByText("Your history is empty.")).toBeVisible();
  await expectAccessible();
});

test("public pages, signed in with a list", async ({ page, context, expectAccessible }) => {
  await signUp(context);
  await addTitles(context, [1535, 16498]);
  for (const path of [
    "/",
    "/?search=titan",
    "/browse",
    "/anime/attack-on-titan",
    "/about",
    "/contactus",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("banner").getByRole("link", { name: "Profile" })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expectAccessible();
  }
});

test("the account, and deleting it", async ({ page, context, guard, expectAccessible }) => {
  guard.expectFailedRequests();
  await signUp(context);
  await page.goto("/account");
  await expect(page.getByText("This device")).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("alertdialog");
  await expectAccessible();
  await dialog.getByRole("button", { name: "Confirm it’s me" }).click();
  await dialog.getByLabel("Password", { exact: true }).fill("not it, alas");
  await dialog.getByRole("button", { name: "Delete for ever" }).click();
  await expect(dialog.getByRole("alert")).toContainText("That is not your password.");
  await expectAccessible();
});

test("forms that have been refused or sent", async ({ page, guard, expectAccessible }) => {
  guard.expectFailedRequests();
  await page.goto("/signup");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("All fields are required.")).toBeVisible();
  await expectAccessible();
  await page.goto("/login");
  await logIn(page, newAccount());
  await expect(page.getByText(/^The email or the password is not right/)).toBeVisible();
  await expectAccessible();
  await page.goto("/login?error=link_required");
  await expect(page.getByText(/^An account with this email exists/)).toBeVisible();
  await expectAccessible();
  await page.goto("/forgot");
  await page.getByRole("textbox", { name: "Email", exact: true }).fill("kei@example.org");
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByText(/^This server sends no mail/)).toBeVisible();
  await expectAccessible();
  await page.goto("/reset#token=some-secret");
  await expect(page.getByLabel("New Password", { exact: true })).toBeVisible();
  await expectAccessible();
});

test("an outage: cached pages and a pending change", async ({
  page,
  context,
  guard,
  expectAccessible,
}) => {
  guard.expectFailedRequests();
  await signUp(context);
  await addTitles(context, [1535, 16498]);
  await openInStep(page, "/watchlist");
  await expect(rows(page)).toHaveCount(2);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Remove Death Note" }).click();
  await expect(page.getByText("This is your watchlist as we last saw it.")).toBeVisible();
  await expect(page.getByText("Your change is kept and sent later.")).toBeVisible();
  await expectAccessible();
});

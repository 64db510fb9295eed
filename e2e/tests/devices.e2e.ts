import { logIn, loginLink, profileLink, signIn, signUp } from "../accounts";
import { expect, openTab, test } from "../fixtures";

test("devices are listed, and one can end another", async ({
  page,
  context,
  guard,
  otherBrowser,
}) => {
  const account = await signUp(context);
  const other = await otherBrowser();
  await signIn(other.context(), account);
  await other.goto("/watchlist");
  await expect(profileLink(other)).toBeVisible();

  await page.goto("/account");
  const devices = page.getByRole("region", { name: "Signed-in devices" });
  await expect(devices.getByRole("listitem")).toHaveCount(2);
  await expect(devices.getByText("This device")).toHaveCount(1);
  // The ended session may ask for its stream once more
  guard.expectFailedRequests();
  await devices.getByRole("button", { name: /^Sign out:/ }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  await expect(devices.getByText("This device")).toBeVisible();
  await expect(loginLink(other)).toBeVisible();
  await expect(profileLink(page)).toBeVisible();
});

test("the user's data is downloaded as one file", async ({ page, context }) => {
  const account = await signUp(context);
  await context.request.put("/api/v1/me/watchlist/16498");
  await context.request.put("/api/v1/me/history/1535");
  await page.goto("/account");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download my data" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.json$/);
  const stream = await file.createReadStream();
  const text = Buffer.concat(await stream.toArray()).toString();
  expect(JSON.parse(text)).toMatchObject({
    account: { email: account.email, displayName: account.name, hasPassword: true },
    identities: [],
    record: {
      bio: "This is a dummy bio. Edit to add your own!",
      watchlist: [{ mal_id: 16498, added_at: expect.any(String) }],
      history: [{ mal_id: 1535 }],
    },
    sessions: [{ current: true }],
  });
  // The file has neither the password nor the secret of the session.
  expect(text).not.toContain(account.password);
  for (const { value } of await context.cookies()) expect(text).not.toContain(value);
});

test("an account is deleted after asking twice, everywhere", async ({
  page,
  context,
  guard,
  otherBrowser,
}) => {
  guard.expectFailedRequests();
  const account = await signUp(context);
  const tab = await openTab(context);
  await tab.goto("/watchlist");
  const other = await otherBrowser();
  await signIn(other.context(), account);
  await other.goto("/profile");
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(account.name);

  await page.bringToFront();
  await page.goto("/account");
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Keep my account" }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await dialog.getByRole("button", { name: "Confirm it’s me" }).click();
  await dialog.getByLabel("Password", { exact: true }).fill("not it, alas");
  await dialog.getByRole("button", { name: "Delete for ever" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    "That is not your password. Nothing was deleted.",
  );
  await dialog.getByLabel("Password", { exact: true }).fill(account.password);
  await dialog.getByRole("button", { name: "Delete for ever" }).click();

  await expect(page).toHaveURL("/");
  await expect(page.getByText("Your account is deleted, and everything in it.")).toBeVisible();
  for (const each of [page, tab, other]) await expect(loginLink(each)).toBeVisible();
  await page.goto("/login");
  await logIn(page, account);
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(
    "The email or the password is not right. Check both and try again.",
  );
});

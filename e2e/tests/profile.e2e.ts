import { addTitles, signUp } from "../accounts";
import { expect, test } from "../fixtures";
import { posters } from "../lists";

test("a new profile has the defaults, and both lists are empty", async ({ page, context }) => {
  const account = await signUp(context);
  await page.goto("/profile");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(account.name);
  await expect(page.getByText(account.email)).toBeVisible();
  await expect(page.getByText("This is a dummy bio. Edit to add your own!")).toBeVisible();
  for (const genre of ["Shonen", "Seinen", "Slice of Life"]) {
    await expect(page.getByRole("listitem").getByText(genre, { exact: true })).toBeVisible();
  }
  const avatar = page.getByRole("main").locator("img").first();
  await expect
    .poll(() => avatar.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  await expect(page.getByText("Your watchlist is empty.", { exact: true })).toBeVisible();
  await page.getByRole("tab", { name: "History" }).click();
  await expect(page.getByText("Your history is empty.", { exact: true })).toBeVisible();
});

test("emptied texts show the defaults again, and a blank name keeps the old one", async ({
  page,
  context,
}) => {
  const account = await signUp(context);
  await page.goto("/profile");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await page.getByRole("textbox", { name: "Display Name" }).fill("   ");
  await page.getByRole("textbox", { name: "About Me" }).fill("");
  await page.getByRole("textbox", { name: "Favorite Genres" }).fill(" ");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByRole("button", { name: "Edit Profile" })).toBeFocused();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(account.name);
  await expect(page.getByText("This is a dummy bio. Edit to add your own!")).toBeVisible();
  await expect(page.getByText("Slice of Life", { exact: true })).toBeVisible();
});

test("a failed save keeps the edits, and can be retried", async ({ page, context, guard }) => {
  await signUp(context);
  await page.goto("/profile");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await page.getByRole("textbox", { name: "About Me" }).fill("I will not lose this.");
  guard.expectFailedRequests();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save Changes" }).click();
  const form = page.getByRole("form", { name: "Edit profile" });
  await expect(form.getByRole("alert")).toContainText("We cannot reach the server.");
  await expect(form.getByRole("textbox", { name: "About Me" })).toHaveValue(
    "I will not lose this.",
  );
  await context.setOffline(false);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(form).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("I will not lose this.")).toBeVisible();
});

test("the watchlist's posters can be removed and brought back", async ({ page, context }) => {
  await signUp(context);
  await addTitles(context, [1535, 16498]);
  await page.goto("/profile");
  await expect(posters(page)).toHaveText(["Attack on Titan", "Death Note"]);
  await page.getByRole("button", { name: "Remove from Watchlist: Attack on Titan" }).click();
  await expect(posters(page)).toHaveText(["Death Note"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(posters(page)).toHaveText(["Attack on Titan", "Death Note"]);
  await posters(page).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Attack on Titan");
});

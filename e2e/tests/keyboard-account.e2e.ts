import { addTitles, profileLink, signUp } from "../accounts";
import { expect, tabTo, test } from "../fixtures";
import { expectWatchlist, posters } from "../lists";

test("signing in works by keyboard", async ({ page, otherBrowser }) => {
  const { email, password } = await signUp((await otherBrowser()).context());
  await page.goto("/about");
  const login = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Login" });
  await tabTo(page, login);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await tabTo(page, page.getByRole("textbox", { name: "Email", exact: true }));
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Show password" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/about");
  await expect(profileLink(page)).toBeVisible();
});

test("removing a title and undoing it work by keyboard", async ({ page, context }) => {
  await signUp(context);
  await addTitles(context, [1535, 16498, 30276]);
  await page.goto("/watchlist");
  await expectWatchlist(page, ["One-Punch Man", "Attack on Titan", "Death Note"]);
  await tabTo(page, page.getByRole("button", { name: "Remove Attack on Titan" }));
  await page.keyboard.press("Enter");
  await expectWatchlist(page, ["One-Punch Man", "Death Note"]);
  await expect(page.getByRole("button", { name: "Remove Death Note" })).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: "Undo" }));
  await page.keyboard.press("Space");
  await expectWatchlist(page, ["One-Punch Man", "Attack on Titan", "Death Note"]);
  await tabTo(page, page.getByRole("button", { name: "Sort by rating, ascending" }));
  await page.keyboard.press("Enter");
  await expectWatchlist(page, ["One-Punch Man", "Attack on Titan", "Death Note"]);
});

test("the profile's tabs by the arrows, its form by Tab, Esc and Enter", async ({
  page,
  context,
}) => {
  await signUp(context);
  await addTitles(context, [1535]);
  await page.goto("/profile");
  const edit = page.getByRole("button", { name: "Edit Profile" });
  await tabTo(page, edit);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Display Name" })).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Kirito");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kirito");
  await expect(edit).toBeFocused();

  await tabTo(page, page.getByRole("tab", { name: "Watchlist" }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "History" })).toBeFocused();
  await expect(page.getByText("Your history is empty.")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(posters(page)).toHaveText(["Death Note"]);
  await page.keyboard.press("Tab");
  await expect(posters(page).first()).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your watchlist is empty.")).toBeVisible();
});

test("the delete-account dialog traps the focus and restores it", async ({ page, context }) => {
  await signUp(context);
  await page.goto("/account");
  const remove = page.getByRole("button", { name: "Delete my account" });
  await tabTo(page, remove);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toHaveAccessibleName("Delete your account?");
  await tabTo(page, dialog.getByRole("button", { name: "Confirm it’s me" }));
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveAccessibleName("Is it really you?");
  await expect(dialog.getByLabel("Password", { exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(remove).toBeFocused();
});

import type { Page } from "@playwright/test";
import { addTitles, signIn, signUp } from "../accounts";
import { card, expect, isPhone, reveal, test } from "../fixtures";
import {
  entryOf,
  expectEntry,
  expectWatchlist,
  openProfile,
  openWatchlist,
  panel,
  popular,
  posters,
  rows,
  undo,
} from "../lists";

const TITAN = "Attack on Titan";

test("a title is planned, watched to its end, scored and watched again, all on its page", async ({
  page,
  context,
  expectAccessible,
}) => {
  await signUp(context);
  await page.goto("/anime/attack-on-titan");
  const own = panel(page);
  await expect(own.getByText("Not on your list yet.")).toBeVisible();
  await expectAccessible();
  await own.getByRole("radio", { name: "Plan to watch" }).check();
  await expectEntry(context, 16498, { status: "planned", progress: 0 });
  await own.getByRole("button", { name: "One more episode" }).click();
  await expect(own.getByRole("radio", { name: "Watching" })).toBeChecked();
  await expectEntry(context, 16498, { status: "watching", progress: 1 });

  const seen = own.getByLabel("Episodes seen");
  await seen.fill("26");
  await seen.press("Enter");
  await expect(own.getByRole("alert")).toHaveText(`“${TITAN}” has 25 episodes.`);
  await expectAccessible();
  await seen.fill("25");
  await seen.press("Enter");
  await expect(page.getByText(`“${TITAN}” is now Completed.`)).toBeVisible();
  await own.getByLabel("My score").selectOption("9");
  const started = own.getByLabel("Started", { exact: true });
  await started.fill("2019");
  await started.press("Enter");
  await own.getByLabel("Notes").fill("A wall is a wall.");
  await own.getByLabel("Tags").fill("with Ann");
  await own.getByRole("button", { name: "Add tag" }).click();
  await own.getByRole("checkbox", { name: "Private" }).check();
  await own.getByRole("button", { name: "Watch again" }).click();
  const again = own.getByRole("group", { name: /^Rewatch 1/ });
  await again.getByRole("button", { name: "One more episode" }).click();
  await again.getByLabel("Score this time").selectOption("6");
  await own.getByLabel("My score").selectOption("8");
  await expectEntry(context, 16498, {
    status: "watching",
    progress: 1,
    score: 80,
    notes: "A wall is a wall.",
    tags: ["with Ann"],
    private: true,
    runs: [
      { state: "done", progress: 25, started: "2019", score: 90 },
      { state: "open", progress: 1, score: 60 },
    ],
  });

  await page.reload();
  await expect(again.getByLabel("Episodes seen")).toHaveValue("1");
  await expect(own.getByLabel("Notes")).toHaveValue("A wall is a wall.");
  const first = own.getByRole("group", { name: "First time · Seen to the end" });
  await expect(first.getByLabel("Started")).toHaveValue("2019");
  await expectAccessible();
});

test("the list has tabs, +1, and each change has its Undo", async ({
  page,
  context,
  expectAccessible,
}) => {
  await signUp(context);
  await addTitles(context, [1535, 16498, 30276]);
  await page.goto("/watchlist");
  const plus = page.getByRole("button", { name: `One more episode: ${TITAN}` });
  await plus.click();
  await expect(page.getByText(`“${TITAN}” is now Watching.`)).toBeVisible();
  await expectEntry(context, 16498, { status: "watching", progress: 1 });
  await page.getByRole("tab", { name: /^Watching/ }).click();
  await expectWatchlist(page, [TITAN]);
  await expect(page).toHaveURL("/watchlist?status=watching");
  await expectAccessible();
  await page.reload();
  await expectWatchlist(page, [TITAN]);
  await page.getByRole("tab", { name: /^All/ }).click();
  await page.getByLabel("Status of Death Note").selectOption("Dropped");
  await expectEntry(context, 1535, { status: "dropped" });
  await undo(page).click();
  await expectEntry(context, 1535, { status: "planned" });
  await expect(page.getByLabel("Status of Death Note")).toHaveValue("planned");
});

test("fifty titles are edited at once, and undone at once", async ({
  page,
  context,
  expectAccessible,
}) => {
  test.slow();
  await signUp(context);
  await addTitles(context, await popular(context, 50));
  await page.goto("/watchlist");
  await expect(page.getByText("50 titles", { exact: true })).toBeVisible();
  if (isPhone(page)) await page.getByRole("button", { name: "Select", exact: true }).click();
  await page
    .getByRole("checkbox", { name: /^Select (?!all)/ })
    .first()
    .check();
  const bar = page.getByRole("region", { name: "Selected titles" });
  await bar.getByRole("button", { name: "Select all 50" }).click();
  await expect(bar.getByText("50 selected")).toBeVisible();
  await expectAccessible();
  await bar.getByLabel("Set the status").selectOption("On hold");
  await expect(page.getByText("50 titles: On hold.")).toBeVisible();
  const held = async () => {
    const { items } = await (await context.request.get("/api/v1/me/list")).json();
    return items.filter(({ status }: { status: string }) => status === "paused").length;
  };
  await expect.poll(held).toBe(50);
  await undo(page).click();
  await expect(page.getByRole("tab", { name: /^On hold/ })).toHaveText("On hold0");
  await expect.poll(held).toBe(0);
  await bar.getByLabel("Set the score").selectOption("8");
  await bar.getByLabel("Tag to add").fill("seen twice");
  await bar.getByRole("button", { name: "Add tag" }).click();
  await expect.poll(async () => (await entryOf(context, 16498))?.tags).toEqual(["seen twice"]);
  await bar.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("Your watchlist is empty.")).toBeVisible();
  await undo(page).click();
  await expectEntry(context, 16498, { score: 80, tags: ["seen twice"] });
});

test("a card of a listed title has one more episode", async ({ page, context }) => {
  await signUp(context);
  await addTitles(context, [16498]);
  await page.goto("/");
  await expect(card(page, TITAN).getByLabel("On your watchlist")).toBeVisible();
  const shown = await reveal(page, TITAN);
  await shown.getByRole("button", { name: `One more episode: ${TITAN}` }).click();
  await expect(page.getByText(`“${TITAN}” is now Watching.`)).toBeVisible();
  await expectEntry(context, 16498, { progress: 1 });
  await expect(shown.getByText("1 of 25")).toBeAttached();
});

test("Activity shows and undoes a change of another device", async ({
  page,
  context,
  otherBrowser,
  expectAccessible,
}) => {
  const account = await signUp(context);
  await addTitles(context, [16498]);
  const other = await otherBrowser();
  await signIn(other.context(), account);
  await other.goto("/watchlist");
  await page.goto("/activity");
  await expect(page.getByText("Added to your list")).toBeVisible();
  await other.getByRole("button", { name: `One more episode: ${TITAN}` }).click();
  await expect(page.getByText("Status: Plan to watch → Watching")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
  await expectAccessible();
  await page
    .getByRole("button", { name: `Undo: ${TITAN}` })
    .first()
    .click();
  await expect(page.getByText(`“${TITAN}”: Taken back.`)).toBeVisible();
  await expectEntry(context, 16498, { status: "planned", progress: 0 });
  await expect(other.getByLabel(`Status of ${TITAN}`)).toHaveValue("planned");
});

test("a lost list is restored", async ({ page, context, expectAccessible }) => {
  await signUp(context);
  await addTitles(context, [1535, 16498]);
  await context.request.patch("/api/v1/me/list/16498", { data: { score: 90 } });
  for (const id of [1535, 16498]) await context.request.delete(`/api/v1/me/watchlist/${id}`);
  await page.goto("/watchlist");
  await page.getByRole("link", { name: "Was there more? See your list as it was" }).click();
  const before = page.getByRole("button", { name: /^Before 2 titles were removed · Today/ });
  await expect(before).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText(/you had 2 titles on your list/)).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: `Bring back: ${TITAN}` }).click();
  await expectEntry(context, 16498, { score: 90 });
  await page.getByRole("button", { name: "Restore the whole list" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
  await expectEntry(context, 1535, { status: "planned" });
  await expect(page.getByText("It is the same today.")).toBeVisible();
});

test("adding a removed title again offers its former entry", async ({ page, context }) => {
  await signUp(context);
  await context.request.patch("/api/v1/me/list/16498", {
    data: { status: "completed", score: 90 },
  });
  await context.request.delete("/api/v1/me/list/16498");
  await page.goto("/anime/attack-on-titan");
  await page.getByRole("button", { name: "Add to Watchlist" }).click();
  await page.getByRole("button", { name: "Bring it back" }).click();
  await expectEntry(context, 16498, { status: "completed", score: 90 });
});

test("scores, titles and weeks follow the user's preferences", async ({
  page,
  context,
  expectAccessible,
}) => {
  await signUp(context);
  await context.request.patch("/api/v1/me/list/16498", { data: { score: 75 } });
  await page.goto("/account");
  await page.getByLabel("Scores").selectOption("5 stars with halves");
  await page.getByLabel("Titles").selectOption("romaji");
  await page.getByLabel("Time zone").selectOption("Pacific/Kiritimati");
  await expect(page.getByText("Saved.")).toBeVisible();
  await expectAccessible();
  await page.goto("/watchlist");
  await expectWatchlist(page, ["Shingeki no Kyojin"]);
  await expect(rows(page).getByText("4 stars")).toBeVisible();
  await page.goto("/");
  await expect(card(page, "Shingeki no Kyojin")).toBeVisible();
  await page.goto("/anime/attack-on-titan");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Shingeki no Kyojin");
  const related = page.getByRole("region", { name: "Sequel", exact: true });
  await expect(related.getByRole("link").first()).toHaveAccessibleName(/Shingeki no Kyojin/);
  await page.goto("/profile");
  await expect(posters(page)).toHaveText(["Shingeki no Kyojin"]);
});

test("titles show Japanese names everywhere when preferred", async ({ page, context }) => {
  const japanese = "進撃の巨人";
  await signUp(context);
  await addTitles(context, [16498]);
  await page.goto("/anime/attack-on-titan");
  await expect(panel(page)).toBeVisible();
  await page.goto("/profile?tab=history");
  await expect(posters(page)).toHaveText([TITAN]);
  await page.goto("/account");
  await page.getByLabel("Titles").selectOption("japanese");
  await expect(page.getByText("Saved.")).toBeVisible();
  // The page was not left, and the library is one that was read before the choice.
  await openProfile(page);
  await expect(posters(page)).toHaveText([japanese]);
  await page.getByRole("tab", { name: "History" }).click();
  await expect(posters(page)).toHaveText([japanese]);
  await openWatchlist(page);
  await expectWatchlist(page, [japanese]);
  await page.goto("/activity");
  await expect(page.getByRole("link", { name: japanese })).toBeVisible();
  await page.goto("/anime/attack-on-titan");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(japanese);
  await expect(page).toHaveTitle(/^進撃の巨人/);
  const order = page.getByRole("region", { name: "Watch order" });
  await expect(order.locator("[aria-current]")).toContainText(japanese);
  const sequel = page.getByRole("region", { name: "Sequel", exact: true });
  await expect(sequel.getByRole("link").first()).toHaveAccessibleName(/進撃の巨人/);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("combobox", { name: "Search anime by title" }).fill("attack on");
  const suggestion = page.getByRole("option").first();
  await expect(suggestion).toContainText(japanese);
});

test("undoing a removal by the toggle restores the whole entry", async ({ page, context }) => {
  await signUp(context);
  await addTitles(context, [16498, 1535]);
  const rated = { status: "completed", progress: 1, score: 90, notes: "A wall is a wall." };
  await context.request.patch("/api/v1/me/list/16498", { data: rated });
  const kept = await entryOf(context, 16498);
  await page.goto("/anime/attack-on-titan");
  await expect(panel(page).getByLabel("Notes")).toHaveValue("A wall is a wall.");
  await page.getByRole("button", { name: "Remove from Watchlist" }).click();
  await expect.poll(() => entryOf(context, 16498)).toBeUndefined();
  await undo(page).click();
  // When it was added and how far it was watched, too
  await expect.poll(() => entryOf(context, 16498)).toEqual(kept);
});

/** Returns the number of edits that this browser keeps, of all users. */
function keptEdits(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, fail) => {
        const open = indexedDB.open("mitai", 1);
        open.onerror = () => fail(open.error);
        open.onsuccess = () => {
          const count = open.result.transaction("edits").objectStore("edits").count();
          count.onsuccess = () => resolve(count.result);
        };
      }),
  );
}

test("unsent notes survive the page and are dropped when the user logs out anyway", async ({
  page,
  context,
  guard,
  expectAccessible,
}) => {
  guard.expectFailedRequests();
  await signUp(context);
  await addTitles(context, [16498]);
  await page.route("**/api/v1/me/list/*", (route) => route.abort());
  await page.goto("/anime/attack-on-titan");
  await panel(page).getByLabel("Notes").fill("Nobody is to read this.");
  await panel(page).getByLabel("Tags").focus();
  await expect(page.getByText("Your change is kept and sent later.")).toBeVisible();
  await page.reload();
  await expect(panel(page).getByLabel("Notes")).toHaveValue("Nobody is to read this.");
  expect(await keptEdits(page)).toBe(1);
  await page.goto("/profile");
  await page.getByRole("button", { name: "Logout" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Log out and lose changes?" });
  await expect(dialog.getByText(/has not taken your changes of 1 title yet/)).toBeVisible();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Stay logged in" }).click();
  await expect(dialog).toHaveCount(0);
  expect(await keptEdits(page)).toBe(1);
  await page.getByRole("button", { name: "Logout" }).click();
  await dialog.getByRole("button", { name: "Log out and lose them" }).click();
  await expect(page).toHaveURL("/login");
  await expect.poll(() => keptEdits(page)).toBe(0);
});

import type { Page } from "@playwright/test";
import { addTitles, signIn, signUp } from "../accounts";
import { expect, isPhone, test } from "../fixtures";
import {
  entryOf,
  expectEntry,
  expectWatchlist,
  panel,
  popular,
  rows,
  twoDevicesOffline,
} from "../lists";

const TITAN = "Attack on Titan";

async function setScore(page: Page, score: string) {
  await panel(page).getByLabel("My score").selectOption(score);
  await expect(page.getByText("Your change is kept and sent later.")).toBeVisible();
}

/** Waits between two edits: the server dates each by its age when it arrives, so a slow request makes it younger. */
async function outlastRequest() {
  const begun = Date.now();
  await expect.poll(() => Date.now() - begun).toBeGreaterThan(3_000);
}

test("the later offline edit of a field wins, whichever device reconnects first", async ({
  page,
  context,
  guard,
  otherBrowser,
}) => {
  test.slow();
  guard.expectFailedRequests();
  const account = await signUp(context);
  await context.request.patch("/api/v1/me/list/16498", { data: { score: 50 } });
  const other = await twoDevicesOffline(page, otherBrowser, {
    account,
    address: "/anime/attack-on-titan",
    shown: (tab) => expect(panel(tab).getByLabel("My score")).toHaveValue("5"),
  });
  await setScore(page, "7");
  await outlastRequest();
  await setScore(other, "9");
  await other.context().setOffline(false);
  await expectEntry(context, 16498, { score: 90 });
  await page.context().setOffline(false);
  await page.goto("/activity");
  await expect(page.getByText(/^Score: 9 → 7 \(not taken/)).toBeVisible();
  for (const tab of [page, other]) {
    await tab.goto("/anime/attack-on-titan");
    await expect(panel(tab).getByLabel("My score")).toHaveValue("9");
  }
  await page.goto("/activity");
  await page
    .getByRole("listitem")
    .filter({ hasText: "Score: 5 → 9" })
    .getByRole("button", { name: `Undo: ${TITAN}` })
    .click();
  await expect(page.getByText(`“${TITAN}”: Taken back.`)).toBeVisible();
  // Without the later edit, the one before it stands.
  await expectEntry(context, 16498, { score: 70 });
  await expect(panel(other).getByLabel("My score")).toHaveValue("7");
});

test("the later of an offline removal and an offline edit wins", async ({
  page,
  context,
  guard,
  otherBrowser,
}) => {
  test.slow();
  guard.expectFailedRequests();
  const account = await signUp(context);
  await addTitles(context, [1535, 16498]);
  const other = await twoDevicesOffline(page, otherBrowser, {
    account,
    address: "/watchlist",
    shown: (tab) => expectWatchlist(tab, [TITAN, "Death Note"]),
  });
  const plus = (title: string) => page.getByRole("button", { name: `One more episode: ${title}` });
  await plus(TITAN).click();
  await expect(page.getByText("Your change is kept and sent later.")).toBeVisible();
  await outlastRequest();
  if (isPhone(other)) await other.getByRole("button", { name: "Select", exact: true }).click();
  await other.getByRole("checkbox", { name: `Select ${TITAN}` }).check();
  await other.getByRole("checkbox", { name: "Select Death Note" }).check();
  const bar = other.getByRole("region", { name: "Selected titles" });
  await bar.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(other.getByText("Your 2 changes are kept and sent later.")).toBeVisible();
  await outlastRequest();
  await plus("Death Note").click();
  await expect(page.getByText("Your 2 changes are kept and sent later.")).toBeVisible();
  await other.context().setOffline(false);
  await expect.poll(() => entryOf(context, 16498)).toBeUndefined();
  await page.context().setOffline(false);
  for (const tab of [page, other]) await expectWatchlist(tab, ["Death Note"]);
  await expectEntry(context, 1535, { status: "watching", progress: 1 });
});

test("offline edits of two devices are merged", async ({ page, context, guard, otherBrowser }) => {
  test.slow();
  guard.expectFailedRequests();
  const account = await signUp(context);
  const ids = await popular(context, 20);
  await addTitles(context, ids);
  const other = await twoDevicesOffline(page, otherBrowser, {
    account,
    address: "/watchlist",
    shown: (tab) => expect(tab.getByText("20 titles", { exact: true })).toBeVisible(),
  });
  const edit = async (
    tab: Page,
    what: (bar: ReturnType<Page["getByRole"]>) => Promise<unknown>,
  ) => {
    if (isPhone(tab)) await tab.getByRole("button", { name: "Select", exact: true }).click();
    await tab
      .getByRole("checkbox", { name: /^Select (?!all)/ })
      .first()
      .check();
    const bar = tab.getByRole("region", { name: "Selected titles" });
    await bar.getByRole("button", { name: "Select all 20" }).click();
    await what(bar);
  };
  await edit(page, (bar) => bar.getByLabel("Set the status").selectOption("Watching"));
  await edit(other, (bar) => bar.getByLabel("Set the score").selectOption("8"));
  await expect(page.getByText("Your 20 changes are kept and sent later.")).toBeVisible();
  await page.context().setOffline(false);
  await other.context().setOffline(false);
  for (const id of ids) await expectEntry(context, id, { status: "watching", score: 80 });
  for (const tab of [page, other]) {
    await expect(tab.getByRole("tab", { name: /^Watching/ })).toHaveText("Watching20");
    await expect(rows(tab).first().getByText("8", { exact: true })).toBeVisible();
  }
});

test("offline edits of twenty titles on two devices are merged", async ({
  page,
  context,
  guard,
  otherBrowser,
}) => {
  test.slow();
  guard.expectFailedRequests();
  const account = await signUp(context);
  const ids = await popular(context, 20, 3);
  await addTitles(context, ids);
  const other = await twoDevicesOffline(page, otherBrowser, {
    account,
    address: "/watchlist",
    shown: (tab) => expect(tab.getByText("20 titles", { exact: true })).toBeVisible(),
  });
  // From the top: only the rows near those in view are in the page.
  const inOrder = ids.toReversed();
  const watch = async (tab: Page, episodes: number) => {
    for (const id of inOrder) {
      const more = tab.locator(`[data-mal-id="${id}"]`).getByTitle("One more episode");
      // Away from the corner, where "Scroll to top" can appear between a press and its release.
      await more.evaluate((button) => button.scrollIntoView({ block: "center" }));
      for (let seen = 0; seen < episodes; seen++) await more.click();
    }
  };
  await watch(page, 1);
  await watch(other, 2);
  await expect(page.getByText("Your 20 changes are kept and sent later.")).toBeVisible();
  await other.context().setOffline(false);
  await page.context().setOffline(false);
  for (const id of inOrder) await expectEntry(context, id, { status: "watching", progress: 2 });
  for (const tab of [page, other]) {
    await expect(tab.getByRole("tab", { name: /^Watching/ })).toHaveText("Watching20");
    const steps = tab.getByRole("table").getByText(/^2 of \d/);
    await expect(steps.first()).toBeVisible();
    await expect(tab.getByRole("table").getByText(/^1 of \d/)).toHaveCount(0);
  }
});

test("Activity undoes a bulk edit and restores a title as of an earlier day", async ({
  page,
  context,
  otherBrowser,
  expectAccessible,
}) => {
  const account = await signUp(context);
  const ids = await popular(context, 6);
  await addTitles(context, ids);
  const edit = { data: { mal_ids: ids, edit: { status: "dropped", score: 20 } } };
  expect((await context.request.patch("/api/v1/me/list", edit)).status()).toBe(200);
  await page.goto("/activity");
  await expectAccessible();
  const writes: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") writes.push(new URL(request.url()).pathname);
  });
  await page.getByRole("button", { name: "Undo: 6 titles changed" }).click();
  await expect(page.getByText("6 titles: Taken back.")).toBeVisible();
  expect(writes).toEqual(["/api/v1/me/activity/undo"]);
  for (const id of ids) await expectEntry(context, id, { status: "planned", score: null });

  await page.goto("/activity?at=2026-01-01");
  await expect(page.getByRole("heading", { name: /Added/ })).toBeVisible();
  const [first = 0] = ids;
  const before = new Date().toISOString();
  await context.request.delete(`/api/v1/me/list/${first}`);
  await page.goto(`/activity?at=${before}`);
  await page.getByRole("button", { name: /^Bring back: / }).click();
  await expectEntry(context, first, { status: "planned" });
  await page.reload();
  await expect(page.getByText("It is the same today.")).toBeVisible();
  const other = await otherBrowser();
  await signIn(other.context(), account);
  await other.goto("/watchlist");
  await expect(other.getByText("6 titles", { exact: true })).toBeVisible();
});

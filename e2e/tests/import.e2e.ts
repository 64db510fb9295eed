import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { addTitles, signIn, signUp } from "../accounts";
import { expect, holdRequests, test } from "../fixtures";
import { entryOf, expectEntry, openInStep, rows } from "../lists";

const TITAN = 16498;
const DEATH_NOTE = 1535;
const ONE_PUNCH = 30276;
const BROTHERHOOD = 5114;
const NARUTO = 20;
const BLEACH = 269;

/** MyAnimeList's file of these rows: id, name, status, episodes seen, score. */
function malFile(entries: readonly [number, string, string, number, number][]): string {
  const anime = entries.map(
    ([id, name, status, seen, score]) =>
      `<anime><series_animedb_id>${id}</series_animedb_id><series_title><![CDATA[${name}]]></series_title>` +
      `<my_watched_episodes>${seen}</my_watched_episodes><my_score>${score}</my_score>` +
      `<my_status>${status}</my_status></anime>`,
  );
  return `<myanimelist><myinfo><user_export_type>1</user_export_type></myinfo>${anime.join("")}</myanimelist>`;
}

const LIST = malFile([
  [TITAN, "Shingeki no Kyojin", "Completed", 25, 9],
  [DEATH_NOTE, "Death Note", "Completed", 37, 8],
  [ONE_PUNCH, "One Punch Man", "Watching", 3, 0],
  [BROTHERHOOD, "Fullmetal Alchemist: Brotherhood", "Completed", 64, 10],
  [NARUTO, "Naruto", "Dropped", 12, 5],
  [BLEACH, "Bleach", "On-Hold", 40, 6],
  [99_999_999, "Nobody knows it", "Completed", 12, 7],
  [TITAN, "Shingeki no Kyojin", "Dropped", 1, 1],
  [1, "Cowboy Bebop", "Considering", 0, 0],
]);

const file = (name: string, text: string) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(text),
});

const bring = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.locator("input[type=file]").setInputFiles(files);

const row = (page: Page, name: string) =>
  page.getByRole("list", { name: "Rows of the file" }).getByRole("listitem", { name, exact: true });

const count = (page: Page, name: string) =>
  page.getByRole("group", { name: "Rows" }).getByRole("button", { name });

/** Audits a preview as a whole: what lies below the bar that stays in sight is within reach by scrolling. */
async function auditWhole(page: Page, expectAccessible: () => Promise<void>) {
  const size = page.viewportSize();
  if (!size) throw new Error("the page has no size");
  await page.setViewportSize({ ...size, height: 6000 });
  // Rows are faint until those that were asked for are there
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expectAccessible();
  await page.setViewportSize(size);
}

async function confirmUndo(page: Page) {
  await page.getByRole("button", { name: /^Undo this import/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo it" }).click();
}

async function listed(context: BrowserContext): Promise<number[]> {
  const { items } = await (await context.request.get("/api/v1/me/list")).json();
  return items.map(({ mal_id }: { mal_id: number }) => mal_id).sort();
}

test("an import is previewed, applied, sent to other browsers and undone", async ({
  page,
  context,
  otherBrowser,
  expectAccessible,
}) => {
  test.slow();
  const account = await signUp(context);
  await addTitles(context, [DEATH_NOTE, TITAN]);
  await context.request.patch(`/api/v1/me/list/${TITAN}`, { data: { progress: 5, score: 40 } });
  const before = await entryOf(context, TITAN);
  const other = await otherBrowser();
  await signIn(other.context(), account);
  await openInStep(other, "/watchlist");
  await expect(rows(other)).toHaveCount(2);

  await page.goto("/watchlist");
  await page.getByRole("main").getByRole("link", { name: "Import" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Bring your list" })).toBeFocused();
  await expectAccessible();
  await bring(page, file("animelist.xml", LIST));
  await expect(page.getByRole("heading", { level: 1, name: "animelist.xml" })).toBeFocused();
  await expect(page).toHaveURL(/\/import\?id=\d+$/);
  for (const [name, rowCount] of [
    ["All rows", 9],
    ["New", 4],
    ["Changed", 1],
    ["Kept as yours", 1],
    ["Not found", 1],
    ["Not taken", 2],
  ] as const) {
    await expect(count(page, name)).toHaveText(`${rowCount}${name}`);
  }
  await auditWhole(page, expectAccessible);
  // Nothing is written yet
  expect(await listed(context)).toEqual([DEATH_NOTE, TITAN]);

  await page.getByRole("button", { name: "Unfold all" }).click();
  const titan = row(page, "Attack on Titan").first();
  await expect(titan.getByRole("row", { name: "Score 4 stands 9" })).toBeVisible();
  await page.getByRole("radio", { name: /^Take the file’s/ }).check();
  await expect(titan.getByRole("row", { name: "Score 4 9 stands" })).toBeVisible();
  await page.getByLabel("What stands for Death Note").selectOption("Keep mine");
  await expect(
    page.getByRole("button", { name: "Add 4 titles, change 2 and keep 1 for later" }),
  ).toBeVisible();
  await count(page, "New").click();
  await page.getByRole("checkbox", { name: "Select Bleach" }).check();
  const selected = page.getByRole("region", { name: "Selected rows" });
  await auditWhole(page, expectAccessible);
  await selected.getByRole("button", { name: "Leave out" }).click();
  await expect(count(page, "Left out")).toHaveText("1Left out");
  await auditWhole(page, expectAccessible);
  await page.reload();
  const apply = page.getByRole("button", { name: "Add 3 titles, change 2 and keep 1 for later" });
  await expect(apply).toBeVisible();

  await apply.click();
  const done = page.getByRole("heading", { name: /^3 titles added, 2 changed/ });
  await expect(done).toBeFocused();
  await expect(page.getByText("2 were not taken, 1 was left out.")).toBeVisible();
  await expect(
    page.getByText(/Row 8 of the file is of the same title|Row 1 of the file/),
  ).toBeVisible();
  // Titles have the names that they have everywhere, not those of the file
  const refused = page.getByRole("heading", { name: "Not taken 2" }).locator("xpath=..");
  await expect(refused.getByRole("link")).toHaveText(["Attack on Titan"]);
  await expectAccessible();
  await expectEntry(context, TITAN, { status: "completed", progress: 25, score: 90 });
  await expect(rows(other)).toHaveCount(5);
  await expect(other.getByLabel("Status of Attack on Titan")).toHaveValue("completed");
  await other.reload();
  await expect(other.getByRole("link", { name: "1 without a title" })).toBeVisible();

  await page.getByRole("link", { name: "To your list" }).click();
  for (const [title, id] of [
    ["Fullmetal Alchemist: Brotherhood", BROTHERHOOD],
    ["One-Punch Man", ONE_PUNCH],
    ["Naruto", NARUTO],
  ] as const) {
    await page.getByLabel(`Status of ${title}`).selectOption("On hold");
    await expectEntry(context, id, { status: "paused" });
  }
  await page.goto("/activity");
  const entry = page.getByRole("listitem", { name: "Import of animelist.xml" });
  await expect(entry).toContainText("Import of animelist.xml: 3 titles added, 2 changed");
  await entry.getByRole("button", { name: /^Show titles/ }).click();
  await expect(
    entry.getByRole("link", { name: /^(Attack|Death|One-Punch|Fullmetal|Naruto)/ }),
  ).toHaveCount(5);
  await expectAccessible();
  await confirmUndo(page);
  await expect(
    entry.getByText(/^Undone: 2 titles as before, 3 titles changed since/),
  ).toBeVisible();
  const undone = page.getByRole("listitem", { name: "Undo of the import of animelist.xml" });
  await undone.getByRole("link", { name: "animelist.xml" }).click();
  await expect(page.getByRole("heading", { name: "This import is undone" })).toBeVisible();
  await page.reload();
  const left = page.getByRole("heading", { name: "Changed since, and left 3" }).locator("xpath=..");
  await expect(left.getByRole("link")).toHaveText([
    /Fullmetal|One-Punch|Naruto/,
    /Fullmetal|One-Punch|Naruto/,
    /Fullmetal|One-Punch|Naruto/,
  ]);
  await expectAccessible();
  expect(await entryOf(context, TITAN)).toEqual(before);
  expect(await listed(context)).toEqual([BROTHERHOOD, DEATH_NOTE, NARUTO, ONE_PUNCH, TITAN].sort());
  await expect(other.getByLabel("Status of Attack on Titan")).toHaveValue("watching");
  await expectEntry(context, NARUTO, { status: "paused", progress: 12 });
});

test("an unreadable file is reported, and other files are kept", async ({
  page,
  context,
  guard,
  expectAccessible,
}) => {
  guard.expectFailedRequests();
  await signUp(context);
  await page.goto("/import");
  const release = await holdRequests(page, "**/api/v1/me/imports?*");
  await bring(page, file("poster.xml", "\x89PNG\r\n\x1a\n"), file("good.xml", LIST));
  await expect(page.getByRole("progressbar", { name: "poster.xml" })).toBeVisible();
  await expect(page.getByText("Waits for the others.")).toBeVisible();
  await expectAccessible();
  release();
  await expect(
    page.getByRole("alert").getByText(/not an anime list that Mitai knows/),
  ).toBeInViewport();
  await expect(page.getByRole("link", { name: "Look through good.xml" })).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Dismiss poster.xml" }).click();
  await expect(page.getByText(/not an anime list/)).toHaveCount(0);
  await page.getByRole("link", { name: "Look through good.xml" }).click();
  await page.getByRole("button", { name: "Forget it" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Forget it" }).click();
  await expect(page).toHaveURL("/import");
  await expect(page.getByText("good.xml")).toHaveCount(0);
  await page.goto("/import?id=999");
  await expect(page.getByText("This import is not there any more")).toBeVisible();
  await expectAccessible();
});

test("the columns of a CSV are chosen, and a title is searched for", async ({
  page,
  context,
  guard,
  expectAccessible,
}) => {
  guard.expectFailedRequests();
  await signUp(context);
  await page.goto("/import");
  const csv = 'What,Where I am,Stars\nDeath Note,completed,4\n"進撃の巨人、どこかの",watching,5\n';
  await bring(page, file("mine.csv", csv));
  await expect(page.getByText(/Death Note · 進撃の巨人、どこかの/)).toBeVisible();
  await page.getByRole("button", { name: "Read it" }).click();
  await expect(page.getByRole("alert")).toContainText("Please say which column has the titles");
  await expectAccessible();
  await page.getByLabel("What", { exact: true }).selectOption("Title");
  await page.getByLabel("Where I am").selectOption("Status");
  await page.getByLabel("The best score is").selectOption("5");
  await page.getByRole("button", { name: "Read it" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "mine.csv" })).toBeFocused();

  await expect(count(page, "To confirm")).toHaveText("1To confirm");
  await page.getByRole("button", { name: "Change the columns" }).click();
  await expect(page.getByLabel("What", { exact: true })).toHaveValue("title");
  await auditWhole(page, expectAccessible);
  await page.getByLabel("The best score is").selectOption("10");
  const first = new URL(page.url()).searchParams.get("id");
  await page.getByRole("button", { name: "Read it" }).click();
  await expect(page).not.toHaveURL(new RegExp(`id=${first}$`));
  await page.getByRole("button", { name: "Accept it" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Accept it" }).click();
  await expect(row(page, "Death Note").getByText("Score: 4")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Change the columns" }).click();
  await page.getByLabel("The best score is").selectOption("5");
  const chosen = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose the file and read it" }).click();
  await (await chosen).setFiles(file("mine.csv", csv));
  await page.getByRole("button", { name: "Accept Death Note" }).click();
  await expect(row(page, "Death Note").getByText("Score: 8")).toBeVisible();
  await expect(page.getByRole("button", { name: "More about Death Note" })).toBeFocused();
  await page.getByRole("button", { name: "Choose the title: 進撃の巨人、どこかの" }).click();
  const search = page.getByRole("dialog", { name: "Which title is it?" });
  await search.getByRole("combobox").fill("attack on titan");
  // The dialog opens with what the file's name finds, under Japanese names. This waits for what the typed text finds.
  await expect(search.getByRole("option").first()).toHaveText("Attack on TitanTV · 2013");
  await expectAccessible();
  await search.getByRole("combobox").press("ArrowDown");
  await search.getByRole("combobox").press("Enter");
  await expect(row(page, "Attack on Titan").getByText("Score: 10")).toBeVisible();
  await expect(page.getByRole("button", { name: "More about Attack on Titan" })).toBeFocused();
  await page.getByRole("button", { name: "Add 2 titles" }).click();
  await expect(page.getByRole("heading", { name: "2 titles added" })).toBeFocused();
  await expectEntry(context, DEATH_NOTE, { status: "completed", score: 80 });
  await expectEntry(context, TITAN, { status: "watching", score: 100 });
});

test("an unresolved entry is assigned a title or discarded", async ({
  page,
  context,
  expectAccessible,
}) => {
  await signUp(context);
  await page.goto("/import");
  const unknown = malFile([
    [99_999_998, "Nobody knows it", "Completed", 12, 7],
    [99_999_999, "非常に長い題名のアニメで、どのカタログにもまだ載っていないもの", "Dropped", 2, 0],
  ]);
  await bring(page, file("unknown.xml", unknown));
  await page.getByRole("button", { name: "Keep 2 entries for later" }).click();
  await expect(page.getByRole("heading", { name: "2 entries kept for later" })).toBeFocused();
  await page.goto("/watchlist");
  await page.getByRole("link", { name: "2 without a title" }).click();
  await expect(page.getByRole("heading", { name: "Without a title 2" })).toBeFocused();
  await expect(page.getByText("Completed · 12 episodes · Score 7")).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Choose the title: Nobody knows it" }).click();
  const search = page.getByRole("dialog", { name: "Which title is it?" });
  await search.getByRole("combobox").fill("death note");
  await search
    .getByRole("option", { name: /Death Note/ })
    .first()
    .click();
  await expect(page.getByText("“Nobody knows it” is on your list.")).toBeVisible();
  await expectEntry(context, DEATH_NOTE, { status: "completed", score: 70 });
  await page.getByRole("button", { name: /^Forget 非常に/ }).click();
  await expect(page.getByRole("heading", { name: /^Without a title/ })).toHaveCount(0);
});

test("files dropped anywhere on the page are read", async ({ page, context }) => {
  await signUp(context);
  await page.goto("/import");
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "dropped.xml"));
    return transfer;
  }, LIST);
  await page.dispatchEvent("footer", "dragenter", { dataTransfer: dropped });
  await expect(page.getByText("Let go, and they are read.")).toBeVisible();
  await page.dispatchEvent("footer", "drop", { dataTransfer: dropped });
  await expect(page.getByRole("heading", { level: 1, name: "dropped.xml" })).toBeFocused();
});

test("an exported list changes nothing when imported again", async ({
  page,
  context,
  expectAccessible,
}) => {
  await signUp(context);
  await addTitles(context, [DEATH_NOTE, TITAN, NARUTO]);
  await context.request.patch(`/api/v1/me/list/${TITAN}`, { data: { progress: 5, score: 40 } });
  await context.request.patch(`/api/v1/me/list/${NARUTO}`, { data: { private: true } });
  await page.goto("/import");
  const save = async (name: string) => {
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: `Download ${name}` }).click(),
    ]);
    return { name: saved.suggestedFilename(), path: await saved.path() };
  };
  const { name, path } = await save("Mitai’s JSON");
  expect(name).toMatch(/\.json$/);
  expect((await save("CSV")).name).toMatch(/\.csv$/);
  await page.getByRole("checkbox", { name: "Private ones, too" }).check();
  await page.getByRole("checkbox", { name: "Plan to watch" }).uncheck();
  await expectAccessible();
  const mal = await readFile((await save("MyAnimeList XML")).path, "utf8");
  expect(mal.match(/<series_animedb_id>\d+/g)).toEqual([`<series_animedb_id>${TITAN}`]);

  await page
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType: "application/json", buffer: await readFile(path) });
  await expect(count(page, "The same")).toHaveText("2The same");
  await expect(
    page.getByRole("heading", { name: "Everything in this file is on your list already." }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Add|Change|Keep)/ })).toHaveCount(0);
  await expectAccessible();
});

test("rows are searched by title, empty filters say so, unreadable rows give reasons", async ({
  page,
  context,
  expectAccessible,
}) => {
  await signUp(context);
  await page.goto("/import");
  await bring(page, file("animelist.xml", LIST));
  await page.getByRole("searchbox", { name: "Search the rows by title" }).fill("進撃");
  await expect(page.getByText("Showing 2 of 2")).toBeVisible();
  await count(page, "Not found").click();
  await expect(page.getByText("No row among these has “進撃” in its title.")).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Clear the search" }).click();
  await expect(row(page, "Nobody knows it")).toBeVisible();
  await count(page, "All rows").click();
  await page.getByLabel("Order of the rows").selectOption("By title");
  const names = page.getByRole("list", { name: "Rows of the file" }).getByRole("listitem");
  await expect(names.first()).toHaveAccessibleName("Attack on Titan");
  await expect(names.nth(2)).toHaveAccessibleName("Bleach");

  await page.goto("/import");
  await bring(page, file("odd.xml", malFile([[1, "Cowboy Bebop", "Considering", 0, 0]])));
  await expect(
    page.getByRole("heading", { name: "Nothing in this file could be taken." }),
  ).toBeVisible();
  await expect(page.getByText(/Considering/).first()).toBeVisible();
  await expectAccessible();
});

import type { Locator, Page } from "@playwright/test";
import { addTitles, signUp } from "../accounts";
import { expect, tabTo, test } from "../fixtures";
import { entryOf, expectEntry, expectWatchlist, panel, popular, rows, undo } from "../lists";

test("the list works by keyboard alone", async ({ page, context, expectAccessible }) => {
  await signUp(context);
  await addTitles(context, [1535, 16498]);
  await page.goto("/watchlist");
  await expectWatchlist(page, ["Attack on Titan", "Death Note"]);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard short cuts" })).toBeVisible();
  await expectAccessible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await expect(rows(page).first().getByRole("link")).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await expectEntry(context, 1535, { status: "watching", progress: 2 });
  await page.keyboard.press("-");
  await expectEntry(context, 1535, { progress: 1 });
  await page.keyboard.press("Control+z");
  await expectEntry(context, 1535, { progress: 2 });
  await page.keyboard.press("x");
  await expect(page.getByText("1 selected")).toBeVisible();
  await page.keyboard.press("Escape");
  await tabTo(page, page.getByRole("tab", { name: /^All/ }));
  await page.keyboard.press("ArrowRight");
  await expectWatchlist(page, ["Death Note"]);
});

/** Expects an element in sight to have the focus, and to show that. */
async function expectFocus(page: Page) {
  const fault = () =>
    page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return "nothing has the focus";
      const { top, bottom } = focused.getBoundingClientRect();
      if (bottom < 0 || top > innerHeight) return `out of sight: ${focused.outerHTML}`;
      // Elements that take the focus for assistive technology only are skipped.
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      const looksSo = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
      return looksSo || focused.matches("[tabindex='-1']") ? null : focused.outerHTML;
    });
  await expect.poll(fault).toBeNull();
}

/** Goes to it by Tab, presses the keys, and still has the focus somewhere. */
async function press(page: Page, target: Locator, ...keys: string[]) {
  await tabTo(page, target);
  await expectFocus(page);
  for (const key of keys) await page.keyboard.press(key);
  await expectFocus(page);
}

/** Goes to a field by Tab, and replaces its text. */
async function write(page: Page, field: Locator, text: string, last = "Enter") {
  await press(page, field, "ControlOrMeta+a");
  await page.keyboard.type(text);
  await page.keyboard.press(last);
  await expectFocus(page);
}

test("a title is watched to its end, scored and watched again by keyboard alone", async ({
  page,
  context,
}) => {
  test.slow();
  await signUp(context);
  await page.goto("/anime/attack-on-titan");
  const own = panel(page);
  await expect(own.getByText("Not on your list yet.")).toBeVisible();
  // The arrow keys pass the choices before it.
  await press(page, own.getByRole("radio").first(), "ArrowDown");
  await expect(own.getByRole("radio", { name: "Plan to watch" })).toBeFocused();
  await expectEntry(context, 16498, { status: "planned" });
  const more = own.getByRole("button", { name: "One more episode" });
  await press(page, more, "Enter");
  await expectEntry(context, 16498, { status: "watching", progress: 1 });
  for (let seen = 1; seen < 25; seen++) await page.keyboard.press("Enter");
  await expectEntry(context, 16498, { status: "completed", progress: 25 });
  await expect(more).toBeFocused();
  await press(page, own.getByLabel("My score"), "9");
  await expectEntry(context, 16498, { score: 90 });
  await write(page, own.getByLabel("Started", { exact: true }), "2019");
  await write(page, own.getByLabel("Notes"), "A wall is a wall.", "Tab");
  await write(page, own.getByLabel("Tags"), "with Ann");
  await expectEntry(context, 16498, { notes: "A wall is a wall.", tags: ["with Ann"] });
  await press(page, own.getByRole("button", { name: "Watch again" }), "Enter");
  const again = own.getByRole("group", { name: /^Rewatch 1/ });
  await expect(again.locator(":focus")).toHaveCount(1);
  await press(page, again.getByRole("button", { name: "One more episode" }), "Enter");
  const runs = [
    { state: "done", progress: 25, started: "2019" },
    { state: "open", progress: 1 },
  ];
  await expectEntry(context, 16498, { status: "watching", progress: 1, runs });
  await press(page, again.getByRole("button", { name: "Stop this rewatch" }), "Enter");
  await expectEntry(context, 16498, { status: "completed" });
  await page.keyboard.press("Control+z");
  await expectEntry(context, 16498, { status: "watching", runs });
  await press(page, own.getByRole("button", { name: "Remove the tag with Ann" }), "Enter");
  await expectEntry(context, 16498, { tags: [] });
  await press(page, undo(page), "Enter");
  await expectEntry(context, 16498, { tags: ["with Ann"] });
  await page.reload();
  await expect(own.getByLabel("Notes")).toHaveValue("A wall is a wall.");
  const first = own.getByRole("group", { name: /^First time/ });
  await expect(first.getByLabel("Started", { exact: true })).toHaveValue("2019");
});

test("a bulk edit and a restore work by keyboard alone", async ({ page, context }) => {
  test.slow();
  await signUp(context);
  const before = new Date().toISOString();
  const ids = await popular(context, 6);
  await addTitles(context, ids);
  await page.goto("/watchlist?status=planned");
  await expect(rows(page)).toHaveCount(6);
  // Rows leave the tab, and the focus goes on with the one that takes the place.
  await press(page, rows(page).first().getByTitle("One more episode"), "Enter");
  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).first().getByTitle("One more episode")).toBeFocused();
  await page.keyboard.press("s");
  await page.keyboard.press("o");
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).first().getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(rows(page)).toHaveCount(5);
  await page.keyboard.press("Escape");
  await tabTo(page, rows(page).first().getByRole("link"));
  await page.keyboard.press("a");
  const bar = page.getByRole("region", { name: "Selected titles" });
  await expect(bar.getByText("5 selected")).toBeVisible();
  await expectFocus(page);
  await press(page, bar.getByLabel("Set the score"), "8");
  await expect(page.getByText("5 titles: score 8.")).toBeVisible();
  const scored = async () =>
    (await Promise.all(ids.map((id) => entryOf(context, id)))).filter(({ score }) => score === 80);
  await expect.poll(async () => (await scored()).length).toBe(5);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await scored()).length).toBe(0);
  await press(page, bar.getByRole("button", { name: "Remove", exact: true }), "Enter");
  await expect(page.getByText("Removed 5 titles.")).toBeVisible();
  await expect(page.getByText("No title on your watchlist matches.")).toBeVisible();
  await expectFocus(page);

  await press(page, page.getByRole("link", { name: "Activity" }), "Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Activity" })).toBeFocused();
  await press(page, page.getByRole("button", { name: "Undo: 5 titles removed" }), "Enter");
  await expect(page.getByText("5 titles: Taken back.")).toBeVisible();
  await expectFocus(page);
  await tabTo(page, page.getByRole("tab", { name: "Changes" }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Time machine" })).toBeFocused();
  await press(page, page.getByRole("button", { name: "A week ago" }), "Enter");
  await expect(page.getByText(/you had 0 titles on your list/)).toBeVisible();
  await expectFocus(page);
  await page.goto(`/activity?at=${before}`);
  const taken = page.getByRole("button", { name: /^Take off: / });
  await expect(taken).toHaveCount(6);
  await press(page, taken.first(), "Enter");
  await expect(taken).toHaveCount(5);
  await expect(taken.first()).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(taken).toHaveCount(6);
  await press(page, page.getByRole("button", { name: "Empty the list" }), "Enter");
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.keyboard.press("Escape");
  // The browser closes a dialog before the page takes it away; a press in between does not open another one.
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Empty the list" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await press(
    page,
    page.getByRole("alertdialog").getByRole("button", { name: "Empty it" }),
    "Enter",
  );
  await expect(page.getByText("It is the same today.")).toBeVisible();
  await expectFocus(page);
  await page.goto("/watchlist");
  await expect(page.getByText("Your watchlist is empty.")).toBeVisible();
});

test("overruled notes are read and restored by keyboard alone", async ({
  page,
  context,
  expectAccessible,
}) => {
  await signUp(context);
  await addTitles(context, [16498]);
  const { version } = await (await context.request.get("/api/v1/me/list")).json();
  // Two devices that had not seen one another; the one that wrote first comes last.
  for (const [device, notes, age_ms] of [
    ["laptop", "Written later", 1_000],
    ["phone", "Written first", 60_000],
  ] as const) {
    const data = { notes, age_ms, op_id: `${device}_01-1`, base_version: version };
    const answer = await context.request.patch("/api/v1/me/list/16498", { data });
    expect(answer.ok()).toBe(true);
  }
  await page.goto("/activity");
  const summary = page.getByText("Read the notes that were not taken");
  await expect(summary).toBeVisible();
  const lost = page.getByText("Written first", { exact: true }).last();
  await expect(lost).toBeHidden();
  await expectAccessible();
  await press(page, summary, "Enter");
  await expect(lost).toBeVisible();
  await expectAccessible();
  await page.keyboard.press("Enter");
  await expect(lost).toBeHidden();
  await page.keyboard.press("Enter");
  await press(page, page.getByRole("button", { name: /^Use these notes instead/ }), "Enter");
  await expectEntry(context, 16498, { notes: "Written first" });
  // They are no longer overruled: there is nothing left to read.
  await expect(summary).toHaveCount(0);
  await expectFocus(page);
  await expectAccessible();
});

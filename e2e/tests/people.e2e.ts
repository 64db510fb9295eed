import type { BrowserContext, Page } from "@playwright/test";
import { newAccount, signUp } from "../accounts";
import { expect, test } from "../fixtures";
import { popular } from "../lists";
import { rate, writeReview } from "../reviews";

/** Returns a page's name that no other test uses. */
const newName = () => `fan-${crypto.randomUUID().slice(0, 12)}`;

async function edit(context: BrowserContext, id: number, change: object) {
  const answer = await context.request.patch(`/api/v1/me/list/${id}`, { data: change });
  expect(answer.status()).toBe(200);
}

interface OwnPage {
  link_key: string;
}

/** Makes a page by the API, without the settings. */
async function makePage(
  context: BrowserContext,
  name: string,
  audience = "everyone",
  favorites: readonly number[] = [],
) {
  const data = { name, audience, list_audience: audience, favorites };
  const answer = await context.request.put("/api/v1/me/page", { data });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as OwnPage;
}

const settings = (page: Page) => page.getByRole("region", { name: "Your page", exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const nobody = (page: Page) => heading(page, "There is no page here");
const entries = (page: Page) =>
  page.getByRole("region", { name: "Anime list" }).getByRole("listitem");

test("a person makes a page, and a stranger sees what is public and nothing more", async ({
  page,
  context,
  guard,
  otherBrowser,
  expectAccessible,
}) => {
  guard.expectFailedRequests();
  const name = newName();
  const account = await signUp(context, newAccount("Asuna Yuuki"));
  const [seen = 0, secret = 0] = await popular(context, 2);
  await edit(context, seen, { status: "completed", score: 90, notes: "Only for me" });
  await edit(context, secret, { status: "dropped", score: 10, private: true });
  await page.goto("/account");
  await expect(page.getByRole("button", { name: "Make a page" })).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Make a page" }).click();
  await page.getByLabel("Name in the address").fill("no");
  await page.getByRole("button", { name: "Make page" }).click();
  await expect(settings(page).getByRole("alert")).toContainText("3 to 30");
  await expect(page.getByLabel("Name in the address")).toHaveAccessibleDescription(/3 to 30/);
  await expect(page.getByLabel("Name in the address")).toBeFocused();
  await expectAccessible();
  await page.getByLabel("Name in the address").fill(name);
  await page.getByLabel("Who sees the page").selectOption("everyone");
  await page.getByLabel("Who sees your list on it").selectOption("everyone");
  await page.getByRole("button", { name: "Make page" }).click();
  await expect(settings(page).getByText("Everyone sees your page.")).toBeVisible();
  await expectAccessible();
  await page.getByRole("link", { name: "What others see" }).click();
  await expect(heading(page, "Asuna Yuuki")).toBeVisible();
  await expect(page.getByText("Everyone sees it.")).toBeVisible();
  await expect(entries(page)).toHaveCount(1);
  await expectAccessible();

  const stranger = await otherBrowser();
  await stranger.goto(`/user/${name}`);
  await expect(heading(stranger, "Asuna Yuuki")).toBeVisible();
  await expect(entries(stranger)).toHaveCount(1);
  await expect(entries(stranger).getByRole("link")).toHaveAttribute("href", `/anime/${seen}`);
  await expectAccessible(stranger);
  await stranger.getByRole("tab", { name: "In numbers" }).click();
  await expect(stranger.getByRole("region", { name: "In numbers" })).toContainText("Mean of 1");
  await expectAccessible(stranger);
  const html = await stranger.content();
  for (const hidden of [account.email, "Only for me", "Dropped (1)", `/anime/${secret}`]) {
    expect(html).not.toContain(hidden);
  }
});

test("an author’s page shows reviews with or without the list", async ({
  context,
  otherBrowser,
  expectAccessible,
}) => {
  const name = newName();
  await signUp(context, newAccount("Asuna Yuuki"));
  await rate(context, 19, 90);
  const id = await writeReview(
    context,
    19,
    "A **battle** of wits.\n\nIn the end ||Ryuk\n\nwrites||.",
  );
  await writeReview(context, 47, "Equal exchange.", true);
  await makePage(context, name);
  const stranger = await otherBrowser();
  await stranger.goto(`/user/${name}`);
  await stranger.getByRole("tab", { name: "Reviews" }).click();
  const reviews = stranger.getByRole("region", { name: "Reviews" });
  const [newest, first] = [
    reviews.getByRole("article").first(),
    reviews.getByRole("article").last(),
  ];
  await expect(newest.getByText("This review contains spoilers.")).toBeVisible();
  await expect(newest.getByText("Equal exchange.")).toHaveCount(0);
  await newest.getByRole("button", { name: /^Show it/ }).click();
  await expect(newest.getByText("Equal exchange.")).toBeVisible();
  await expect(first.getByRole("link", { name: "Monster", exact: true })).toBeVisible();
  await expect(first.getByText("9", { exact: true })).toBeVisible();
  // One button for a spoiler of two paragraphs
  await first.getByRole("button", { name: "Show spoiler" }).click();
  await expect(first.getByText("writes")).toBeVisible();
  await expectAccessible(stranger);
  await first.getByRole("link", { name: "Open review of Monster" }).click();
  await expect(stranger).toHaveURL(`/review/${id}`);

  const data = { name, audience: "everyone", list_audience: "only_me", favorites: [] };
  expect((await context.request.put("/api/v1/me/page", { data })).status()).toBe(200);
  await stranger.goto(`/user/${name}`);
  await expect(reviews.getByRole("article")).toHaveCount(2);
  await expect(stranger.getByRole("tab")).toHaveCount(0);
  await expectAccessible(stranger);
});

test("a link opens a page until it is renewed, and turning it off closes it", async ({
  page,
  context,
  guard,
  otherBrowser,
  expectAccessible,
}) => {
  guard.expectFailedRequests();
  const name = newName();
  await signUp(context);
  const { link_key: key } = await makePage(context, name, "link");
  const stranger = await otherBrowser();
  await stranger.goto(`/user/${name}`);
  await expect(nobody(stranger)).toBeVisible();
  await expectAccessible(stranger);
  const link = `/user/${name}?link=${key}`;
  await stranger.goto(link);
  await expect(heading(stranger, "Asuna Yuuki")).toBeVisible();
  await expect(stranger.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  await expect(stranger.getByText("This list is empty.")).toBeVisible();
  await expectAccessible(stranger);

  await page.goto("/account");
  await page.getByRole("button", { name: "Renew the link" }).click();
  await expect(page.getByRole("alertdialog", { name: "Renew the link?" })).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Renew it" }).click();
  await expect(page.getByText("Your page has a new link.")).toBeVisible();
  await stranger.goto(link);
  await expect(nobody(stranger)).toBeVisible();
  const renewed = await page.getByRole("link", { name: "What others see" }).getAttribute("href");
  await stranger.goto(renewed ?? "");
  await expect(heading(stranger, "Asuna Yuuki")).toBeVisible();

  await page.getByLabel("Who sees the page").selectOption("only_me");
  await page.getByRole("button", { name: "Save page" }).click();
  await expect(settings(page).getByText("Nobody but you sees your page now.")).toBeVisible();
  await expect(settings(page).getByRole("button", { name: "Copy link" })).toHaveCount(0);
  await stranger.goto(renewed ?? "");
  await expect(nobody(stranger)).toBeVisible();
  // The owner sees the page
  await page.getByRole("link", { name: "What others see" }).click();
  await expect(page.getByText("Only you see it now.")).toBeVisible();

  await page.goto("/account");
  await page.getByRole("button", { name: "Delete my page" }).click();
  await expectAccessible();
  await page.getByRole("button", { name: "Delete it" }).click();
  await expect(page.getByRole("button", { name: "Make a page" })).toBeVisible();
});

test("two people compare their lists", async ({
  page,
  context,
  otherBrowser,
  expectAccessible,
}) => {
  const name = newName();
  await signUp(context, newAccount("Asuna Yuuki"));
  const titles = await popular(context, 13);
  for (const [place, id] of titles.entries()) {
    await edit(context, id, { status: "completed", score: 20 + 5 * place });
  }
  await makePage(context, name, "everyone", titles.slice(0, 10));
  await page.goto(`/user/${name}`);
  await expect(entries(page)).toHaveCount(13);
  await expect(page.getByRole("tab", { name: "Anime list" })).toBeInViewport();
  await expect(page.getByRole("tab", { name: "Compare" })).toHaveCount(0);

  const other = await otherBrowser();
  await other.goto(`/user/${name}?tab=compare`);
  await expect(other.getByText("Log in to compare your list")).toBeVisible();
  await expectAccessible(other);
  await signUp(other.context(), newAccount("Kirito"));
  for (const [place, id] of titles.slice(0, 12).entries()) {
    await edit(other.context(), id, { status: "completed", score: 30 + 5 * place });
  }
  await other.goto(`/user/${name}?tab=compare`);
  const compared = other.getByRole("region", { name: "Compare" });
  // The link shows the comparison, and not only whose page it is
  await expect(
    compared.getByRole("heading", { name: "You and Asuna Yuuki have very similar tastes" }),
  ).toBeInViewport({ ratio: 1 });
  await expect(compared).toContainText("you score 1.0 points higher than Asuna Yuuki");
  await expect(compared.getByRole("listitem")).toHaveCount(12);
  await expectAccessible(other);
  await compared.getByLabel("Titles").selectOption("only_theirs");
  await expect(compared.getByRole("listitem")).toHaveCount(1);
  await expect(compared).toContainText("Not on your list");
  await expectAccessible(other);
});

test("a renamed page is found by its former name, by keyboard too", async ({
  page,
  context,
  otherBrowser,
}) => {
  const [before, after] = [newName(), newName()];
  await signUp(context);
  await makePage(context, before);
  await page.goto("/account");
  const field = page.getByLabel("Name in the address");
  await field.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(after);
  await expect(settings(page)).toContainText(`“${before}” then leads to your page, too`);
  await page.keyboard.press("Enter");
  await expect(settings(page)).toContainText(`Your former name “${before}” leads here, too.`);
  const stranger = await otherBrowser();
  await stranger.goto(`/user/${before}`);
  await expect(stranger).toHaveURL(`/user/${after}`);
  await expect(heading(stranger, "Asuna Yuuki")).toBeVisible();
  await stranger.getByRole("tab", { name: "Anime list" }).focus();
  for (const name of ["Reviews", "In numbers"]) {
    await stranger.keyboard.press("ArrowRight");
    await expect(stranger.getByRole("tab", { name })).toBeFocused();
    await expect(stranger.getByRole("region", { name })).toBeVisible();
  }
});

test("favorites are chosen, ordered, and put there from a title’s page", async ({
  page,
  context,
  expectAccessible,
}) => {
  const name = newName();
  await signUp(context);
  await makePage(context, name);
  await page.goto("/anime/16498");
  await page.getByRole("button", { name: "Favorite on my page" }).click();
  await expect(page.getByRole("button", { name: "Favorite on my page" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expectAccessible();
  await page.goto("/account");
  await page.getByRole("button", { name: "Add a favorite" }).click();
  await page.getByRole("combobox", { name: "Search anime by title" }).fill("death note");
  const found = page.getByRole("option", { name: /Death Note/ }).first();
  await expect(found).toBeVisible();
  await expectAccessible();
  await found.click();
  await page.getByRole("button", { name: "Move up: Death Note" }).click();
  await expectAccessible();
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith("/api/v1/me/page") && answer.request().method() === "PUT",
  );
  await page.getByRole("button", { name: "Save page" }).click();
  await saved;
  await page.goto(`/user/${name}`);
  const favorites = page.getByRole("region", { name: "Favorite titles" }).getByRole("link");
  await expect(favorites).toHaveText(["Death Note", "Attack on Titan"]);
});

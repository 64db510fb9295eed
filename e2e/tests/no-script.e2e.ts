/** Pages in browsers without scripts. */
import type { BrowserContext, Page } from "@playwright/test";
import { addTitles, signUp } from "../accounts";
import { expect, test } from "../fixtures";
import { writeReview } from "../reviews";

test.use({ javaScriptEnabled: false });

/** The `page` of the fixtures waits until the app runs, which it never does here. */
async function open(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

const addresses = (links: Element[]) => links.map((link) => link.getAttribute("href") ?? "");

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("the home page shows the first slide and the cards, and its pages are links", async ({
  context,
}) => {
  const page = await open(context, "/");
  await expect(
    page.getByText(/^You can look around and search for titles without JavaScript/),
  ).toBeVisible();
  await expect(page.getByRole("region", { name: "Featured anime" })).toContainText(/\w/);
  await expect(page.getByRole("article")).toHaveCount(25);
  const first = await page.getByRole("article").first().getByRole("link").textContent();
  await page.getByRole("link", { name: "Page 2", exact: true }).click();
  await expect(page).toHaveURL("/?page=2");
  await expect(page.getByRole("article")).toHaveCount(25);
  await expect(page.getByRole("article").first().getByRole("link")).not.toHaveText(first ?? "");
});

test("a search is a form, and leads to a title", async ({ context }) => {
  const page = await open(context, "/about");
  await page.getByRole("searchbox", { name: "Search anime by title" }).fill("frieren");
  await page.getByRole("button", { name: "Search", exact: true }).last().click();
  await expect(heading(page, 'Search Results for "frieren"')).toBeVisible();
  await page.getByRole("article").first().getByRole("link").click();
  await expect(heading(page, "Frieren: Beyond Journey's End")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Synopsis" })).toBeVisible();
});

test("browsing filters by a form", async ({ context }) => {
  const page = await open(context, "/");
  const links = page.getByRole("link", { name: "Browse", exact: true });
  await links.filter({ visible: true }).first().click();
  await expect(heading(page, "Browse Anime")).toBeVisible();
  const total = page.getByRole("status").first();
  const all = await total.textContent();
  await page.getByRole("checkbox", { name: /^Comedy/ }).check();
  await page.getByRole("checkbox", { name: /^Movie/ }).check();
  await page.getByRole("button", { name: "Show titles" }).click();
  await expect(page).toHaveURL(/\/browse\?.*genre=comedy/);
  await expect(page.getByRole("checkbox", { name: /^Comedy/ })).toBeChecked();
  await expect(total).toHaveText(/titles?$/);
  await expect(total).not.toHaveText(all ?? "");
});

for (const [address, name] of [
  ["/?search=the", 'Search Results for "the"'],
  ["/browse?sort=score", "Browse Anime"],
] as const) {
  test(`${address} is paged by links to its end`, async ({ context }) => {
    const page = await open(context, address);
    const seen = new Set<string>();
    const cards = page.getByRole("article");
    const next = page.getByRole("link", { name: "Next titles" });
    for (let part = 0; part < 3; part++) {
      await expect(heading(page, name)).toBeVisible();
      for (const card of await cards.getByRole("link").evaluateAll(addresses)) seen.add(card);
      expect(seen.size).toBe((part + 1) * 25);
      await next.click();
      await expect(page).toHaveURL(/(page|cursor)=/);
    }
  });
}

test("further genres are chosen from a list", async ({ context }) => {
  const page = await open(context, "/browse");
  await page.getByRole("listbox", { name: "More genres" }).selectOption("Mystery");
  await page.getByRole("button", { name: "Show titles" }).click();
  await expect(page.getByRole("checkbox", { name: /^Mystery/ })).toBeChecked();
});

test("a title shows all facts and names, on small screens, too", async ({ context }) => {
  const facts = (await open(context, "/anime/16498")).getByRole("complementary", { name: "Facts" });
  for (const name of ["Studios", "Aired", "Source", "Facts as of", "Japanese"]) {
    await expect(facts.getByText(name, { exact: true })).toBeVisible();
  }
  await expect(facts.getByRole("button")).toBeHidden();
});

test("an unknown title leads home", async ({ context, guard }) => {
  guard.expectFailedRequests();
  const page = await open(context, "/anime/99999999");
  await expect(page.getByText("Loading", { exact: false })).toBeHidden();
  await page.getByRole("link", { name: "Go to the home page." }).click();
  await expect(heading(page, "Trending Anime")).toBeVisible();
});

test("a user’s page shows profile and list", async ({ context }) => {
  await signUp(context);
  await addTitles(context, [1535]);
  const name = `fan-${crypto.randomUUID().slice(0, 12)}`;
  const data = { name, audience: "everyone", list_audience: "everyone", favorites: [16498] };
  await context.request.put("/api/v1/me/page", { data });
  const page = await open(context, `/user/${name}`);
  await expect(heading(page, "Asuna Yuuki")).toBeVisible();
  await expect(page.getByRole("region", { name: "Favorite titles" })).toContainText("Attack on");
  await expect(page.getByRole("region", { name: "Anime list" })).toContainText("Death Note");
  await expect(page.getByText("Loading", { exact: false })).toHaveCount(0);
});

test("a review shows what it says, and its author’s page does", async ({ context }) => {
  await signUp(context);
  const id = await writeReview(context, 4224, "A **battle** of wits. ||She wins it.||");
  const name = `fan-${crypto.randomUUID().slice(0, 12)}`;
  const data = { name, audience: "everyone", list_audience: "only_me", favorites: [] };
  await context.request.put("/api/v1/me/page", { data });
  const page = await open(context, `/review/${id}`);
  await expect(heading(page, "Review of Toradora!")).toBeVisible();
  await expect(page.getByRole("article")).toContainText("A battle of wits.");
  await expect(page.getByText("[spoiler]")).toBeVisible();
  await expect(page.getByText("She wins it.")).toHaveCount(0);
  await page.getByRole("link", { name: "Asuna Yuuki" }).click();
  await expect(heading(page, "Asuna Yuuki")).toBeVisible();
  await expect(page.getByRole("region", { name: "Reviews" })).toContainText("A battle of wits.");
  await expect(page.getByText("Loading", { exact: false })).toHaveCount(0);
});

test("typed text never comes into the address", async ({ context }) => {
  for (const path of ["/login", "/signup", "/forgot", "/reset", "/contactus"]) {
    const page = await open(context, path);
    const form = page.getByRole("main").locator("form").last();
    const fields = form.locator("input, textarea");
    for (const field of await fields.all()) await field.fill("typed@example.org");
    await form.locator("[type=submit]").click();
    await expect(fields.first()).toHaveValue("typed@example.org");
    expect(page.url()).not.toContain("typed");
    await page.close();
  }
});

for (const [path, name] of [
  ["/anime/attack-on-titan", "Attack on Titan"],
  ["/character/40882", "Eren Yeager"],
  ["/person/672", "Yuuki Kaji"],
  ["/about", "Welcome to Mitai"],
  ["/contactus", "Contact Us"],
  ["/privacy", "Privacy Policy"],
  ["/terms", "Terms of Service"],
  ["/faq", "FAQ"],
  ["/developers", "Developers"],
  ["/feedback", "Give Feedback"],
  ["/report", "Report Issue"],
  ["/login", "Welcome Back"],
  ["/signup", "Create Account"],
  ["/forgot", "Forgot Password"],
  ["/reset", "New Password"],
] as const) {
  test(`${path} shows its text`, async ({ context }) => {
    const page = await open(context, path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await expect(page.getByText("Loading", { exact: false })).toHaveCount(0);
  });
}

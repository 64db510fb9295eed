import { expect, retry, test } from "../fixtures";

test("a title page shows what is known", async ({ page }) => {
  await page.goto("/anime/attack-on-titan");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Attack on Titan");
  await expect(main.getByText("進撃の巨人").first()).toBeVisible();
  await expect(main.getByText("Shingeki no Kyojin").first()).toBeVisible();
  await expect(main.getByText("8.6")).toBeVisible();
  await expect(main.getByText("2 Seasons").first()).toBeVisible();
  await expect(main.getByRole("heading", { name: "Synopsis" })).toBeVisible();
  const facts = main.getByRole("complementary", { name: "Facts" });
  await expect(facts.getByText("Spring 2013")).toBeVisible();
  await expect(facts.getByText("25", { exact: true })).toBeVisible();
});

test("an id names the same title", async ({ page }) => {
  await page.goto("/anime/16498");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Attack on Titan");
});

test("relations lead to their titles", async ({ page }) => {
  await page.goto("/anime/attack-on-titan");
  await page.getByRole("main").getByRole("link", { name: "Attack on Titan Season 2" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Attack on Titan Season 2");
});

test("adding while signed out asks to log in, a like is kept", async ({ page }) => {
  await page.goto("/anime/death-note");
  await page.getByRole("button", { name: "Add to Watchlist" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(
    dialog.getByText("Please log in to add anime to your watchlist.", { exact: true }),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Not now" }).click();
  await page.getByTitle("Like", { exact: true }).click();
  await page.reload();
  await expect(page.getByTitle("Unlike", { exact: true })).toBeVisible();
});

test("an unknown title goes home and says why", async ({ page, guard }) => {
  // The address itself answers 404, for those who keep links.
  guard.expectFailedRequests();
  await page.goto("/anime/no-such-title");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Trending Anime");
  await expect(page.getByText("We could not find that title.")).toBeVisible();
});

test("a title that cannot be had keeps its outline and offers Retry", async ({ page, guard }) => {
  guard.expectFailedRequests();
  await page.goto("/about");
  await page.route("**/api/v1/anime/*", (route) => route.abort());
  await page.getByRole("contentinfo").getByRole("link", { name: "One Piece" }).click();
  await expect(page.getByText("Loading the title")).toBeAttached();
  const button = page.getByRole("alert").getByRole("button", { name: "Retry" });
  await expect(button).toBeVisible();
  await retry(page, "**/api/v1/anime/*", button);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("One Piece");
});

test("a title whose code cannot be had says that the server is away, and Retry mends it", async ({
  page,
  guard,
}) => {
  guard.expectFailedRequests();
  await page.goto("/about");
  await page.route("**/*", (route) => route.abort());
  await page.getByRole("contentinfo").getByRole("link", { name: "One Piece" }).click();
  const notice = page.getByRole("alert");
  const button = notice.getByRole("button", { name: "Retry" });
  await expect(notice).toContainText("We cannot reach the server.");
  await expect(notice).toBeInViewport();
  await button.click();
  await expect(button).toBeEnabled();
  await expect(page).toHaveURL("/anime/one-piece");
  await retry(page, "**/*", button);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("One Piece");
});

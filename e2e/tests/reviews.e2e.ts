import type { Locator } from "@playwright/test";
import { logIn, loginLink, newAccount, signUp } from "../accounts";
import { expect, openTab, retry, tabTo, test } from "../fixtures";
import { mitai, newFolder, startMitai } from "../programs";
import { longEnough, rate, reviewBy, toReviews, writeReview } from "../reviews";

test("two users rate, review and vote on each other's reviews", async ({
  page,
  context,
  otherBrowser,
  expectAccessible,
}) => {
  const other = await otherBrowser();
  await signUp(other.context(), newAccount("高橋 リン"));
  await rate(other.context(), 1535, 90);
  await writeReview(other.context(), 1535, "A **battle** of wits.");
  await signUp(context, newAccount("Asuna Yuuki"));
  await rate(context, 1535, 70);

  await page.goto("/anime/death-note");
  const section = await toReviews(page);
  const theirs = reviewBy(page, "高橋 リン");
  await expect(theirs.getByText("battle")).toBeVisible();
  await expect(theirs.getByText("Completed · 37 of 37 episodes")).toBeVisible();
  await expect(theirs.getByText("9", { exact: true })).toBeVisible();
  await expectAccessible();

  await section.getByRole("button", { name: "Write a review" }).click();
  const editor = page.getByRole("form", { name: "Your review" });
  const text = editor.getByLabel("What do you think of it?");
  await expect(text).toBeFocused();
  await text.fill("Too short.");
  await editor.getByRole("button", { name: "Publish" }).click();
  await expect(editor.getByRole("alert")).toHaveText(
    "A review has at least 100 characters; this one has 10.",
  );
  await expectAccessible();
  await text.fill(
    longEnough("> Just as planned.\n\n- clever\n- cruel\n\nIn the end ||Ryuk writes||."),
  );
  await editor.getByRole("button", { name: "Preview" }).click();
  const preview = editor.getByRole("region", { name: "Preview" });
  await expect(preview.getByRole("blockquote")).toHaveText("Just as planned.");
  await expect(preview.getByRole("listitem")).toHaveText(["clever", "cruel"]);
  await editor.getByText("Emphasis, spoilers, lists and links").click();
  await expectAccessible();
  // Closing the page loses nothing.
  await page.reload();
  await toReviews(page);
  await section.getByRole("button", { name: "Go on with your review" }).click();
  await expect(text).toHaveValue(/Just as planned/);
  await editor.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Your review is published.")).toBeVisible();
  await expect(reviewBy(page, "Asuna Yuuki (you)")).toBeVisible();
  await expectAccessible();

  await other.goto("/anime/death-note");
  await toReviews(other);
  const mine = reviewBy(other, "Asuna Yuuki");
  const helpful = mine.getByRole("button", { name: /^Helpful/ });
  await helpful.click();
  await expect(helpful).toHaveAttribute("aria-pressed", "true");
  await expect(helpful).toHaveText(/1$/);
  await expect(mine.getByText("7", { exact: true })).toBeVisible();
  await helpful.click();
  await expect(helpful).toHaveText(/0$/);
  await helpful.click();
  await expect(helpful).toHaveText(/1$/);
  await page.reload();
  await toReviews(page);
  await expect(page.getByText("It has helped 1 reader.")).toBeVisible();
});

test("a review is edited, deleted and restored with its votes", async ({
  page,
  context,
  otherBrowser,
}) => {
  await signUp(context);
  const id = await writeReview(context, 5114, "First thoughts.");
  const reader = await otherBrowser();
  await signUp(reader.context());
  const vote = await reader
    .context()
    .request.post(`/api/v1/reviews/${id}/vote`, { data: { helpful: true } });
  expect(vote.status()).toBe(200);
  await page.goto("/anime/5114");
  const section = await toReviews(page);
  await section.getByRole("button", { name: "Edit" }).click();
  const editor = page.getByRole("form", { name: "Your review" });
  await editor.getByLabel("What do you think of it?").fill(longEnough("Second thoughts."));
  await editor.getByLabel("Contains spoilers").check();
  await editor.getByRole("button", { name: "Publish the change" }).click();
  await expect(section.getByText(/, edited \d+ \w+ \d{4}$/)).toBeVisible();
  await expect(section.getByText("Second thoughts.")).toHaveCount(0);
  await section.getByRole("button", { name: /^Show it/ }).click();
  await expect(section.getByText("Second thoughts.")).toBeVisible();
  await section.getByRole("button", { name: "Delete" }).click();
  await expect(section.getByRole("button", { name: "Write a review" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(section.getByText("It has helped 1 reader.")).toBeVisible();
});

test("a refused form keeps what was typed", async ({ page, context, guard, expectAccessible }) => {
  guard.expectFailedRequests();
  await signUp(context);
  await page.goto("/anime/bleach");
  const section = await toReviews(page);
  await section.getByRole("button", { name: "Write a review" }).click();
  const text = page.getByLabel("What do you think of it?");
  // The text has nothing that a reader would see.
  await text.fill("*".repeat(200));
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("form", { name: "Your review" }).getByRole("alert")).toBeVisible();
  await expect(text).toHaveValue("*".repeat(200));
  await expectAccessible();
  await page.route("**/api/v1/me/reviews/*", (route) => route.abort());
  await text.fill(longEnough("Offline."));
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText(/^We cannot reach the server/)).toBeVisible();
  await expect(text).toHaveValue(/Offline/);
});

test("spoilers are revealed on request, by keyboard too", async ({
  page,
  context,
  expectAccessible,
}) => {
  await signUp(context, newAccount("Lelouch"));
  await rate(context, 1575, 100);
  const id = await writeReview(
    context,
    1575,
    "In the end ||[he](https://example.org/) dies|| in *R2*.",
  );
  await context.clearCookies();
  await page.goto(`/review/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Review of Code Geass: Lelouch of the Rebellion",
  );
  const show = page.getByRole("button", { name: "Show spoiler" });
  await expect(show).toHaveAttribute("aria-expanded", "false");
  // A spoiler is neither read out nor found before it is opened.
  await expect(page.getByText("dies")).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("link", { name: "he", exact: true })).toHaveCount(
    0,
  );
  await expectAccessible();
  await tabTo(page, show);
  await page.keyboard.press("Enter");
  await expect(page.getByText("dies")).toBeVisible();
  const hide = page.getByRole("button", { name: "Hide spoiler" });
  await expect(hide).toBeFocused();
  await expectAccessible();
  await page.keyboard.press("Space");
  await expect(page.getByText("dies")).toHaveCount(0);
  await page.getByRole("link", { name: /^All reviews of/ }).click();
  await expect(page).toHaveURL(/\/anime\/[\w-]+#reviews$/);
  await expect(page.getByRole("region", { name: "Reviews" })).toBeInViewport();
});

test("logging in from the reviews leads back to them", async ({
  page,
  context,
  otherBrowser,
  guard,
}) => {
  // The open page asks for what is its user's when its cookies are gone
  guard.expectFailedRequests();
  const other = await otherBrowser();
  await signUp(other.context(), newAccount("Violet"));
  const id = await writeReview(other.context(), 33352, "Letters.");
  const account = await signUp(context);
  const section = page.getByRole("region", { name: "Reviews" });
  const comesBack = async (place: string, seen: Locator) => {
    await expect(page).toHaveURL(new RegExp(`/login\\?next=%2Fanime%2F[\\w-]+%23${place}$`));
    await logIn(page, account);
    await expect(page).toHaveURL(new RegExp(`/anime/[\\w-]+#${place}$`));
    await expect(seen).toBeInViewport();
    await context.clearCookies();
  };
  const toWrite = section.getByRole("button", { name: "Write a review" });
  await context.clearCookies();
  await page.goto("/anime/violet-evergarden");
  await toReviews(page);
  await section.getByRole("link", { name: "Log in to write a review" }).click();
  await comesBack("reviews", toWrite);

  await page.goto("/anime/violet-evergarden");
  await toReviews(page);
  await reviewBy(page, "Violet")
    .getByRole("button", { name: /^Helpful/ })
    .click();
  await page.getByRole("alertdialog").getByRole("link", { name: "Log in" }).click();
  const voted = reviewBy(page, "Violet").getByRole("button", { name: /^Helpful/ });
  await comesBack(`review-${id}`, voted);

  // The review's place is in the address now
  await page.reload();
  await loginLink(page).click();
  await comesBack(`review-${id}`, voted);
});

test("a reported review is folded, and its author sees why an operator hid it", async ({
  page,
  context,
  browser,
  guard,
  expectAccessible,
}) => {
  guard.expectFailedRequests();
  const data = await newFolder();
  const server = await startMitai({ data });
  guard.welcome(server.url);
  await signUp(context, newAccount("Asuna Yuuki"), server.url);
  const written = await context.request.put(`${server.url}/api/v1/me/reviews/20`, {
    data: { text: longEnough("Buy my course!"), spoiler: false },
  });
  const { id } = await written.json();
  for (let count = 1; count <= 5; count++) {
    const reader = await browser.newContext({ baseURL: server.url });
    await signUp(reader);
    if (count === 5) {
      const tab = await openTab(reader);
      await tab.goto(`/review/${id}`);
      await tab.getByRole("button", { name: /^Report/ }).click();
      const dialog = tab.getByRole("dialog");
      await dialog.getByRole("button", { name: "Report it" }).click();
      await expect(dialog.getByRole("alert")).toHaveText("Please choose a reason.");
      await dialog.getByLabel("It advertises something").check();
      await dialog.getByLabel("What should we know?").fill("It sells a course.");
      await expectAccessible(tab);
      await dialog.getByRole("button", { name: "Report it" }).click();
      await expect(tab.getByText("Thank you. Your report is kept.")).toBeVisible();
      await expect(tab.getByRole("button", { name: /^Reported/ })).toBeVisible();
    } else {
      const report = await reader.request.post(`/api/v1/reviews/${id}/report`, {
        data: { reason: "spam" },
      });
      expect(report.status()).toBe(204);
    }
    await reader.close();
  }
  const visitor = await browser.newContext({ baseURL: server.url, viewport: page.viewportSize() });
  const tab = await openTab(visitor);
  const folded = tab.getByText(/^Several readers have reported this review/);
  // Pages of reviews are shared for a second
  await expect(async () => {
    await tab.goto(`/review/${id}`);
    await expect(folded).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(tab.getByText("Buy my course!")).toHaveCount(0);
  await expectAccessible(tab);
  await tab.getByRole("button", { name: /^Show it/ }).click();
  await expect(tab.getByText("Buy my course!")).toBeVisible();

  await mitai("review", "hide", id, "--reason", "Advertising", "--by", "ops", "--data-dir", data);
  await expect.poll(async () => (await tab.reload())?.status()).toBe(404);
  await expect(tab.getByRole("heading", { level: 1 })).toHaveText("This review is not here");
  await expectAccessible(tab);
  await visitor.close();

  await page.goto(`${server.url}/anime/20`);
  const section = await toReviews(page);
  await expect(section.getByText("nobody else sees it. The reason: Advertising")).toBeVisible();
  await expectAccessible();
  await page.goto(`${server.url}/profile?tab=reviews`);
  await expect(page.getByText("Hidden from everybody else. The reason: Advertising")).toBeVisible();
  await expectAccessible();
  const at = `${server.url}/review/${id}`;
  expect((await page.goto(at))?.status()).toBe(404);
  await expect(reviewBy(page, "Asuna Yuuki (you)").getByText("Buy my course!")).toBeVisible();
  await expect(page.getByText("nobody else sees it. The reason: Advertising")).toBeVisible();
  await expectAccessible();
  await server.stop();
});

test("failed reviews say so, and Retry loads them", async ({ page, guard, expectAccessible }) => {
  guard.expectFailedRequests();
  await page.route("**/api/v1/anime/*/reviews*", (route) => route.abort());
  await page.goto("/anime/one-piece");
  const section = page.getByRole("region", { name: "Reviews" });
  await section.scrollIntoViewIfNeeded();
  const button = section.getByRole("alert").getByRole("button", { name: "Retry" });
  await expect(button).toBeVisible();
  await expectAccessible();
  await retry(page, "**/api/v1/anime/*/reviews*", button);
  await expect(section.getByText("Nobody has written a review yet.")).toBeVisible();
  await expectAccessible();
});

test("many reviews are paged in the chosen order", async ({ page, browser, baseURL }) => {
  test.slow();
  for (let count = 0; count < 22; count++) {
    const writer = await browser.newContext({ baseURL: baseURL ?? "" });
    await signUp(writer, newAccount(`Writer ${count}`));
    await rate(writer, 21, 10 + count * 4);
    await writeReview(writer, 21, `Number ${count}.`);
    await writer.close();
  }
  await page.goto("/anime/21");
  const section = await toReviews(page);
  const names = section.getByRole("heading", { level: 3 });
  await expect(names).toHaveCount(20);
  await section.getByLabel("Order of reviews").selectOption("newest");
  await expect(names.first()).toHaveText("Writer 21");
  await section.getByRole("button", { name: "Show more" }).click();
  await expect(names).toHaveCount(22);
  await expect(names.last()).toHaveText("Writer 0");
});

const HOSTILE = [
  "<script>document.title = 'owned'</script><img src=x onerror=\"document.title='owned'\">",
  "<iframe srcdoc='<script>parent.document.title=1</script>'></iframe><svg/onload=alert(1)>",
  "[press](javascript:document.title='owned') [this](JaVaScRiPt:alert(1)) [too](data:text/html,<script>alert(1)</script>)",
  "[a](vbscript:x) [b](//evil.example) [c](https://user:pass@evil.example) <javascript:alert(1)> ![x](https://evil.example/x.png)",
  "[x](https://example.org/\"onmouseover=\"document.title='owned') [y](<https://example.org/' onclick='x>)",
  `${"*".repeat(2000)}a${"_".repeat(2000)}${"[".repeat(2000)}${"`".repeat(2000)}${"> ".repeat(900)}`,
  "||one **two ||three** four|| ||five",
  `${"> ".repeat(60)}deep ${"- ".repeat(60)}deeper`,
  "right \u202Eto left\u202C and \u2067isolated\u2069 \u200Bzero\u200Dwidth\uFEFF \u{E0041}tag",
  "</script></textarea></title><!-- ]]> {{7*7}} &lt;b&gt; &#x3C;script&#x3E;",
];

test("hostile texts are shown as text", async ({ page, browser, baseURL }) => {
  test.slow();
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  for (const [index, text] of HOSTILE.entries()) {
    const writer = await browser.newContext({ baseURL: baseURL ?? "" });
    await signUp(writer, newAccount(`<b>Writer ${index}</b>\u202E`));
    const id = await writeReview(writer, 30, text);
    await writer.close();
    await page.goto(`/review/${id}`);
    const article = page.getByRole("article");
    await expect(article.getByText(/It takes its time/).first()).toBeAttached();
    await expect(article.locator("script, iframe, object, style")).toHaveCount(0);
    await expect(article.locator("img"), "the author's portrait alone").toHaveCount(1);
    const unsafe = await article.evaluate((element) => {
      const attributes = [...element.querySelectorAll("*")].flatMap((each) => [...each.attributes]);
      const links = [...element.querySelectorAll("a")].map(({ href }) => href);
      return [
        ...attributes
          .filter(({ name }) => name.startsWith("on") || name === "style")
          .map(({ name }) => name),
        ...links.filter((href) => !/^https?:/.test(href)),
        ...(element.textContent?.match(
          /[\u202A-\u202E\u2066-\u2069\u200B\uFEFF\u{E0000}-\u{E007F}]/gu,
        ) ?? []),
      ];
    });
    expect(unsafe, text).toEqual([]);
    await expect(page).toHaveTitle(/^Review of .* · Mitai$/);
  }
  expect(dialogs).toEqual([]);
});

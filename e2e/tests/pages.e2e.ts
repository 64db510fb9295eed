import { expect, holdRequests, test } from "../fixtures";

test("About welcomes, explains, lists the key features and closes", async ({ page }) => {
  await page.goto("/about");
  await expect(page.getByRole("heading", { level: 1, name: /Welcome/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "What is Mitai?" })).toBeVisible();
  const features = page.getByRole("region", { name: "Key features" });
  await expect(features.getByRole("heading", { level: 3 })).toHaveText([
    "Trending gallery",
    "Add to watchlist",
    "Remove from watchlist",
    "Pagination",
    "Fully responsive",
  ]);
  await expect(page.getByRole("heading", { name: "For the Fans, By the Fans" })).toBeVisible();
});

test.describe("contact form", () => {
  const thanks = "Thank you for contacting us! We'll reply soon.";

  test("thanks in place of the form, sends nothing and logs the values", async ({ page }) => {
    await page.goto("/contactus");
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET") sent.push(request.url());
    });
    const logged = page.waitForEvent("console", (message) => message.type() === "log");
    await page.getByRole("textbox", { name: "Name" }).fill("Kei");
    await page.getByRole("textbox", { name: "Email", exact: true }).fill("kei@example.org");
    await page.getByRole("textbox", { name: "Message" }).fill("More mecha, please.");
    await page.getByRole("button", { name: /^Send/ }).click();
    await expect(page.getByText(thanks, { exact: true })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Message" })).toHaveCount(0);
    const values = await (await logged).args().at(-1)?.jsonValue();
    expect(values).toEqual({
      name: "Kei",
      email: "kei@example.org",
      message: "More mecha, please.",
    });
    expect(sent).toEqual([]);
  });

  for (const missing of ["Name", "Email", "Message"]) {
    test(`requires ${missing}`, async ({ page }) => {
      await page.goto("/contactus");
      const filled = { Name: "Kei", Email: "kei@example.org", Message: "Hello" };
      for (const [name, value] of Object.entries(filled)) {
        if (name !== missing) await page.getByRole("textbox", { name, exact: true }).fill(value);
      }
      await page.getByRole("button", { name: /^Send/ }).click();
      await expect(page.getByRole("textbox", { name: missing, exact: true })).toBeFocused();
      await expect(page.getByText(thanks)).toHaveCount(0);
    });
  }

  test("treats blanks as missing and says kindly what is missing", async ({ page }) => {
    await page.goto("/contactus");
    const message = page.getByRole("textbox", { name: "Message" });
    await page.getByRole("textbox", { name: "Name" }).fill("Kei");
    await page.getByRole("textbox", { name: "Email", exact: true }).fill("kei@example.org");
    await message.fill("   ");
    await page.getByRole("button", { name: /^Send/ }).click();
    await expect(message).toBeFocused();
    await expect(page.getByText(thanks)).toHaveCount(0);
    const validationMessage = await message.evaluate(
      (box: HTMLTextAreaElement) => box.validationMessage,
    );
    expect(validationMessage).toBe("Please write a message.");
  });

  test("requires a valid e-mail address", async ({ page }) => {
    await page.goto("/contactus");
    const email = page.getByRole("textbox", { name: "Email", exact: true });
    await expect(email).toHaveAttribute("type", "email");
    await page.getByRole("textbox", { name: "Name" }).fill("Kei");
    await email.fill("kei");
    await page.getByRole("textbox", { name: "Message" }).fill("Hello");
    await page.getByRole("button", { name: /^Send/ }).click();
    await expect(email).toBeFocused();
    await expect(page.getByText(thanks)).toHaveCount(0);
  });
});

const signedOut = [
  { path: "/profile", text: "Please log in to view your profile." },
  { path: "/watchlist", text: /Log in to see it/ },
  { path: "/activity", text: "Please log in to see what changed on your list." },
  { path: "/import", text: "Please log in to bring your list, or to take it with you." },
  { path: "/statistics", text: "Please log in to see your list in numbers." },
];
for (const { path, text } of signedOut) {
  test(`${path} asks visitors to log in`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByText(text)).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
  });
}

test("moving to another page moves the focus to its heading", async ({ page }) => {
  await page.goto("/about");
  await page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "FAQ" })).toBeFocused();
});

test("a link works before the page's own code has come", async ({ context }) => {
  // Not the `page` whose `goto` waits until the app runs.
  const page = await context.newPage();
  const code = await holdRequests(page, "**/assets/About-*.js");
  await page.goto("/about", { waitUntil: "commit" });
  await page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).click();
  await expect(page).toHaveURL("/faq");
  await expect(page.getByRole("heading", { level: 1, name: "FAQ" })).toBeVisible();
  code();
});

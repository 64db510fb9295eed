import { logIn, loginLink, newAccount, profileLink, signUp } from "../accounts";
import { test as base, expect } from "../fixtures";
import { type MailSink, type Program, startMailSink, startMitai } from "../programs";

interface Mailing {
  mitai: Program;
  sink: MailSink;
}

const test = base.extend<object, { mailing: Mailing }>({
  mailing: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the braces
    async ({}, use) => {
      const sink = await startMailSink();
      const mitai = await startMitai({ settings: { MITAI_SMTP_URL: sink.url } });
      await use({ mitai, sink });
      await mitai.stop();
      await sink.stop();
    },
    { scope: "worker" },
  ],
});

const SAME = "If an account has this email, a link to set a new password is on its way to it.";
const EXPIRED = "This link does not work any more.";

test.describe("with a mail server", () => {
  test.use({ baseURL: async ({ mailing }, use) => use(mailing.mitai.url) });
  test.beforeEach(({ guard, mailing }) => guard.welcome(mailing.mitai.url));

  test("a link comes by mail, sets a password once, and ends every other session", async ({
    page,
    guard,
    mailing,
    otherBrowser,
  }) => {
    const account = newAccount();
    const other = await otherBrowser();
    await signUp(other.context(), account);
    await other.goto("/profile");
    await expect(profileLink(other)).toBeVisible();

    await page.goto("/login");
    await page.getByRole("textbox", { name: "Email", exact: true }).fill(account.email);
    await page.getByRole("button", { name: "Forgot Password?" }).click();
    await expect(page).toHaveURL("/forgot");
    await expect(page.getByRole("textbox", { name: "Email", exact: true })).toHaveValue(
      account.email,
    );
    await page.getByRole("button", { name: "Send reset link" }).click();
    await expect(page.getByText(SAME)).toBeVisible();

    const link = await mailedLink(mailing.sink, account.email);
    expect(new URL(link).origin).toBe(mailing.mitai.url);
    await page.goto(link);
    // The secret does not stay where screens and histories show it.
    await expect(page).toHaveURL("/reset");
    const box = page.getByRole("main").getByRole("alert");
    await page.getByLabel("New Password", { exact: true }).fill("12345");
    await page.getByLabel("Confirm Password", { exact: true }).fill("12345");
    await page.getByRole("button", { name: "Set new password" }).click();
    await expect(box).toHaveText("Password must be at least 6 characters long.");
    await page.getByLabel("New Password", { exact: true }).fill("hanami-hanami");
    await page.getByRole("button", { name: "Set new password" }).click();
    await expect(box).toHaveText("Passwords do not match.");
    await page.getByLabel("Confirm Password", { exact: true }).fill("hanami-hanami");
    // The ended session may ask for its stream once more
    guard.expectFailedRequests();
    await page.getByRole("button", { name: "Set new password" }).click();
    await expect(page).toHaveURL("/");
    await expect(profileLink(page)).toBeVisible();
    await expect(loginLink(other)).toBeVisible();

    await other.goto("/login");
    await logIn(other, account);
    await expect(other.getByRole("main").getByRole("alert")).toBeVisible();
    await logIn(other, { ...account, password: "hanami-hanami" });
    await expect(profileLink(other)).toBeVisible();

    await other.goto(link);
    await other.getByLabel("New Password", { exact: true }).fill("once more");
    await other.getByLabel("Confirm Password", { exact: true }).fill("once more");
    await other.getByRole("button", { name: "Set new password" }).click();
    await expect(other.getByText(EXPIRED)).toBeVisible();
    await other.getByRole("link", { name: "Ask for a new link" }).click();
    await expect(other).toHaveURL("/forgot");
  });

  test("an unknown address gets the same page and no mail", async ({ page, mailing }) => {
    const unknown = newAccount();
    await page.goto("/forgot");
    const email = page.getByRole("textbox", { name: "Email", exact: true });
    await email.fill(unknown.email);
    await page.getByRole("button", { name: "Send reset link" }).click();
    await expect(page.getByText(SAME)).toBeVisible();
    // A mail that is asked for afterwards arrives, this one had its time.
    const known = await signUp(page.context());
    await page.request.post("/api/v1/auth/password/forgot", { data: { email: known.email } });
    await mailedLink(mailing.sink, known.email);
    expect(mailing.sink.mails().filter(({ to }) => to.includes(unknown.email))).toEqual([]);
  });

  test("an invalid link says so, and so does an invalid address", async ({ page, guard }) => {
    guard.expectFailedRequests();
    await page.goto("/reset#token=made-up");
    await page.getByLabel("New Password", { exact: true }).fill("hanami-hanami");
    await page.getByLabel("Confirm Password", { exact: true }).fill("hanami-hanami");
    await page.getByRole("button", { name: "Set new password" }).click();
    await expect(page.getByText(EXPIRED)).toBeVisible();
    await page.goto("/reset");
    await expect(page.getByText(EXPIRED)).toBeVisible();
    await page.goto("/forgot");
    const email = page.getByRole("textbox", { name: "Email", exact: true });
    await email.fill("not an address");
    await page.getByRole("button", { name: "Send reset link" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toHaveText(
      "Please enter a valid email address.",
    );
    await expect(email).toHaveValue("not an address");
  });
});

test("without a mail server the page says so, and who can help", async ({ page }) => {
  await page.goto("/forgot");
  await page.getByRole("textbox", { name: "Email", exact: true }).fill("asuna@example.org");
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(
    page.getByText("This server sends no mail, so it cannot send you a link."),
  ).toBeVisible();
  await expect(page.getByText(/an operator can issue a link/)).toBeVisible();
});

/** Returns the link in the mail that the sink got for an address. */
async function mailedLink(sink: MailSink, address: string): Promise<string> {
  const found = () => sink.mails().find(({ to }) => to.includes(address));
  await expect.poll(found).toBeTruthy();
  const link = /https?:\/\/\S+/.exec(found()?.text ?? "")?.[0];
  if (!link) throw new Error("the mail has no link");
  return link;
}

/** Users of the tests' server, each one new. */
import { type BrowserContext, expect, type Page } from "@playwright/test";

export interface Account {
  name: string;
  email: string;
  password: string;
}

/** Makes an account with an e-mail address that no other test uses. */
export function newAccount(name = "Asuna Yuuki"): Account {
  return { name, email: `${crypto.randomUUID()}@example.org`, password: "sakura-sakura" };
}

/** Signs a browser up past the pages, for tests of what comes after. */
export async function signUp(
  context: BrowserContext,
  account: Account = newAccount(),
  server = "",
): Promise<Account> {
  const { name: fullName, email, password } = account;
  const answer = await context.request.post(`${server}/api/v1/auth/signup`, {
    data: { fullName, email, password },
  });
  expect(answer.status()).toBe(201);
  return account;
}

/** Signs another browser in past the pages. */
export async function signIn(context: BrowserContext, { email, password }: Account) {
  const answer = await context.request.post("/api/v1/auth/login", { data: { email, password } });
  expect(answer.status()).toBe(200);
}

/** Puts titles on the signed-in user's watchlist, the last one newest. */
export async function addTitles(context: BrowserContext, malIds: readonly number[]) {
  for (const id of malIds) {
    const answer = await context.request.put(`/api/v1/me/watchlist/${id}`);
    expect(answer.status()).toBe(200);
  }
}

/** Fills in the log-in page and submits it. */
export async function logIn(page: Page, { email, password }: Account) {
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** Returns the link to the profile, which the bar has for a signed-in user. */
export function profileLink(page: Page) {
  return page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Profile" });
}

/** Returns the link to the log-in page, which the bar has for a visitor. */
export function loginLink(page: Page) {
  return page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Login" });
}

/** The time when the bar offers Login, as the page itself sees it: tests see hidden tabs late. */
export function whenSignedOut(tab: Page): Promise<number> {
  return tab.evaluate(
    () =>
      new Promise((resolve) => {
        const look = () => {
          const links = [...document.querySelectorAll("nav a")];
          if (links.some(({ textContent }) => textContent === "Login")) resolve(Date.now());
        };
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
        look();
      }),
  );
}

/** The sign-in provider's window, as somebody who signs in there uses it. */
import { expect, type Page } from "@playwright/test";
import type { Account } from "./accounts";

type Person = Pick<Account, "name" | "email"> & { verified?: boolean };

/** Presses a page's Google button and returns the window that opens. */
export async function openWindow(page: Page): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: /with Google$/ }).click(),
  ]);
  await expect(popup.getByRole("heading", { name: "Choose an account" })).toBeVisible();
  return popup;
}

/** Chooses an account that the provider did not know, or knows by this address. */
export async function choose(chooser: Page, { name, email, verified = true }: Person) {
  await chooser.getByRole("textbox", { name: "Name" }).fill(name);
  await chooser.getByRole("textbox", { name: "E-mail address" }).fill(email);
  await chooser.getByRole("checkbox", { name: "The address is verified" }).setChecked(verified);
  await chooser.getByRole("button", { name: "Continue" }).click();
}

/** Signs in by the Google button, until the window has closed by itself. */
export async function signInWithGoogle(page: Page, person: Person) {
  const popup = await openWindow(page);
  const closed = popup.waitForEvent("close");
  await choose(popup, person);
  await closed;
}

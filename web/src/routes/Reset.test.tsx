import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { homeSeed, loseWrite, refuseWrite, someUser, takeWrite } from "@/test/account";
import { open } from "@/test/render";

const FORGOT = "POST /api/v1/auth/password/forgot";
const RESET = "POST /api/v1/auth/password/reset";

async function ask(email: string) {
  const view = open("/forgot");
  await view.user.type(await screen.findByLabelText("Email"), email);
  await view.user.click(screen.getByRole("button", { name: "Send reset link" }));
  return view;
}

test("asking for a link answers the same for known and unknown addresses", async () => {
  const sent = takeWrite(FORGOT, { mailer: true });
  const { user } = await ask("asuna@example.org");
  const text = await screen.findByText(/If an account has this email, a link/);
  expect(screen.queryByText(/Tell us your email/)).toBeNull();
  expect(text.parentElement).toHaveFocus();
  expect(sent.map(({ body }) => body)).toEqual([{ email: "asuna@example.org" }]);
  await user.click(screen.getByRole("button", { name: "Use another email" }));
  expect(screen.getByLabelText("Email")).toHaveValue("asuna@example.org");
});

test("a server without mail says so, and who can help", async () => {
  takeWrite(FORGOT, { mailer: false });
  await ask("asuna@example.org");
  expect(await screen.findByText(/This server sends no mail/)).toBeVisible();
  expect(screen.getByText(/an operator can issue a link/)).toBeVisible();
});

test.each([
  [400, "invalid_email", "", "Please enter a valid email address."],
  [
    429,
    "too_many_attempts",
    "Too many attempts. Please try again in 1 minute.",
    "Too many attempts. Please try again in 1 minute.",
  ],
] as const)("a %i keeps the fields' values", async (status, code, detail, text) => {
  refuseWrite(FORGOT, status, code, detail);
  await ask("asuna@example");
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByLabelText("Email")).toHaveValue("asuna@example");
});

async function openLink(hash: string) {
  const view = open(`/reset${hash}`, homeSeed);
  const set = async (password: string, confirm: string) => {
    for (const [label, text] of [
      ["New Password", password],
      ["Confirm Password", confirm],
    ] as const) {
      const field = await screen.findByLabelText(label);
      await view.user.clear(field);
      if (text) await view.user.type(field, text);
    }
    await view.user.click(screen.getByRole("button", { name: "Set new password" }));
  };
  await screen.findByRole("heading", { name: "New Password" });
  return { ...view, set };
}

test("a link's token leaves the address, sets the password and signs in", async () => {
  const sent = takeWrite(RESET, { user: someUser() });
  const { set } = await openLink("#token=Zm9v_-A");
  await screen.findByLabelText("New Password");
  expect(window.location.href).toMatch(/\/reset$/);
  await set("sakura", "sakura");
  await screen.findByRole("heading", { name: "Trending Anime" });
  expect(sent.map(({ body }) => body)).toEqual([{ token: "Zm9v_-A", password: "sakura" }]);
  expect(screen.getByText("Your password is changed. Other devices are signed out.")).toBeVisible();
  expect(await screen.findByRole("link", { name: "Profile" })).toBeVisible();
});

test("the rules are checked in their order before anything is sent", async () => {
  const { set } = await openLink("#token=good");
  await set("", "");
  expect(screen.getByText("All fields are required.")).toBeVisible();
  await set("12345", "1");
  expect(screen.getByText("Password must be at least 6 characters long.")).toBeVisible();
  await set("sakura", "sakurA");
  expect(screen.getByText("Passwords do not match.")).toBeVisible();
});

test("a failure keeps the fields' values and the link", async () => {
  loseWrite(RESET);
  const { set } = await openLink("#token=good");
  await set("sakura", "sakura");
  expect(await screen.findByText(/We cannot reach the server/)).toBeVisible();
  expect(screen.getByLabelText("New Password")).toHaveValue("sakura");
  const sent = takeWrite(RESET, { user: someUser() });
  await set("sakura", "sakura");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body.token).toBe("good");
});

test("a link that was used or is too old leads to a new one", async () => {
  refuseWrite(RESET, 410, "reset_link_expired");
  const { set } = await openLink("#token=old");
  await set("sakura", "sakura");
  expect(await screen.findByText("This link does not work any more.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Ask for a new link" })).toHaveAttribute(
    "href",
    "/forgot",
  );
});

test("a missing token leads to a new link, and a newer link in the same tab works", async () => {
  await openLink("");
  expect(await screen.findByText("This link does not work any more.")).toBeVisible();
  act(() => {
    window.location.hash = "#token=newer";
  });
  expect(await screen.findByLabelText("New Password")).toBeVisible();
  expect(window.location.href).toMatch(/\/reset$/);
});

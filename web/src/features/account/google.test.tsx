import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { navigateAway } from "@/lib/browser-navigation";
import { homeSeed, refuseWrite, signedInAs, someUser, takeWrite } from "@/test/account";
import { open } from "@/test/render";

vi.mock("@/lib/browser-navigation", () => ({ navigateAway: vi.fn() }));

const failed = "Google login failed. Please try again.";
const said = (ok: boolean, code: string | null = null) => ({ type: "mitai:sign-in", ok, code });

/** The fake window that opens, as far as the page can tell. */
let opened: { closed: boolean };
let channel: BroadcastChannel;

beforeEach(() => {
  opened = { closed: false };
  vi.spyOn(window, "open").mockImplementation(() => opened as Window);
  vi.mocked(navigateAway).mockClear();
  channel = new BroadcastChannel("mitai:sign-in");
});

afterEach(() => {
  channel.close();
  vi.useRealTimers();
});

/** Sends a message from the window to its opener. */
function say(data: unknown, origin = window.location.origin) {
  act(() => {
    window.dispatchEvent(new MessageEvent("message", { data, origin }));
  });
}

async function press(address: string) {
  const view = open(address, homeSeed);
  await view.user.click(await screen.findByRole("button", { name: /with Google/ }));
  return view;
}

const requested = () => vi.mocked(window.open).mock.calls.map(([address]) => address);
const address = () => window.location.pathname + window.location.search;

test("the window opens within the click, and the page says where to continue", async () => {
  await press("/login?next=/about");
  expect(requested()).toEqual(["/api/v1/auth/google?mode=popup&from=login&next=%2Fabout"]);
  expect(screen.getByText(/Go on in the window/)).toBeVisible();
  expect(navigateAway).not.toHaveBeenCalled();
});

test.each([
  ["/login", "/", "heading", "Trending Anime"],
  ["/login?next=/about", "/about", "heading", "Welcome to Mitai"],
  ["/signup", "/profile", "heading", "Asuna Yuuki"],
  ["/signup?next=/about", "/profile", "heading", "Asuna Yuuki"],
])("success from %s leads to %s", async (from, to, role, name) => {
  await press(from);
  signedInAs();
  say(said(true));
  expect(await screen.findByRole(role, { name })).toBeVisible();
  expect(address()).toBe(to);
});

test("a window without its opener reports over the channel", async () => {
  await press("/login");
  signedInAs();
  channel.postMessage(said(true));
  expect(await screen.findByRole("heading", { name: "Trending Anime" })).toBeVisible();
});

test("messages of other origins and other kinds are ignored", async () => {
  await press("/login");
  say(said(false, "sign_in_failed"), "https://elsewhere.example");
  say({ type: "something else", ok: false });
  say("sign_in_failed");
  say(null);
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(screen.getByText(/Go on in the window/)).toBeVisible();
});

test("another tab's failure is ignored where no sign-in began", async () => {
  open("/login");
  await screen.findByLabelText("Email");
  say(said(false, "sign_in_failed"));
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test.each(["sign_in_failed", "sign_in_unavailable", "email_taken", "no such code"])(
  "on the log-in page %s shows one alert once",
  async (code) => {
    const { user } = await press("/login");
    await user.type(screen.getByLabelText("Email"), "asuna@example.org");
    say(said(false, code));
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog).toHaveAccessibleDescription(new RegExp(`^${failed}`));
    await user.click(screen.getByRole("button", { name: "OK" }));
    // The same outcome comes over the other channel, too.
    say(said(false, code));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(screen.getByLabelText("Email")).toHaveValue("asuna@example.org");
    expect(screen.queryByText(/Go on in the window/)).toBeNull();
  },
);

test("on the sign-up page a failure is in the red box", async () => {
  await press("/signup");
  say(said(false, "sign_in_unavailable"));
  const text = screen.getByText(/Signing in with Google is not available on this server/);
  expect(text.parentElement).toHaveRole("alert");
});

test.each(["/login", "/signup"])("cancelling from %s is no error", async (from) => {
  await press(from);
  say(said(false, "sign_in_cancelled"));
  expect(screen.getByText(/Signing in was cancelled/)).toHaveRole("status");
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test.each([
  ["/login?next=/about", "mode=redirect&from=login&next=%2Fabout"],
  ["/signup", "mode=redirect&from=signup&next=%2F"],
  ["/signup?next=/about", "mode=redirect&from=signup&next=%2Fabout"],
])("a blocked window is replaced by the full page, from %s", async (from, query) => {
  vi.mocked(window.open).mockReturnValue(null);
  await press(from);
  expect(navigateAway).toHaveBeenCalledExactlyOnceWith(`/api/v1/auth/google?${query}`);
});

test("closing the window frees the button silently, and a later result still counts", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  await press("/login");
  opened.closed = true;
  act(() => vi.advanceTimersByTime(1000));
  expect(screen.getByText(/Go on in the window/)).toBeVisible();
  act(() => vi.advanceTimersByTime(5000));
  expect(screen.queryByText(/Go on in the window/)).toBeNull();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  // It was open all the time, but cut off from its opener.
  signedInAs();
  say(said(true));
  expect(await screen.findByRole("heading", { name: "Trending Anime" })).toBeVisible();
});

test("a missing session is a failure", async () => {
  await press("/login");
  say(said(true));
  expect(await screen.findByRole("alertdialog")).toHaveAccessibleDescription(
    new RegExp(`^${failed}`),
  );
});

test("the result of a full-page sign-in shows the same way, and is removed from the address", async () => {
  open("/login?next=%2Fabout&error=sign_in_failed");
  expect(await screen.findByRole("alertdialog")).toHaveAccessibleDescription(
    new RegExp(`^${failed}`),
  );
  expect(address()).toBe("/login?next=%2Fabout");
});

test.each([
  ["/signup?error=email_taken", "/signup"],
  ["/signup?error=email_taken&next=%2Fabout", "/signup?next=%2Fabout"],
])("on the sign-up page too, %s", async (arrived, left) => {
  open(arrived);
  expect(await screen.findByText(/Log in with your email and password/)).toBeVisible();
  expect(address()).toBe(left);
});

test("an account with that e-mail is linked by its password, once", async () => {
  const { user } = await press("/login?next=/about");
  await user.type(screen.getByLabelText("Email"), "typed@example.org");
  say(said(false, "link_required"));
  const text = "An account with this email exists. Enter its password once to link it.";
  expect(screen.getByText(text)).toBeVisible();
  const password = screen.getByLabelText("Password");
  expect(password).toHaveFocus();

  refuseWrite("POST /api/v1/auth/link", 401, "wrong_credentials");
  await user.type(password, "wrong{Enter}");
  expect(await screen.findByText(/That is not the account’s password/)).toBeVisible();
  expect(password).toHaveValue("wrong");

  await user.click(screen.getByRole("button", { name: "Back" }));
  expect(screen.getByLabelText("Email")).toHaveValue("typed@example.org");
  await user.click(screen.getByRole("button", { name: "Continue with Google" }));
  say(said(false, "link_required"));

  const sent = takeWrite("POST /api/v1/auth/link", { user: someUser() });
  await user.type(screen.getByLabelText("Password"), "sakura{Enter}");
  await screen.findByRole("heading", { name: "Welcome to Mitai" });
  expect(sent.map(({ body }) => body)).toEqual([{ password: "sakura" }]);
});

test.each([
  [
    "in the window",
    async () => {
      await press("/signup");
      say(said(false, "link_required"));
    },
  ],
  ["on the full page", () => open("/signup?error=link_required", homeSeed)],
])("signing up with an account that is linked %s leads to the profile", async (_, begin) => {
  await begin();
  takeWrite("POST /api/v1/auth/link", { user: someUser() });
  await userEvent.type(await screen.findByLabelText("Password"), "sakura{Enter}");
  expect(await screen.findByRole("heading", { name: "Asuna Yuuki" })).toBeVisible();
  expect(address()).toBe("/profile");
});

test("an expired link attempt says so and offers the way back", async () => {
  refuseWrite("POST /api/v1/auth/link", 410, "link_expired");
  const { user } = open("/login?error=link_required");
  await user.type(await screen.findByLabelText("Password"), "sakura{Enter}");
  expect(await screen.findByText(/Please start over with Google/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Back" }));
  await waitFor(() => expect(screen.getByLabelText("Email")).toBeVisible());
});

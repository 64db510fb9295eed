import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { homeSeed, loseWrite, refuseWrite, signedInAs, someUser, takeWrite } from "@/test/account";
import { gate } from "@/test/gate";
import { open } from "@/test/render";

const LOGIN = "POST /api/v1/auth/login";

async function openLogin(address = "/login") {
  const opened = open(address, homeSeed);
  const email = await screen.findByLabelText("Email");
  const password = screen.getByLabelText("Password");
  const fill = async () => {
    await opened.user.type(email, "asuna@example.org");
    await opened.user.type(password, " sakura ");
  };
  const signIn = () => opened.user.click(screen.getByRole("button", { name: "Sign In" }));
  return { ...opened, email, password, fill, signIn };
}

const address = () => window.location.pathname + window.location.search;

test("signing in sends what was typed, untrimmed, and goes home", async () => {
  const sent = takeWrite(LOGIN, { user: someUser() });
  const { fill, signIn } = await openLogin();
  await fill();
  await signIn();
  await screen.findByRole("heading", { name: "Trending Anime" });
  expect(address()).toBe("/");
  expect(sent).toEqual([
    { path: "/api/v1/auth/login", body: { email: "asuna@example.org", password: " sakura " } },
  ]);
  expect(await screen.findByRole("link", { name: "Profile" })).toHaveAttribute("href", "/profile");
  expect(screen.queryByRole("link", { name: "Login" })).toBeNull();
});

test.each([
  ["/about", "/about"],
  ["//elsewhere.example/", "/"],
])("from ?next=%s it goes to %s", async (next, target) => {
  takeWrite(LOGIN, { user: someUser() });
  const { fill, signIn } = await openLogin(`/login?next=${encodeURIComponent(next)}`);
  await fill();
  await signIn();
  await waitFor(() => expect(address()).toBe(target));
});

test.each([
  [
    401,
    "wrong_credentials",
    "",
    "The email or the password is not right. Check both and try again.",
  ],
  [
    429,
    "too_many_attempts",
    "Too many attempts. Please try again in 2 minutes.",
    "Too many attempts. Please try again in 2 minutes.",
  ],
  [503, "unavailable", "", "The server is busy or restarting. Wait a moment, then try again."],
] as const)(
  "a %i of the server shows in the red box, and the fields keep their values",
  async (status, code, detail, text) => {
    refuseWrite(LOGIN, status, code, detail);
    const { fill, signIn, email, password } = await openLogin();
    await fill();
    await signIn();
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText(text).parentElement).toHaveRole("alert");
    expect(email).toHaveValue("asuna@example.org");
    expect(password).toHaveValue(" sakura ");
    expect(address()).toBe("/login");
  },
);

test("an unreachable server is reported, and the next try may succeed", async () => {
  loseWrite(LOGIN);
  const { fill, signIn } = await openLogin();
  await fill();
  await signIn();
  expect(await screen.findByText(/We cannot reach the server/)).toBeVisible();
  takeWrite(LOGIN, { user: someUser() });
  await signIn();
  await screen.findByRole("heading", { name: "Trending Anime" });
});

test("blank fields are reported without a request", async () => {
  const sent = takeWrite("POST /api/v1/auth/login", { user: someUser() });
  const { user } = open("/login");
  await user.click(await screen.findByRole("button", { name: "Sign In" }));
  expect(screen.getByText("Please enter your email and password.")).toBeVisible();
  expect(screen.getByLabelText("Email")).toHaveFocus();
  expect(screen.getByLabelText("Email")).toBeInvalid();
  await user.type(screen.getByLabelText("Email"), "asuna@example.org{Enter}");
  expect(screen.getByText("Please enter your email and password.")).toBeVisible();
  expect(screen.getByLabelText("Password")).toHaveFocus();
  expect(sent).toEqual([]);
});

test("the button is busy while sending, and does not send twice", async () => {
  const { open: answerNow, passed } = gate();
  const sent = takeWrite(LOGIN, { user: someUser() }, passed);
  const { fill, signIn } = await openLogin();
  await fill();
  await signIn();
  const button = screen.getByRole("button", { name: "Sign In" });
  await waitFor(() => expect(button).toHaveAttribute("aria-disabled", "true"));
  await signIn();
  answerNow();
  await screen.findByRole("heading", { name: "Trending Anime" });
  expect(sent).toHaveLength(1);
});

test.each(["/login", "/signup"])(
  "a signed-in user is redirected from %s to the home page",
  async (path) => {
    signedInAs();
    open(path, homeSeed);
    await screen.findByRole("heading", { name: "Trending Anime" });
    expect(address()).toBe("/");
  },
);

test("the form is hidden until the session of a returning user is known", async () => {
  localStorage.setItem("mitai:signed-in", "1");
  signedInAs();
  open("/login", homeSeed);
  expect(screen.queryByLabelText("Password")).toBeNull();
  await screen.findByRole("heading", { name: "Trending Anime" });
});

test("a password can be shown and hidden", async () => {
  const { user, password } = await openLogin();
  expect(password).toHaveAttribute("type", "password");
  await user.click(screen.getByRole("button", { name: "Show password" }));
  expect(password).toHaveAttribute("type", "text");
  await user.click(screen.getByRole("button", { name: "Hide password" }));
  expect(password).toHaveAttribute("type", "password");
});

test("fields have autocomplete hints for password managers", async () => {
  const { email, password } = await openLogin();
  expect(email).toHaveAttribute("autocomplete", "username");
  expect(password).toHaveAttribute("autocomplete", "current-password");
});

test("Forgot Password carries the e-mail over, but not in the address", async () => {
  const { user, email } = await openLogin();
  await user.type(email, "asuna@example.org");
  await user.click(screen.getByRole("button", { name: "Forgot Password?" }));
  expect(await screen.findByRole("heading", { name: "Forgot Password" })).toBeVisible();
  expect(screen.getByLabelText("Email")).toHaveValue("asuna@example.org");
  expect(address()).toBe("/forgot");
});

test.each([
  ["/login", "/signup"],
  ["/login?next=%2Ffaq", "/signup?next=%2Ffaq"],
])("%s leads to %s", async (address, signup) => {
  await openLogin(address);
  expect(screen.getByRole("link", { name: "Sign up" })).toHaveAttribute("href", signup);
});

import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { homeSeed, refuseWrite, someUser, takeWrite } from "@/test/account";
import { open } from "@/test/render";

const SIGNUP = "POST /api/v1/auth/signup";

async function openSignup(address = "/signup") {
  const opened = open(address, homeSeed);
  await screen.findByLabelText("Full Name");
  const type = async (label: string, text: string) => {
    const field = screen.getByLabelText(label);
    await opened.user.clear(field);
    await opened.user.type(field, text);
  };
  const create = () => opened.user.click(screen.getByRole("button", { name: "Create Account" }));
  return { ...opened, type, create };
}

const box = () =>
  screen
    .getAllByRole("alert")
    .map(({ textContent }) => textContent)
    .join("");

test("the rules are checked in their order, the first broken one shows, nothing is sent", async () => {
  const { type, create } = await openSignup();
  await create();
  expect(box()).toBe("All fields are required.");
  expect(screen.getByLabelText("Full Name")).toHaveFocus();
  expect(screen.getByLabelText("Full Name")).toBeInvalid();
  await type("Full Name", "Asuna Yuuki");
  await type("Email", "asuna");
  await type("Password", "12345");
  await type("Confirm Password", "54321");
  await create();
  expect(box()).toBe("Please enter a valid email address.");
  await type("Email", "asuna@example.org");
  await create();
  expect(box()).toBe("Password must be at least 6 characters long.");
  await type("Password", "sakura");
  await create();
  expect(box()).toBe("Passwords do not match.");
  expect(screen.getByLabelText("Confirm Password")).toHaveFocus();
  expect(screen.getByLabelText("Full Name")).toBeValid();
  expect(screen.getByLabelText("Full Name")).toHaveValue("Asuna Yuuki");
});

test("a new account is signed in and goes home", async () => {
  const sent = takeWrite(SIGNUP, { user: someUser() });
  const { type, create } = await openSignup();
  await type("Full Name", "Asuna Yuuki");
  await type("Email", "asuna@example.org");
  await type("Password", " sakura ");
  await type("Confirm Password", " sakura ");
  await create();
  await screen.findByRole("heading", { name: "Trending Anime" });
  expect(window.location.pathname).toBe("/");
  expect(sent.map(({ body }) => body)).toEqual([
    { fullName: "Asuna Yuuki", email: "asuna@example.org", password: " sakura " },
  ]);
  expect(await screen.findByRole("link", { name: "Profile" })).toBeVisible();
});

async function createAccount(address: string) {
  takeWrite(SIGNUP, { user: someUser() });
  const { type, create, user } = await openSignup(address);
  await type("Full Name", "Asuna Yuuki");
  await type("Email", "asuna@example.org");
  await type("Password", "sakura");
  await type("Confirm Password", "sakura");
  await create();
  await screen.findByRole("heading", { name: "Trending Anime" });
  return user;
}

test("a new user who came from another page gets a link back", async () => {
  const user = await createAccount("/signup?next=%2Ffaq%23data");
  expect(window.location.pathname).toBe("/");
  await user.click(screen.getByRole("link", { name: "Go back" }));
  await screen.findByRole("heading", { level: 1, name: "FAQ" });
  expect(window.location.pathname + window.location.hash).toBe("/faq#data");
  expect(screen.queryByText("Your account is ready.")).toBeNull();
});

test.each(["/signup", "/signup?next=%2F%2Felsewhere.example", "/signup?next=%2Flogin"])(
  "from %s no link back is offered",
  async (address) => {
    await createAccount(address);
    expect(await screen.findByRole("link", { name: "Profile" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Go back" })).toBeNull();
  },
);

test("the server's refusal shows in the same box, and the fields keep their values", async () => {
  refuseWrite(SIGNUP, 409, "email_taken");
  const { type, create } = await openSignup();
  await type("Full Name", "Asuna Yuuki");
  await type("Email", "asuna@example.org");
  await type("Password", "sakura");
  await type("Confirm Password", "sakura");
  await create();
  await waitFor(() =>
    expect(box()).toBe("There is an account with this email address already. Log in instead."),
  );
  expect(screen.getByRole("link", { name: "Log in instead." })).toHaveAttribute("href", "/login");
  expect(screen.getByLabelText("Email")).toHaveValue("asuna@example.org");
  expect(screen.getByLabelText("Email")).toBeInvalid();
  expect(screen.getByLabelText("Email")).toHaveFocus();
  expect(screen.getByLabelText("Password")).toHaveValue("sakura");
  expect(screen.getByLabelText("Confirm Password")).toHaveValue("sakura");
  refuseWrite(
    SIGNUP,
    429,
    "too_many_attempts",
    "Too many attempts. Please try again in 60 minutes.",
  );
  await create();
  await waitFor(() => expect(box()).toBe("Too many attempts. Please try again in 60 minutes."));
});

test("fields have autocomplete hints for password managers, and no length limit on passwords", async () => {
  await openSignup();
  expect(screen.getByLabelText("Email")).toHaveAttribute("autocomplete", "username");
  for (const label of ["Password", "Confirm Password"]) {
    expect(screen.getByLabelText(label)).toHaveAttribute("autocomplete", "new-password");
    expect(screen.getByLabelText(label)).not.toHaveAttribute("maxlength");
  }
});

test.each([
  ["/signup", "/login"],
  ["/signup?next=%2Ffaq", "/login?next=%2Ffaq"],
])("%s leads to %s", async (address, login) => {
  await openSignup(address);
  expect(screen.getByRole("link", { name: "Log in" })).toHaveAttribute("href", login);
});

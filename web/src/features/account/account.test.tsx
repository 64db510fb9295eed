import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { accountsNotOpen } from "@/messages/accounts";
import { render } from "@/test/render";
import { LoginForm } from "./LoginForm";
import { SignupForm } from "./SignupForm";
import { signupProblem } from "./validate";

const good = {
  fullName: "Asuna Yuuki",
  email: "asuna@example.org",
  password: "sakura",
  confirmPassword: "sakura",
};

test.each([
  [{ ...good, fullName: "" }, "All fields are required."],
  [{ ...good, email: "nobody", password: "" }, "All fields are required."],
  [{ ...good, email: "a b@c.d", password: "12345" }, "Please enter a valid email address."],
  [{ ...good, email: "a@b", password: "12345" }, "Please enter a valid email address."],
  [
    { ...good, password: "12345", confirmPassword: "x" },
    "Password must be at least 6 characters long.",
  ],
  [{ ...good, confirmPassword: "Sakura" }, "Passwords do not match."],
  [{ ...good, password: "      ", confirmPassword: "      " }, null],
  [good, null],
])("the first rule that is broken is named (%#)", (values, problem) => {
  expect(signupProblem(values)).toBe(problem);
});

test("sign-up shows the problem in its box and keeps what was typed", async () => {
  const { user } = render(<SignupForm />);
  await user.type(screen.getByLabelText("Full Name"), good.fullName);
  await user.click(screen.getByRole("button", { name: "Create Account" }));
  expect(screen.getByRole("alert")).toHaveTextContent("All fields are required.");
  await user.type(screen.getByLabelText("Email"), good.email);
  await user.type(screen.getByLabelText("Password"), good.password);
  await user.type(screen.getByLabelText("Confirm Password"), good.password);
  await user.click(screen.getByRole("button", { name: "Create Account" }));
  expect(screen.getByRole("alert")).toHaveTextContent(accountsNotOpen);
  expect(screen.getByLabelText("Full Name")).toHaveValue(good.fullName);
  expect(screen.getByLabelText("Confirm Password")).toHaveValue(good.password);
});

test("sign-up leads to log-in and offers Google", async () => {
  const { user } = render(<SignupForm />);
  expect(screen.getByRole("link", { name: "Log in" })).toHaveAttribute("href", "/login");
  await user.click(screen.getByRole("button", { name: "Sign up with Google" }));
  expect(screen.getByRole("alert")).toHaveTextContent(accountsNotOpen);
});

test.each(["Sign In", "Forgot Password?", "Continue with Google"])(
  "log-in answers honestly to %s and keeps what was typed",
  async (name) => {
    const { user } = render(<LoginForm />);
    await user.type(screen.getByLabelText("Email"), good.email);
    await user.type(screen.getByLabelText("Password"), good.password);
    await user.click(screen.getByRole("button", { name }));
    expect(screen.getByRole("alert")).toHaveTextContent(accountsNotOpen);
    expect(screen.getByLabelText("Email")).toHaveValue(good.email);
    expect(screen.getByLabelText("Password")).toHaveValue(good.password);
  },
);

test("log-in leads to sign-up", () => {
  render(<LoginForm />);
  expect(screen.getByRole("link", { name: "Sign up" })).toHaveAttribute("href", "/signup");
});

test("a password can be shown and hidden", async () => {
  const { user } = render(<LoginForm />);
  const field = screen.getByLabelText("Password");
  expect(field).toHaveAttribute("type", "password");
  await user.click(screen.getByRole("button", { name: "Show password" }));
  expect(field).toHaveAttribute("type", "text");
  await user.click(screen.getByRole("button", { name: "Hide password" }));
  expect(field).toHaveAttribute("type", "password");
});

test("password managers are told what each field is", () => {
  render(<SignupForm />);
  expect(screen.getByLabelText("Email")).toHaveAttribute("autocomplete", "username");
  expect(screen.getByLabelText("Password")).toHaveAttribute("autocomplete", "new-password");
});

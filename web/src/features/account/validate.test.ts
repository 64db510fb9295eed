import { expect, test } from "vitest";
import { passwordProblem, signupProblem } from "./validate";

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
  [
    { ...good, fullName: "n".repeat(101), password: "12345" },
    "Password must be at least 6 characters long.",
  ],
  [{ ...good, fullName: "n".repeat(101) }, "Please keep your name to at most 100 characters."],
  [{ ...good, fullName: "名".repeat(100) }, null],
  [good, null],
])("sign-up names the first rule that is broken (%#)", (values, problem) => {
  expect(signupProblem(values)?.message ?? null).toBe(problem);
});

test.each([
  [{ password: "", confirmPassword: "sakura" }, "All fields are required."],
  [{ password: "12345", confirmPassword: "1" }, "Password must be at least 6 characters long."],
  [{ password: "sakura", confirmPassword: "sakurA" }, "Passwords do not match."],
  [{ password: "sakura", confirmPassword: "sakura" }, null],
])("a new password keeps the same order (%#)", (values, problem) => {
  expect(passwordProblem(values)?.message ?? null).toBe(problem);
});

test.each([
  [{ ...good, fullName: "", password: "" }, "fullName"],
  [{ ...good, confirmPassword: "" }, "confirmPassword"],
  [{ ...good, email: "nobody" }, "email"],
  [{ ...good, password: "12345" }, "password"],
  [{ ...good, confirmPassword: "Sakura" }, "confirmPassword"],
  [{ ...good, fullName: "n".repeat(101) }, "fullName"],
])("sign-up names the field in which to put it right (%#)", (values, field) => {
  expect(signupProblem(values)?.field).toBe(field);
});

import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { render } from "@/test/render";
import { ContactForm } from "./ContactForm";

const thanks = "Thank you for contacting us! We'll reply soon.";

test("all three fields are required, and the e-mail is an e-mail field", () => {
  render(<ContactForm />);
  for (const name of ["Name", "Email", "Message"]) {
    expect(screen.getByRole("textbox", { name })).toBeRequired();
  }
  expect(screen.getByRole("textbox", { name: "Email" })).toHaveAttribute("type", "email");
});

test("submitting with a field missing keeps the form", async () => {
  const { user } = render(<ContactForm />);
  await user.type(screen.getByRole("textbox", { name: "Name" }), "Asuna");
  await user.click(screen.getByRole("button", { name: "Send message" }));
  expect(screen.queryByText(thanks)).not.toBeInTheDocument();
});

test.each([
  ["Name", "Please tell us your name."],
  ["Message", "Please write a message."],
])("blanks alone are no %s", async (name, sentence) => {
  const { user } = render(<ContactForm />);
  const texts = { Name: "Asuna", Email: "asuna@example.org", Message: "Hello", [name]: "  " };
  for (const [field, text] of Object.entries(texts)) {
    await user.type(screen.getByRole("textbox", { name: field }), text);
  }
  await user.click(screen.getByRole("button", { name: "Send message" }));
  expect(screen.queryByText(thanks)).not.toBeInTheDocument();
  const field = screen.getByRole<HTMLInputElement>("textbox", { name });
  expect(field.validationMessage).toBe(sentence);
  await user.type(field, "text");
  expect(field).toBeValid();
});

test("form and thanks say that nothing is sent, and name the contact", async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  const { user } = render(<ContactForm />);
  expect(screen.getByText(/This form sends nothing/)).toBeVisible();
  await user.type(screen.getByRole("textbox", { name: "Name" }), "Asuna");
  await user.type(screen.getByRole("textbox", { name: "Email" }), "asuna@example.org");
  await user.type(screen.getByRole("textbox", { name: "Message" }), "Hello");
  await user.click(screen.getByRole("button", { name: "Send message" }));
  expect(screen.getByText(/This form sends nothing/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Give Feedback" })).toHaveAttribute("href", "/feedback");
});

test("submitting logs the values and puts thanks in the form's place", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const { user } = render(<ContactForm />);
  await user.type(screen.getByRole("textbox", { name: "Name" }), "Asuna");
  await user.type(screen.getByRole("textbox", { name: "Email" }), "asuna@example.org");
  await user.type(screen.getByRole("textbox", { name: "Message" }), "Hello");
  await user.click(screen.getByRole("button", { name: "Send message" }));
  expect(screen.getByText(thanks)).toHaveFocus();
  expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
  expect(log).toHaveBeenCalledExactlyOnceWith("Contact form", {
    name: "Asuna",
    email: "asuna@example.org",
    message: "Hello",
  });
});

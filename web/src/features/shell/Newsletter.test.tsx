import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "@/test/render";
import { Newsletter } from "./Newsletter";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const field = () => screen.getByRole("textbox", { name: "Email for the newsletter" });

function subscribe(email: string) {
  fireEvent.change(field(), { target: { value: email } });
  fireEvent.click(screen.getByRole("button", { name: "Subscribe" }));
}

test("subscribing shows thanks for three seconds, then the empty form", () => {
  render(<Newsletter />);
  subscribe("not even an address");
  expect(screen.getByText("Thank you for subscribing!")).toBeVisible();
  expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
  act(() => vi.advanceTimersByTime(2999));
  expect(screen.getByText("Thank you for subscribing!")).toBeVisible();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.queryByText("Thank you for subscribing!")).not.toBeInTheDocument();
  expect(field()).toHaveValue("");
});

test("it says that nothing is sent", () => {
  render(<Newsletter />);
  expect(screen.getByText(/your address is neither sent nor kept/)).toBeVisible();
});

test("a blank e-mail does nothing", () => {
  render(<Newsletter />);
  subscribe("   ");
  expect(screen.queryByText("Thank you for subscribing!")).not.toBeInTheDocument();
});

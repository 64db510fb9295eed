import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { render } from "@/test/render";
import { Difference } from "./Difference";

const notes = { name: "Notes", taken: false };

test("a long text is collapsed until expanded, and a short one is whole", async () => {
  const mine = `${"Watched it with friends. ".repeat(40)}The end of mine.`;
  const lines = [
    { ...notes, mine, theirs: "Watched it alone." },
    { name: "Score", mine: "4", theirs: "9", taken: false },
  ];
  const { user } = render(<Difference beside="Your list" lines={lines} />);
  const row = screen.getByRole("row", { name: /^Notes/ });
  const clamped = () => row.querySelectorAll(".line-clamp-4").length;
  expect(clamped()).toBe(2);
  // One button: the score shows whole
  const button = screen.getByRole("button", { expanded: false });
  expect(button).toHaveAccessibleName("Show all of it: Notes");
  expect(button).toHaveAttribute("aria-controls", row.id);
  await user.click(button);
  expect(clamped()).toBe(0);
  expect(within(row).getByText(/The end of mine\./)).toBeVisible();
  expect(button).toHaveAccessibleName("Show less: Notes");
  expect(button).toHaveAttribute("aria-expanded", "true");
  expect(button).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(clamped()).toBe(2);
  expect(button).toHaveFocus();
  expect(screen.getByRole("row", { name: "Score 4 stands 9" }).innerHTML).not.toContain("clamp");
});

test("a row without an entry shows the file's side alone, and many lines are collapsed", () => {
  const theirs = "One.\nTwo.\nThree.\nFour.\nFive.";
  render(<Difference beside={null} lines={[{ ...notes, mine: "–", theirs }]} />);
  expect(screen.getAllByRole("columnheader").map((it) => it.textContent)).toEqual([
    "Field",
    "The file",
  ]);
  expect(screen.getByRole("row", { name: /^Notes One\..*Five\.$/s })).toBeVisible();
  expect(screen.getByRole("button", { name: "Show all of it: Notes" })).toBeVisible();
});

import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { render } from "@/test/render";
import { Difference } from "./Difference";

const value = { run: null, tag: null, by_rule: false, overruled: false } as const;

test("a long text shows in part until all of it is asked for, and a short one whole", async () => {
  const mine = `${"Watched it with friends. ".repeat(40)}The end of mine.`;
  const theirs = "Watched it alone.";
  const kept = [
    { ...value, field: "notes", old: mine, new: theirs } as const,
    { ...value, field: "score", old: 40, new: 90 } as const,
  ];
  const { user } = render(<Difference beside="Your list" changes={[]} kept={kept} scale="10" />);
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

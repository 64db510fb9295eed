import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { UserPage } from "@/api/people";
import { details } from "@/test/anime";
import { open } from "@/test/render";
import { someReview } from "@/test/reviews";
import { answer, refuse, unreachable } from "@/test/server";

const PAGE = "/api/v1/users/{name}";
const REVIEWS = "/api/v1/users/{name}/reviews";

/** A page whose owner does not show the list. */
const page: UserPage = {
  name: "Kirito",
  display_name: "Kirito",
  bio: null,
  favorite_genres: null,
  favorites: [],
  shows_list: false,
};
const reviewed = (id: string, title: string) => ({
  review: someReview({ id, helpful: 1 }),
  title: details({ title, title_english: title }),
});

async function show() {
  answer(PAGE, page);
  const view = open("/user/kirito");
  return { ...view, section: within(await screen.findByRole("region", { name: "Reviews" })) };
}

test("a person’s reviews are headed by their titles, and lead to their own pages", async () => {
  answer(REVIEWS, { items: [reviewed("1-0", "Death Note")], next: null });
  const { section } = await show();
  const review = within(await section.findByRole("article", { name: "Death Note" }));
  expect(review.getByText("A wall is a wall.")).toBeVisible();
  expect(review.getByText("It has helped 1 reader.")).toBeVisible();
  expect(review.getByRole("link", { name: "Open review of Death Note" })).toHaveAttribute(
    "href",
    "/review/1-0",
  );
  expect(section.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("further reviews load on demand, to the last", async () => {
  answer(REVIEWS, (url) =>
    url.searchParams.get("before") === "9_1"
      ? { items: [reviewed("2-0", "Monster")], next: null }
      : { items: [reviewed("1-0", "Death Note")], next: "9_1" },
  );
  const { user, section } = await show();
  expect(await section.findByText("Showing the first 1")).toBeVisible();
  await user.click(section.getByRole("button", { name: "Show more" }));
  expect(await section.findByRole("article", { name: "Monster" })).toBeVisible();
  expect(section.getByText("Showing all 2")).toHaveFocus();
});

test("a user without reviews has a text saying so", async () => {
  answer(REVIEWS, { items: [], next: null });
  const { section } = await show();
  expect(await section.findByText("Kirito has not written a review yet.")).toBeVisible();
});

test("a failure says so, and Retry helps", async () => {
  unreachable(REVIEWS);
  const { user, section } = await show();
  expect(await section.findByRole("alert")).toHaveTextContent("cannot reach the server");
  answer(REVIEWS, { items: [reviewed("1-0", "Death Note")], next: null });
  await user.click(section.getByRole("button", { name: "Retry" }));
  expect(await section.findByRole("article", { name: "Death Note" })).toBeVisible();
});

test("a page that is not visible has no reviews", async () => {
  refuse(PAGE, 404, "not_found");
  open("/user/kirito");
  expect(await screen.findByRole("heading", { name: "There is no page here" })).toBeVisible();
});

test("a failed page is titled by its address, and Retry loads it", async () => {
  unreachable(PAGE);
  answer(REVIEWS, { items: [], next: null });
  const { user } = open("/user/Kirito");
  expect(await screen.findByRole("heading", { level: 1, name: "@kirito" })).toBeVisible();
  expect(document.title).toBe("@kirito · Mitai");
  answer(PAGE, page);
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { level: 1, name: page.display_name })).toBeVisible();
});

/** Reviews of titles, written by the API and on the pages. */
import { type BrowserContext, expect, type Page } from "@playwright/test";

/** Returns a text that has this in it and is long enough for a review. */
export const longEnough = (text: string) =>
  `${text}\n\nIt takes its time, and the quiet episodes are the ones that stay. Watch it in the evening, one at a time.`;

/** Writes a review as the signed-in user; returns its id. */
export async function writeReview(
  context: BrowserContext,
  malId: number,
  text: string,
  spoiler = false,
): Promise<string> {
  const data = { text: longEnough(text), spoiler };
  const answer = await context.request.put(`/api/v1/me/reviews/${malId}`, { data });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).id;
}

/** Puts a title on the list with a score. */
export async function rate(context: BrowserContext, malId: number, score: number) {
  const op_id = crypto.randomUUID();
  const data = { op_id, today: "2026-03-14", status: "completed", score };
  const answer = await context.request.patch(`/api/v1/me/list/${malId}`, { data });
  expect(answer.status()).toBe(200);
}

export const ratings = (page: Page) => page.getByRole("region", { name: "Ratings" });

/** Goes to the reviews on a title's page; they load once the reader is there. */
export async function toReviews(page: Page) {
  const section = page.getByRole("region", { name: "Reviews" });
  await section.scrollIntoViewIfNeeded();
  await expect(section).toHaveAttribute("aria-busy", "false");
  return section;
}

/** Returns the review of an author by name. */
export const reviewBy = (page: Page, name: string) => page.getByRole("article", { name });

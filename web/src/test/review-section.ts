import { screen, within } from "@testing-library/react";
import type { OwnReviewState, Review } from "@/api/reviews";
import { someLibrary, someUser } from "./account";
import { fakeLists } from "./fake-lists";
import { open } from "./render";
import { reviewPage, someReview } from "./reviews";
import { answer } from "./server";
import { fakeStreams } from "./stream";

export const LIST = "/api/v1/anime/{key}/reviews";
export const OWN = "/api/v1/me/reviews/{mal_id}";

/** The reviews on a title's page; for a signed-in user if their own state is given. */
export async function showReviews(
  reviews: Review[] = [someReview()],
  own?: Partial<OwnReviewState>,
) {
  answer(LIST, reviewPage(reviews));
  if (own) {
    signIn();
    answer(OWN, { review: null, helpful: [], reported: [], ...own });
  }
  const view = open("/anime/16498");
  const section = within(await screen.findByRole("region", { name: "Reviews" }));
  return { section, ...view };
}

/** Signs somebody in who has an empty list and these preferences. */
export function signIn(preferences = someLibrary().preferences) {
  fakeStreams();
  answer("/api/v1/session", { user: someUser() });
  fakeLists({ preferences });
}

import type { Ratings } from "@/api/ratings";

/** Of a title that fewer than five have rated, and of which no other site tells. */
export const noRatings: Ratings = {
  own: null,
  distribution: null,
  statuses: { watching: null, completed: null, paused: null, dropped: null, planned: null },
  least_raters: 5,
  source: null,
};

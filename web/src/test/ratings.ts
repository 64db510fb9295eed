import type { Ratings } from "@/api/ratings";

/** The ratings of a title with fewer than five raters and no score elsewhere. */
export const noRatings: Ratings = {
  own: null,
  distribution: null,
  statuses: { watching: null, completed: null, paused: null, dropped: null, planned: null },
  least_raters: 5,
  source: null,
};

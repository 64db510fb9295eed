import type { Genre } from "@/api/statistics";

/** A genre with enough scores to tell how it is liked. */
export type Lifted = Genre & { lift: NonNullable<Genre["lift"]> };

/** Genres with enough scores, the best liked first. */
export function liftedGenres(genres: readonly Genre[]): Lifted[] {
  const lifted = genres.filter((genre): genre is Lifted => genre.lift !== null);
  return lifted.sort((one, other) => other.lift.points - one.lift.points);
}

/** Returns genres with too few scores, those with most scores first. */
export function tooFew(genres: readonly Genre[]): Genre[] {
  const few = genres.filter(({ lift, scored }) => lift === null && scored > 0);
  return few.sort((one, other) => other.scored - one.scored);
}

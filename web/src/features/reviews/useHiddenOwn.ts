import { useQuery } from "@tanstack/react-query";
import { failureCode } from "@/api/errors";
import { animeQuery } from "@/api/query";
import type { ReviewWithTitle } from "@/api/reviews";
import { useSession } from "@/lib/session";
import { useOwnReviewState } from "./useOwnReviewState";

/**
 * A hidden review, for its author. It is fetched separately after the public answer "not found". So no answer that
 * others get depends on who reads, or on whether it was ever there. `error` says why it is not known whether it is theirs.
 */
export function useHiddenOwn(id: string, isGone: boolean) {
  const { user, expected, error } = useSession();
  // A review's id begins with its title's id
  const malId = Number.parseInt(id, 10) || 0;
  const own = useOwnReviewState(malId, isGone && malId > 0);
  const review = own.data?.review;
  const reason = review?.id === id ? review.hidden_for : null;
  const title = useQuery({ ...animeQuery(String(malId)), enabled: reason !== null });
  const isAsking = own.isLoading || title.isLoading || (expected && !user && !error);
  const found: ReviewWithTitle | null =
    review && user && reason !== null && title.data
      ? {
          review: { ...review, author: { name: user.displayName, page: null } },
          title: title.data,
        }
      : null;
  // A review of a deleted title is gone, too
  const failed = [expected && error, own.error, title.error].find(
    (it) => it && failureCode(it) !== "not_found",
  );
  return {
    hidden: found && { ...found, reason },
    isAsking: isGone && isAsking,
    error: isGone ? failed : null,
  };
}

import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { readAs, type UserReviews, userReviewsQuery } from "@/api/people";
import { useSession } from "@/lib/session";

/**
 * Who reads. While that is not known, nothing is asked for but what the server painted: an answer to the owner must not stay
 * for others.
 */
function useReader() {
  const { user, status, expected, error } = useSession();
  return {
    uid: user?.uid ?? null,
    unknown: status === "unknown" && expected && !error,
  };
}

/** A part of a user's page, as the reader may see it. Server-rendered content shows until their answer is there. */
export function useViewerQuery<Answer extends object>(address: string, { inParts = false } = {}) {
  const { uid, unknown } = useReader();
  const painted = useQueryClient().getQueryData<Answer>([address]);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...readAs<Answer>(address, uid),
    enabled: !unknown,
    // The page before shows until the next one is there.
    ...(inParts && { placeholderData: keepPreviousData }),
  });
  return { data: data ?? painted, error, isFetching, isBetween: isPlaceholderData };
}

/** Reads somebody's reviews, as the reader may see them. */
export function useViewerReviews(address: string) {
  const { uid, unknown } = useReader();
  const painted = useQueryClient().getQueryData<UserReviews>([address]);
  return useInfiniteQuery({ ...userReviewsQuery(address, uid, painted), enabled: !unknown });
}

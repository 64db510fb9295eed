import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { readAs } from "@/api/people";
import { useSession } from "@/lib/session";

/**
 * A part of somebody's page, as whoever reads may see it. What the server painted shows until the answer to them is there.
 * While it is not known who they are, nothing else is asked for: an answer to the owner must not stay for others.
 */
export function useAsReader<Answer extends object>(address: string, { inParts = false } = {}) {
  const { user, status, expected, error: failed } = useSession();
  const painted = useQueryClient().getQueryData<Answer>([address]);
  const unknown = status === "unknown" && expected && !failed;
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...readAs<Answer>(address, user?.uid ?? null),
    enabled: !unknown,
    // One part shows until the next is there.
    ...(inParts && { placeholderData: keepPreviousData }),
  });
  return { data: data ?? painted, error, isFetching, isBetween: isPlaceholderData };
}

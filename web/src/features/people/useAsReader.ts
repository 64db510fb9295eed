import { useQuery, useQueryClient } from "@tanstack/react-query";
import { readAs } from "@/api/people";
import { useSession } from "@/lib/session";

/**
 * A part of somebody's page, as whoever reads may see it. What the server painted shows until the answer to them is there.
 * While it is not known who they are, nothing else is asked for: an answer to the owner must not stay for others.
 */
export function useAsReader<Answer extends object>(address: string, enabled = true) {
  const { user, status, expected, error } = useSession();
  const queries = useQueryClient();
  const painted = queries.getQueryData<Answer>([address]);
  const unknown = status === "unknown" && expected && !error;
  return useQuery({
    ...readAs<Answer>(address, user?.uid ?? null),
    enabled: enabled && !unknown,
    placeholderData: (before: Answer | undefined) => before ?? painted,
  });
}

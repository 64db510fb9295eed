import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@/api/errors";
import { sessionQuery } from "@/api/query";
import { isFromCache } from "./offline-cache/fallback";

/**
 * Before something is done in a user's name: makes sure that the server knows them as signed in. Where
 * only this browser does, it is asked; fails where it cannot be, or says otherwise.
 */
export function useConfirmSession(): (uid: string) => Promise<void> {
  const queries = useQueryClient();
  return async (uid) => {
    const session = sessionQuery();
    if (!isFromCache(queries.getQueryState(session.queryKey))) return;
    const { user } = await queries.fetchQuery({ ...session, staleTime: 0, retry: false });
    if (user?.uid !== uid) throw new ApiError("not_signed_in", "They are not signed in any more.");
  };
}

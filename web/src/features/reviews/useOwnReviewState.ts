import { useQuery } from "@tanstack/react-query";
import { ownReviewQuery } from "@/api/reviews";
import { useSession } from "@/lib/session";

/** What the reader has to do with a title's reviews; undefined while that is not known, and for nobody. */
export function useOwnReviewState(malId: number, enabled = true) {
  const uid = useSession().user?.uid ?? null;
  return useQuery({ ...ownReviewQuery(uid ?? "", malId), enabled: enabled && uid !== null });
}

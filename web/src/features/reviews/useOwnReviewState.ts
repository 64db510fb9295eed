import { ownReviewQuery } from "@/api/reviews";
import { useBrowserQuery } from "@/lib/browser-query";
import { useSession } from "@/lib/session";

/** What the reader has to do with a title's reviews; undefined while that is not known, and for nobody. */
export function useOwnReviewState(malId: number, enabled = true) {
  const uid = useSession().user?.uid ?? null;
  return useBrowserQuery({ ...ownReviewQuery(uid ?? "", malId), enabled: enabled && uid !== null });
}

import { ownReviewQuery } from "@/api/reviews";
import { useBrowserQuery } from "@/lib/browser-query";
import { useSession } from "@/lib/session";

/** The reader's own state in a title's reviews; undefined while unknown, and for visitors. */
export function useOwnReviewState(malId: number, enabled = true) {
  const uid = useSession().user?.uid ?? null;
  return useBrowserQuery({ ...ownReviewQuery(uid ?? "", malId), enabled: enabled && uid !== null });
}

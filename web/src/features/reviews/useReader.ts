import { useQuery } from "@tanstack/react-query";
import { ownReviewQuery } from "@/api/reviews";
import { loginPath, signupPath } from "@/lib/next";
import { useSession } from "@/lib/session";
import { useAlert } from "@/ui/alert";

/** What the reader has to do with a title's reviews; undefined while that is not known, and for nobody. */
export function useOwnReviewState(malId: number, enabled = true) {
  const uid = useSession().user?.uid ?? null;
  return useQuery({ ...ownReviewQuery(uid ?? "", malId), enabled: enabled && uid !== null });
}

/** Says that one has to log in for `what`, and leads there. */
export function useAskToLogIn() {
  const alert = useAlert();
  return (what: string) => {
    const here = window.location.pathname + window.location.search;
    alert({
      title: "Log in first",
      message: `Please log in to ${what}.`,
      actions: [
        { label: "Log in", href: loginPath(here) },
        { label: "Sign up", href: signupPath(here) },
      ],
    });
  };
}

import { useAlert } from "@/lib/alert";
import { loginPath, signupPath } from "./next";

/**
 * Says that one has to log in for `what`, and leads there; `onFollow` runs before that. The way back leads to the part of
 * the page whose id `place` is, or else where the address does.
 */
export function useAskToLogIn(place?: string) {
  const alert = useAlert();
  return (what: string, onFollow?: () => void) => {
    const { pathname, search, hash } = window.location;
    const here = pathname + search + (place === undefined ? hash : `#${place}`);
    alert({
      title: "Log in first",
      message: `Please log in to ${what}.`,
      actions: [
        { label: "Log in", href: loginPath(here) },
        { label: "Sign up", href: signupPath(here) },
      ],
      ...(onFollow && { onFollow }),
    });
  };
}

import { useAlert } from "@/ui/alert";
import { loginPath, signupPath } from "./next";

/** Says that one has to log in for `what`, and leads there; `onFollow` runs before that. */
export function useAskToLogIn() {
  const alert = useAlert();
  return (what: string, onFollow?: () => void) => {
    const here = window.location.pathname + window.location.search;
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

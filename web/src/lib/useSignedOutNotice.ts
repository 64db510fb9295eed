import { useEffect, useRef } from "react";
import { useToast } from "@/lib/toast";
import { useSession } from "./session";
import { hasLeft } from "./session-change";

/** How long, in milliseconds, it may take until a sign-out is known to be the user's own wish. */
const SETTLING = 500;

/** Says why the page has changed when its user was signed out by something else. For the app, once. */
export function useSignedOutNotice() {
  const { status } = useSession();
  const toast = useToast();
  const before = useRef(status);
  useEffect(() => {
    const ended = before.current === "signed-in" && status === "signed-out";
    before.current = status;
    if (!ended) return;
    const tell = () => {
      // The message would be gone before anybody looks.
      if (document.hidden) return;
      stop();
      if (!hasLeft()) toast({ message: "You were signed out on this device." });
    };
    const timer = setTimeout(tell, SETTLING);
    const stop = () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", tell);
    };
    document.addEventListener("visibilitychange", tell);
    return stop;
  }, [status, toast]);
}

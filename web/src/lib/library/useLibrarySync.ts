import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useConfirmedUid } from "@/lib/session";
import { useSessionChange } from "@/lib/session-change";
import { useToast } from "@/lib/toast";
import { setDeliveryStatus } from "./delivery-status";

/** After how long, in milliseconds, code that could not be loaded is asked for again. */
const RETRY = 5_000;

/** Keeps the signed-in user's library, once the server has confirmed the session. For the app, once. */
export function useLibrarySync() {
  const uid = useConfirmedUid();
  const queries = useQueryClient();
  const session = useSessionChange();
  const toast = useToast();
  useEffect(() => {
    if (uid === null) return;
    let stop = () => {};
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = async () => {
      try {
        // Visitors do without this code.
        const { syncLibrary } = await import("./sync");
        if (left) return;
        stop = syncLibrary({
          queries,
          uid,
          notify: (message, about, more) => {
            const isFailure = !more || "link" in more;
            toast({ message, about, ...(isFailure && { tone: "failure" }), ...more });
          },
          checkSession: session.check,
        });
      } catch {
        if (left) return;
        setDeliveryStatus("unreachable");
        timer = setTimeout(begin, RETRY);
      }
    };
    begin();
    return () => {
      left = true;
      clearTimeout(timer);
      setDeliveryStatus(null);
      stop();
    };
  }, [uid, queries, session, toast]);
}

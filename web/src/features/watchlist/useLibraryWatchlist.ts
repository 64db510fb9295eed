import { useQueryClient } from "@tanstack/react-query";
import { sessionQuery } from "@/api/query";
import { knownEntry } from "@/lib/library/known";
import { addChange } from "@/lib/library/outbox";
import { useIsListed, useListChange } from "@/lib/library/useLibrary";
import { loginPath, signupPath } from "@/lib/next";
import { useSession } from "@/lib/session";
import { failureMessage } from "@/messages/errors";
import { useAlert } from "@/ui/alert";
import { useToast } from "@/ui/toast";
import { savePendingAdd } from "./pendingAdd";
import type { Watchlist } from "./watchlist";

/** Adds and removes for those who are signed in; asks everyone else to log in. */
export function useLibraryWatchlist(): Watchlist {
  const { status } = useSession();
  const watchlisted = useIsListed("watchlist");
  const { add } = useListChange();
  const remove = useRemove();
  const askToLogIn = useAskToLogIn();
  const addOnceKnown = useAddOnceKnown(askToLogIn);
  return {
    watchlisted,
    onToggleWatchlist: (malId) => {
      if (status === "unknown") addOnceKnown(malId);
      else if (status !== "signed-in") askToLogIn(malId);
      else if (watchlisted(malId)) remove(malId);
      else add("watchlist", malId);
    },
  };
}

/** Removes; with an Undo, which tells of the title, as soon as anything is known of it. */
function useRemove() {
  const queries = useQueryClient();
  const { remove, removeWithUndo } = useListChange();
  return (malId: number) => {
    const entry = knownEntry(queries, malId);
    if (entry) removeWithUndo("watchlist", entry);
    else remove("watchlist", malId);
  };
}

function useAskToLogIn() {
  const alert = useAlert();
  const queries = useQueryClient();
  return (malId: number) => {
    const here = window.location.pathname + window.location.search;
    alert({
      title: "Log in first",
      message: "Please log in to add anime to your watchlist.",
      actions: [
        { label: "Log in", href: loginPath(here) },
        { label: "Sign up", href: signupPath(here) },
      ],
      onFollow: () => savePendingAdd(malId, knownEntry(queries, malId)),
    });
  };
}

/** For a press in the moment before the server has said who this is. */
function useAddOnceKnown(askToLogIn: (malId: number) => void) {
  const { expected } = useSession();
  const queries = useQueryClient();
  const toast = useToast();
  return async (malId: number) => {
    try {
      const session = sessionQuery();
      const { user } = await queries.ensureQueryData(session).catch((error) => {
        const cached = queries.getQueryData(session.queryKey);
        if (cached) return cached;
        throw error;
      });
      if (user === null) return askToLogIn(malId);
      const entry = knownEntry(queries, malId);
      addChange(user.uid, { method: "PUT", list: "watchlist", malId, entry });
    } catch (error) {
      // Nobody was signed in here before, so most probably nobody is.
      if (!expected) return askToLogIn(malId);
      toast({ message: failureMessage(error), tone: "failure" });
    }
  };
}

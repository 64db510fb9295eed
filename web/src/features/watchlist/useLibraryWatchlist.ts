import { useQueryClient } from "@tanstack/react-query";
import { cachedEntry } from "@/lib/library/cached-entry";
import { addChange } from "@/lib/library/outbox";
import { useIsListed, useListChange } from "@/lib/library/useLibrary";
import { useSession } from "@/lib/session";
import { useAfterSession } from "@/lib/useAfterSession";
import { useAskToLogIn } from "@/lib/useAskToLogIn";
import { savePendingAdd } from "./pendingAdd";
import type { Watchlist } from "./watchlist";

/** Adds and removes for those who are signed in; asks everyone else to log in. */
export function useLibraryWatchlist(): Watchlist {
  const queries = useQueryClient();
  const { status } = useSession();
  const watchlisted = useIsListed("watchlist");
  const { add } = useListChange();
  const remove = useRemove();
  const askToLogIn = useAskToLogIn();
  const afterSession = useAfterSession();
  const ask = (malId: number) =>
    askToLogIn("add anime to your watchlist", () =>
      savePendingAdd(malId, cachedEntry(queries, malId)),
    );
  const addOnceKnown = (malId: number) =>
    afterSession(
      (uid) =>
        addChange(uid, {
          method: "PUT",
          list: "watchlist",
          malId,
          entry: cachedEntry(queries, malId),
        }),
      () => ask(malId),
    );
  return {
    watchlisted,
    onToggleWatchlist: (malId) => {
      if (status === "unknown") void addOnceKnown(malId);
      else if (status !== "signed-in") ask(malId);
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
    const entry = cachedEntry(queries, malId);
    if (entry) removeWithUndo("watchlist", entry);
    else remove("watchlist", malId);
  };
}

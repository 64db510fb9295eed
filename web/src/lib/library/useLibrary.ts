import { notifyManager, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { type ListItem, listQuery } from "@/api/list";
import { libraryQuery } from "@/api/query";
import type { Entry, ListName, ProfileState } from "@/api/types";
import { useBrowserQuery } from "@/lib/browser-query";
import { isPlain } from "@/lib/list/pending";
import { todayIn } from "@/lib/list/preferences";
import { editBack } from "@/lib/list/undo";
import { itemNow } from "@/lib/list/useAnimeList";
import { displayTitle } from "@/lib/names";
import { useSession } from "@/lib/session";
import { useToast } from "@/lib/toast";
import { cachedEntry } from "./cached-entry";
import { addEdits, eventOf, pendingEdits, usePendingEdits } from "./edits";
import { addChange, pendingChanges, usePendingChanges } from "./outbox";
import { receiveChange } from "./receive";
import { onUnsent } from "./unsent";
import { idsOn, withEdits, withPending } from "./view";

/**
 * The signed-in user's library as they have made it: what the server keeps, with the changes that are
 * on their way. `library` is undefined until the server has answered once; `error` says why it has
 * not, or why what shows may be old.
 */
export function useLibrary() {
  const uid = useSession().user?.uid ?? null;
  const { data, error, isFetching } = useBrowserQuery(libraryOf(uid));
  const toggles = usePendingChanges(uid);
  const edits = usePendingEdits(uid);
  const library = useMemo(
    () => data && withPending(data, withEdits(toggles, edits)),
    [data, toggles, edits],
  );
  return { library, error, isFetching };
}

/**
 * Whether a title is on the user's list: cheap to ask for every card of a page. The page is drawn
 * anew only when a title comes or goes, not with each step of a change on its way to the server.
 */
export function useIsListed(list: ListName): (malId: number) => boolean {
  const uid = useSession().user?.uid ?? null;
  const queries = useQueryClient();
  useBrowserQuery({ ...libraryOf(uid), notifyOnChangeProps: [] });
  const subscribe = useCallback(
    (listener: () => void) => {
      // In batches: a query may come into the cache while this very component renders.
      const cached = queries.getQueryCache().subscribe(notifyManager.batchCalls(listener));
      const stops = [onUnsent(listener), cached];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [queries],
  );
  const idsNow = useMemo(() => steadyIds(list, uid, queries), [list, uid, queries]);
  const ids = useSyncExternalStore(subscribe, idsNow, () => nothing);
  return useCallback((malId) => ids.has(malId), [ids]);
}

const nothing: ReadonlySet<number> = new Set();

/** Makes a function that returns the ids on a list: the same set as long as it has the same ids. */
function steadyIds(list: ListName, uid: string | null, queries: QueryClient) {
  let from: readonly unknown[] = [];
  let ids = nothing;
  return () => {
    if (uid === null) return nothing;
    const library = queries.getQueryData(libraryQuery(uid).queryKey);
    const [toggles, edits] = [pendingChanges(uid), pendingEdits(uid)];
    if (library !== from[0] || toggles !== from[1] || edits !== from[2]) {
      from = [library, toggles, edits];
      const now = idsOn(list, library, withEdits(toggles, edits));
      if (now.size !== ids.size || [...now].some((malId) => !ids.has(malId))) ids = now;
    }
    return ids;
  };
}

/** The query of the user's library. Without a user there is no library and no request. */
function libraryOf(uid: string | null) {
  return { ...libraryQuery(uid ?? ""), enabled: uid !== null };
}

interface RemovedEntry {
  item: ListItem;
  /** The version of the library that has the entry; null where the list was not read. */
  baseVersion: number | null;
}

/** A title's entry before it is removed, if it is more than a plan; null also where the list was not read. */
function removedEntry(queries: QueryClient, uid: string, malId: number): RemovedEntry | null {
  const item = itemNow(queries, uid, malId);
  const baseVersion = queries.getQueryData(listQuery(uid).queryKey)?.version ?? null;
  return item && !isPlain(item) ? { item, baseVersion } : null;
}

/** The user's changes of their lists. They show at once, and are sent when possible. */
export function useListChange() {
  const uid = useSession().user?.uid ?? null;
  const queries = useQueryClient();
  const toast = useToast();
  return useMemo(() => {
    const seen = (uid: string) => {
      const baseVersion = queries.getQueryData(libraryQuery(uid).queryKey)?.version;
      return baseVersion !== undefined && { baseVersion };
    };
    const add = (list: ListName, malId: number, entry = cachedEntry(queries, malId)) => {
      if (uid !== null) addChange(uid, { method: "PUT", list, malId, entry, ...seen(uid) });
    };
    const remove = (list: ListName, malId: number) => {
      if (uid === null) return undefined;
      return addChange(uid, { method: "DELETE", list, malId, entry: null, ...seen(uid) });
    };
    /**
     * Puts back what a removal took. Once the server's event of that is known, it is undone; until then an edit that is
     * of before the removal makes the entry again.
     */
    const putBack = (list: ListName, entry: Entry, kept: RemovedEntry | null, removal = "") => {
      const { mal_id: malId } = entry;
      const event = eventOf(removal);
      const today = todayIn(null);
      const edit = kept ? editBack(kept.item, today) : { today };
      const draft = { malId, edit, item: kept?.item ?? null, baseVersion: null };
      if (uid === null || list === "history") add(list, malId, entry);
      else if (typeof event === "number") {
        addEdits(uid, [{ ...draft, undoes: removal, undoneEvent: event }]);
      } else if (kept === null) add(list, malId, entry);
      else addEdits(uid, [{ ...draft, ...kept }]);
    };
    const removeWithUndo = (list: ListName, entry: Entry) => {
      const kept = uid === null ? null : removedEntry(queries, uid, entry.mal_id);
      const removal = remove(list, entry.mal_id);
      toast({
        message: `Removed “${displayTitle(entry)}”.`,
        about: `${list} ${entry.mal_id}`,
        action: { label: "Undo", onAct: () => putBack(list, entry, kept, removal) },
      });
    };
    return { add, remove, removeWithUndo };
  }, [uid, queries, toast]);
}

/** Takes the server's answer to a change of the profile's texts into the library. */
export function useProfileChange() {
  const uid = useSession().user?.uid ?? null;
  const queries = useQueryClient();
  return useCallback(
    (texts: ProfileState) => {
      if (uid === null) return;
      const fits = receiveChange(queries, uid, { kind: "profile", ...texts });
      if (!fits) queries.invalidateQueries(libraryQuery(uid));
    },
    [uid, queries],
  );
}

import type { QueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { type AnimeList, type ListItem, listQuery } from "@/api/list";
import type { Entry } from "@/api/types";
import { useBrowserQuery } from "@/lib/browser-query";
import { pendingEdits, usePendingEdits } from "@/lib/library/edits";
import { type PendingChange, pendingChanges, usePendingChanges } from "@/lib/library/outbox";
import { useSession } from "@/lib/session";
import { type PendingEdit, withPendingEdits } from "./pending";

/** Returns the item of a title that was put on the list, as far as its facts are known. */
export function plannedItem(entry: Entry & Partial<ListItem>): ListItem {
  const run = { state: "open", progress: 0, started: null, finished: null, score: null } as const;
  return {
    title_japanese: null,
    mean: entry.score,
    episodes: null,
    airing: "unknown",
    kind: null,
    year: null,
    added_at: new Date().toISOString(),
    ...entry,
    status: "planned",
    progress: 0,
    started: null,
    finished: null,
    score: null,
    notes: "",
    tags: [],
    private: false,
    rewatches: 0,
    runs: [run],
  };
}

/** Returns a toggle of the watchlist as an edit: it plans the title, or removes it. */
function asEdit({ id, method, malId, entry, version }: PendingChange): PendingEdit {
  const edit = method === "DELETE" ? null : { today: "" };
  const item = entry && plannedItem(entry);
  return {
    id,
    malId,
    edit,
    item,
    baseVersion: null,
    ...(version !== undefined && { version }),
  };
}

/** Returns toggles and edits in the order in which they were made. */
export function inOrder(toggles: readonly PendingChange[], edits: readonly PendingEdit[]) {
  const toggled = toggles.filter(({ list }) => list === "watchlist").map(asEdit);
  if (toggled.length === 0) return edits;
  return [...toggled, ...edits].sort((a, b) => (a.id < b.id ? -1 : 1));
}

type Made = [AnimeList, readonly PendingChange[], readonly PendingEdit[]];
let last: { from: Made; items: readonly ListItem[] } | undefined;

/** The list with what is on its way. Made once for all parts of a page: each card of a listed title asks for it. */
function asMade(...from: Made): readonly ListItem[] {
  if (!last || from.some((part, index) => part !== last?.from[index])) {
    const [list, toggles, edits] = from;
    last = { from, items: withPendingEdits(list, inOrder(toggles, edits)) };
  }
  return last.items;
}

/** A title's entry as the user has made it up to now, whatever shows; null where it is not known. */
export function itemNow(queries: QueryClient, uid: string, malId: number): ListItem | null {
  const list = queries.getQueryData(listQuery(uid).queryKey);
  if (!list) return null;
  const items = asMade(list, pendingChanges(uid), pendingEdits(uid));
  return items.find(({ mal_id }) => mal_id === malId) ?? null;
}

/**
 * The signed-in user's anime list as they have made it: what the server keeps, with the changes that are on their
 * way. `items` is undefined until the server has answered once.
 */
export function useAnimeList() {
  const uid = useSession().user?.uid ?? null;
  const query = useBrowserQuery({ ...listQuery(uid ?? ""), enabled: uid !== null });
  const { data, error, isFetching } = query;
  const toggles = usePendingChanges(uid);
  const edits = usePendingEdits(uid);
  return { items: data && asMade(data, toggles, edits), error, isFetching };
}

/** One title's entry; null where it is not on the list, undefined until that is known. */
export function useListItem(malId: number): ListItem | null | undefined {
  const { items } = useAnimeList();
  return useMemo(
    () => items && (items.find(({ mal_id }) => mal_id === malId) ?? null),
    [items, malId],
  );
}

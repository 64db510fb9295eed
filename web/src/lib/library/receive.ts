import type { QueryClient } from "@tanstack/react-query";
import { type ListChange, listQuery, type Preferences } from "@/api/list";
import { libraryQuery } from "@/api/query";
import type { ReceivedChange, UserLibrary } from "@/api/types";
import { withListChange } from "@/lib/list/view";
import { withChange } from "./view";

/** A change's effect on the anime list, whose position it always moves. */
function listChange(change: ReceivedChange, position: string): ListChange {
  const { version } = change;
  if ("item" in change && change.item) return { version, position, change: { item: change.item } };
  const removed = change.kind === "removed" && change.list === "watchlist";
  return { version, position, change: removed ? { removed: change.mal_id } : null };
}

/**
 * Applies a change from the server to this tab's library, and to its list if that was read. A change that is in it
 * already is left out; one that does not follow on what is there is not used, and the answer is false: then the
 * library has to be asked for anew.
 */
export function receiveChange(queries: QueryClient, uid: string, change: ReceivedChange): boolean {
  const list = listQuery(uid).queryKey;
  const items = queries.getQueryData(list);
  if (items) {
    const position = "position" in change ? change.position : items.position;
    const next = withListChange(items, listChange(change, position));
    if (next && next !== items) queries.setQueryData(list, next);
  }
  const key = libraryQuery(uid).queryKey;
  const library = queries.getQueryData(key);
  if (!library || change.version > library.version + 1) return false;
  if (change.version === library.version + 1)
    put(queries, uid, library, withChange(library, change));
  return true;
}

/** Takes the user's new preferences into this tab's library. */
export function receivePreferences(queries: QueryClient, uid: string, preferences: Preferences) {
  const library = queries.getQueryData(libraryQuery(uid).queryKey);
  if (library) put(queries, uid, library, { ...library, preferences });
}

function put(queries: QueryClient, uid: string, before: UserLibrary, now: UserLibrary) {
  const { queryKey } = libraryQuery(uid);
  queries.setQueryData(queryKey, now);
  const language = ({ preferences }: UserLibrary) => preferences.title_language;
  // Names in Japanese come with the library of those alone who have chosen them.
  if (language(now) === "japanese" && language(before) !== "japanese") {
    void queries.refetchQueries({ queryKey, exact: true });
  }
}

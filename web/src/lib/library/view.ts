import type { Entry, ListName, ReceivedChange, UserLibrary } from "@/api/types";
import type { PendingEdit } from "@/lib/list/pending";
import type { PendingChange } from "./outbox";

const without = (entries: readonly Entry[], malId: number) =>
  entries.filter(({ mal_id }) => mal_id !== malId);

/** Returns the library with the next change applied. */
export function withChange(library: UserLibrary, change: ReceivedChange): UserLibrary {
  const { version } = change;
  // A stream that goes on from an earlier position tells of this change once more, which does no harm.
  const position = "position" in change ? change.position : library.position;
  const next = { ...library, version, position };
  if (change.kind === "profile") {
    const { displayName, bio, favoriteGenres, preferences = library.preferences } = change;
    return { ...next, displayName, bio, favoriteGenres, preferences };
  }
  // An edit changes the anime list alone.
  if (change.kind === "edited") return next;
  const entries = library[change.list];
  if (change.kind === "removed") {
    return { ...next, [change.list]: without(entries, change.mal_id) };
  }
  const { entry } = change;
  return { ...next, [change.list]: [entry, ...without(entries, entry.mal_id)] };
}

/** Toggles in the order they were made, and between them what edits of the anime list put on the watchlist or take off. */
export function withEdits(
  toggles: readonly PendingChange[],
  edits: readonly PendingEdit[],
): readonly PendingChange[] {
  const listing = edits.flatMap(({ id, malId, edit, item, version, refused }): PendingChange[] => {
    if (refused !== undefined) return [];
    const method = edit === null ? "DELETE" : "PUT";
    const entry = item && { ...item, score: item.mean };
    return [
      { id, method, list: "watchlist", malId, entry, ...(version !== undefined && { version }) },
    ];
  });
  if (listing.length === 0) return toggles;
  return [...toggles, ...listing].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function isWaiting(library: UserLibrary, { version }: PendingChange): boolean {
  return version === undefined || version > library.version;
}

function apply(entries: readonly Entry[], { method, malId, entry }: PendingChange) {
  if (method === "DELETE") return without(entries, malId);
  const listed = entries.some(({ mal_id }) => mal_id === malId);
  // A title of which nothing is known yet cannot be shown; the server's answer brings it.
  return listed || entry === null ? [...entries] : [entry, ...entries];
}

/** The library as the user has made it: with the changes that it does not include yet. */
export function withPending(library: UserLibrary, pending: readonly PendingChange[]): UserLibrary {
  const view = { ...library };
  for (const change of pending) {
    if (isWaiting(library, change)) view[change.list] = apply(view[change.list], change);
  }
  return view;
}

/**
 * How many titles the changes that the server does not have yet would put on the watchlist, take off it or change. To
 * add one and to remove it again is nothing; and nobody asked for the history, which comes by itself.
 */
export function countUnsent(
  library: UserLibrary | undefined,
  pending: readonly PendingChange[],
  edits: readonly PendingEdit[] = [],
) {
  const last = new Map<number, PendingChange>();
  /** Whether the server has a title on the watchlist, where it is ahead of the library. */
  const confirmed = new Map<number, boolean>();
  for (const change of pending.filter(({ list }) => list === "watchlist")) {
    const { malId, version, method } = change;
    if (version === undefined) last.set(malId, change);
    else if (!library || isWaiting(library, change)) confirmed.set(malId, method === "PUT");
  }
  const differs = ({ malId, method }: PendingChange) => {
    const isIt = ({ mal_id }: Entry) => mal_id === malId;
    const listed = confirmed.get(malId) ?? library?.watchlist.some(isIt);
    return listed !== (method === "PUT");
  };
  const toggled = [...last.values()].filter(differs);
  const edited = edits.filter(({ version, refused }) => version === undefined && !refused);
  return new Set([...toggled, ...edited].map(({ malId }) => malId)).size;
}

/** The ids of a list as the user has made it, titles included of which nothing more is known. */
export function idsOn(
  list: ListName,
  library: UserLibrary | undefined,
  pending: readonly PendingChange[],
): ReadonlySet<number> {
  const ids = new Set(library?.[list].map(({ mal_id }) => mal_id));
  for (const change of pending) {
    if (change.list !== list || (library && !isWaiting(library, change))) continue;
    if (change.method === "PUT") ids.add(change.malId);
    else ids.delete(change.malId);
  }
  return ids;
}

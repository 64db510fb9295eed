import type { PendingEdit } from "@/lib/list/pending";
import { forgetOutboxName } from "./change-id";
import { dropAllEdits, dropOthersEdits, onPendingEdits, pendingEdits } from "./edits";
import {
  announce,
  dropChanges,
  dropOthersChanges,
  onPendingChanges,
  type PendingChange,
  pendingChanges,
} from "./outbox";

/** Both outboxes as one: toggles of the lists, and edits of the anime list. */
export type Unsent = PendingChange | PendingEdit;

export const isEdit = (change: Unsent): change is PendingEdit => "edit" in change;

/** The key of an ordered sequence: the changes of a title on a list. Edits belong to the watchlist. */
export const titleOf = (change: Unsent) =>
  `${isEdit(change) ? "watchlist" : change.list} ${change.malId}`;

/** Returns whether a change puts a title on the watchlist. */
export const isAddition = (change: Unsent) =>
  isEdit(change) ? change.adds === true : change.list === "watchlist" && change.method === "PUT";

/** The unsent changes, in the order in which they were made. */
export function unsentChanges(uid: string): Unsent[] {
  const all: Unsent[] = [...pendingChanges(uid), ...pendingEdits(uid)];
  const unsent = all.filter(
    (change) => change.version === undefined && !(isEdit(change) && change.refused !== undefined),
  );
  return unsent.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Number of titles whose changes would be lost with this browser's copy. History entries do not count. */
export function countUnsaved(uid: string): number {
  const refused = pendingEdits(uid).filter((edit) => edit.refused !== undefined);
  const unsent = unsentChanges(uid).filter((each) => isEdit(each) || each.list !== "history");
  return new Set([...refused, ...unsent].map(({ malId }) => malId)).size;
}

/** Calls the listener after every change in this tab or another; returns how to stop it. */
export function onUnsent(listener: (elsewhere: boolean) => void): () => void {
  const stops = [onPendingChanges(listener), onPendingEdits(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Has what was made sent. Resolves when the server has it, or after `timeoutMs`. */
export function sendPending(uid: string, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const look = () => {
      if (unsentChanges(uid).length === 0) end();
    };
    const stop = onUnsent(look);
    const timer = setTimeout(end, timeoutMs);
    announce();
  });
}

/** Drops all changes that the user has made and that were not sent. */
export function dropUnsent(uid: string) {
  forgetOutboxName();
  dropChanges(uid);
  return dropAllEdits(uid);
}

/** Drops all changes that belong to another user than this one. */
export function dropOthersUnsent(uid: string) {
  dropOthersChanges(uid);
  return dropOthersEdits(uid);
}

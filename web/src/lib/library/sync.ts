import type { QueryClient } from "@tanstack/react-query";
import type { ChangedField } from "@/api/list";
import { listQuery } from "@/api/list";
import { refetchFailed } from "@/api/retry";
import { whenIdle } from "@/lib/idle";
import { fieldsText } from "@/lib/list/fields";
import { displayTitle } from "@/lib/names";
import { cachedEntry } from "./cached-entry";
import { dropConfirmedEdits } from "./edits";
import { type Notify, offerRemovedEntry } from "./last-removal";
import { followLive } from "./live";
import { dropConfirmed } from "./outbox";
import { createReplica } from "./replica";
import { sendChanges } from "./sender";
import { isAddition, isEdit, type Unsent } from "./unsent";

/** Time that all tabs may take to receive a confirmed change, in milliseconds. */
const NOTIFY_DELAY_MS = 1_500;

interface Options {
  queries: QueryClient;
  uid: string;
  /** Tells the user of a change that was refused, or of something that they may want to do. */
  notify: Notify;
  /** The session may be over: the server would know. Comes back once it was asked. */
  checkSession: () => Promise<void>;
}

/**
 * Keeps a signed-in user's library in this tab: sends what they change, and takes in what changes
 * anywhere. Only signed-in users load this. Runs until the answer is called.
 */
export function syncLibrary({ queries, uid, notify, checkSession }: Options): () => void {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const delayed = (work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, NOTIFY_DELAY_MS);
    timers.add(timer);
  };

  // Confirmed changes stay until the library shows them, also in the other tabs.
  const tidy = () => {
    const version = replica.shown() ?? -1;
    dropConfirmed(uid, version);
    dropConfirmedEdits(uid, version);
  };
  const replica = createReplica(queries, uid, () => delayed(tidy));
  const onConfirmed = (version: number, changes: readonly Unsent[]) => {
    delayed(() => {
      replica.catchUpTo(version);
      tidy();
    });
    const [change] = changes;
    if (change && isAddition(change)) offerRemovedEntry({ queries, uid, notify }, change.malId);
  };
  const onRefused = (change: Unsent, why: string, more: number) => {
    // History entries are automatic: losing one is no loss.
    if (!isEdit(change) && change.list === "history") return;
    // A refused removal has nothing to go on with.
    const kept = isEdit(change) && change.edit !== null;
    const href = more > 0 ? "/watchlist" : `/anime/${change.malId}`;
    const link = kept ? { link: { label: "Look at it", href } } : undefined;
    notify(refusal(queries, change, why, more), `watchlist ${change.malId}`, link);
  };
  const onChangedSince = ({ malId }: Unsent, fields: readonly ChangedField[]) =>
    notify(`Changed since, and left as it is: ${fieldsText(fields)}.`, `watchlist ${malId}`);
  const sender = sendChanges({ uid, onConfirmed, onChangedSince, onRefused, checkSession });
  // Pages that do not show the list offer +1 and Undo by it, and it is to be there without a network.
  const stopReading = whenIdle(() => void queries.prefetchQuery(listQuery(uid)));
  addEventListener("online", sender.wake);
  const stopLive = followLive({
    uid,
    replica,
    onSignedOut: checkSession,
    onOpen: () => {
      sender.wake();
      refetchFailed(queries);
    },
    onFailure: checkSession,
  });
  return () => {
    removeEventListener("online", sender.wake);
    stopReading();
    stopLive();
    sender.stop();
    replica.stop();
    for (const timer of timers) clearTimeout(timer);
  };
}

function refusal(queries: QueryClient, change: Unsent, why: string, more: number) {
  const known = isEdit(change) ? change.item : change.entry;
  const title = known ?? cachedEntry(queries, change.malId);
  const name = title ? `“${displayTitle(title)}”` : "That title";
  if (more > 0) return `${name} and ${more} more were not changed. ${why}`;
  if (isEdit(change) && change.edit !== null) return `${name} was not changed. ${why}`;
  const added = !isEdit(change) && change.method === "PUT";
  return `${name} was not ${added ? "added to" : "removed from"} your watchlist. ${why}`;
}

import type { QueryClient } from "@tanstack/react-query";
import { askFailedAgain } from "@/api/retry";
import { displayTitle } from "@/lib/names";
import { failureMessage } from "@/messages/errors";
import { createCopy } from "./copy";
import { knownEntry } from "./known";
import { followLive } from "./live";
import { dropConfirmed, type PendingChange } from "./outbox";
import { sendChanges } from "./sender";

/** How long all tabs may take to receive a confirmed change. */
const NOTIFY_DELAY_MS = 1_500;

interface Options {
  queries: QueryClient;
  uid: string;
  /** Tells the user of a change that was refused. */
  notify: (message: string, about: string) => void;
  /** The session may be over: the server would know. Comes back once it was asked. */
  checkSession: () => Promise<void>;
}

/**
 * Keeps a signed-in user's record in this tab: sends what they change, and takes in what changes
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

  // Confirmed changes stay until the record shows them, also in the other tabs.
  const tidy = () => dropConfirmed(uid, copy.version() ?? -1);
  const copy = createCopy(queries, uid, () => delayed(tidy));
  const onConfirmed = (version: number) =>
    delayed(() => {
      copy.catchUpTo(version);
      tidy();
    });
  const onRefused = (change: PendingChange, error: unknown) => {
    // Nobody asked for the history: it comes by itself, and need not be missed.
    if (change.list === "watchlist") {
      notify(refusal(queries, change, error), `${change.list} ${change.malId}`);
    }
  };
  const sender = sendChanges({ uid, onConfirmed, onRefused, checkSession });
  addEventListener("online", sender.wake);
  const stopLive = followLive({
    uid,
    copy,
    onSignedOut: checkSession,
    onOpen: () => {
      sender.wake();
      askFailedAgain(queries);
    },
    onFailure: checkSession,
  });
  return () => {
    removeEventListener("online", sender.wake);
    stopLive();
    sender.stop();
    copy.stop();
    for (const timer of timers) clearTimeout(timer);
  };
}

function refusal(queries: QueryClient, { method, malId, entry }: PendingChange, error: unknown) {
  const title = entry ?? knownEntry(queries, malId);
  const name = title ? `“${displayTitle(title)}”` : "That title";
  const what = method === "PUT" ? "was not added to" : "was not removed from";
  return `${name} ${what} your watchlist. ${failureMessage(error)}`;
}

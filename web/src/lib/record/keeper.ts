import type { QueryClient } from "@tanstack/react-query";
import { failureCode } from "@/api/errors";
import { askFailedAgain } from "@/api/retry";
import { displayTitle } from "@/lib/format";
import { failureMessage } from "@/messages/errors";
import { createCopy } from "./copy";
import { knownEntry } from "./known";
import { followLive } from "./live";
import type { PendingChange } from "./outbox";
import { sendChanges } from "./sender";

/** How long the stream may take, in milliseconds, to tell of what the server has confirmed. */
const TELLING_TIME = 1_500;

interface Options {
  queries: QueryClient;
  uid: string;
  /** Tells the user of a change that was refused. */
  tell: (message: string, about: string) => void;
  /** The session is over. */
  onSignedOut: () => void;
  /** Perhaps it is: the server would know. */
  checkSession: () => void;
}

/**
 * Keeps a signed-in user's record in this tab: sends what they change, and takes in what changes
 * anywhere. Only signed-in users load this. Runs until the answer is called.
 */
export function keepRecord({ queries, uid, tell, onSignedOut, checkSession }: Options): () => void {
  const copy = createCopy(queries, uid);
  const timers = new Set<ReturnType<typeof setTimeout>>();

  const onConfirmed = (version: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      copy.hear(version);
    }, TELLING_TIME);
    timers.add(timer);
  };
  const onRefused = (change: PendingChange, error: unknown) => {
    if (failureCode(error) === "not_signed_in") onSignedOut();
    // Nobody asked for the history: it comes by itself, and need not be missed.
    if (change.list === "watchlist") {
      tell(refusal(queries, change, error), `${change.list} ${change.malId}`);
    }
  };
  const sender = sendChanges({ uid, version: copy.version, onConfirmed, onRefused });
  addEventListener("online", sender.wake);
  const stopLive = followLive({
    uid,
    copy,
    onSignedOut,
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

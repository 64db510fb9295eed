import { send } from "@/api/client";
import { type FailureCode, failureCode } from "@/api/errors";
import { waitAfter } from "./backoff";
import {
  confirmChange,
  dropChange,
  onPendingChanges,
  type PendingChange,
  pendingChanges,
} from "./outbox";
import { canTakeTurns, inTurn } from "./turns";
import { setWaiting } from "./waiting";

/** What passes by itself: the change is kept and sent again. Everything else is a refusal. */
const passing = new Set<FailureCode>([
  "unreachable",
  "unavailable",
  "internal",
  "too_many_attempts",
]);

interface Options {
  uid: string;
  /** The version of this tab's record. */
  version: () => number | undefined;
  /** The server has a change, as of this version. */
  onConfirmed: (version: number) => void;
  onRefused: (change: PendingChange, error: unknown) => void;
}

function deliver({ method, list, malId }: PendingChange) {
  return send(method, "/api/v1/me/{list}/{mal_id}", undefined, { list, mal_id: malId });
}

/**
 * Sends the user's changes, one after the other in the order they were made, until it is stopped.
 *
 * **Invariant:** a change is not sent before the one made before it was answered.
 */
export function sendChanges({ uid, version, onConfirmed, onRefused }: Options) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let running = false;
  let stopped = false;

  const next = () =>
    stopped ? undefined : pendingChanges(uid).find((change) => change.version === undefined);

  /** Whether it is settled, for good or ill; else it has to be sent again. */
  async function settle(change: PendingChange): Promise<boolean> {
    try {
      const { version: confirmed } = await deliver(change);
      if (stopped) return false;
      confirmChange(uid, change, confirmed);
      onConfirmed(confirmed);
    } catch (error) {
      if (stopped || passing.has(failureCode(error))) return false;
      dropChange(uid, change);
      onRefused(change, error);
    }
    failures = 0;
    return true;
  }

  async function sendAll() {
    // Confirmed changes stay until the record shows them, also in the other tabs.
    for (const change of pendingChanges(uid)) {
      if ((change.version ?? Number.POSITIVE_INFINITY) <= (version() ?? -1))
        dropChange(uid, change);
    }
    for (let change = next(); change; change = next()) {
      if (await settle(change)) continue;
      failures += 1;
      break;
    }
  }

  async function run() {
    if (!next()) setWaiting(false);
    if (running || !next()) return;
    running = true;
    clearTimeout(timer);
    await inTurn("mitai:outbox", sendAll);
    running = false;
    if (stopped) return;
    setWaiting(failures > 0);
    if (failures > 0) timer = setTimeout(run, waitAfter(failures));
    // One may have been made while the turn was given back.
    else if (next()) run();
  }

  // Without turns two tabs would send the same change at once.
  const stopListening = onPendingChanges((elsewhere) => {
    if (!elsewhere || canTakeTurns()) run();
  });
  run();
  return {
    wake: run,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      stopListening();
      setWaiting(false);
    },
  };
}

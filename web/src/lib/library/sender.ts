import { send } from "@/api/client";
import { type FailureCode, failureCode } from "@/api/errors";
import { backoffDelay } from "./backoff";
import { confirmChange, dropChange, onPendingChanges, type PendingChange } from "./outbox";
import { createQueue } from "./queue";
import { hasTabLocks, withTabLock } from "./tab-lock";
import { setWaiting } from "./waiting";

/** What passes by itself: the change stays and is sent again. Everything else is a refusal. */
const passing = new Set<FailureCode>([
  "unreachable",
  "unavailable",
  "internal",
  "too_many_attempts",
  "not_signed_in",
]);

interface Options {
  uid: string;
  /** The server has a change, as of this version. */
  onConfirmed: (version: number) => void;
  onRefused: (change: PendingChange, error: unknown) => void;
  /** The server takes the session for ended. If it has, the sender is stopped. */
  checkSession: () => Promise<void>;
}

function deliver({ method, list, malId }: PendingChange) {
  return send(method, "/api/v1/me/{list}/{mal_id}", undefined, { list, mal_id: malId });
}

/** Null when it is settled, for good or ill; else why it has to be sent again. */
async function attempt(
  change: PendingChange,
  { uid, ...on }: Options,
  stopped: () => boolean,
): Promise<FailureCode | null> {
  try {
    const { version } = await deliver(change);
    // Stopped or not: what the server has is not sent again when the user is back.
    confirmChange(uid, change, version);
    if (!stopped()) on.onConfirmed(version);
  } catch (error) {
    const code = failureCode(error);
    if (code === "not_signed_in" && !stopped()) await on.checkSession();
    if (stopped() || passing.has(code)) return code;
    dropChange(uid, change);
    on.onRefused(change, error);
  }
  return null;
}

function reason(failure: FailureCode) {
  // A session that has ended is no matter of waiting.
  if (failure === "not_signed_in") return null;
  return failure === "internal" ? "failing" : "unreachable";
}

/**
 * Sends the user's changes, one after the other in the order they were made, until it is stopped.
 *
 * **Invariant:** a change is not sent before the one made before it was answered.
 */
export function sendChanges(options: Options) {
  const queue = createQueue(options.uid);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let running = false;
  let stopped = false;

  async function sendAll() {
    for (let change = queue.next(); change && !stopped; change = queue.next()) {
      const failure = await attempt(change, options, () => stopped);
      if (failure === null) {
        failures = 0;
        continue;
      }
      if (failure === "internal" && queue.fail(change)) continue;
      failures += 1;
      setWaiting(stopped ? null : reason(failure));
      return;
    }
    failures = 0;
  }

  async function run() {
    if (queue.isEmpty()) setWaiting(null);
    if (stopped || running || !queue.next()) return;
    running = true;
    clearTimeout(timer);
    await withTabLock("mitai:outbox", sendAll);
    running = false;
    if (stopped) return;
    if (failures > 0) timer = setTimeout(run, backoffDelay(failures));
    // One may have been made while the turn was given back.
    else if (queue.next()) run();
    else rest();
  }

  /** All that is left, if anything, is what the server fails at. */
  function rest() {
    setWaiting(queue.isEmpty() ? null : "failing");
    if (!queue.isEmpty()) timer = setTimeout(retry, backoffDelay(Number.POSITIVE_INFINITY));
  }
  function retry() {
    queue.retry();
    run();
  }

  // Without turns two tabs would send the same change at once.
  const stopListening = onPendingChanges((elsewhere) => {
    if (!elsewhere || hasTabLocks()) run();
  });
  run();
  return {
    wake: retry,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      stopListening();
      setWaiting(null);
    },
  };
}

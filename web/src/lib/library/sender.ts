import { type FailureCode, failureCode } from "@/api/errors";
import { type ChangedField, MAX_TITLES } from "@/api/list";
import { refusalOf } from "@/messages/errors";
import { backoffDelay } from "./backoff";
import { cancelAddition } from "./cancel";
import { deliver } from "./deliver";
import { setDeliveryStatus } from "./delivery-status";
import { editsLoaded, refuseEdits } from "./edits";
import { dropChange, readChanges } from "./outbox";
import { createQueue } from "./queue";
import { hasTabLocks, withTabLock } from "./tab-lock";
import { isEdit, onUnsent, type Unsent } from "./unsent";

/** Temporary failures: the change stays and is sent again. All others are refusals. */
const passing = new Set<FailureCode>([
  "unreachable",
  "unavailable",
  "internal",
  "too_many_attempts",
  "not_signed_in",
]);

interface Options {
  uid: string;
  /** Called when the server has these changes, as of this version of the library. */
  onConfirmed: (version: number, changes: readonly Unsent[]) => void;
  /** An undo has left these fields of the title: they were changed since. */
  onChangedSince: (change: Unsent, fields: readonly ChangedField[]) => void;
  /** The server does not take the change, for this reason; `more` of the same edit of several titles fare alike. */
  onRefused: (change: Unsent, why: string, more: number) => void;
  /** The server takes the session for ended. If it has, the sender is stopped. */
  checkSession: () => Promise<void>;
}

type Together = readonly [Unsent, ...Unsent[]];

async function drop(uid: string, changes: Together, why: string) {
  for (const change of changes) if (!isEdit(change)) dropChange(uid, change);
  const edits = changes.filter(isEdit);
  if (edits.length > 0) await refuseEdits(uid, new Map(edits.map(({ id }) => [id, why])));
}

/** Sends changes. Returns null when they are settled, else why they have to be sent again. */
async function attempt(
  changes: Together,
  { uid, ...on }: Options,
  stopped: () => boolean,
): Promise<FailureCode | null> {
  try {
    const delivered = await deliver(uid, changes);
    if (stopped() || delivered === null) return null;
    on.onConfirmed(delivered.version, changes);
    const { refused = [], changedSince = [] } = delivered;
    if (changedSince.length > 0) on.onChangedSince(changes[0], changedSince);
    const [first] = refused;
    if (first) on.onRefused(...first, refused.length - 1);
  } catch (error) {
    const code = failureCode(error);
    if (code === "not_signed_in" && !stopped()) await on.checkSession();
    if (stopped() || passing.has(code)) return code;
    const why = refusalOf(error);
    await drop(uid, changes, why);
    on.onRefused(changes[0], why, changes.length - 1);
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
  /** Whether something said that the server can be reached since the sending that goes on began. */
  let woken = false;
  const nextUp = () => queue.next(MAX_TITLES);

  async function sendAll() {
    // Toggles are there at once, and must not overtake edits of before that are still being read.
    await editsLoaded(options.uid);
    // Changes sent by the former sending tab are not sent again.
    readChanges(options.uid);
    for (let next = nextUp(); next && !stopped; next = nextUp()) {
      if (await cancelAddition(options.uid, next[0])) continue;
      const failure = await attempt(next, options, () => stopped);
      if (failure === null) {
        failures = 0;
        continue;
      }
      if (failure === "internal" && queue.fail(next)) continue;
      failures += 1;
      setDeliveryStatus(stopped ? null : reason(failure));
      return;
    }
    failures = 0;
  }

  async function run() {
    if (queue.isEmpty()) setDeliveryStatus(null);
    if (stopped || running || !nextUp()) return;
    running = true;
    woken = false;
    clearTimeout(timer);
    await withTabLock("mitai:outbox", sendAll);
    running = false;
    if (stopped) return;
    if (failures > 0 && !woken) timer = setTimeout(run, backoffDelay(failures));
    // One may have been made while the lock was released.
    else if (nextUp()) run();
    else rest();
  }

  /** Waits: all that is left, if anything, are changes that the server fails at. */
  function rest() {
    setDeliveryStatus(queue.isEmpty() ? null : "failing");
    if (!queue.isEmpty()) timer = setTimeout(retry, backoffDelay(Number.POSITIVE_INFINITY));
  }
  function retry() {
    woken = true;
    queue.retry();
    run();
  }

  // Without turns two tabs would send the same change at once.
  const stopListening = onUnsent((elsewhere) => {
    if (!elsewhere || hasTabLocks()) run();
  });
  run();
  return {
    wake: retry,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      stopListening();
      setDeliveryStatus(null);
    },
  };
}

import { useSyncExternalStore } from "react";

/** Why changes wait: the server cannot be reached, or fails at just these. */
type Reason = "unreachable" | "failing" | null;

/** Set by the sender, shown by the page. */
let waiting: Reason = null;
const listeners = new Set<() => void>();

export function setWaiting(now: Reason) {
  if (waiting === now) return;
  waiting = now;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useWaiting(): Reason {
  return useSyncExternalStore(
    subscribe,
    () => waiting,
    () => null,
  );
}

import { useSyncExternalStore } from "react";

/** Whether changes wait because the server cannot be reached. Set by the sender, shown by the page. */
let waiting = false;
const listeners = new Set<() => void>();

export function setWaiting(now: boolean) {
  if (waiting === now) return;
  waiting = now;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useWaiting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => waiting,
    () => false,
  );
}

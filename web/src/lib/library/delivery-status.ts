import { useSyncExternalStore } from "react";

/** Why changes wait: the server cannot be reached, or fails at just these. Null while none waits for that. */
type DeliveryStatus = "unreachable" | "failing" | null;

/** The present status, which the sender sets and the page shows. */
let status: DeliveryStatus = null;
const listeners = new Set<() => void>();

export function setDeliveryStatus(now: DeliveryStatus) {
  if (status === now) return;
  status = now;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDeliveryStatus(): DeliveryStatus {
  return useSyncExternalStore(
    subscribe,
    () => status,
    () => null,
  );
}

import { useSyncExternalStore } from "react";

/**
 * Likes are local only: they are stored in this browser, shared by its tabs, and never sent anywhere.
 *
 * **Invariant:** a browser that refuses storage (private windows, full disks) still likes and unlikes
 * until the page is left.
 */
const KEY = "mitai:likes";

const listeners = new Set<() => void>();
let liked: ReadonlySet<number> | undefined;

function read(): ReadonlySet<number> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return new Set(Array.isArray(stored) ? stored.filter(Number.isInteger) : []);
  } catch {
    return new Set();
  }
}

function current(): ReadonlySet<number> {
  liked ??= read();
  return liked;
}

function announce() {
  for (const listener of listeners) listener();
}

function onStorage(event: StorageEvent) {
  // A null key is `localStorage.clear()`.
  if (event.key !== KEY && event.key !== null) return;
  liked = undefined;
  announce();
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    // Another tab may have changed it while nobody here was listening.
    liked = undefined;
    addEventListener("storage", onStorage);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", onStorage);
  };
}

export function toggleLike(malId: number) {
  const next = new Set(current());
  if (!next.delete(malId)) next.add(malId);
  liked = next;
  try {
    localStorage.setItem(KEY, JSON.stringify([...next]));
  } catch {
    // Kept in memory: see the invariant above.
  }
  announce();
}

export function useLiked(malId: number): boolean {
  return useSyncExternalStore(
    subscribe,
    () => current().has(malId),
    () => false,
  );
}

/**
 * Work that only one tab of the browser does at a time. Pages that are not served by https (other than
 * from this very machine) have no Web Locks; each function says what happens there.
 */

/** Returns whether tabs can take turns at all. */
export const hasTabLocks = () => "locks" in navigator;

/** Does `work` when no other tab does work of that name. Without Web Locks it does not wait. */
export async function withTabLock(name: string, work: () => Promise<void>): Promise<void> {
  if (hasTabLocks()) await navigator.locks.request(name, work);
  else await work();
}

/**
 * Begins `lead` as soon as no other tab leads, and ends it when the answer is called or the tab
 * closes. Without Web Locks every tab leads while it can be seen: a browser has few connections to
 * one server, and hidden tabs must not use them up.
 */
export function leadTabs(name: string, lead: () => () => void): () => void {
  if (!hasTabLocks()) return leadWhileVisible(lead);
  const waiting = new AbortController();
  let leave = () => {};
  const term = () =>
    new Promise<void>((resolve) => {
      const stop = lead();
      leave = () => {
        stop();
        resolve();
      };
    });
  navigator.locks.request(name, { signal: waiting.signal }, term).catch((error) => {
    if (!waiting.signal.aborted) throw error;
  });
  return () => {
    waiting.abort();
    leave();
  };
}

function leadWhileVisible(lead: () => () => void): () => void {
  let stop: (() => void) | null = null;
  const follow = () => {
    if (document.hidden) {
      stop?.();
      stop = null;
    } else stop ??= lead();
  };
  follow();
  document.addEventListener("visibilitychange", follow);
  return () => {
    document.removeEventListener("visibilitychange", follow);
    stop?.();
  };
}

import { useEffect, useRef } from "react";

/** First wait between two tries, in milliseconds. */
const FIRST_WAIT = 2_000;
/** Longest wait between two tries, in milliseconds. */
const MAX_DELAY = 30_000;

/**
 * Calls `act` for as long as `enabled`: soon, then more and more seldom, and at once when the network
 * is back or the page is looked at again. Not while nobody sees the page.
 */
export function useBackoffRetry(enabled: boolean, act: () => void) {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!enabled) return;
    let wait = FIRST_WAIT;
    let timer: ReturnType<typeof setTimeout>;
    const next = () => {
      // Spread out, so that a server that comes back is not asked by everyone at once.
      timer = setTimeout(turn, wait * (0.75 + Math.random() / 4));
      wait = Math.min(2 * wait, MAX_DELAY);
    };
    const turn = () => {
      if (!document.hidden) latest.current();
      next();
    };
    const atOnce = () => {
      clearTimeout(timer);
      wait = FIRST_WAIT;
      turn();
    };
    next();
    addEventListener("online", atOnce);
    document.addEventListener("visibilitychange", atOnce);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", atOnce);
      document.removeEventListener("visibilitychange", atOnce);
    };
  }, [enabled]);
}

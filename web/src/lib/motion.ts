import { useSyncExternalStore } from "react";

const QUERY = "(prefers-reduced-motion: reduce)";

function subscribe(listener: () => void) {
  const media = matchMedia(QUERY);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

/** Whether the visitor's system asks for less motion, followed while it changes. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches,
    () => false,
  );
}

/** Goes to the top of the page: smoothly, or at once where less motion is asked for. */
export function scrollToTop() {
  scrollTo({ top: 0, behavior: matchMedia(QUERY).matches ? "instant" : "smooth" });
}

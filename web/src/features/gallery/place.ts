import { useLayoutEffect, useRef } from "react";

/** What readers do who go their own way. */
const SIGNS = ["wheel", "touchmove", "pointerdown", "keydown"];

/**
 * Returns readers who come back to a list, or reload it, to where they were in it, once the `whole` of it
 * is there again: the browser itself gives up while the page is still short. Who scrolls meanwhile stays.
 */
export function usePlace(list: string, whole: boolean) {
  const goal = useRef<number | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is another place in the history
  useLayoutEffect(() => {
    const place = placeInHistory();
    goal.current = keptTop(place);
    let here = true;
    const keep = () => {
      if (here) keepTop(place, goal.current ?? scrollY);
    };
    const leave = () => {
      keep();
      here = false;
    };
    const stay = () => {
      goal.current = null;
    };
    addEventListener("pagehide", keep);
    // In the capture phase, before the router renders another page.
    addEventListener("pushState", leave, true);
    addEventListener("popstate", leave, true);
    for (const sign of SIGNS) addEventListener(sign, stay, { passive: true });
    return () => {
      removeEventListener("pagehide", keep);
      removeEventListener("pushState", leave, true);
      removeEventListener("popstate", leave, true);
      for (const sign of SIGNS) removeEventListener(sign, stay);
    };
  }, [list]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each list has a place of its own
  useLayoutEffect(() => {
    if (!whole || goal.current === null) return;
    window.scrollTo({ top: goal.current, behavior: "instant" });
    goal.current = null;
  }, [list, whole]);
}

/** What this place in the browser's history is called; it gets its name when one first comes here. */
function placeInHistory(): string {
  const named: unknown = history.state?.place;
  if (typeof named === "string") return named;
  const place = Math.random().toString(36).slice(2);
  history.replaceState({ ...history.state, place }, "");
  return place;
}

const key = (place: string) => `mitai:place:${place}`;

function keepTop(place: string, top: number) {
  try {
    sessionStorage.setItem(key(place), String(top));
  } catch {
    // Where storage is off, a reload begins at the top.
  }
}

function keptTop(place: string): number | null {
  try {
    const top = sessionStorage.getItem(key(place));
    return top === null ? null : Number(top);
  } catch {
    return null;
  }
}

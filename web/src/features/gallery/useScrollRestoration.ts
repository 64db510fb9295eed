import { type CSSProperties, useLayoutEffect, useRef, useState } from "react";
import { useHistoryState } from "wouter/use-browser-location";

/** Where a reader was in a list, and how high its cards stood; in pixels. */
interface ScrollPosition {
  top: number;
  height: number;
}

/** Events by which readers move in the page themselves. */
const USER_EVENTS = ["wheel", "touchmove", "pointerdown", "keydown"];

/**
 * Leads readers who come back to a list, or reload it, to where they were in it. The browser itself gives
 * up while the page is still short, so the list's box has the height of before until the `whole` is there
 * again (or will not come). Who scrolls meanwhile stays.
 */
export function useScrollRestoration(list: string, whole: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const goal = useRef<ScrollPosition | null>(null);
  const [height, setHeight] = useState<number | null>(null);
  // A link to the list itself, or into this page, makes another place of the same list.
  const named = useHistoryState<{ place?: string } | null>()?.place;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is another place in the history
  useLayoutEffect(() => {
    const place = placeInHistory();
    goal.current = read(place);
    setHeight(goal.current?.height || null);
    const measured = () => ({ top: scrollY, height: box.current?.offsetHeight ?? 0 });
    return onLeaving(
      () => write(place, goal.current ?? measured()),
      () => {
        goal.current = null;
      },
    );
  }, [list, named]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once the box is that high, there is the place
  useLayoutEffect(() => {
    if (goal.current) window.scrollTo({ top: goal.current.top, behavior: "instant" });
    if (!whole) return;
    goal.current = null;
    setHeight(null);
  }, [list, named, whole, height]);

  const style: CSSProperties | undefined =
    height === null || whole ? undefined : { height, overflow: "clip" };
  return { box, style };
}

/** Has `keep` run before this place in the history is left, and `stay` when the reader moves. */
function onLeaving(keep: () => void, stay: () => void) {
  let here = true;
  const hide = () => {
    if (here) keep();
  };
  const leave = () => {
    hide();
    here = false;
  };
  addEventListener("pagehide", hide);
  // In the capture phase, before the router renders another page.
  addEventListener("pushState", leave, true);
  addEventListener("popstate", leave, true);
  for (const name of USER_EVENTS) addEventListener(name, stay, { passive: true });
  return () => {
    removeEventListener("pagehide", hide);
    removeEventListener("pushState", leave, true);
    removeEventListener("popstate", leave, true);
    for (const name of USER_EVENTS) removeEventListener(name, stay);
  };
}

/** Returns the id of this history entry; it is created at the first visit. */
function placeInHistory(): string {
  const named: unknown = history.state?.place;
  if (typeof named === "string") return named;
  const place = Math.random().toString(36).slice(2);
  history.replaceState({ ...history.state, place }, "");
  return place;
}

const key = (place: string) => `mitai:place:${place}`;

function write(place: string, position: ScrollPosition) {
  try {
    sessionStorage.setItem(key(place), JSON.stringify(position));
  } catch {
    // Where storage is off, a reload begins at the top.
  }
}

function read(place: string): ScrollPosition | null {
  try {
    return JSON.parse(sessionStorage.getItem(key(place)) ?? "null");
  } catch {
    return null;
  }
}

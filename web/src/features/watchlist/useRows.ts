import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useState } from "react";

/** Number of rows above and below those in view that are in the page, too. */
const OVERSCAN = 8;
/** Height of a row in pixels, until one was measured. */
const USUAL_HEIGHT = 136;

interface View {
  /** Height of a row in pixels. All rows are as high as the style sheet says. */
  height: number;
  first: number;
  /** Index of the row after the last one in the page. */
  end: number;
}

function look(body: HTMLElement): View {
  const height = body.querySelector("tr")?.getBoundingClientRect().height || USUAL_HEIGHT;
  const above = -body.getBoundingClientRect().top;
  return {
    height,
    first: Math.max(0, Math.floor(above / height) - OVERSCAN),
    end: Math.max(0, Math.ceil((above + window.innerHeight) / height)) + OVERSCAN,
  };
}

const same = (one: View, other: View) =>
  one.height === other.height && one.first === other.first && one.end === other.end;

/**
 * Which of `count` rows are to be in the page, and where. The row with the focus stays, wherever one
 * scrolls, and so do those around it: Tab may come faster than the page scrolls.
 */
export function useRows(body: RefObject<HTMLElement | null>, count: number) {
  const [view, setView] = useState<View>({ height: USUAL_HEIGHT, first: 0, end: 2 * OVERSCAN });
  const [focused, setFocused] = useState<number | null>(null);

  const update = useCallback(() => {
    if (!body.current) return;
    const now = look(body.current);
    setView((before) => (same(before, now) ? before : now));
  }, [body]);
  useLayoutEffect(() => {
    update();
    addEventListener("scroll", update, { passive: true });
    addEventListener("resize", update);
    return () => {
      removeEventListener("scroll", update);
      removeEventListener("resize", update);
    };
  }, [update]);

  const indexes = new Set<number>();
  const include = (first: number, end: number) => {
    for (let index = Math.max(0, first); index < Math.min(end, count); index++) indexes.add(index);
  };
  include(view.first, view.end);
  if (focused !== null) include(focused - OVERSCAN, focused + OVERSCAN);
  return {
    indexes: [...indexes].sort((a, b) => a - b),
    height: view.height,
    onFocus: ({ target }: FocusEvent) => {
      const row = target.closest<HTMLElement>("[data-index]");
      setFocused(row ? Number(row.dataset.index) : null);
    },
  };
}

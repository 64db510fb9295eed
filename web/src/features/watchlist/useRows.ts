import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, type RefObject, useLayoutEffect, useState } from "react";
import type { Entry } from "@/api/types";

/** Rows above and below the view that are in the page too: Tab finds them. */
const OVERSCAN = 8;

/** What a row's height is as a rule, in pixels; each is measured once it is there. */
function usualHeight(): number {
  return matchMedia("(min-width: 64rem)").matches ? 93 : 133;
}

/** Which rows are to be in the page, and where. The row with the focus stays, wherever one scrolls. */
export function useRows(body: RefObject<HTMLElement | null>, entries: readonly Entry[]) {
  const [offset, setOffset] = useState(0);
  const [focused, setFocused] = useState<number | null>(null);

  // What stands above the table may have changed its height.
  useLayoutEffect(() => {
    if (body.current) setOffset(body.current.getBoundingClientRect().top + window.scrollY);
  });
  const rows = useWindowVirtualizer({
    count: entries.length,
    estimateSize: usualHeight,
    overscan: OVERSCAN,
    scrollMargin: offset,
    getItemKey: (index) => entries[index]?.mal_id ?? index,
    rangeExtractor: (range) => {
      const indexes = new Set(defaultRangeExtractor(range));
      if (focused !== null && focused < range.count) indexes.add(focused);
      return [...indexes].sort((a, b) => a - b);
    },
  });
  return {
    rows: rows.getVirtualItems().map(({ index, start }) => ({ index, top: start - offset })),
    height: rows.getTotalSize(),
    measure: rows.measureElement,
    onFocus: ({ target }: FocusEvent) => {
      const row = target.closest<HTMLElement>("[data-index]");
      setFocused(Number(row?.dataset.index));
    },
  };
}

import { useEffect } from "react";
import type { ListItem } from "@/api/list";
import { ENTRY } from "@/lib/entry-place";

/** Read and set by the script in index.html, before the first paint. */
const KEY = "mitai:entry:";
const PROPERTY = "--entry-height";

/**
 * Keeps how high the place of the entry is, for this page's next load: what stands below it is at its place from the first paint
 * then. Undefined is an entry that has not come.
 */
export function useKeptHeight(item: ListItem | null | undefined) {
  const known = item !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another status it has other fields
  useEffect(() => {
    const place = document.getElementById(ENTRY);
    if (!known || !place) return;
    const key = `${KEY}${location.pathname}`;
    const observer = new ResizeObserver(() => {
      try {
        sessionStorage.setItem(key, `${place.offsetHeight}px`);
      } catch {
        // Where storage is off, or full, the page moves a little
      }
    });
    observer.observe(place);
    return () => {
      observer.disconnect();
      document.documentElement.style.removeProperty(PROPERTY);
    };
  }, [known, item?.status]);
}

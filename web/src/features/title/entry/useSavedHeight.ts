import { type RefObject, useEffect } from "react";
import type { ListItem } from "@/api/list";
import { freeEntryPlace, saveEntryHeight } from "@/lib/entry-place";

/** Keeps how high an entry is, for a reload of its page. Undefined is one that has not come. */
export function useSavedHeight(
  content: RefObject<HTMLElement | null>,
  uid: string,
  item: ListItem | null | undefined,
) {
  useEffect(() => {
    const element = content.current;
    if (item === undefined || !element) return;
    const path = location.pathname;
    const observer = new ResizeObserver(() => saveEntryHeight(uid, path, element.offsetHeight));
    observer.observe(element);
    return () => {
      observer.disconnect();
      // Another state of the entry has another height
      freeEntryPlace();
    };
  }, [content, uid, item]);
}

import { useCallback, useEffect, useRef } from "react";
import type { Entry } from "@/api/types";

/**
 * Where the focus goes when an entry is removed, and its button with it: to the entry that takes its
 * place, else to the box around the list. Call `removing` before.
 */
export function useRemovalFocus(entries: readonly Entry[]) {
  const box = useRef<HTMLDivElement>(null);
  const removedAt = useRef<number>(null);
  const latest = useRef(entries);
  useEffect(() => {
    latest.current = entries;
    const at = removedAt.current;
    removedAt.current = null;
    if (at === null || document.activeElement !== document.body) return;
    const row = Math.min(at, entries.length - 1);
    const button = box.current?.querySelector<HTMLElement>(`[data-index="${row}"] button`);
    (button ?? box.current)?.focus({ preventScroll: true });
  }, [entries]);
  const removing = useCallback(({ mal_id }: Entry) => {
    removedAt.current = latest.current.findIndex((entry) => entry.mal_id === mal_id);
  }, []);
  return { box, removing };
}

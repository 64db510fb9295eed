import { useCallback, useEffect, useRef } from "react";
import type { Entry } from "@/api/types";

/**
 * Removing entries of a list by keyboard: the button that had the focus goes with its entry, so the
 * focus goes to the one that takes its place, else to the list's box. `remove` stays the same
 * function, so that entries that did not change need not be drawn anew.
 */
export function useRemoval(entries: readonly Entry[], onRemove: (malId: number) => void) {
  const box = useRef<HTMLDivElement>(null);
  const removedAt = useRef<number | null>(null);
  const latest = useRef({ entries, onRemove });
  useEffect(() => {
    latest.current = { entries, onRemove };
  });

  useEffect(() => {
    const at = removedAt.current;
    removedAt.current = null;
    if (at === null || document.activeElement !== document.body) return;
    const buttons = box.current?.querySelectorAll<HTMLElement>("li button") ?? [];
    (buttons[Math.min(at, entries.length - 1)] ?? box.current)?.focus();
  }, [entries]);

  const remove = useCallback((malId: number) => {
    const { entries: listed, onRemove: tell } = latest.current;
    removedAt.current = listed.findIndex(({ mal_id }) => mal_id === malId);
    tell(malId);
  }, []);
  return { box, remove };
}

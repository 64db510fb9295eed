import { useCallback, useEffect, useRef } from "react";

/**
 * Removing entries of a list by keyboard: the button that had the focus goes with its entry, so the
 * focus goes to the one that takes its place, else to the list's box. Entries have their id in
 * `data-mal-id`. `remove` stays the same function, so that entries that did not change need not
 * be drawn anew.
 */
export function useRemoval<Of extends { mal_id: number }>(
  entries: readonly Of[],
  onRemove: (entry: Of) => void,
) {
  const box = useRef<HTMLDivElement>(null);
  const removedAt = useRef<number>(null);
  const latest = useRef({ entries, onRemove });
  useEffect(() => {
    latest.current = { entries, onRemove };
  });

  useEffect(() => {
    const at = removedAt.current;
    removedAt.current = null;
    if (at === null || document.activeElement !== document.body) return;
    const id = entries[Math.min(at, entries.length - 1)]?.mal_id;
    const buttons = box.current?.querySelectorAll<HTMLElement>(`[data-mal-id="${id}"] button`);
    // The last one of each entry removes it.
    const button = [...(buttons ?? [])].at(-1);
    (button ?? box.current)?.focus({ preventScroll: true });
  }, [entries]);

  const remove = useCallback((entry: Of) => {
    const { entries: listed, onRemove: tell } = latest.current;
    removedAt.current = listed.findIndex(({ mal_id }) => mal_id === entry.mal_id);
    tell(entry);
  }, []);
  return { box, remove };
}

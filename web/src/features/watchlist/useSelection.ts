import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ListItem } from "@/api/list";

const none: ReadonlySet<number> = new Set();

/** Which of the titles that show are selected. One that does not show any more is not. */
export function useSelection(shown: readonly ListItem[]) {
  const [ids, setIds] = useState(none);
  const [selecting, setSelecting] = useState(false);
  const last = useRef<number>(null);
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });
  const selected = useMemo(
    () => (ids.size === 0 ? [] : shown.filter(({ mal_id }) => ids.has(mal_id))),
    [ids, shown],
  );
  const onSelect = useCallback((malId: number, range: boolean) => {
    const indexOf = (id: number | null) => latest.current.findIndex(({ mal_id }) => mal_id === id);
    const [from, to] = [indexOf(last.current), indexOf(malId)].sort((a, b) => a - b);
    last.current = malId;
    setIds((before) => {
      const next = new Set(before);
      const on = !next.delete(malId);
      if (on) next.add(malId);
      if (on && range && from !== undefined && to !== undefined && from >= 0) {
        for (const { mal_id } of latest.current.slice(from, to + 1)) next.add(mal_id);
      }
      return next;
    });
  }, []);
  const onAll = useCallback(() => {
    const all = latest.current.map(({ mal_id }) => mal_id);
    setIds((before) => (all.every((id) => before.has(id)) ? none : new Set(all)));
  }, []);
  const onNone = useCallback(() => {
    setIds(none);
    setSelecting(false);
  }, []);
  const onSelecting = useCallback(() => {
    setSelecting((before) => !before);
    setIds(none);
  }, []);
  return { ids, selected, selecting, onSelect, onAll, onNone, onSelecting };
}

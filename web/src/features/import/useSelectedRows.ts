import { useCallback, useEffect, useRef, useState } from "react";

const none: ReadonlySet<number> = new Set();

/** Which rows are selected, by their numbers. They stay so while a filter shows others. */
export function useSelectedRows(shown: readonly number[]) {
  const [rows, setRows] = useState(none);
  const last = useRef<number>(null);
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });
  const onSelect = useCallback((row: number, range: boolean) => {
    const [from = -1, to = -1] = [last.current, row]
      .map((each) => latest.current.indexOf(each ?? -1))
      .sort((a, b) => a - b);
    last.current = row;
    setRows((before) => {
      const next = new Set(before);
      const on = !next.delete(row);
      if (on) next.add(row);
      if (on && range && from >= 0)
        for (const each of latest.current.slice(from, to + 1)) next.add(each);
      return next;
    });
  }, []);
  return {
    rows,
    onSelect,
    onShown: () => setRows((before) => new Set([...before, ...shown])),
    onNone: () => setRows(none),
  };
}

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { libraryQuery } from "@/api/query";

/** For what changes many times in a row, as when the catalogue learns titles, in milliseconds. */
export const DEBOUNCE = 1_000;

/**
 * Asks anew when anything has changed, here or on another device: at once, or, where much may change in a row, once so
 * many milliseconds are over without a further change. `ask` is to stay the same function.
 */
export function useRefetchOnChange(uid: string, ask: () => void, debounce = 0) {
  const { data: version } = useQuery({ ...libraryQuery(uid), select: ({ version }) => version });
  const before = useRef(version);
  useEffect(() => {
    const known = before.current;
    before.current = version;
    if (known === undefined || known === version) return;
    if (debounce === 0) {
      ask();
      return;
    }
    const timer = setTimeout(ask, debounce);
    return () => clearTimeout(timer);
  }, [version, ask, debounce]);
}

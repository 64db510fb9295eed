import { useEffect, useRef } from "react";
import { useIsListed, useLibrary, useListChange } from "@/lib/library/useLibrary";

/** Puts a title whose page is opened on the history of whoever is signed in, if it is not there. */
export function useVisit(malId: number | undefined) {
  const known = useLibrary().record !== undefined;
  const visited = useIsListed("history");
  const { add } = useListChange();
  const noted = useRef<number>(null);
  useEffect(() => {
    if (malId === undefined || !known || noted.current === malId) return;
    noted.current = malId;
    if (!visited(malId)) add("history", malId);
  }, [malId, known, visited, add]);
}

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { cachedEntry } from "@/lib/library/cached-entry";
import { addChange } from "@/lib/library/outbox";
import { useIsListed, useLibrary, useListChange } from "@/lib/library/useLibrary";
import { readHint, useSession } from "@/lib/session";

/** Puts a title whose page is opened on the signed-in user's history, if it is not there. */
export const useVisit = import.meta.env.SSR ? () => {} : useBrowserVisit;

function useBrowserVisit(malId: number | undefined) {
  const known = useLibrary().library !== undefined;
  const visited = useIsListed("history");
  const { add } = useListChange();
  const noted = useRef<number>(null);
  useEffect(() => {
    if (malId === undefined || !known || noted.current === malId) return;
    noted.current = malId;
    if (!visited(malId)) add("history", malId);
  }, [malId, known, visited, add]);

  const { status, user } = useSession();
  const queries = useQueryClient();
  const uid = useRef<string>(null);
  useEffect(() => {
    uid.current = status === "unknown" ? readHint() : (user?.uid ?? null);
  });
  useEffect(() => {
    if (malId === undefined) return;
    // Left before the library has come: adding what is on it already changes nothing.
    const leave = () => {
      if (uid.current === null || noted.current === malId) return;
      noted.current = malId;
      const entry = cachedEntry(queries, malId);
      addChange(uid.current, { method: "PUT", list: "history", malId, entry });
    };
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [malId, queries]);
}

import { useCallback, useEffect, useMemo, useRef } from "react";
import { useLocation } from "wouter";
import { isStatus } from "@/lib/list/statuses";
import { useUrlParam } from "@/lib/location";
import type { WatchlistQuery } from "./select";
import { isSort } from "./sorts";

const airings: readonly (string | null)[] = ["not_yet_aired", "airing", "finished"];

/** Returns whether a text is a lowest score or "none"; any other text is no filter. */
const isScore = (text: string | null) => text !== null && /^(none|[1-9]\d?|100)$/.test(text);

/** The list's filters and order are in the address, so that reload, sharing and Back keep them. */
export function useWatchlistQuery(): [WatchlistQuery, (changes: Partial<WatchlistQuery>) => void] {
  const [path, navigate] = useLocation();
  const status = useUrlParam("status");
  const genre = useUrlParam("genre");
  const search = useUrlParam("search") ?? "";
  const tag = useUrlParam("tag");
  const score = useUrlParam("score");
  const kind = useUrlParam("kind");
  const airing = useUrlParam("airing");
  const sort = useUrlParam("sort");
  const query = useMemo(
    (): WatchlistQuery => ({
      status: isStatus(status) ? status : null,
      genre,
      search,
      tag,
      score: isScore(score) ? score : null,
      kind,
      airing: airings.includes(airing) ? (airing as WatchlistQuery["airing"]) : null,
      sort: isSort(sort) ? sort : null,
    }),
    [status, genre, search, tag, score, kind, airing, sort],
  );
  const latest = useRef({ query, path, navigate });
  useEffect(() => {
    latest.current = { query, path, navigate };
  });
  // The same function always: with every letter typed the address is another, and rows and chips need not be.
  const changeQuery = useCallback((changes: Partial<WatchlistQuery>) => {
    const { query: now, path: at, navigate: go } = latest.current;
    const address = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...now, ...changes })) {
      if (value) address.set(name, value);
    }
    // Without replacing, each letter typed would be a step of Back.
    go(address.size === 0 ? at : `${at}?${address}`, { replace: true });
  }, []);
  return [query, changeQuery];
}

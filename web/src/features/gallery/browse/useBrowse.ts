import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { browseQuery } from "@/api/browse";
import type { BrowseFacets } from "@/api/types";
import { useAddress } from "@/lib/location";
import { browsePath, readWanted, type Wanted, writeWanted } from "./wanted";

/** What the address wants, and the way to another one. */
export function useWanted() {
  const address = useAddress();
  const [, navigate] = useLocation();
  const wanted = readWanted(address.split("?")[1] ?? "");
  return [wanted, (other: Wanted) => navigate(browsePath(other))] as const;
}

/**
 * The titles that `wanted` lets through. Which parts show is kept with this place in the browser's
 * history, so that whoever comes back to it, or reloads, finds what was there.
 */
export function useBrowse(wanted: Wanted) {
  const query = writeWanted(wanted);
  const [, navigate] = useLocation();
  const cursors = useHistoryState<{ cursors?: string[] } | null>()?.cursors ?? [];
  const first = useQuery({ ...browseQuery(query), placeholderData: keepPreviousData });
  const rest = useQueries({ queries: cursors.map((cursor) => browseQuery(query, cursor)) });
  const last = rest.at(-1) ?? first;
  const next = first.isPlaceholderData ? null : (last.data?.next ?? null);
  const parts = [first, ...rest].flatMap(({ data }) => (data ? [data] : []));
  return {
    first: first.data,
    /** Each title once: what moves while it is read may be in two parts. */
    items: [
      ...new Map(parts.flatMap(({ items }) => items).map((item) => [item.mal_id, item])).values(),
    ],
    facets: useLast(first.data?.facets ?? null),
    /** The titles are still those of the filters before. */
    stale: first.isPlaceholderData,
    error: [first, ...rest].find(({ error, data }) => error && !data)?.error ?? null,
    retrying: last.isFetching,
    /** Begins the list anew: parts that were shown before an update of the server may not go on. */
    restart: () => navigate(browsePath(wanted), { replace: true }),
    fetchingMore: rest.length > 0 && last.isPending && !last.error,
    more: next
      ? () =>
          navigate(browsePath(wanted), { replace: true, state: { cursors: [...cursors, next] } })
      : null,
  };
}

/** The last that there was: choices stay while others are fetched, and when they cannot be had. */
function useLast(facets: BrowseFacets | null): BrowseFacets | null {
  const [last, setLast] = useState(facets);
  if (facets && facets !== last) setLast(facets);
  return facets ?? last;
}

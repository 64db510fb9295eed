import { keepPreviousData, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { browseQuery } from "@/api/browse";
import type { BrowseFacets } from "@/api/types";
import { useAddress } from "@/lib/location";
import { AT_ONCE, eachOnce, inOrder, pagesToShow, useShownPages } from "../shown-pages";
import { useScrollRestoration } from "../useScrollRestoration";
import { browsePath, readWanted, type Wanted, writeWanted } from "./wanted";

/** What the address wants, and the way to another one. */
export function useWanted() {
  const address = useAddress();
  const [, navigate] = useLocation();
  const wanted = readWanted(address.split("?")[1] ?? "");
  return [wanted, (other: Wanted) => navigate(browsePath(other))] as const;
}

/** The titles that `wanted` lets through, as many of them as the address says. */
export function useBrowse(wanted: Wanted) {
  const query = writeWanted(wanted);
  const { cursors, wantedParts, grow, begin } = useCursors(browsePath(wanted), query);
  const first = useQuery({ ...browseQuery(query), placeholderData: keepPreviousData });
  const rest = useQueries({ queries: cursors.map((cursor) => browseQuery(query, cursor)) });
  const parts = inOrder([first, ...rest]);
  const unbroken = parts.length > rest.length && !first.isPlaceholderData;
  const next = unbroken ? (parts.at(-1)?.next ?? null) : null;
  const missing = wantedParts - parts.length;
  const coming = missing > 0 && next !== null;
  const error = [first, ...rest].find(({ error, data }) => error && !data)?.error ?? null;
  const place = useScrollRestoration(browsePath(wanted), (unbroken && !coming) || error !== null);

  useEffect(() => {
    if (coming) grow(next);
  });

  return {
    first: first.data,
    items: eachOnce(parts),
    facets: useLast(first.data?.facets ?? null),
    /** The titles are still those of the filters before. */
    stale: first.isPlaceholderData,
    place,
    missing,
    error,
    retrying: [first, ...rest].some(({ isFetching }) => isFetching),
    /** Finds the way anew: an updated server may not go on from where the one before was. */
    restart: async () => {
      const from = location.href;
      await first.refetch();
      // Who went elsewhere meanwhile stays there.
      if (location.href === from) begin();
    },
    fetchingMore: coming || rest.some(({ isPending, error }) => isPending && !error),
    more: next && !coming ? () => grow(next) : null,
  };
}

/**
 * Where the parts after the first begin. Each is told by the part before it; they are kept with this
 * place in the browser's history, so that a reload asks for all of them at once.
 */
function useCursors(list: string, query: string) {
  const queries = useQueryClient();
  const { asked, kept, show } = useShownPages<{ cursors: string[] }>(list);
  const known = kept.cursors ?? [];
  const parts = pagesToShow(known.length + 1, (part) => {
    return queries.getQueryState(browseQuery(query, known[part - 2]).queryKey) !== undefined;
  });
  const cursors = known.slice(0, parts - 1);
  /** As many as the address says. */
  const wantedParts = Math.max(parts, Math.min(asked, AT_ONCE));
  return {
    cursors,
    wantedParts,
    grow: (next: string) => {
      queries.prefetchQuery(browseQuery(query, next));
      show(Math.max(parts + 1, wantedParts), { cursors: [...cursors, next] });
    },
    begin: () => show(asked, { cursors: [] }),
  };
}

/** The last that there was: choices stay while others are fetched, and when they cannot be had. */
function useLast(facets: BrowseFacets | null): BrowseFacets | null {
  const [last, setLast] = useState(facets);
  if (facets && facets !== last) setLast(facets);
  return facets ?? last;
}

import { keepPreviousData, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { browsePageQuery } from "@/api/browse";
import type { BrowseFacets } from "@/api/types";
import { useAddress, useUrlParam } from "@/lib/location";
import { AT_ONCE, eachOnce, inOrder, pagesToShow, useShownPages } from "../shown-pages";
import { useScrollRestoration } from "../useScrollRestoration";
import { type BrowseQuery, browsePath, formatQuery, parseQuery } from "./query";

/** The query in the address, and the way to another one. */
export function useBrowseQuery() {
  const address = useAddress();
  const [, navigate] = useLocation();
  const query = parseQuery(address.split("?")[1] ?? "");
  return [query, (other: BrowseQuery) => navigate(browsePath(other))] as const;
}

/** The titles that match `query`, as many of them as the address says, from its cursor on. */
export function useBrowse(query: BrowseQuery) {
  const queryString = formatQuery(query);
  const start = useUrlParam("cursor");
  const list = browsePath(query, start);
  const { cursors, requestedParts, grow, begin } = useCursors(list, queryString, start);
  const first = useQuery({ ...browsePageQuery(queryString), placeholderData: keepPreviousData });
  const rest = useQueries({
    queries: cursors.map((cursor) => browsePageQuery(queryString, cursor)),
  });
  const parts = inOrder([first, ...rest]);
  const unbroken = parts.length > rest.length && !first.isPlaceholderData;
  const next = unbroken ? (parts.at(-1)?.next ?? null) : null;
  const missing = requestedParts - parts.length;
  const coming = missing > 0 && next !== null;
  const error = [first, ...rest].find(({ error, data }) => error && !data)?.error ?? null;
  const place = useScrollRestoration(list, (unbroken && !coming) || error !== null);

  useEffect(() => {
    if (coming) grow(next);
  });

  return {
    first: first.data,
    // The first part has the choices and the count, wherever the list begins.
    items: eachOnce(start === null ? parts : parts.slice(1)),
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
      // A reader who went elsewhere meanwhile stays there.
      if (location.href === from) begin();
    },
    fetchingMore: coming || rest.some(({ isPending, error }) => isPending && !error),
    more: next && !coming ? () => grow(next) : null,
    nextPath: next === null ? null : browsePath(query, next),
  };
}

/**
 * The cursors of the parts after the first. Each comes with the part before it. They are stored in the
 * history state, so that a reload asks for all of them at once.
 */
function useCursors(list: string, queryString: string, start: string | null) {
  const queries = useQueryClient();
  const { requested, stored, show } = useShownPages<{ cursors: string[] }>(list);
  const known = stored.cursors ?? (start === null ? [] : [start]);
  const parts = pagesToShow(known.length + 1, (part) => {
    return (
      queries.getQueryState(browsePageQuery(queryString, known[part - 2]).queryKey) !== undefined
    );
  });
  const cursors = known.slice(0, parts - 1);
  /** Number of pages that the address asks for, at most {@link AT_ONCE}. */
  const requestedParts = Math.max(parts, Math.min(requested, AT_ONCE));
  return {
    cursors,
    requestedParts,
    grow: (next: string) => {
      queries.prefetchQuery(browsePageQuery(queryString, next));
      show(Math.max(parts + 1, requestedParts), { cursors: [...cursors, next] });
    },
    begin: () => show(requested, { cursors: start === null ? [] : [start] }),
  };
}

/** The last that there was: choices stay while others are fetched, and when they cannot be had. */
function useLast(facets: BrowseFacets | null): BrowseFacets | null {
  const [last, setLast] = useState(facets);
  if (facets && facets !== last) setLast(facets);
  return facets ?? last;
}

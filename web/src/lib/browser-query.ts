import { useInfiniteQuery, useQuery } from "@tanstack/react-query";

/** A query that was not asked. */
const NOT_ASKED = { data: undefined, error: null, isFetching: false };

/**
 * Queries of what a page has only in a browser: what is fetched once the reader is near it, and what belongs to whoever is
 * signed in. The server renders without, and each query would take a hundredth of a page's rendering.
 *
 * **Invariant:** what a page reads of them before they were asked is `data`, `error` and `isFetching`. The server knows no more.
 */
export const useBrowserQuery = import.meta.env.SSR
  ? ((() => NOT_ASKED) as unknown as typeof useQuery)
  : useQuery;
export const useBrowserInfiniteQuery = import.meta.env.SSR
  ? ((() => NOT_ASKED) as unknown as typeof useInfiniteQuery)
  : useInfiniteQuery;

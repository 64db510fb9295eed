import { useInfiniteQuery, useQuery } from "@tanstack/react-query";

/** The result of a query that was not asked. */
const NOT_ASKED = { data: undefined, error: null, isFetching: false };

/**
 * Queries that run only in a browser: sections fetched once scrolled near, and data of the user who is
 * signed in. The server renders without, and each query would take a hundredth of a page's rendering.
 *
 * **Invariant:** before such a query runs, a page reads only `data`, `error` and `isFetching`. The server knows no more.
 */
export const useBrowserQuery = import.meta.env.SSR
  ? ((() => NOT_ASKED) as unknown as typeof useQuery)
  : useQuery;
export const useBrowserInfiniteQuery = import.meta.env.SSR
  ? ((() => NOT_ASKED) as unknown as typeof useInfiniteQuery)
  : useInfiniteQuery;

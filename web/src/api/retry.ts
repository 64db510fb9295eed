import { notifyManager, type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { useBackoffRetry } from "@/lib/useBackoffRetry";
import { type FailureCode, failureCode } from "./errors";

/** Codes of failures that may be temporary; a wrong address stays wrong. */
const transientCodes = new Set<FailureCode>(["unreachable", "unavailable", "internal"]);

/** Whether the same call may succeed later: the network or the server failed, not the call. */
export const isTransient = (error: unknown) => transientCodes.has(failureCode(error));

/** Asks again for everything on the page that could not be had: one Retry mends all of it. */
export function useRetryFailed(): () => void {
  const queries = useQueryClient();
  return () => {
    queries.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
  };
}

function failedForNow(queries: QueryClient): Query[] {
  const failed = ({ state }: Query) => state.status === "error" && isTransient(state.error);
  return queries.getQueryCache().findAll({ type: "active", predicate: failed });
}

/** Longest time of a request in the background, in milliseconds. */
const TIMEOUT_MS = 10_000;

/**
 * Asks again, unseen, for what could not be had. The cache's own way would forget the failure while
 * it asks, and what the page says of it would flicker.
 */
export function refetchFailed(queries: QueryClient) {
  for (const query of failedForNow(queries)) {
    const ask = query.options.queryFn;
    if (typeof ask !== "function") continue;
    const parts = "initialPageParam" in query.options ? query.options : null;
    // Of what comes in parts the first is asked for; with others there, all of them.
    if (parts && query.state.data !== undefined) {
      query.fetch().catch(() => {});
      continue;
    }
    const { queryKey, meta, state } = query;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const pageParam = parts?.initialPageParam;
    const context = { client: queries, queryKey, meta, signal, ...(parts && { pageParam }) };
    Promise.resolve(ask(context)).then(
      (answer) => {
        // Something newer may have come meanwhile: who has just logged in, for one.
        if (query.state.dataUpdateCount !== state.dataUpdateCount) return;
        query.setData(parts ? { pages: [answer], pageParams: [pageParam] } : answer);
      },
      () => {},
    );
  }
}

/** Sees to it that what could not be had comes by itself once it can be. For the app, once. */
export function useRecovery() {
  const queries = useQueryClient();
  const subscribe = useCallback(
    (listener: () => void) => queries.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [queries],
  );
  const failing = useSyncExternalStore(
    subscribe,
    () => failedForNow(queries).length > 0,
    () => false,
  );
  useBackoffRetry(failing, () => refetchFailed(queries));
}

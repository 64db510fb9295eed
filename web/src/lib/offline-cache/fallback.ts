import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { ApiError } from "@/api/errors";

/** Longest wait for an answer before the cached one shows, in milliseconds. */
const TIMEOUT_MS = 3_000;
/** The time of reading that cached answers get: long ago, so that they are refetched wherever they are used. */
export const CACHED_AT = 1;

/** Returns whether the cached answer shows, because the server's has not come yet. */
export const isFromCache = (state: { dataUpdatedAt: number } | undefined) =>
  state?.dataUpdatedAt === CACHED_AT;

/** The context that React Query hands to a query's function. */
export interface QueryContext {
  client: QueryClient;
  queryKey: QueryKey;
  signal: AbortSignal;
}

/** Whether there is nothing to look for: something shows, or nobody wants to know any more. */
export const isSettled = ({ client, queryKey, signal }: QueryContext) =>
  signal.aborted || client.getQueryData(queryKey) !== undefined;

/**
 * What the server answers. Where it cannot be asked and nothing is known yet, the cached
 * answer shows, and the failure stays: the page says so, and asks again.
 */
export async function withCachedFallback<T>(
  context: QueryContext,
  request: Promise<T>,
): Promise<T> {
  if (isSettled(context) || !("caches" in globalThis)) return request;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(ApiError.unreachable()), TIMEOUT_MS);
  });
  try {
    return await Promise.race([request, late]);
  } catch (error) {
    // This code loads only on a failure.
    const shown = import("./write").then(
      ({ showCached }) => showCached(context, request, error),
      () => false,
    );
    const came = request.then(
      () => false,
      () => shown,
    );
    if (await Promise.race([came, shown])) throw ApiError.unreachable(true);
    return request;
  } finally {
    clearTimeout(timer);
  }
}

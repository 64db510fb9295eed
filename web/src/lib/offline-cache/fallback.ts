import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { ApiError } from "@/api/errors";

/** How long an answer may take, in milliseconds, before a kept one shows. */
const PATIENCE = 3_000;
/** When what is kept counts as read: long ago, so that it is asked for anew wherever it is used. */
export const CACHED_AT = 1;

/** Whether what shows is what this browser has kept: the server has not said yet. */
export const isFromCache = (state: { dataUpdatedAt: number } | undefined) =>
  state?.dataUpdatedAt === CACHED_AT;

export interface Asking {
  client: QueryClient;
  queryKey: QueryKey;
  signal: AbortSignal;
}

/** Whether there is nothing to look for: something shows, or nobody wants to know any more. */
export const isSettled = ({ client, queryKey, signal }: Asking) =>
  signal.aborted || client.getQueryData(queryKey) !== undefined;

/**
 * What the server answers. Where it cannot be asked and nothing is known yet, what this browser has
 * kept shows, and the failure stays: the page says so, and asks again.
 */
export async function withCachedFallback<T>(asking: Asking, asked: Promise<T>): Promise<T> {
  if (isSettled(asking) || !("caches" in globalThis)) return asked;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(ApiError.unreachable()), PATIENCE);
  });
  try {
    return await Promise.race([asked, late]);
  } catch (error) {
    // Whoever always has a network does without this code.
    const shown = import("./write").then(
      ({ showCached }) => showCached(asking, asked, error),
      () => false,
    );
    const came = asked.then(
      () => false,
      () => shown,
    );
    if (await Promise.race([came, shown])) throw ApiError.unreachable(true);
    return asked;
  } finally {
    clearTimeout(timer);
  }
}

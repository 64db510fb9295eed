import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { ApiError, failureCode } from "@/api/errors";

/** How long an answer may take, in milliseconds, before a kept one shows. */
const PATIENCE = 3_000;
/** When what is kept counts as read: long ago, so that it is asked for anew wherever it is used. */
export const KEPT_AT = 1;

interface Asking {
  client: QueryClient;
  queryKey: QueryKey;
  signal: AbortSignal;
}

/**
 * What the server answers. Where it cannot be asked and nothing is known yet, what this browser has
 * kept shows, and the failure stays: the page says so, and asks again.
 */
export async function orKept<T>({ client, queryKey, signal }: Asking, asked: Promise<T>) {
  const known = () => signal.aborted || client.getQueryData(queryKey) !== undefined;
  if (known() || !("caches" in globalThis)) return asked;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(ApiError.unreachable()), PATIENCE);
  });
  try {
    return await Promise.race([asked, late]);
  } catch (error) {
    if (!["unreachable", "unavailable"].includes(failureCode(error))) throw error;
    // Whoever always has a network does without this code.
    const kept = await import("./keep").then(({ keptAnswer }) => keptAnswer(queryKey)).catch(() => {});
    if (kept === undefined || known()) return asked;
    client.setQueryData(queryKey, kept, { updatedAt: KEPT_AT });
    throw ApiError.unreachable(true);
  } finally {
    clearTimeout(timer);
  }
}

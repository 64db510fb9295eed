import { QueryClient, queryOptions } from "@tanstack/react-query";
import { withCachedFallback } from "@/lib/offline-cache/fallback";
import { apiPath, getJson } from "./client";
import { ApiError } from "./errors";
import { canonical, type Seed } from "./seed";
import type { Reads, UserLibrary } from "./types";

const MINUTE = 60_000;

/** Only what may pass by itself is asked again; a wrong address stays wrong. */
function worthRetrying(failures: number, error: Error): boolean {
  if (failures >= 2 || !(error instanceof ApiError) || error.showsCached) return false;
  return error.code === "unreachable" || error.code === "unavailable";
}

export function createQueryClient(seed: Seed = {}): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * MINUTE,
        gcTime: 30 * MINUTE,
        retry: worthRetrying,
        // Ask even when the browser says it is offline: the server may run on this very machine.
        networkMode: "always",
      },
    },
  });
  for (const [address, body] of Object.entries(seed)) {
    client.setQueryData([canonical(address)], body);
  }
  return client;
}

function read<P extends keyof Reads>(address: string) {
  return queryOptions({
    queryKey: [address] as const,
    queryFn: ({ signal }) => getJson<Reads[P]>(address, signal),
  });
}

/** A read whose last answer is cached in this browser, for when the server cannot be reached. */
function readCached<P extends keyof Reads>(address: string) {
  return queryOptions({
    queryKey: [address] as const,
    queryFn: (context) => withCachedFallback(context, getJson<Reads[P]>(address, context.signal)),
    meta: { cached: true },
  });
}

/** One page of the popularity listing, 1 to 10. */
export const popularQuery = (page: number) =>
  readCached<"/api/v1/anime">(apiPath("/api/v1/anime", {}, { list: "popular", page }));

/** One page of what a search finds. */
export const searchQuery = (text: string, page = 1) =>
  read<"/api/v1/anime">(apiPath("/api/v1/anime", {}, { search: text, page }));

/** The titles that a search text may mean, as it is being typed. */
export const suggestQuery = (text: string) =>
  read<"/api/v1/suggest">(apiPath("/api/v1/suggest", {}, { q: text }));

/** One title by MyAnimeList id or slug. */
export const animeQuery = (key: string) =>
  readCached<"/api/v1/anime/{key}">(apiPath("/api/v1/anime/{key}", { key }));

/** The slides of the hero banner. */
export const heroQuery = () => readCached<"/api/v1/hero">(apiPath("/api/v1/hero"));

/** Who is signed in on this browser. */
export const sessionQuery = () => readCached<"/api/v1/session">(apiPath("/api/v1/session"));

/** A read that answers each user differently: its key names whose it is, after the address. */
function readOwn<P extends keyof Reads>(address: string, uid: string) {
  return queryOptions({
    queryKey: [address, uid] as const,
    queryFn: ({ signal }) => getJson<Reads[P]>(address, signal),
  });
}

/** The user's sessions on all devices. */
export const ownSessionsQuery = (uid: string) =>
  readOwn<"/api/v1/auth/sessions">(apiPath("/api/v1/auth/sessions"), uid);

/**
 * The user's library. The live stream keeps it current, so an answer older than the stream is
 * dropped.
 */
export const libraryQuery = (uid: string) => {
  const queryKey = [apiPath("/api/v1/me/record"), uid] as const;
  return queryOptions({
    queryKey,
    queryFn: async (context) => {
      const { client, signal } = context;
      const now = await withCachedFallback(context, getJson<UserLibrary>(queryKey[0], signal));
      const before = client.getQueryData<UserLibrary>(queryKey);
      return before && before.version > now.version ? before : now;
    },
    meta: { cached: true },
    gcTime: Number.POSITIVE_INFINITY,
    // Comparing every entry of a long list takes longer than drawing those that show.
    structuralSharing: false,
  });
};

/** Drops every answer that belongs to another user than this one; null is nobody. */
export function dropOthersAnswers(queries: QueryClient, uid: string | null) {
  queries.removeQueries({
    predicate: ({ queryKey }) => queryKey.length > 1 && queryKey[1] !== uid,
  });
}

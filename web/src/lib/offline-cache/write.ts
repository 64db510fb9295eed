import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { ApiError, failureCode } from "@/api/errors";
import { sessionQuery } from "@/api/query";
import { readHint } from "@/lib/session";
import { SHELL } from "@/worker/rules";
import { CACHED_AT, isFromCache, isSettled, type QueryContext } from "./fallback";
import { jsonBytes } from "./json-bytes";
import { ANSWERS, cacheNameOf, PICTURES, PREFIX } from "./names";

/** How long, in milliseconds, an answer that changes waits before it is cached: at first, and from then on. */
const FIRST_DEBOUNCE = 500;
const DEBOUNCE = 10_000;
const MAX_TITLES = 60;
/** Name of the cache of answers that are the same for everybody. */
export const EVERYONE = `${ANSWERS}everyone`;
const TITLE = "/api/v1/anime/";

const { queryKey: SESSION } = sessionQuery();

/** The cache in which this user's answer belongs: undefined is not known yet, null is nobody. */
function placeOf([address, owner]: QueryKey, user: string | null | undefined): string | null {
  if (user === undefined) return null;
  if (owner !== undefined) return owner === user ? cacheNameOf(user) : null;
  const personal = address === SESSION[0] ? user !== null : String(address).startsWith(TITLE);
  return personal ? cacheNameOf(user) : EVERYONE;
}

/** Returns the cached answer; undefined where there is none. */
export async function cachedAnswer(queryKey: QueryKey): Promise<unknown> {
  const place = placeOf(queryKey, readHint());
  const answer = place && (await caches.match(String(queryKey[0]), { cacheName: place }));
  return answer ? answer.json() : undefined;
}

/** A late answer of the server replaces the cached one, unless something newer has. */
async function showLate({ client, queryKey }: QueryContext, request: Promise<unknown>) {
  const answer = await request;
  if (isFromCache(client.getQueryState(queryKey))) client.setQueryData(queryKey, answer);
}

/** Shows the cached answer, if there is one, until the server gives its own. */
export async function showCached(
  context: QueryContext,
  request: Promise<unknown>,
  error: unknown,
): Promise<boolean> {
  const code = failureCode(error);
  if (code !== "unreachable" && code !== "unavailable") return false;
  const { client, queryKey } = context;
  const answer = await cachedAnswer(queryKey).catch(() => undefined);
  if (answer === undefined || isSettled(context)) return false;
  client.setQueryData(queryKey, answer, { updatedAt: CACHED_AT });
  // The query counts as failed, though the cached answer shows.
  const failed = { status: "error", error: ApiError.unreachable(true) } as const;
  client.getQueryCache().find({ queryKey })?.setState(failed);
  showLate(context, request).catch(() => {});
  return true;
}

/** Returns the id of the signed-in user, null for nobody; undefined until the server has said. */
function userNow(queries: QueryClient): string | null | undefined {
  const now = queries.getQueryState(SESSION);
  return isFromCache(now) ? undefined : now?.data && (now.data.user?.uid ?? null);
}

/** Caches an answer, if it is the server's and its user is known. */
async function store(queries: QueryClient, { queryKey, state }: Query): Promise<boolean> {
  const place = placeOf(queryKey, userNow(queries));
  if (place === null || state.data === undefined || isFromCache(state)) return false;
  // Asked for before anything is waited for: when the user leaves now, it goes with the cache.
  const cache = await caches.open(place);
  const json = await jsonBytes(state.data);
  const headers = { "content-type": "application/json" };
  await cache.put(String(queryKey[0]), new Response(json, { headers }));
  const titles = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(TITLE));
  const oldest = titles.slice(0, Math.max(0, titles.length - MAX_TITLES));
  await Promise.all(oldest.map((title) => cache.delete(title)));
  return true;
}

/** Caches the server's answers: those that show already, and all later ones. */
export function cacheAnswers(queries: QueryClient) {
  const cache = queries.getQueryCache();
  const pending = new Map<Query, ReturnType<typeof setTimeout>>();
  let cached = new WeakSet<Query>();
  const now = async (query: Query) => {
    clearTimeout(pending.get(query));
    pending.delete(query);
    // A browser without room keeps less.
    if (await store(queries, query).catch(() => false)) cached.add(query);
  };
  const later = (query: Query) => {
    if (!query.meta?.cached || pending.has(query)) return;
    // A long list is written as a whole: not for each of many changes.
    const debounce = cached.has(query) ? DEBOUNCE : FIRST_DEBOUNCE;
    pending.set(query, setTimeout(now, debounce, query));
  };
  /** Caches what waits, since the tab may be about to be closed. */
  const onHide = () => {
    if (document.hidden) for (const query of [...pending.keys()]) now(query);
  };
  document.addEventListener("visibilitychange", onHide);
  let user: string | null | undefined;
  /** Caches what the page shows again when another user signs in. */
  const follow = () => {
    const before = user;
    user = userNow(queries);
    if (user === before) return;
    cached = new WeakSet();
    for (const query of cache.findAll({ type: "active" })) later(query);
  };
  follow();
  const stop = cache.subscribe((event) => {
    const { type, query } = event;
    // Embedded data are cached once the page shows them.
    if (type === "observerAdded" && !cached.has(query)) later(query);
    if (type !== "updated" || event.action.type !== "success") return;
    follow();
    later(query);
  });
  return () => {
    document.removeEventListener("visibilitychange", onHide);
    stop();
  };
}

/** Drops answers that the app would not understand any more. */
export async function dropOutdated() {
  const isOutdated = (name: string) =>
    name.startsWith(PREFIX) && name !== PICTURES && !name.startsWith(ANSWERS);
  const outdated = (await caches.keys()).filter(isOutdated);
  await Promise.all(outdated.map((name) => caches.delete(name)));
}

/** Has the browser keep what the app needs to start without a network. */
export async function prepare(queries: QueryClient) {
  await navigator.serviceWorker.register("/sw.js");
  await navigator.serviceWorker.ready;
  // Without the shell nothing would ever show the cached answers.
  if (!(await caches.match(SHELL))) return;
  await dropOutdated();
  cacheAnswers(queries);
}

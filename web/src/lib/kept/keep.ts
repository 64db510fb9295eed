import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { failureCode } from "@/api/errors";
import { sessionQuery } from "@/api/query";
import { readHint } from "@/lib/session";
import { EVERYONE, keptOf } from "./names";
import { type Asking, isSettled, KEPT_AT } from "./or-kept";

/** How long, in milliseconds, answers gather before they are kept. */
const CALM = 500;
const MOST_TITLES = 60;
const TITLE = "/api/v1/anime/";

const [session] = sessionQuery().queryKey;

/** What is kept of an answer; undefined where nothing is. */
export async function keptAnswer([address, owner]: QueryKey): Promise<unknown> {
  const user = readHint();
  if (owner !== undefined && owner !== user) return undefined;
  const mine = owner !== undefined || (address === session && user !== null);
  const places = mine ? [keptOf(user)] : [keptOf(user), EVERYONE];
  for (const cacheName of places) {
    const answer = await caches.match(String(address), { cacheName });
    if (answer) return answer.json();
  }
  return undefined;
}

/** Shows what is kept in the place of an answer that the server could not give, if anything is. */
export async function showKept(asking: Asking, error: unknown): Promise<boolean> {
  const code = failureCode(error);
  if (code !== "unreachable" && code !== "unavailable") return false;
  const { client, queryKey } = asking;
  const kept = await keptAnswer(queryKey).catch(() => undefined);
  if (kept === undefined || isSettled(asking)) return false;
  client.setQueryData(queryKey, kept, { updatedAt: KEPT_AT });
  return true;
}

/** Where an answer belongs; null is nowhere. */
function placeOf([address, owner]: QueryKey, user: string | null | undefined): string | null {
  if (user === undefined) return null;
  if (owner !== undefined) return owner === user ? keptOf(user) : null;
  const personal = address === session ? user !== null : String(address).startsWith(TITLE);
  return personal ? keptOf(user) : EVERYONE;
}

async function keep(queries: QueryClient, { queryKey, state }: Query) {
  if (state.data === undefined || state.dataUpdatedAt === KEPT_AT) return;
  const place = placeOf(queryKey, userNow(queries));
  if (place === null) return;
  // Opened before anything is waited for: when the user leaves now, it goes with the cache.
  const cache = await caches.open(place);
  await cache.put(String(queryKey[0]), Response.json(state.data));
  const titles = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(TITLE));
  const oldest = titles.slice(0, Math.max(0, titles.length - MOST_TITLES));
  await Promise.all(oldest.map((title) => cache.delete(title)));
}

/** Undefined until the server has said. */
function userNow(queries: QueryClient): string | null | undefined {
  const now = queries.getQueryData(sessionQuery().queryKey);
  return now && (now.user?.uid ?? null);
}

/** Keeps what the server answers, from now on and what shows already. */
export function keepAnswers(queries: QueryClient) {
  const cache = queries.getQueryCache();
  const gathering = new Set<Query>();
  const later = (query: Query) => {
    if (!query.meta?.kept || gathering.has(query)) return;
    gathering.add(query);
    setTimeout(() => {
      gathering.delete(query);
      // A browser without room keeps less.
      keep(queries, query).catch(() => {});
    }, CALM);
  };
  let user: string | null | undefined;
  /** What shows belongs to somebody else now. */
  const follow = () => {
    const before = user;
    user = userNow(queries);
    if (user !== before) for (const query of cache.findAll({ type: "active" })) later(query);
  };
  follow();
  return cache.subscribe(({ type, query, ...event }) => {
    if (type !== "updated" || !("action" in event) || event.action.type !== "success") return;
    later(query);
    follow();
  });
}

/** Has the browser keep what the app needs to start without a network. */
export async function prepare(queries: QueryClient) {
  await navigator.serviceWorker.register("/sw.js");
  // Where nothing starts the app, nothing that is kept would ever show.
  await navigator.serviceWorker.ready;
  keepAnswers(queries);
}

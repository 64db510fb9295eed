import { PICTURES } from "@/lib/offline-cache/names";
import {
  APP,
  isAway,
  isDrawn,
  isFile,
  isPage,
  isPicture,
  namesOnly,
  outdated,
  SHELL,
} from "./rules";

/**
 * Lets the app start without a network: it keeps the app's files, a page without data, and pictures
 * that were seen. What the API answers does not pass through it; `@/lib/offline-cache` keeps that.
 *
 * **Invariant:** if the server answers in time, a page gets its answer. Only files with a hash of their content in
 * their names come from the cache first.
 */
declare const self: ServiceWorkerGlobalScope;
/** The build's name and files, which the build puts in. */
declare const BUILD: string;
declare const FILES: readonly string[];

const CACHE = `${APP}${BUILD}`;
/** Longest wait for a page before the cached one shows, in milliseconds. */
const TIMEOUT_MS = 3_000;
/** Age from which on the cached page is fetched anew, in milliseconds. */
const DAY_MS = 86_400_000;
const MAX_PICTURES = 300;

/**
 * The address alone says what it is, whatever form it was sent in. Where the browser cannot look, nothing
 * is cached.
 */
const cached = (address: string, options: CacheQueryOptions & { cacheName?: string } = {}) =>
  caches.match(address, { ignoreVary: true, ...options }).catch(() => undefined);

/** Keeps the page without data, with the headers it comes with, if it is this build's. */
async function keepShell(cache: Cache) {
  const shell = await fetch(SHELL, { cache: "no-cache", redirect: "error" });
  if (!shell.ok || !namesOnly(await shell.clone().text(), FILES))
    throw new Error("not this build's");
  await cache.put(SHELL, shell);
}

/** Fetches the cached page anew once a day: its headers have the operator's settings. */
async function renewShell() {
  const cache = await caches.open(CACHE);
  const since = (await cache.match(SHELL))?.headers.get("date") ?? 0;
  if (Date.now() - new Date(since).getTime() > DAY_MS) await keepShell(cache);
}

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll([...FILES]);
  await keepShell(cache);
  // One that is broken must not keep a better one waiting until every tab is closed.
  await self.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(outdated(names, CACHE).map((name) => caches.delete(name)));
  // Else a page is asked for only once the worker has started.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

const timeout = () => new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT_MS));

async function fromServer(event: FetchEvent): Promise<Response> {
  const ahead: Response | undefined = await event.preloadResponse;
  return ahead ?? fetch(event.request);
}

async function page(event: FetchEvent): Promise<Response> {
  const answer = fromServer(event).catch(() => undefined);
  const first = await Promise.race([answer, timeout()]);
  if (first && !isAway(first.status)) {
    event.waitUntil(renewShell().catch(() => {}));
    return first;
  }
  const shell = await cached(SHELL, { cacheName: CACHE });
  return shell ?? (await answer) ?? Response.error();
}

async function file({ request }: FetchEvent): Promise<Response> {
  return (await cached(request.url)) ?? fetch(request);
}

async function keepPicture(address: string, picture: Response) {
  const cache = await caches.open(PICTURES);
  const before = await cache.match(address, { ignoreVary: true });
  const [etag, rule] = ["etag", "cache-control"].map((name) => picture.headers.get(name));
  const same = rule?.includes("immutable") || (etag && etag === before?.headers.get("etag"));
  if (before && same) {
    await picture.body?.cancel();
    return;
  }
  await cache.put(address, picture);
  const all = await cache.keys();
  const oldest = all.slice(0, Math.max(0, all.length - MAX_PICTURES));
  await Promise.all(oldest.map((each) => cache.delete(each)));
}

const nothing = () =>
  new Response('<svg xmlns="http://www.w3.org/2000/svg"/>', {
    headers: { "content-type": "image/svg+xml" },
  });

async function picture(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const answer = await fetch(request).catch(() => undefined);
  if (answer && !isAway(answer.status)) {
    // A browser without room stores fewer.
    const stored = answer.ok && !answer.redirected && keepPicture(request.url, answer.clone());
    if (stored) event.waitUntil(stored.catch(() => {}));
    return answer;
  }
  const before = await cached(request.url, { cacheName: PICTURES });
  // For a picture that fails the drawn one is shown; where that fails, too, better nothing than the
  // browser's sign of a broken picture.
  return (
    before ?? (isDrawn(new URL(request.url).pathname) ? nothing() : (answer ?? Response.error()))
  );
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== self.location.origin) return;
  // Also what is no page: left alone, it would be asked for once ahead and once more.
  if (mode === "navigate") event.respondWith(isPage(pathname) ? page(event) : fromServer(event));
  else if (isFile(pathname)) event.respondWith(file(event));
  else if (isPicture(pathname)) event.respondWith(picture(event));
});

import { QueryClientProvider, QueryObserver } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listAtQuery, listQuery } from "@/api/list";
import { animeQuery, createQueryClient, heroQuery, libraryQuery, sessionQuery } from "@/api/query";
import { refetchFailed } from "@/api/retry";
import type { Seed } from "@/api/seed";
import { useSession } from "@/lib/session";
import { useSessionSync } from "@/lib/session-change";
import { someEntry, someLibrary, someUser } from "@/test/account";
import { details, hero } from "@/test/anime";
import { cacheSession, someCaches } from "@/test/caches";
import { answer, refuse, unreachable } from "@/test/server";
import { CACHED_AT, withCachedFallback } from "./fallback";
import { cacheNameOf, deleteOthersCaches, PICTURES } from "./names";
import { cacheAnswers, cachedAnswer, dropOutdated, EVERYONE } from "./write";

const user = someUser();
const other = someUser({ uid: "01jd0000000000000000000000", displayName: "Kirito" });
const record = someLibrary({ watchlist: [someEntry(1)] });
let all: ReturnType<typeof someCaches>;

beforeEach(() => {
  all = someCaches();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens a tab that caches its answers, once a page shows them. */
function openTab(seed: Seed = {}) {
  const queries = createQueryClient(seed);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const stop = cacheAnswers(queries);
  const { result, unmount } = renderHook(
    () => {
      useSessionSync();
      return useSession();
    },
    { wrapper },
  );
  const close = () => {
    unmount();
    stop();
    queries.clear();
  };
  return { queries, session: () => result.current, close };
}

const cachedIn = (name: string) => [...(all.get(name)?.keys() ?? [])].sort();

test("the current list is cached, past lists are not", async () => {
  answer("/api/v1/session", { user });
  answer("/api/v1/me/list", { version: 4, position: "4-a", items: [], titles: {} as never });
  const tab = openTab();
  await waitFor(() => expect(tab.session().status).toBe("signed-in"));
  const then = listAtQuery(user.uid, "2026-03-14");
  const shown = [
    new QueryObserver(tab.queries, then).subscribe(() => {}),
    new QueryObserver(tab.queries, listQuery(user.uid)).subscribe(() => {}),
  ];
  await waitFor(() => expect(cachedIn(cacheNameOf(user.uid))).toContain("/api/v1/me/list"));
  expect(tab.queries.getQueryData(then.queryKey)).toBeDefined();
  expect(cachedIn(cacheNameOf(user.uid)).filter((address) => address.includes("at="))).toEqual([]);
  for (const stop of shown) stop();
  tab.close();
});

test("a user's answers are cached under their id, and deleted with their session", async () => {
  answer("/api/v1/session", { user });
  answer("/api/v1/me/record", record);
  answer("/api/v1/hero", hero());
  answer("/api/v1/anime/{key}", details());
  const tab = openTab();
  await waitFor(() => expect(tab.session().status).toBe("signed-in"));
  for (const query of [libraryQuery(user.uid), heroQuery(), animeQuery("1")]) {
    await tab.queries.fetchQuery(query as ReturnType<typeof heroQuery>);
  }
  const own = ["/api/v1/anime/1", "/api/v1/me/record", "/api/v1/session"];
  await waitFor(() => expect(cachedIn(cacheNameOf(user.uid))).toEqual(own));
  await waitFor(() => expect(cachedIn(EVERYONE)).toEqual(["/api/v1/hero"]));
  all.set(PICTURES, new Map());

  act(() => tab.queries.setQueryData(sessionQuery().queryKey, { user: null }));
  await waitFor(() => expect(cachedIn(EVERYONE)).toEqual(["/api/v1/hero", "/api/v1/session"]));
  expect([...all.keys()]).toEqual([EVERYONE]);
  tab.close();
});

test("data embedded in the page is cached once it is shown", async () => {
  const tab = openTab({ "/api/v1/hero": hero() });
  await waitFor(() => expect(cachedIn(EVERYONE)).toEqual(["/api/v1/session"]));
  const stop = new QueryObserver(tab.queries, heroQuery()).subscribe(() => {});
  await waitFor(() => expect(cachedIn(EVERYONE)).toEqual(["/api/v1/hero", "/api/v1/session"]));
  stop();
  tab.close();
});

test("an answer that changes often is cached at once, then every ten seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  answer("/api/v1/session", { user });
  const tab = openTab();
  const { queryKey } = libraryQuery(user.uid);
  const change = (version: number) => tab.queries.setQueryData(queryKey, { ...record, version });
  const version = () =>
    JSON.parse(all.get(cacheNameOf(user.uid))?.get("/api/v1/me/record") ?? "{}").version;
  await vi.waitFor(() => expect(tab.session().status).toBe("signed-in"));
  answer("/api/v1/me/record", { ...record, version: 5 });
  await tab.queries.fetchQuery(libraryQuery(user.uid));
  await vi.advanceTimersByTimeAsync(600);
  await vi.waitFor(() => expect(version()).toBe(5));
  change(6);
  await vi.advanceTimersByTimeAsync(5_000);
  change(7);
  expect(version()).toBe(5);
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.waitFor(() => expect(version()).toBe(7));
  // The tab may be about to be closed.
  change(8);
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.waitFor(() => expect(version()).toBe(8));
  tab.close();
});

test("an answer that arrives after signing out is not cached", async () => {
  answer("/api/v1/session", { user });
  const tab = openTab();
  await waitFor(() => expect(tab.session().status).toBe("signed-in"));
  tab.queries.setQueryData(sessionQuery().queryKey, { user: null });
  answer("/api/v1/me/record", record);
  await tab.queries.fetchQuery(libraryQuery(user.uid));
  await waitFor(() => expect(cachedIn(EVERYONE)).toEqual(["/api/v1/session"]));
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(cachedIn(cacheNameOf(user.uid))).toEqual([]);
  tab.close();
});

test("during an outage the cached answer shows, marked as old", async () => {
  cacheSession(all, user);
  unreachable("/api/v1/session");
  const tab = openTab();
  await waitFor(() => expect(tab.session()).toMatchObject({ user, confirmed: false }));
  const state = () => tab.queries.getQueryState(sessionQuery().queryKey);
  await waitFor(() => expect(state()).toMatchObject({ status: "error", dataUpdatedAt: CACHED_AT }));
  // The cached answer is not cached again.
  all.clear();
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect([...all.keys()]).toEqual([]);
  tab.close();
});

test("a cached answer shown on a later request still counts as a failure", async () => {
  cacheSession(all, user);
  refuse("/api/v1/session", 500, "internal");
  const tab = openTab();
  const state = () => tab.queries.getQueryState(sessionQuery().queryKey);
  await waitFor(() => expect(state()?.status).toBe("error"));
  unreachable("/api/v1/session");
  refetchFailed(tab.queries);
  await waitFor(() => expect(tab.session().user).toEqual(user));
  expect(state()).toMatchObject({ status: "error", dataUpdatedAt: CACHED_AT });
  answer("/api/v1/session", { user: other });
  refetchFailed(tab.queries);
  await waitFor(() => expect(tab.session()).toMatchObject({ user: other, confirmed: true }));
  tab.close();
});

test("a user never gets another user's cached answers", async () => {
  all.set(cacheNameOf(user.uid), new Map([["/api/v1/me/record", JSON.stringify(record)]]));
  all.set(EVERYONE, new Map([["/api/v1/session", '{"user":null}']]));
  const recordOf = (uid: string) => cachedAnswer(libraryQuery(uid).queryKey);
  expect(await recordOf(user.uid)).toBeUndefined();
  expect(await cachedAnswer(sessionQuery().queryKey)).toEqual({ user: null });
  localStorage.setItem("mitai:signed-in", other.uid);
  expect(await recordOf(user.uid)).toBeUndefined();
  // Somebody is signed in, but their session is not cached: the user is unknown.
  expect(await cachedAnswer(sessionQuery().queryKey)).toBeUndefined();
  localStorage.setItem("mitai:signed-in", user.uid);
  expect(await recordOf(user.uid)).toEqual(record);
});

test("a silent server times out if there is a cached answer", async () => {
  all.set(EVERYONE, new Map([["/api/v1/hero", JSON.stringify(hero())]]));
  vi.useFakeTimers();
  const client = createQueryClient();
  const { queryKey } = heroQuery();
  const { signal } = new AbortController();
  const shown = withCachedFallback({ client, queryKey, signal }, new Promise(() => {}));
  const failed = expect(shown).rejects.toMatchObject({ code: "unreachable", showsCached: true });
  await vi.advanceTimersByTimeAsync(2_900);
  expect(client.getQueryData(queryKey)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(200);
  await failed;
  expect(client.getQueryData(queryKey)).toEqual(hero());
});

test("a late answer replaces the cached one", async () => {
  all.set(EVERYONE, new Map([["/api/v1/hero", JSON.stringify(hero(1))]]));
  vi.useFakeTimers();
  const client = createQueryClient();
  const { queryKey } = heroQuery();
  const context = { client, queryKey, signal: new AbortController().signal };
  const answer = (after: number, with_: unknown) =>
    withCachedFallback(context, new Promise((resolve) => setTimeout(resolve, after, with_))).catch(
      () => {},
    );
  answer(5_000, hero(2));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(client.getQueryData(queryKey)).toEqual(hero(1));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(client.getQueryData(queryKey)).toEqual(hero(2));

  client.removeQueries({ queryKey });
  answer(5_000, hero(2));
  await vi.advanceTimersByTimeAsync(4_000);
  client.setQueryData(queryKey, hero(3));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(client.getQueryData(queryKey)).toEqual(hero(3));
});

test("cached answers of another API format are deleted", async () => {
  const other = "mitai:kept:0badf00d:everyone";
  for (const name of [
    other,
    "mitai:kept:0badf00d:of:x",
    EVERYONE,
    cacheNameOf("x"),
    PICTURES,
    "mitai:app:1",
  ]) {
    all.set(name, new Map());
  }
  await dropOutdated();
  expect([...all.keys()]).toEqual([EVERYONE, cacheNameOf("x"), PICTURES, "mitai:app:1"]);
  all.set(other.replace("everyone", "of:y"), new Map());
  await deleteOthersCaches("x", "x");
  expect([...all.keys()]).toEqual([EVERYONE, cacheNameOf("x"), "mitai:app:1"]);
  all.set(PICTURES, new Map());
  await deleteOthersCaches("x", "x");
  expect([...all.keys()]).toContain(PICTURES);
  // Not all that a user looked at leaves anything but pictures.
  await deleteOthersCaches("x", null);
  expect([...all.keys()]).toEqual([EVERYONE, cacheNameOf("x"), "mitai:app:1"]);
});

test("an answer that arrives during the cache lookup wins", async () => {
  all.set(EVERYONE, new Map([["/api/v1/hero", JSON.stringify(hero(1))]]));
  let look = () => {};
  const looked = new Promise<void>((resolve) => {
    look = resolve;
  });
  const match = caches.match.bind(caches);
  vi.spyOn(caches, "match").mockImplementation(async (...of) => {
    await looked;
    return match(...of);
  });
  vi.useFakeTimers();
  const client = createQueryClient();
  const { queryKey } = heroQuery();
  const asked = new Promise((resolve) => setTimeout(resolve, 4_000, "the answer"));
  const shown = withCachedFallback(
    { client, queryKey, signal: new AbortController().signal },
    asked,
  );
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await shown).toBe("the answer");
  client.setQueryData(queryKey, hero(2));
  look();
  await vi.advanceTimersByTimeAsync(100);
  expect(client.getQueryData(queryKey)).toEqual(hero(2));
});

test("a slow server is awaited if there is no cached answer", async () => {
  vi.useFakeTimers();
  const client = createQueryClient();
  const { signal } = new AbortController();
  const late = new Promise((resolve) => setTimeout(resolve, 5_000, "late"));
  const shown = withCachedFallback({ client, queryKey: ["/api/v1/hero"], signal }, late);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await shown).toBe("late");
});

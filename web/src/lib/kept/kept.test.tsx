import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { animeQuery, createQueryClient, heroQuery, recordQuery, sessionQuery } from "@/api/query";
import { useSession, useSessionKeeper } from "@/lib/session";
import { someEntry, someRecord, someUser } from "@/test/account";
import { details, hero } from "@/test/anime";
import { someCaches } from "@/test/caches";
import { answer, unreachable } from "@/test/server";
import { keepAnswers, keptAnswer } from "./keep";
import { EVERYONE, keptOf, PICTURES } from "./names";
import { KEPT_AT, orKept } from "./or-kept";

const user = someUser();
const other = someUser({ uid: "01jd0000000000000000000000", displayName: "Kirito" });
const record = someRecord({ watchlist: [someEntry(1)] });
let all: ReturnType<typeof someCaches>;

beforeEach(() => {
  all = someCaches();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A tab that keeps what it is told, once somebody looks at it. */
function openTab() {
  const queries = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const stop = keepAnswers(queries);
  const { result, unmount } = renderHook(
    () => {
      useSessionKeeper();
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

const keptOn = (name: string) => [...(all.get(name)?.keys() ?? [])].sort();

test("what a user was told is kept as theirs, and goes with their session", async () => {
  answer("/api/v1/session", { user });
  answer("/api/v1/me/record", record);
  answer("/api/v1/hero", hero());
  answer("/api/v1/anime/{key}", details());
  const tab = openTab();
  await waitFor(() => expect(tab.session().status).toBe("signed-in"));
  for (const query of [recordQuery(user.uid), heroQuery(), animeQuery("1")]) {
    await tab.queries.fetchQuery(query as ReturnType<typeof heroQuery>);
  }
  const own = ["/api/v1/anime/1", "/api/v1/me/record", "/api/v1/session"];
  await waitFor(() => expect(keptOn(keptOf(user.uid))).toEqual(own));
  await waitFor(() => expect(keptOn(EVERYONE)).toEqual(["/api/v1/hero"]));
  all.set(PICTURES, new Map());

  act(() => tab.queries.setQueryData(sessionQuery().queryKey, { user: null }));
  await waitFor(() => expect(keptOn(EVERYONE)).toEqual(["/api/v1/hero", "/api/v1/session"]));
  expect([...all.keys()]).toEqual([EVERYONE]);
  tab.close();
});

test("an answer that comes after its user has left is not kept", async () => {
  answer("/api/v1/session", { user });
  const tab = openTab();
  await waitFor(() => expect(tab.session().status).toBe("signed-in"));
  tab.queries.setQueryData(sessionQuery().queryKey, { user: null });
  answer("/api/v1/me/record", record);
  await tab.queries.fetchQuery(recordQuery(user.uid));
  await waitFor(() => expect(keptOn(EVERYONE)).toEqual(["/api/v1/session"]));
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(keptOn(keptOf(user.uid))).toEqual([]);
  tab.close();
});

test("while the server is away what was kept shows, and that it is old", async () => {
  localStorage.setItem("mitai:signed-in", user.uid);
  all.set(keptOf(user.uid), new Map([["/api/v1/session", JSON.stringify({ user })]]));
  unreachable("/api/v1/session");
  const tab = openTab();
  await waitFor(() => expect(tab.session().user).toEqual(user));
  const state = () => tab.queries.getQueryState(sessionQuery().queryKey);
  await waitFor(() => expect(state()).toMatchObject({ status: "error", dataUpdatedAt: KEPT_AT }));
  // What is kept is no news.
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(keptOn(EVERYONE)).toEqual([]);
  tab.close();
});

test("nobody is given what was kept for somebody else", async () => {
  all.set(keptOf(user.uid), new Map([["/api/v1/me/record", JSON.stringify(record)]]));
  all.set(EVERYONE, new Map([["/api/v1/session", '{"user":null}']]));
  const recordOf = (uid: string) => keptAnswer(recordQuery(uid).queryKey);
  expect(await recordOf(user.uid)).toBeUndefined();
  expect(await keptAnswer(sessionQuery().queryKey)).toEqual({ user: null });
  localStorage.setItem("mitai:signed-in", other.uid);
  expect(await recordOf(user.uid)).toBeUndefined();
  // Somebody is signed in, but who it is was not kept: it is not known then.
  expect(await keptAnswer(sessionQuery().queryKey)).toBeUndefined();
  localStorage.setItem("mitai:signed-in", user.uid);
  expect(await recordOf(user.uid)).toEqual(record);
});

test("a server that is silent is not waited for where something is kept", async () => {
  all.set(EVERYONE, new Map([["/api/v1/hero", JSON.stringify(hero())]]));
  vi.useFakeTimers();
  const client = createQueryClient();
  const { queryKey } = heroQuery();
  const { signal } = new AbortController();
  const shown = orKept({ client, queryKey, signal }, new Promise(() => {}));
  const failed = expect(shown).rejects.toMatchObject({ code: "unreachable", kept: true });
  await vi.advanceTimersByTimeAsync(2_900);
  expect(client.getQueryData(queryKey)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(200);
  await failed;
  expect(client.getQueryData(queryKey)).toEqual(hero());
});

test("a server that is slow is waited for where nothing is kept", async () => {
  vi.useFakeTimers();
  const client = createQueryClient();
  const { signal } = new AbortController();
  const late = new Promise((resolve) => setTimeout(resolve, 5_000, "late"));
  const shown = orKept({ client, queryKey: ["/api/v1/hero"], signal }, late);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await shown).toBe("late");
});

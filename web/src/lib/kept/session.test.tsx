import { act, fireEvent, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addChange, pendingChanges } from "@/lib/record/outbox";
import { readHint } from "@/lib/session";
import { someEntry, someRecord, someUser } from "@/test/account";
import { hero, listing } from "@/test/anime";
import { keepSession, someCaches } from "@/test/caches";
import { keepLists } from "@/test/keeping";
import { open } from "@/test/render";
import { answer, unreachable } from "@/test/server";
import { holdStreams } from "@/test/stream";
import { EVERYONE, keptOf } from "./names";

const user = someUser();
const other = someUser({ uid: "01jd0000000000000000000000", displayName: "Kirito" });
const record = someRecord({ watchlist: [someEntry(1)] });
const waiting = ({ uid }: { uid: string }) => pendingChanges(uid).map(({ malId }) => malId);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens the app where the server answers everything but who is signed in, which the browser remembers. */
async function openWithKeptSession() {
  const all = someCaches();
  keepSession(all, user);
  all.get(keptOf(user.uid))?.set("/api/v1/me/record", JSON.stringify(record));
  all.set(keptOf(other.uid), new Map());
  unreachable("/api/v1/session");
  answer("/api/v1/hero", hero());
  answer("/api/v1/anime", listing(1));
  const lists = keepLists(record);
  const streams = holdStreams();
  addChange(other.uid, { method: "PUT", list: "watchlist", malId: 7, entry: null });
  addChange(user.uid, { method: "PUT", list: "watchlist", malId: 5, entry: someEntry(5) });
  const view = open("/watchlist");
  await view.findByText("Title 5");
  await view.findByText("Title 1");
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  return { ...view, all, lists, streams };
}

test("a kept session shows, but nothing is sent or dropped in its name", async () => {
  const { all, lists, streams, getByText } = await openWithKeptSession();
  expect(lists.writes).toEqual([]);
  expect(streams.begun()).toEqual([]);
  expect(getByText(/Your change is kept and sent later/)).toBeInTheDocument();
  expect([waiting(user), waiting(other)]).toEqual([[5], [7]]);
  expect([...all.keys()]).toEqual([keptOf(user.uid), keptOf(other.uid)]);

  answer("/api/v1/session", { user });
  fireEvent(window, new Event("online"));
  await waitFor(() => expect(lists.writes).toEqual(["PUT watchlist 5"]));
  await waitFor(() => expect(streams.begun()).toHaveLength(1));
  expect(waiting(other)).toEqual([]);
  await waitFor(() => expect([...all.keys()]).not.toContain(keptOf(other.uid)));
});

test("where the server knows somebody else, they get nothing of the one who was remembered", async () => {
  const { all, lists, findByText, queryByText } = await openWithKeptSession();
  answer("/api/v1/session", { user: other });
  fireEvent(window, new Event("online"));
  await waitFor(() => expect(readHint()).toBe(other.uid));
  await waitFor(() => expect(lists.writes).toEqual(["PUT watchlist 7"]));
  expect(waiting(user)).toEqual([]);
  await waitFor(() => expect([...all.keys()]).not.toContain(keptOf(user.uid)));
  await findByText("Title 7");
  expect(queryByText("Title 5")).toBeNull();
});

test("a kept word that nobody is signed in drops nothing", async () => {
  const all = someCaches();
  localStorage.clear();
  all.set(keptOf(other.uid), new Map());

  all.set(EVERYONE, new Map([["/api/v1/session", '{"user":null}']]));
  unreachable("/api/v1/session");
  addChange(other.uid, { method: "PUT", list: "watchlist", malId: 7, entry: null });
  const { findByText } = open("/watchlist");
  await findByText(/Log in to see it/);
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(waiting(other)).toEqual([7]);
  expect([...all.keys()]).toContain(keptOf(other.uid));
});

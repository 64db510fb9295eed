import { act, fireEvent, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addChange, pendingChanges } from "@/lib/library/outbox";
import { readHint } from "@/lib/session";
import { someEntry, someLibrary, someUser } from "@/test/account";
import { hero, listing } from "@/test/anime";
import { cacheSession, someCaches } from "@/test/caches";
import { fakeLists } from "@/test/fake-lists";
import { open } from "@/test/render";
import { answer, server, unreachable } from "@/test/server";
import { fakeStreams } from "@/test/stream";
import { cacheNameOf } from "./names";
import { EVERYONE } from "./write";

const user = someUser();
const other = someUser({ uid: "01jd0000000000000000000000", displayName: "Kirito" });
const record = someLibrary({ watchlist: [someEntry(1)] });
const waiting = ({ uid }: { uid: string }) => pendingChanges(uid).map(({ malId }) => malId);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens the app where the server answers everything but who is signed in, which the browser remembers. */
async function openWithCachedSession(address = "/watchlist") {
  const all = someCaches();
  cacheSession(all, user);
  all.get(cacheNameOf(user.uid))?.set("/api/v1/me/record", JSON.stringify(record));
  all.set(cacheNameOf(other.uid), new Map());
  unreachable("/api/v1/session");
  answer("/api/v1/hero", hero());
  answer("/api/v1/anime", listing(1));
  const lists = fakeLists(record);
  const streams = fakeStreams();
  addChange(other.uid, { method: "PUT", list: "watchlist", malId: 7, entry: null });
  addChange(user.uid, { method: "PUT", list: "watchlist", malId: 5, entry: someEntry(5) });
  const view = open(address);
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  return { ...view, all, lists, streams };
}

test("a cached session shows, but nothing is sent or dropped until it is confirmed", async () => {
  const { all, lists, streams, findByText } = await openWithCachedSession();
  for (const title of ["Title 1", "Title 5"]) await findByText(title);
  expect(lists.writes).toEqual([]);
  expect(streams.begun()).toEqual([]);
  await findByText(/Your change is kept and sent later/);
  expect([waiting(user), waiting(other)]).toEqual([[5], [7]]);
  expect([...all.keys()]).toEqual([cacheNameOf(user.uid), cacheNameOf(other.uid)]);

  answer("/api/v1/session", { user });
  fireEvent(window, new Event("online"));
  await waitFor(() => expect(lists.writes).toEqual(["PUT watchlist 5"]));
  await waitFor(() => expect(streams.begun()).toHaveLength(1));
  expect(waiting(other)).toEqual([]);
  await waitFor(() => expect([...all.keys()]).not.toContain(cacheNameOf(other.uid)));
});

test("another user's session shows nothing of the cached one", async () => {
  const { all, lists, findByText, queryByText } = await openWithCachedSession();
  answer("/api/v1/session", { user: other });
  fireEvent(window, new Event("online"));
  await waitFor(() => expect(readHint()).toBe(other.uid));
  await waitFor(() => expect(lists.writes).toEqual(["PUT watchlist 7"]));
  expect(waiting(user)).toEqual([]);
  await waitFor(() => expect([...all.keys()]).not.toContain(cacheNameOf(user.uid)));
  await findByText("Title 7");
  expect(queryByText("Title 5")).toBeNull();
});

/** Has the server note the writes that it gets besides changes of the lists. */
function noteWrites() {
  const sent: string[] = [];
  const note = ({ request }: { request: Request }) => {
    sent.push(`${request.method} ${new URL(request.url).pathname}`);
    return HttpResponse.json({ version: 9, displayName: "Kirito", bio: "", favoriteGenres: "" });
  };
  server.use(
    http.post("*/api/v1/auth/logout", (of) => {
      note(of);
      return new HttpResponse(null, { status: 204 });
    }),
    http.patch("*/api/v1/me/record", note),
  );
  return sent;
}

test("logging out in a cached session first confirms it and sends pending changes", async () => {
  const { user: hand, lists, findByRole } = await openWithCachedSession("/profile");
  const sent = noteWrites();
  answer("/api/v1/session", { user });
  await hand.click(await findByRole("button", { name: "Logout" }));
  await waitFor(() => expect(sent).toEqual(["POST /api/v1/auth/logout"]));
  expect(lists.writes).toEqual(["PUT watchlist 5"]);
});

test.each([
  ["logging out", "Logout"],
  ["saving the profile", "Save Changes"],
])("%s in a cached session does not affect another user", async (_, last) => {
  const { user: hand, findByRole } = await openWithCachedSession("/profile");
  const sent = noteWrites();
  if (last !== "Logout") {
    await hand.click(await findByRole("button", { name: /Edit/ }));
    await hand.type(await findByRole("textbox", { name: /About Me/ }), "Mine");
  }
  answer("/api/v1/session", { user: other });
  await hand.click(await findByRole("button", { name: last }));
  await waitFor(() => expect(readHint()).toBe(other.uid));
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(sent).toEqual([]);
  expect(readHint()).toBe(other.uid);
});

test("a cached session does not open the account page", async () => {
  const { findByRole, queryByRole } = await openWithCachedSession("/account");
  await findByRole("button", { name: "Retry" });
  expect(queryByRole("button", { name: /Delete/ })).toBeNull();
});

test("a cached signed-out session drops nothing", async () => {
  const all = someCaches();
  localStorage.clear();
  all.set(cacheNameOf(other.uid), new Map());

  all.set(EVERYONE, new Map([["/api/v1/session", '{"user":null}']]));
  unreachable("/api/v1/session");
  addChange(other.uid, { method: "PUT", list: "watchlist", malId: 7, entry: null });
  const { findByText } = open("/watchlist");
  await findByText(/Log in to see it/);
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(waiting(other)).toEqual([7]);
  expect([...all.keys()]).toContain(cacheNameOf(other.uid));
});

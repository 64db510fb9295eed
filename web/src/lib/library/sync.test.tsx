import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient, libraryQuery } from "@/api/query";
import type { Entry } from "@/api/types";
import { someEntry, someUser } from "@/test/account";
import { fakeLists } from "@/test/fake-lists";
import { gate } from "@/test/gate";
import { fakeLocks } from "@/test/locks";
import { fakeStreams } from "@/test/stream";
import { useDeliveryStatus } from "./delivery-status";
import { addChange, pendingChanges } from "./outbox";
import { receiveChange } from "./receive";
import { syncLibrary } from "./sync";
import { withPending } from "./view";

const { uid } = someUser();
const ids = (entries: readonly Entry[] = []) => entries.map(({ mal_id }) => mal_id);

const closing: (() => void)[] = [];
let streams: ReturnType<typeof fakeStreams>;

const outboxKeys = () => Object.keys(localStorage).filter((key) => key.startsWith("mitai:outbox:"));

beforeEach(() => {
  streams = fakeStreams();
});

afterEach(() => {
  for (const close of closing.splice(0)) close();
  vi.unstubAllGlobals();
});

/** A tab of the browser: it has its own copy of the library, and shares storage and channels. */
function openTab() {
  const queries = createQueryClient();
  const tab = {
    queries,
    messages: [] as string[],
    checked: vi.fn(async () => {}),
    /** Reads the library, as a page does that shows it. */
    read: () => queries.ensureQueryData(libraryQuery(uid)),
    record: () => queries.getQueryData(libraryQuery(uid).queryKey),
    /** Returns the ids of the watchlist as the tab shows it. */
    shows: () => {
      const record = tab.record();
      return record && ids(withPending(record, pendingChanges(uid)).watchlist);
    },
    close: () => {},
  };
  tab.close = syncLibrary({
    queries,
    uid,
    notify: (message) => tab.messages.push(message),
    checkSession: () => tab.checked(),
  });
  closing.push(() => {
    tab.close();
    queries.clear();
  });
  return tab;
}

const add = (malId: number) =>
  addChange(uid, { method: "PUT", list: "watchlist", malId, entry: someEntry(malId) });
const remove = (malId: number) =>
  addChange(uid, { method: "DELETE", list: "watchlist", malId, entry: null });
const unsent = () => pendingChanges(uid).filter(({ version }) => version === undefined);
const streaming = (count = 1) => waitFor(() => expect(streams.begun()).toHaveLength(count));

test("changes are sent in order, one at a time, and each once", async () => {
  const server = fakeLists();
  const { open, passed } = gate();
  server.wait = passed;
  openTab();
  for (const malId of [3, 1, 2]) add(malId);
  await waitFor(() => expect(server.writes).toEqual(["PUT watchlist 3"]));
  remove(3);
  open();
  await waitFor(() => expect(unsent()).toEqual([]));
  expect(server.writes).toEqual([
    "PUT watchlist 3",
    "PUT watchlist 1",
    "PUT watchlist 2",
    "DELETE watchlist 3",
  ]);
  expect(ids(server.record().watchlist)).toEqual([2, 1]);
});

test("a change shows once: before, while and after the stream reports it", async () => {
  const server = fakeLists({ watchlist: [someEntry(1)] });
  const tab = openTab();
  await streaming();
  const { open, passed } = gate();
  server.wait = passed;
  add(2);
  expect(tab.shows()).toEqual([2, 1]);
  // The answer to the write comes first, the stream's event later.
  let sendEvent = () => {};
  server.onChange = (change) => {
    sendEvent = () => streams.change(change);
  };
  open();
  await waitFor(() => expect(unsent()).toEqual([]));
  expect(tab.record()?.version).toBe(4);
  expect(tab.shows()).toEqual([2, 1]);
  sendEvent();
  expect(tab.record()?.version).toBe(5);
  expect(tab.shows()).toEqual([2, 1]);
});

test("a refused change is reverted, and a message says why", async () => {
  const server = fakeLists();
  server.behavior = { status: 409, code: "list_full" };
  const tab = openTab();
  await streaming();
  add(2);
  expect(tab.shows()).toEqual([2]);
  await waitFor(() => expect(tab.shows()).toEqual([]));
  expect(tab.messages).toEqual([
    "“Title 2” was not added to your watchlist. Your list is full. Remove a title, then try again.",
  ]);
  // The next change has its own chance.
  server.behavior = "ok";
  add(3);
  await waitFor(() => expect(ids(server.record().watchlist)).toEqual([3]));
});

test.each([
  ["the network is gone", "unreachable" as const],
  ["the server is restarting", { status: 503, code: "unavailable" as const }],
])(
  "while %s changes are stored, also over a reload, and sent in order later",
  async (_, behavior) => {
    const server = fakeLists();
    const before = openTab();
    await streaming();
    server.behavior = behavior;
    add(1);
    add(2);
    await waitFor(() => expect(server.writes).toContain("PUT watchlist 1"));
    remove(1);
    expect(before.shows()).toEqual([2]);
    expect(before.messages).toEqual([]);
    before.close();

    server.behavior = "ok";
    server.writes.length = 0;
    const after = openTab();
    await waitFor(() => expect(unsent()).toEqual([]));
    expect(server.writes).toEqual(["PUT watchlist 1", "PUT watchlist 2", "DELETE watchlist 1"]);
    await waitFor(() => expect(after.shows()).toEqual([2]));
  },
);

test("sending is retried until the server is back", async () => {
  const server = fakeLists();
  server.behavior = "unreachable";
  openTab();
  add(1);
  await waitFor(() => expect(server.writes.length).toBeGreaterThan(1));
  server.behavior = "ok";
  await waitFor(() => expect(ids(server.record().watchlist)).toEqual([1]));
});

test("a change refused for an ended session is stored, and the session is checked", async () => {
  const server = fakeLists();
  server.behavior = { status: 401, code: "not_signed_in" };
  const tab = openTab();
  tab.checked.mockImplementation(async () => tab.close());
  add(1);
  await waitFor(() => expect(tab.checked).toHaveBeenCalledOnce());
  expect(unsent()).toHaveLength(1);
  expect(tab.messages).toEqual([]);
  // The same user has signed in again.
  server.behavior = "ok";
  const after = openTab();
  await waitFor(() => expect(ids(server.record().watchlist)).toEqual([1]));
  await waitFor(() => expect(after.shows()).toEqual([1]));
});

test("a change refused for a replaced session is sent with the new one", async () => {
  const server = fakeLists();
  server.behavior = { status: 401, code: "not_signed_in" };
  const tab = openTab();
  tab.checked.mockImplementation(async () => {
    server.behavior = "ok";
  });
  add(1);
  await waitFor(() => expect(ids(server.record().watchlist)).toEqual([1]));
  expect(tab.messages).toEqual([]);
});

test("a change confirmed after the session's end is not sent again", async () => {
  const server = fakeLists();
  const { open, passed } = gate();
  server.wait = passed;
  const before = openTab();
  add(1);
  await waitFor(() => expect(server.writes).toHaveLength(1));
  before.close();
  open();
  await waitFor(() => expect(unsent()).toEqual([]));
  openTab();
  add(2);
  await waitFor(() => expect(unsent()).toEqual([]));
  expect(server.writes).toEqual(["PUT watchlist 1", "PUT watchlist 2"]);
});

test("confirmed changes are removed from storage", async () => {
  const server = fakeLists();
  server.onChange = streams.change;
  const tab = openTab();
  await streaming();
  add(1);
  add(2);
  await waitFor(() => expect(unsent()).toEqual([]));
  await waitFor(() => expect(outboxKeys()).toEqual([]));
  expect(tab.shows()).toEqual([2, 1]);
});

test("changes confirmed before the browser was closed are removed, too", async () => {
  const server = fakeLists();
  const before = openTab();
  await streaming();
  add(1);
  await waitFor(() => expect(unsent()).toEqual([]));
  before.close();
  expect(pendingChanges(uid)).toHaveLength(1);
  const after = openTab();
  await waitFor(() => expect(outboxKeys()).toEqual([]));
  expect(after.shows()).toEqual([1]);
  expect(server.writes).toHaveLength(1);
});

test("a change that always fails does not block the others, and is stored", async () => {
  const server = fakeLists();
  server.failAt = 1;
  openTab();
  const { result } = renderHook(useDeliveryStatus);
  for (const malId of [1, 2, 3]) add(malId);
  await waitFor(() => expect(server.writes).toContain("PUT watchlist 1"));
  remove(1);
  await waitFor(() => expect(ids(server.record().watchlist)).toEqual([3, 2]));
  await waitFor(() => expect(result.current).toBe("failing"));
  // Later changes of the same title wait behind it.
  expect(unsent().map(({ method, malId }) => `${method} ${malId}`)).toEqual(["PUT 1", "DELETE 1"]);
  expect(server.writes).not.toContain("DELETE watchlist 1");
  // New changes of other titles are sent meanwhile.
  add(4);
  await waitFor(() => expect(ids(server.record().watchlist)).toEqual([4, 3, 2]));

  server.failAt = null;
  dispatchEvent(new Event("online"));
  await waitFor(() => expect(unsent()).toEqual([]));
  expect(server.writes.slice(-2)).toEqual(["PUT watchlist 1", "DELETE watchlist 1"]);
  expect(result.current).toBeNull();
});

test("changes from elsewhere show, strictly by version", async () => {
  const server = fakeLists();
  const tab = openTab();
  await streaming();
  expect(streams.begun()).toEqual([4]);
  server.onChange = streams.change;
  server.change("PUT", "watchlist", 7);
  expect(tab.shows()).toEqual([7]);
  // The stream tells the change twice, as after a reconnection.
  streams.change({ version: 5, position: "5", kind: "removed", list: "watchlist", mal_id: 7 });
  expect(tab.shows()).toEqual([7]);
});

test("after a gap the library is refetched before any further change", async () => {
  const server = fakeLists();
  const tab = openTab();
  await streaming();
  server.change("PUT", "watchlist", 1);
  server.onChange = streams.change;
  server.change("PUT", "watchlist", 2);
  expect(tab.record()?.version).toBe(4);
  await waitFor(() => expect(tab.record()?.version).toBe(6));
  expect(tab.shows()).toEqual([2, 1]);
  expect(server.reads).toBe(2);
});

test("a confirmed change is refetched when the stream does not report it", async () => {
  const server = fakeLists();
  const tab = openTab();
  await streaming();
  add(1);
  await waitFor(() => expect(tab.record()?.version).toBe(5));
  expect(server.reads).toBe(2);
});

test("a broken stream resumes at its position", async () => {
  const server = fakeLists();
  const tab = openTab();
  await streaming();
  server.onChange = streams.change;
  server.change("PUT", "watchlist", 1);
  streams.breakOff();
  expect(streams.begun()).toEqual([]);
  // By its position, for after a backup was restored a version may come again with another change.
  await waitFor(() => expect(streams.positions()).toEqual(["5-a"]));
  expect(tab.checked).toHaveBeenCalled();
});

test("a snapshot replaces everything, even by an older version", async () => {
  const server = fakeLists({ watchlist: [someEntry(1)] });
  const tab = openTab();
  await streaming();
  streams.snapshot({ ...server.record(), version: 2, watchlist: [someEntry(9)] });
  expect(tab.record()?.version).toBe(2);
  expect(tab.shows()).toEqual([9]);
});

test("a signed_out event checks the session, and an ended session stops the stream", async () => {
  fakeLists();
  const tab = openTab();
  await streaming();
  tab.checked.mockImplementation(async () => tab.close());
  streams.signedOut();
  expect(streams.begun()).toEqual([]);
  await waitFor(() => expect(tab.checked).toHaveBeenCalledOnce());
  expect(streams.begun()).toEqual([]);
});

test("a signed_out event reopens the stream if another session replaced the ended one", async () => {
  const server = fakeLists();
  const tab = openTab();
  await streaming();
  const { open, passed } = gate();
  tab.checked.mockImplementation(() => passed);
  streams.signedOut();
  server.change("PUT", "watchlist", 3);
  expect(streams.begun()).toEqual([]);
  open();
  await streaming();
  expect(tab.checked).toHaveBeenCalledOnce();
  server.onChange = streams.change;
  server.change("PUT", "watchlist", 4);
  await waitFor(() => expect(tab.shows()).toEqual([4, 3]));
});

test("one of many tabs holds a stream, and all show its changes", async () => {
  fakeLocks();
  const server = fakeLists();
  server.onChange = streams.change;
  const first = openTab();
  await streaming();
  const others = [openTab(), openTab()];
  await Promise.all(others.map((tab) => tab.read()));
  server.change("PUT", "watchlist", 5);
  for (const tab of [first, ...others]) {
    await waitFor(() => expect(tab.shows()).toEqual([5]));
  }
  expect(streams.begun()).toEqual([4]);
});

test("a new tab catches up with the leading one", async () => {
  fakeLocks();
  const server = fakeLists();
  const first = openTab();
  await streaming();
  const late = openTab();
  await late.read();
  // The news went out before the late tab listened.
  server.change("PUT", "watchlist", 5);
  const news = { version: 5, position: "5", kind: "added", list: "watchlist" } as const;
  receiveChange(first.queries, uid, { ...news, entry: someEntry(5), item: null });
  document.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(late.shows()).toEqual([5]));
});

test("when the leading tab closes, another resumes from its own version", async () => {
  fakeLocks();
  const server = fakeLists();
  server.onChange = streams.change;
  const first = openTab();
  await streaming();
  const second = openTab();
  server.change("PUT", "watchlist", 5);
  first.close();
  await waitFor(() => expect(streams.begun()).toEqual([5]));
  server.change("PUT", "watchlist", 6);
  await waitFor(() => expect(second.shows()).toEqual([6, 5]));
});

test("two tabs never send the same change", async () => {
  fakeLocks();
  const server = fakeLists();
  openTab();
  openTab();
  for (let malId = 1; malId <= 10; malId++) add(malId);
  await waitFor(() => expect(unsent()).toEqual([]));
  expect(server.writes).toEqual(
    Array.from({ length: 10 }, (_, index) => `PUT watchlist ${index + 1}`),
  );
});

import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { someEntry } from "@/test/account";
import {
  addChange,
  confirmChange,
  dropChange,
  dropChanges,
  dropConfirmed,
  dropOthersChanges,
  pendingChanges,
  readChanges,
  usePendingChanges,
} from "./outbox";

const add = (uid: string, malId: number) =>
  addChange(uid, { method: "PUT", list: "watchlist", malId, entry: someEntry(malId) });
const ids = (uid: string) => pendingChanges(uid).map(({ malId }) => malId);

afterEach(() => {
  vi.restoreAllMocks();
  dropOthersChanges("nobody");
});

test("many changes within a moment keep their order", () => {
  const expected = Array.from({ length: 200 }, (_, index) => 200 - index);
  for (const malId of expected) add("a", malId);
  expect(ids("a")).toEqual(expected);
});

const outboxKeys = () => Object.keys(localStorage).filter((key) => key.startsWith("mitai:outbox:"));

test("each user has a separate outbox, and dropping one leaves no keys", () => {
  add("a", 1);
  add("b", 2);
  expect(ids("a")).toEqual([1]);
  dropOthersChanges("b");
  expect(ids("a")).toEqual([]);
  expect(ids("b")).toEqual([2]);
  dropChanges("b");
  expect(outboxKeys()).toEqual([]);
});

test("another tab's changes show", () => {
  const { result } = renderHook(() => usePendingChanges("a"));
  expect(result.current).toEqual([]);
  const change = { id: "1", method: "PUT", list: "history", malId: 7, entry: null };
  localStorage.setItem("mitai:outbox:a:1", JSON.stringify(change));
  act(() => void dispatchEvent(new StorageEvent("storage", { key: "mitai:outbox:a:1" })));
  expect(result.current).toEqual([change]);
});

test("another tab's changes can be read before this tab is notified", () => {
  const { result } = renderHook(() => usePendingChanges("a"));
  const change = { id: "1", method: "PUT", list: "history", malId: 7, entry: null };
  localStorage.setItem("mitai:outbox:a:1", JSON.stringify(change));
  expect(readChanges("a")).toEqual([change]);
  expect(result.current).toEqual([]);
});

test("storage is read once a change, however many parts of a page ask", () => {
  const parts = Array.from({ length: 20 }, () => renderHook(() => usePendingChanges("a")));
  const read = vi.spyOn(Storage.prototype, "getItem");
  act(() => add("a", 1));
  for (const { result } of parts) expect(result.current).toHaveLength(1);
  const ofChanges = read.mock.calls.filter(([key]) => key.startsWith("mitai:outbox:a"));
  expect(ofChanges).toHaveLength(1);
});

test("an answer after logging out stores nothing", () => {
  add("a", 1);
  const [change] = pendingChanges("a");
  dropChanges("a");
  confirmChange("a", change!, 5);
  expect(outboxKeys()).toEqual([]);
});

test("only changes that the library includes are dropped", () => {
  for (const malId of [1, 2, 3]) add("a", malId);
  const [first, second] = pendingChanges("a");
  confirmChange("a", first!, 5);
  confirmChange("a", second!, 6);
  dropConfirmed("a", 5);
  expect(ids("a")).toEqual([2, 3]);
});

test.each(["not json", "7", "null", '{"method":"POST"}', '{"method":"PUT","list":"x","malId":1}'])(
  "an invalid stored value (%s) is no change",
  (stored) => {
    localStorage.setItem("mitai:outbox:a:1", stored);
    add("a", 2);
    expect(ids("a")).toEqual([2]);
  },
);

test("without storage, changes last until the page is left", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  add("a", 1);
  add("a", 2);
  expect(ids("a")).toEqual([1, 2]);
  const [first] = pendingChanges("a");
  confirmChange("a", first!, 9);
  expect(pendingChanges("a")[0]?.version).toBe(9);
  dropChange("a", first!);
  expect(ids("a")).toEqual([2]);
});

test("changes keep their order when the clock is set back, also between tabs", () => {
  vi.useFakeTimers({ now: new Date("2036-11-25T12:00:00Z"), toFake: ["Date"] });
  add("a", 1);
  vi.setSystemTime(new Date("2036-11-25T11:00:00Z"));
  add("a", 2);
  // Another tab was the last one to make a change.
  const ahead = Date.parse("2036-11-25T13:00:00Z");
  localStorage.setItem("mitai:last-change", String(ahead));
  add("a", 3);
  expect(ids("a")).toEqual([1, 2, 3]);
  expect(Number(pendingChanges("a").at(-1)?.id.slice(0, 15))).toBe(ahead + 1);
  vi.useRealTimers();
});

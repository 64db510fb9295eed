import { expect, test } from "vitest";
import type { Entry } from "@/api/types";
import { someEntry, someLibrary } from "@/test/account";
import { someItem } from "@/test/list";
import type { PendingChange } from "./outbox";
import { countUnsent, idsOn, withChange, withEdits, withPending } from "./view";

const ids = (entries: readonly Entry[]) => entries.map(({ mal_id }) => mal_id);

function pending(method: "PUT" | "DELETE", malId: number, version?: number): PendingChange {
  const entry = method === "PUT" ? someEntry(malId) : null;
  const change = { id: "", method, list: "watchlist", malId, entry } as const;
  return version === undefined ? change : { ...change, version };
}

test("a change of the server makes the next version", () => {
  const record = someLibrary({ version: 4, watchlist: [someEntry(1)], history: [someEntry(1)] });
  const added = withChange(record, {
    version: 5,
    position: "5-b",
    kind: "added",
    list: "watchlist",
    entry: someEntry(2),
    item: null,
  });
  expect(ids(added.watchlist)).toEqual([2, 1]);
  expect(added).toMatchObject({ version: 5, position: "5-b" });
  const removed = withChange(added, {
    version: 6,
    position: "6-c",
    kind: "removed",
    list: "watchlist",
    mal_id: 1,
  });
  expect(ids(removed.watchlist)).toEqual([2]);
  expect(ids(removed.history)).toEqual([1]);
  const texts = { displayName: "Kirito", bio: "b", favoriteGenres: "g" };
  const set = withChange(removed, { version: 7, position: "7-d", kind: "profile", ...texts });
  expect(set).toMatchObject({ ...texts, position: "7-d" });
  // The answer to the tab's own change says no position: the last one that is known stays.
  const answered = withChange(removed, { version: 7, kind: "profile", ...texts });
  expect(answered).toMatchObject({ ...texts, version: 7, position: "6-c" });
});

test("pending changes show, each title once, the newest first", () => {
  const record = someLibrary({ watchlist: [someEntry(1), someEntry(2)] });
  const view = withPending(record, [pending("PUT", 3), pending("DELETE", 1), pending("PUT", 2)]);
  expect(ids(view.watchlist)).toEqual([3, 2]);
});

test("a title that was removed and added again shows", () => {
  const record = someLibrary({ watchlist: [someEntry(1)] });
  const view = withPending(record, [pending("DELETE", 1), pending("PUT", 1)]);
  expect(ids(view.watchlist)).toEqual([1]);
});

test("a confirmed change shows until the library has its version, and not after", () => {
  const before = someLibrary({ version: 4, watchlist: [] });
  expect(ids(withPending(before, [pending("PUT", 1, 5)]).watchlist)).toEqual([1]);
  // Another device has removed it since.
  const after = someLibrary({ version: 6, watchlist: [] });
  expect(ids(withPending(after, [pending("PUT", 1, 5)]).watchlist)).toEqual([]);
  expect(idsOn("watchlist", after, [pending("PUT", 1, 5)])).toEqual(new Set());
});

test("a title without known facts is on the list, but has no row yet", () => {
  const unknown = { ...pending("PUT", 9), entry: null };
  expect(ids(withPending(someLibrary(), [unknown]).watchlist)).toEqual([]);
  expect(idsOn("watchlist", someLibrary(), [unknown])).toEqual(new Set([9]));
  expect(idsOn("history", someLibrary(), [unknown])).toEqual(new Set());
});

test.each([
  ["nothing", [], 0],
  ["a title more and one less", [pending("PUT", 2), pending("DELETE", 1)], 2],
  ["one that came and went", [pending("PUT", 2), pending("DELETE", 2)], 0],
  ["one that came, went and came", [pending("PUT", 2), pending("DELETE", 2), pending("PUT", 2)], 1],
  ["one that is there already", [pending("PUT", 1)], 0],
  ["one that was looked at", [{ ...pending("PUT", 2), list: "history" as const }], 0],
  ["one that the server has", [pending("PUT", 2, 5)], 0],
  ["one that the server has, which went", [pending("PUT", 2, 5), pending("DELETE", 2)], 1],
  [
    "one that the server has, which went and came",
    [pending("PUT", 2, 5), pending("DELETE", 2), pending("PUT", 2)],
    0,
  ],
])("the unsent count is the difference in the end: %s", (_, changes, count) => {
  expect(countUnsent(someLibrary({ watchlist: [someEntry(1)] }), changes)).toBe(count);
});

test("edits put titles on the watchlist and take them off, in their order among the toggles", () => {
  const record = someLibrary({ version: 4, watchlist: [someEntry(1), someEntry(2)] });
  const edit = (id: string, malId: number, today: string | null, refused?: string) => ({
    id,
    malId,
    edit: today === null ? null : { today },
    item: someItem({ mal_id: malId, mean: 8.5 }),
    baseVersion: 4,
    ...(refused && { refused }),
  });
  const day = "2026-11-25";
  const edits = [
    edit("1", 1, null),
    edit("3", 2, day),
    edit("4", 3, day),
    edit("5", 4, day, "No."),
  ];
  const toggles = [{ ...pending("DELETE", 2), id: "2" }];
  const all = withEdits(toggles, edits);
  expect([...idsOn("watchlist", record, all)]).toEqual([2, 3]);
  expect(ids(withPending(record, all).watchlist)).toEqual([3, 2]);
  expect(withPending(record, all).watchlist[0]).toMatchObject({ score: 8.5 });
  expect(withEdits(toggles, [])).toBe(toggles);
});

import { expect, test } from "vitest";
import type { AnimeList, ListItem, Run } from "@/api/list";
import { someRun as run, someItem } from "@/test/list";
import { canWatchOn } from "./rules";
import { canWatchAgain, withEdit, withListChange } from "./view";

const today = "2026-11-25";
const list = (items: ListItem[]): AnimeList => ({ version: 4, position: "4-a", items });
const at = { version: 5, position: "5-b" };

test("the first episode starts a title", () => {
  const after = withEdit(someItem(), { progress: 1, today });
  expect(after).toMatchObject({ status: "watching", progress: 1, started: today, finished: null });
});

test("the last episode completes a title that has finished airing", () => {
  const before = someItem({ status: "watching", progress: 23 });
  const after = withEdit(before, { progress: 24, today });
  expect(after).toMatchObject({ status: "completed", finished: today, started: null });
  const airing = withEdit({ ...before, airing: "airing" }, { progress: 24, today });
  expect(airing).toMatchObject({ status: "watching", finished: null });
});

test("a title of unknown airing state is completed by its known episode count", () => {
  const before = someItem({ status: "watching", progress: 23, airing: "unknown" });
  const after = withEdit(before, { progress: 24, today });
  expect(after).toMatchObject({ status: "completed", finished: today });
  expect([canWatchOn(before), canWatchOn(after)]).toEqual([true, false]);
  expect(canWatchOn({ ...after, airing: "airing" })).toBe(true);
});

test("setting a title to completed sets all episodes", () => {
  const after = withEdit(someItem(), { status: "completed", today });
  expect(after).toMatchObject({ progress: 24, finished: today, started: null });
});

test("an entered date is not overwritten", () => {
  const before = someItem({ runs: [run({ progress: 23, started: "2019", finished: "2019-04" })] });
  const after = withEdit({ ...before, status: "watching" }, { progress: 24, today });
  expect(after).toMatchObject({ started: "2019", finished: "2019-04" });
});

test("leaving Completed resumes watching and loses nothing", () => {
  const done = run({ state: "done", progress: 24, started: "2019", finished: "2020" });
  const after = withEdit(someItem({ status: "completed", runs: [done] }), { progress: 20, today });
  expect(after).toMatchObject({ status: "watching", progress: 20, started: "2019" });
  const paused = withEdit(someItem({ status: "completed", runs: [done] }), {
    status: "paused",
    today,
  });
  expect(paused).toMatchObject({ status: "paused", progress: 24 });
});

test("the current run's state follows the status", () => {
  const done = run({ state: "done", progress: 24 });
  const state = (status: ListItem["status"], first: Run) =>
    withEdit(someItem({ runs: [first] }), { status, today }).runs[0]?.state;
  expect(state("watching", done)).toBe("open");
  expect(state("dropped", done)).toBe("done");
  expect(state("dropped", run({ progress: 3 }))).toBe("abandoned");
});

test("dropping a second unfinished run abandons it like the first", () => {
  const runs = [run({ state: "abandoned", progress: 3 }), run({ progress: 1 })];
  const after = withEdit(someItem({ status: "watching", runs }), { status: "dropped", today });
  expect(after).toMatchObject({ status: "dropped", progress: 1 });
  expect(after.runs[1]).toMatchObject({ state: "abandoned" });
});

test("a rewatch keeps the first run, and dropping it leaves the title completed", () => {
  const first = run({ state: "done", progress: 24, started: "2019", finished: "2020" });
  const again = withEdit(someItem({ status: "completed", runs: [first] }), {
    rewatch: true,
    today,
  });
  expect(again).toMatchObject({ status: "watching", progress: 0, started: null, finished: null });
  const next = withEdit(again, { progress: 1, today });
  expect(next).toMatchObject({ status: "watching", progress: 1, started: today });
  expect(next.runs[0]).toEqual(first);
  const given = withEdit(next, { status: "dropped", today });
  expect(given).toMatchObject({ status: "completed", progress: 24, started: "2019" });
  expect(given.runs[1]).toMatchObject({ state: "abandoned", progress: 1 });
});

test("a rewatch of a title whose runs are known by number has the first one in a run of its own", () => {
  const again = run({ progress: 5, started: "2024" });
  const before = someItem({ status: "watching", runs: [again], rewatches: 2 });
  const given = withEdit(before, { status: "dropped", today });
  expect(given).toMatchObject({ status: "completed", progress: 24, started: null, rewatches: 2 });
  expect(given.runs).toEqual([
    run({ state: "done", progress: 24 }),
    { ...again, state: "abandoned" },
  ]);
  const planned = someItem({ status: "planned", runs: [run()], rewatches: 2 });
  expect(canWatchAgain(planned)).toBe(true);
  const begun = withEdit(planned, { rewatch: true, today });
  expect(begun).toMatchObject({ status: "watching", progress: 0 });
  expect(begun.runs).toEqual([run({ state: "done", progress: 24 }), run()]);
  expect(canWatchAgain(begun)).toBe(false);
});

test("an edit of a former run changes that run alone", () => {
  const runs = [run({ state: "done", progress: 24, started: "2019" }), run({ progress: 3 })];
  const after = withEdit(someItem({ status: "completed", runs }), {
    run: 1,
    started: "2018",
    progress: 23,
    today,
  });
  expect(after.runs[0]).toMatchObject({ started: "2018", progress: 23 });
  expect(after).toMatchObject({ progress: 3, started: null, status: "completed" });
});

test("score, notes, tags and the private mark are set, and omitted fields stay", () => {
  const before = someItem({ score: 80, notes: "n", tags: ["a", "b"] });
  const after = withEdit(before, { add_tags: ["c"], remove_tags: ["a"], private: true, today });
  expect(after).toMatchObject({ score: 80, notes: "n", tags: ["b", "c"], private: true });
  expect(withEdit(before, { score: 0, notes: "", today })).toMatchObject({
    score: null,
    notes: "",
  });
});

test("the server's changes make the next list", () => {
  const one = someItem();
  const edited = { ...one, notes: "new" };
  const two = someItem({ mal_id: 2 });
  expect(withListChange(list([two, one]), { ...at, change: { item: edited } })).toEqual({
    ...at,
    items: [two, edited],
  });
  expect(withListChange(list([one]), { ...at, change: { item: two } })?.items).toEqual([two, one]);
  expect(withListChange(list([one]), { ...at, change: { removed: 1 } })?.items).toEqual([]);
  expect(withListChange(list([one]), { ...at, change: null })).toEqual({ ...at, items: [one] });
});

test("an already applied change does nothing, and one after a gap is refused", () => {
  const now = list([someItem()]);
  expect(withListChange(now, { ...at, version: 4, change: { removed: 1 } })).toBe(now);
  expect(withListChange(now, { ...at, version: 6, change: { removed: 1 } })).toBeNull();
});

test("a restored entry returns to its place", () => {
  const [newer, older] = ["2026-11-03T00:00:00Z", "2026-11-01T00:00:00Z"].map((added_at, at) =>
    someItem({ mal_id: at + 1, added_at }),
  );
  const back = someItem({ mal_id: 3, added_at: "2026-11-02T00:00:00Z" });
  const next = withListChange(list([newer!, older!]), { ...at, change: { item: back } });
  expect(next?.items.map(({ mal_id }) => mal_id)).toEqual([1, 3, 2]);
});

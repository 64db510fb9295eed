import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ListEdit, ListItem } from "@/api/list";
import { someItem, someRun } from "@/test/list";
import { canBe, mostEpisodes } from "./rules";
import { canWatchAgain, currentRun, withEdit } from "./view";

type Entry = Pick<
  ListItem,
  "status" | "score" | "notes" | "tags" | "private" | "rewatches" | "runs"
>;
type Cases<T> = Record<string, T>;

/** The results of edits by the domain's rules: a test there writes this table and checks the rules against it. */
const table: {
  titles: Cases<Pick<ListItem, "episodes" | "airing">>;
  entries: Cases<Partial<Entry>>;
  edits: Cases<Omit<ListEdit, "today">>;
  after: Cases<Cases<Cases<Partial<Entry> | null>>>;
} = JSON.parse(
  readFileSync(
    new URL("../../../../crates/domain/src/anime_list/tests/edits.json", import.meta.url),
    "utf8",
  ),
);
const today = "2026-11-25";

const named = <T>(cases: Cases<T>, name: string): T => {
  const found = cases[name];
  if (!found) throw new Error(`the table has no ${name}`);
  return found;
};

function itemOf(title: string, name: string): ListItem {
  const entry = named(table.entries, name);
  const runs = (entry.runs ?? [{}]).map((run) => someRun(run));
  const { progress, started, finished } = runs[currentRun(runs) - 1] ?? someRun();
  const done = runs.filter(({ state }) => state === "done").length;
  const rewatches = entry.rewatches ?? Math.max(0, done - 1);
  const fields = { ...named(table.titles, title), ...entry, runs, rewatches };
  return someItem({ ...fields, progress, started, finished });
}

const entryOf = ({ status, score, notes, tags, private: hidden, rewatches, runs }: ListItem) => ({
  status,
  score,
  notes,
  tags,
  private: hidden,
  rewatches,
  runs,
});

/** Returns whether a page offers the edit. */
function isOffered(
  item: ListItem,
  { status, progress = 0, rewatch, runs = [] }: Partial<ListEdit>,
) {
  const most = mostEpisodes(item) ?? Number.POSITIVE_INFINITY;
  const statuses = [
    status ?? item.status,
    ...runs.map(({ state }) => (state === "open" ? item.status : "completed")),
  ];
  return (
    statuses.every((wanted) => canBe(item, wanted)) &&
    [progress, ...runs.map((run) => run.progress)].every((wanted) => wanted <= most) &&
    (!rewatch || canWatchAgain(item))
  );
}

const cases = Object.entries(table.after).flatMap(([edit, titles]) =>
  Object.entries(titles).flatMap(([title, entries]) =>
    Object.entries(entries).map(([entry, after]) => ({ edit, title, entry, after })),
  ),
);

test("the table has cases", () => {
  expect(cases.length).toBeGreaterThan(500);
});

test.each(cases)("$edit: $entry, a title $title", ({ edit: name, title, entry, after }) => {
  const item = itemOf(title, entry);
  const edit = named(table.edits, name);
  if (after === null) expect(isOffered(item, edit)).toBe(false);
  else {
    const shown = withEdit(item, { ...edit, today });
    expect(entryOf(shown)).toEqual({ ...entryOf(item), ...after });
    const current = shown.runs[currentRun(shown.runs) - 1];
    expect(current).toMatchObject({ progress: shown.progress, started: shown.started });
  }
});

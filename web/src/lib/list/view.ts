import type { AnimeList, ListChange, ListEdit, ListItem, Run, Status } from "@/api/list";
import { canBe, mostEpisodes } from "./rules";

/** The newest come first; what an undo has brought back is as old as it was. */
function withNew(items: readonly ListItem[], item: ListItem): ListItem[] {
  const added = Date.parse(item.added_at);
  const older = items.findIndex(({ added_at }) => Date.parse(added_at) <= added);
  return older < 0 ? [...items, item] : items.toSpliced(older, 0, item);
}

/**
 * The list with a change of the server in it. One that is in it already leaves it as it is; null where the change
 * does not follow on the list: then the list has to be asked for anew.
 */
export function withListChange(list: AnimeList, next: ListChange): AnimeList | null {
  const { version, position, change } = next;
  if (version <= list.version) return list;
  if (version > list.version + 1) return null;
  if (change === null) return { ...list, version, position };
  const malId = "item" in change ? change.item.mal_id : change.removed;
  const others = list.items.filter(({ mal_id }) => mal_id !== malId);
  if ("removed" in change) return { version, position, items: others };
  const isNew = others.length === list.items.length;
  const items = isNew
    ? withNew(others, change.item)
    : list.items.map((item) => (item.mal_id === malId ? change.item : item));
  return { version, position, items };
}

/** Returns the tags after an edit, sorted. */
function tagsAfter(item: ListItem, edit: ListEdit): string[] {
  const tags = new Set(edit.tags ?? item.tags);
  for (const tag of edit.add_tags ?? []) tags.add(tag);
  for (const tag of edit.remove_tags ?? []) tags.delete(tag);
  return [...tags].sort();
}

const noRun: Run = { state: "open", progress: 0, started: null, finished: null, score: null };

/** The number of the run that goes on, from 1: the last one that was not abandoned. */
export const currentRun = (runs: readonly Run[]) =>
  runs.findLastIndex(({ state }) => state !== "abandoned") + 1 || runs.length;

/** Whether the title was completed and no run says so: an import may know the number alone. */
const isWatchedByNumber = ({ runs, rewatches }: ListItem) =>
  rewatches > 0 && !runs.some(({ state }) => state === "done");

/** Returns whether a rewatch can begin: the current run is done, or the title is known to be completed by number alone. */
export const canWatchAgain = (item: ListItem) =>
  canBe(item, "watching") &&
  (currentOf(item)?.state === "done" ||
    (isWatchedByNumber(item) && item.status === "planned" && item.progress === 0));

const wasCompleted = ({ runs, rewatches }: ListItem) =>
  rewatches > 0 || runs.some(({ state }) => state === "done");

/** An entry that is being edited, with the values that change. */
interface Draft {
  item: ListItem;
  edit: ListEdit;
  status: Status;
  runs: Run[];
}

const currentOf = ({ runs }: Pick<ListItem, "runs">) => runs[currentRun(runs) - 1];

/** Sets another status unless the user's edit sets one; returns whether it was set. */
function setByRule(draft: Draft, status: Status): boolean {
  if (draft.edit.status !== undefined || draft.status === status) return false;
  draft.status = status;
  return true;
}

const STATUS_OF = { done: "completed", abandoned: "dropped", open: "watching" } as const;

/** Has the status follow the state of the current run, if the edit has changed that. */
function setRuns(draft: Draft) {
  const state = currentOf(draft)?.state;
  if (state && state !== currentOf(draft.item)?.state) setByRule(draft, STATUS_OF[state]);
}

function watchAgain(draft: Draft) {
  const { item, runs } = draft;
  const before = currentOf(draft);
  // An open one of which nothing was seen is the one that ended before.
  if (before?.state === "open" && isWatchedByNumber(item)) {
    Object.assign(before, { state: "done", progress: item.episodes ?? 0 });
  }
  // The title's score may become another one while it is watched again.
  if (before) before.score ??= item.score;
  runs.push({ ...noRun });
  draft.status = "watching";
}

function setDatesAndProgress(draft: Draft) {
  const { edit, runs } = draft;
  const at = edit.run ?? currentRun(runs);
  const run = runs[at - 1];
  if (!run) return;
  if (edit.started !== undefined) run.started = edit.started;
  if (edit.finished !== undefined) run.finished = edit.finished;
  if (edit.run_score !== undefined) run.score = edit.run_score || null;
  if (edit.progress === undefined) return;
  const before = run.progress;
  run.progress = edit.progress;
  if (at === currentRun(runs)) followProgress(draft, run, before);
}

/** The effects of a new progress of the current run. A date that the user has just cleared stays empty. */
function followProgress(draft: Draft, run: Run, before: number) {
  const { item, edit } = draft;
  const { progress } = run;
  if (progress > before) {
    if (before === 0 && edit.started !== null) run.started ??= edit.today;
    if (progress === mostEpisodes(item)) {
      if (setByRule(draft, "completed") && edit.finished !== null) run.finished ??= edit.today;
    } else if (draft.status === "planned") setByRule(draft, "watching");
  }
  const isShort = item.episodes === null || progress < item.episodes;
  if (progress < before && isShort && draft.status === "completed") setByRule(draft, "watching");
}

/** Applies the status that the user's edit sets. */
function setStatus(draft: Draft) {
  const { item, edit, runs } = draft;
  const current = currentOf(draft);
  if (!current || edit.status === undefined || edit.status === item.status) return;
  draft.status = edit.status;
  if (edit.status === "dropped" && current.state === "open" && wasCompleted(item)) {
    // A dropped rewatch leaves the title completed.
    current.state = "abandoned";
    if (isWatchedByNumber(item))
      runs.unshift({ ...noRun, state: "done", progress: item.episodes ?? 0 });
    draft.status = "completed";
  } else if (edit.status === "completed") {
    if (edit.progress === undefined)
      current.progress = Math.max(current.progress, item.episodes ?? 0);
    if (edit.finished !== null) current.finished ??= edit.today;
  }
}

/** The state of the current run, as the status has it: what was seen to the end was so, whatever is dropped. */
function stateBy(status: Status, before: Run["state"]): Run["state"] {
  if (status === "completed") return "done";
  if (status !== "dropped") return "open";
  return before === "done" ? "done" : "abandoned";
}

/** How often it was watched again, with other runs: an import may know of more. */
function rewatchesWith(item: ListItem, runs: readonly Run[]) {
  const again = (of: readonly Run[]) =>
    Math.max(0, of.filter(({ state }) => state === "done").length - 1);
  return item.rewatches - again(item.runs) + again(runs);
}

/**
 * An entry as it looks at once after an edit. The rules are the server's, in the domain; these are the same for an edit
 * that has seen all, and `edits.test.ts` holds both to one table.
 */
export function withEdit(item: ListItem, edit: ListEdit): ListItem {
  const runs = (edit.runs ?? item.runs).map((run) => ({ ...run }));
  const draft: Draft = { item, edit, status: item.status, runs };
  if (edit.runs) setRuns(draft);
  if (edit.rewatch) watchAgain(draft);
  setDatesAndProgress(draft);
  setStatus(draft);
  const current = currentOf(draft);
  if (!current) return item;
  current.state = stateBy(draft.status, current.state);
  const { progress, started, finished } = currentOf(draft) ?? current;
  return {
    ...item,
    status: draft.status,
    runs,
    rewatches: rewatchesWith(item, runs),
    progress,
    started,
    finished,
    score: edit.score === undefined ? item.score : edit.score || null,
    notes: edit.notes ?? item.notes,
    tags: tagsAfter(item, edit),
    private: edit.private ?? item.private,
  };
}

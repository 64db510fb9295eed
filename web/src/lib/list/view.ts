import type { AnimeList, ListChange, ListEdit, ListItem, Run, Status } from "@/api/list";
import { mostEpisodes } from "./rules";

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

/** The tags after an edit, in their order. */
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

/** Whether it was watched to its end, and no run says so: an import may know the number alone. */
const isWatchedByNumber = ({ runs, rewatches }: ListItem) =>
  rewatches > 0 && !runs.some(({ state }) => state === "done");

/** Whether it was seen to its end, and nothing of it again since. */
export const canWatchAgain = (item: ListItem) =>
  item.runs[currentRun(item.runs) - 1]?.state === "done" ||
  (isWatchedByNumber(item) && item.status === "planned" && item.progress === 0);

/** The runs after what the hand has set, and no rule. */
function runsAfter(item: ListItem, edit: ListEdit): Run[] {
  const runs = (edit.runs ?? item.runs).map((run) => ({ ...run }));
  if (edit.rewatch) {
    const before = runs[currentRun(runs) - 1];
    // An open one of which nothing was seen is the one that ended before.
    if (before?.state === "open" && isWatchedByNumber(item)) {
      Object.assign(before, { state: "done", progress: item.episodes ?? 0 });
    }
    // The title's score may become another one while it is watched again.
    if (before) before.score ??= item.score;
    runs.push({ ...noRun });
  }
  const run = runs[(edit.run ?? currentRun(runs)) - 1];
  if (!run) return runs;
  if (edit.progress !== undefined) run.progress = edit.progress;
  if (edit.started !== undefined) run.started = edit.started;
  if (edit.finished !== undefined) run.finished = edit.finished;
  if (edit.run_score !== undefined) run.score = edit.run_score || null;
  return runs;
}

const wasCompleted = ({ runs, rewatches }: ListItem) =>
  rewatches > 0 || runs.some(({ state }) => state === "done");

/** The state of the current run, as the status has it: what was seen to the end was so, whatever is dropped. */
function stateBy(status: Status, before: Run["state"]): Run["state"] {
  if (status === "completed") return "done";
  if (status !== "dropped") return "open";
  return before === "done" ? "done" : "abandoned";
}

/**
 * An entry as it looks at once after an edit. The rules are the server's: these are only as many as it takes for
 * nothing to look wrong until it has answered.
 */
export function withEdit(item: ListItem, edit: ListEdit): ListItem {
  const runs = runsAfter(item, edit);
  const at = currentRun(runs);
  const current = runs[at - 1];
  if (!current) return item;
  const raised = edit.progress !== undefined && (edit.run ?? at) === at;
  let status = edit.status ?? (edit.rewatch ? "watching" : item.status);
  if (raised && edit.status === undefined) {
    const { progress } = current;
    const most = mostEpisodes(item);
    const ended = most !== null && progress > 0 && progress >= most;
    if (ended) status = "completed";
    else if (status === "planned" && progress > 0) status = "watching";
    else if (status === "completed" && progress < item.progress) status = "watching";
    if (item.progress === 0 && progress > 0) current.started ??= edit.today;
    if (ended) current.state = "done";
    else current.state = "open";
  }
  if (edit.status === "completed") current.progress = item.episodes ?? current.progress;
  if (edit.status === "dropped" && current.state === "open" && wasCompleted(item)) {
    // Whoever gives up watching again has completed it before.
    current.state = "abandoned";
    if (isWatchedByNumber(item))
      runs.unshift({ ...noRun, state: "done", progress: item.episodes ?? 0 });
    status = "completed";
  } else if (edit.status !== undefined) current.state = stateBy(edit.status, current.state);
  const ends = current.state === "done" && item.runs[at - 1]?.state !== "done";
  // A date that the hand has just emptied stays so.
  if (ends && edit.finished !== null) current.finished ??= edit.today;
  const { progress, started, finished } = runs[currentRun(runs) - 1] ?? current;
  return {
    ...item,
    status,
    runs,
    progress,
    started,
    finished,
    score: edit.score === undefined ? item.score : edit.score || null,
    notes: edit.notes ?? item.notes,
    tags: tagsAfter(item, edit),
    private: edit.private ?? item.private,
  };
}

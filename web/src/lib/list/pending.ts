import type { AnimeList, ListEdit, ListItem } from "@/api/list";
import { currentRun, withEdit } from "./view";

/** A change of one entry that the list does not show yet. */
export interface PendingEdit {
  /** Also the `op_id` that it is sent with, so that sending it twice does nothing twice. */
  id: string;
  /** When the user made it, by this browser's clock; an earlier version of the app did not keep that. */
  madeAt?: number;
  malId: number;
  /** The fields to change; null removes the title from the list. */
  edit: ListEdit | null;
  /** The version of the library that the user saw when making the edit; null if not known. */
  baseVersion: number | null;
  /** The item to show for a title that is not on the list; null where it is not known. */
  item: ListItem | null;
  /** Set before it is sent for the first time: the server may have it from then on. */
  attempted?: boolean;
  /** Set before the edit is sent with a network; without one the server has nothing of it. */
  offered?: boolean;
  /** Set once the server has it: the version of the library that includes it. */
  version?: number;
  /** Set together with `version`: the event that the server made of the edit; null where nothing changed. */
  event?: number | null;
  /** The edit that this one undoes: `item` is what there was before that, `edit` what makes it so again. */
  undoes?: string;
  /** The event that the server made of that edit, once it is known; null where nothing changed. */
  undoneEvent?: number | null;
  /** Whether the edit puts the title on the list. */
  adds?: boolean;
  /** Names the edit of several titles that this is one part of: they are sent together. */
  bulk?: string;
  /** Why it was not taken. It shows no more, is not sent, and is kept for the user to decide. */
  refused?: string;
}

/** An edit to take back, by its id, and the entry of its title before it; null was none. */
export interface Undone {
  id: string;
  malId: number;
  before: ListItem | null;
  /** The changed fields, if known; null removed the title. */
  edit?: ListEdit | null;
}

const onlyProgress = (edit: ListEdit) =>
  edit.progress !== undefined &&
  Object.keys(edit).every((name) => name === "progress" || name === "run" || name === "today");

/**
 * Merges two consecutive raises of the same run's progress into one edit; null if they have to be sent separately.
 *
 * **Invariant:** an edit that may have been sent is never merged: the server ignores an id that it knows.
 */
export function mergedEdit(before: PendingEdit, next: PendingEdit): PendingEdit | null {
  if (before.malId !== next.malId || before.attempted || before.version !== undefined) return null;
  if (before.refused !== undefined || next.refused !== undefined) return null;
  if (before.bulk || next.bulk) return null;
  if (before.undoes !== undefined || next.undoes !== undefined) return null;
  if (!before.edit || !next.edit) return null;
  if (!onlyProgress(before.edit) || !onlyProgress(next.edit)) return null;
  if (before.edit.run !== next.edit.run) return null;
  const raises = (next.edit.progress ?? 0) > (before.edit.progress ?? 0);
  if (!raises) return null;
  // The day of the first episode starts the title. What counts against others is when the user said last how far they
  // are: were it the first press, a lowering made elsewhere in between would take back the presses after it.
  const edit = { ...next.edit, today: before.edit.today };
  return { ...before, edit, ...(next.madeAt !== undefined && { madeAt: next.madeAt }) };
}

/**
 * The rest of an unsent edit when the last of its merged presses is withdrawn, before which the title was
 * `before`; null is nothing.
 */
export function withoutLast(pending: PendingEdit, before: ListItem | null): PendingEdit | null {
  const { edit, item, refused } = pending;
  if (!edit || !item || !before || refused !== undefined || !onlyProgress(edit)) return null;
  const seen = ({ runs }: ListItem) => runs[(edit.run ?? currentRun(runs)) - 1]?.progress;
  const progress = seen(before);
  if (progress === undefined || progress === seen(item)) return null;
  return { ...pending, edit: { ...edit, progress } };
}

/**
 * The edit for an entry that others may have changed since the user saw it: it is of the run that was the current one
 * then, and leaves a greater progress as it is unless it lowers the one that was seen.
 */
function asMeant(edit: ListEdit, seen: ListItem, now: ListItem): ListEdit {
  if (edit.rewatch || edit.runs) return edit;
  const run = edit.run ?? currentRun(seen.runs);
  const progressIn = ({ runs }: ListItem) => runs[run - 1]?.progress ?? 0;
  const { progress = 0, ...others } = edit;
  const isLess = progress <= progressIn(now) && progress >= progressIn(seen);
  return { ...(isLess ? others : edit), run };
}

/** Returns the present entry with the former values of the fields that are undone. */
function takenBack(now: ListItem, former: ListItem, edit: ListEdit): ListItem {
  const { today: _, ...fields } = edit;
  const { progress, started, finished, rewatches } = former;
  const ofRuns = fields.runs && { progress, started, finished, rewatches };
  const names = Object.keys(fields) as (keyof typeof fields & keyof ListItem)[];
  const values = names.map((name) => [name, former[name]]);
  return { ...now, ...Object.fromEntries(values), ...ofRuns };
}

/** Returns the title as it stands after an edit; null if it is not on the list. */
function after(before: ListItem | null, { edit, item, undoes }: PendingEdit): ListItem | null {
  if (edit === null) return null;
  if (undoes !== undefined) return before && item ? takenBack(before, item, edit) : item;
  const known = before ?? item;
  return known && withEdit(known, item ? asMeant(edit, item, known) : edit);
}

/** Whether the title is put on the list anew, not just back to where it was. */
function comesAnew(edits: readonly PendingEdit[]): boolean {
  const next = edits[edits.findLastIndex(({ edit }) => edit === null) + 1];
  return edits.some(({ edit }) => edit === null) && next !== undefined && !next.undoes;
}

/** The edits that wait, by their titles; a title that comes anew is behind those before it. */
function waitingByTitle(list: AnimeList, pending: readonly PendingEdit[]) {
  const waiting = new Map<number, PendingEdit[]>();
  for (const edit of pending) {
    const { malId, version, refused } = edit;
    if (refused !== undefined || (version !== undefined && version <= list.version)) continue;
    const edits = [...(waiting.get(malId) ?? []), edit];
    if (edits.at(-2)?.edit === null) waiting.delete(malId);
    waiting.set(malId, edits);
  }
  return waiting;
}

/** The items of the list as the user has made them: with the edits that the list does not include yet. */
export function withPendingEdits(
  list: AnimeList,
  pending: readonly PendingEdit[],
): readonly ListItem[] {
  const waiting = waitingByTitle(list, pending);
  if (waiting.size === 0) return list.items;
  const added = new Map<number, ListItem>();
  const stay = list.items.flatMap((item) => {
    const edits = waiting.get(item.mal_id);
    if (!edits) return item;
    const now = edits.reduce(after, item as ListItem | null);
    if (now && comesAnew(edits)) added.set(item.mal_id, now);
    else waiting.delete(item.mal_id);
    return now && !added.has(item.mal_id) ? now : [];
  });
  const first = [...waiting].flatMap(
    ([malId, edits]) => added.get(malId) ?? edits.reduce(after, null) ?? [],
  );
  return [...first.reverse(), ...stay];
}

/** Returns whether an entry says nothing but that the title is planned. */
export const isPlain = ({ status, score, notes, tags, runs, ...item }: ListItem) =>
  status === "planned" &&
  score === null &&
  notes === "" &&
  tags.length === 0 &&
  !item.private &&
  runs.length === 1 &&
  item.progress === 0 &&
  item.started === null &&
  item.finished === null;

import type { AnimeList, ListEdit, ListItem } from "@/api/list";
import { withEdit } from "./view";

/** A change of one entry that the list does not show yet. */
export interface PendingEdit {
  /** Also the `op_id` that it is sent with, so that sending it twice does nothing twice. */
  id: string;
  malId: number;
  /** Null removes the title from the list. */
  edit: ListEdit | null;
  /** The version of the library that the user saw. */
  baseVersion: number | null;
  /** What to show for a title that is not on the list; null where that is not known. */
  item: ListItem | null;
  /** Set before it is sent for the first time: the server may have it from then on. */
  attempted?: boolean;
  /** Set once the server has it: the version of the library that includes it. */
  version?: number;
}

const onlyProgress = (edit: ListEdit) =>
  edit.progress !== undefined &&
  Object.keys(edit).every((name) => name === "progress" || name === "run" || name === "today");

/**
 * The edit that stands for both: two raises of the same run's progress, one after the other; null where they have to
 * be sent each by itself.
 *
 * **Invariant:** what may have been sent takes up nothing more: the server does nothing for an id that it knows.
 */
export function mergedEdit(before: PendingEdit, next: PendingEdit): PendingEdit | null {
  if (before.malId !== next.malId || before.attempted || before.version !== undefined) return null;
  if (!before.edit || !next.edit) return null;
  if (!onlyProgress(before.edit) || !onlyProgress(next.edit)) return null;
  if (before.edit.run !== next.edit.run) return null;
  const raises = (next.edit.progress ?? 0) > (before.edit.progress ?? 0);
  // The day of the first episode starts the title.
  return raises ? { ...before, edit: { ...next.edit, today: before.edit.today } } : null;
}

function apply(items: readonly ListItem[], { malId, edit, item }: PendingEdit): ListItem[] {
  if (edit === null) return items.filter(({ mal_id }) => mal_id !== malId);
  if (items.some(({ mal_id }) => mal_id === malId)) {
    return items.map((each) => (each.mal_id === malId ? withEdit(each, edit) : each));
  }
  return item ? [withEdit(item, edit), ...items] : [...items];
}

/** The items of the list as the user has made them: with the edits that the list does not include yet. */
export function withPendingEdits(list: AnimeList, pending: readonly PendingEdit[]): ListItem[] {
  const waiting = pending.filter(({ version }) => version === undefined || version > list.version);
  return waiting.reduce(apply, list.items);
}

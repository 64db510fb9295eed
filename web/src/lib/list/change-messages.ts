import type { ListEdit, ListItem } from "@/api/list";
import { formatCount, titleCount } from "@/lib/format";
import type { Scale } from "./scales";
import { scoreText } from "./score-text";
import { statusNames } from "./statuses";

/** Returns the progress in words: "5 of 24", or "5" where the number of episodes is not known. */
export function progressText(progress: number, episodes: number | null): string {
  const seen = formatCount(progress);
  return episodes === null ? seen : `${seen} of ${formatCount(episodes)}`;
}

/** The message of a change of one entry, with its Undo. `name` is the title's displayed name. */
export function changeText(name: string, before: ListItem | null, after: ListItem): string {
  const title = `“${name}”`;
  if (before === null) return `${title} is on your list: ${statusNames[after.status]}.`;
  if (after.status !== before.status) return `${title} is now ${statusNames[after.status]}.`;
  if (after.runs.length > before.runs.length) return `${title}: a rewatch has begun.`;
  if (after.progress !== before.progress) {
    return `${title}: ${progressText(after.progress, after.episodes)} episodes.`;
  }
  if (after.score !== before.score) {
    return after.score === null ? `${title}: no score any more.` : `${title}: your score is saved.`;
  }
  if (after.private !== before.private) {
    return after.private ? `${title} is private now.` : `${title} is not private any more.`;
  }
  return `${title}: saved.`;
}

/** Returns the message of an edit of many entries: "12 titles: On hold." */
export function bulkText(
  count: number,
  { status, score, add_tags = [], remove_tags = [] }: Omit<ListEdit, "today">,
  scale: Scale,
): string {
  const parts = [
    status !== undefined && statusNames[status],
    score !== undefined && (score ? `score ${scoreText(score, scale)}` : "no score"),
    ...add_tags.map((tag) => `tag “${tag}” added`),
    ...remove_tags.map((tag) => `tag “${tag}” removed`),
  ].filter((part) => part !== false);
  return `${titleCount(count)}: ${parts.join(", ")}.`;
}

import type { ListEvent } from "@/api/list";
import { titleCount } from "@/lib/format";

/** Changes of many titles at once, or shortly after one another. */
export interface BulkChange
  extends Pick<ListEvent, "at" | "kind" | "cause" | "import" | "undone_import" | "restores"> {
  /** Number of titles. */
  count: number;
}

/** Longest time between two changes of one bulk change, in milliseconds. */
const GAP_MS = 60_000;
/** Fewest titles of a big change, by kind. */
const MANY = { removed: 2, edited: 5, added: 5 } as const;

const time = ({ at }: Pick<ListEvent, "at">) => Date.parse(at);

/** Whether an event continues a bulk change. One that stands for many never does. */
function belongs(last: BulkChange, event: ListEvent): boolean {
  const names = ["kind", "cause", "import", "undone_import", "restores"] as const;
  const isSame = event.together === 1 && names.every((name) => last[name] === event[name]);
  return isSame && time(last) - time(event) <= GAP_MS;
}

/** The bulk changes that events are of, newest first as these are; `at` is when the first change of each was made. */
export function bulkChanges(events: readonly ListEvent[]): BulkChange[] {
  const found: BulkChange[] = [];
  for (const event of eachRestoreOnce(events)) {
    const last = found.at(-1);
    if (last && belongs(last, event)) {
      last.count += 1;
      last.at = event.at;
    } else {
      const { at, kind, cause, undone_import, restores, together } = event;
      const of = { import: event.import, undone_import, restores };
      found.push({ at, kind, cause, ...of, count: together });
    }
  }
  return found;
}

export const isBig = ({ kind, count }: BulkChange) => count >= MANY[kind];

/** The last loss: titles that went, and not because somebody had the list be as it was. */
export const lastLoss = (changes: readonly BulkChange[]) =>
  changes.find(
    ({ kind, cause }) => kind === "removed" && cause !== "undo" && cause !== "restore",
  ) ?? null;

/** Returns the last millisecond before an instant. */
export const justBefore = (at: string) => new Date(Date.parse(at) - 1).toISOString();

export const verbs = { removed: "removed", edited: "changed", added: "added" } as const;

/** "Before 50 titles were removed"; `nameOf` is what the file of an import is called, if that is known. */
export function bulkChangeText(
  change: BulkChange,
  nameOf: (id: number) => string | undefined,
): string {
  const { kind, cause, count, undone_import, restores } = change;
  const titles = titleCount(count);
  const imported = (id: number) => `the import of ${nameOf(id) ?? `file ${id}`} (${titles})`;
  if (undone_import !== null) return `Before the undo of ${imported(undone_import)}`;
  if (cause === "import" && change.import) return `Before ${imported(Number(change.import))}`;
  if (restores !== null) return `Before the restore of ${titles}`;
  return `Before ${titles} ${count === 1 ? "was" : "were"} ${verbs[kind]}`;
}

/** The largest number of changes of one group that each still show by themselves. */
const FEW = 4;

/** The fields that all events of a group share. A group written at once has one event alone. */
const groupKey = ({ event, at, kind, cause, device, together, changes, ...of }: ListEvent) =>
  JSON.stringify([
    at,
    kind,
    cause,
    (of.import ?? of.undone_import) === null && together === 1 ? null : event,
    device,
    kind === "edited" ? changes.map(({ field }) => field) : [],
  ]);

/** Events that follow one another, those in one group that one action has made of many titles. */
export function grouped(events: readonly ListEvent[]): [ListEvent, ...ListEvent[]][] {
  const groups: [ListEvent, ...ListEvent[]][] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last && groupKey(last[0]) === groupKey(event)) last.push(event);
    else groups.push([event]);
  }
  return groups.flatMap((group) =>
    group.length > FEW ? [group] : group.map((event): [ListEvent] => [event]),
  );
}

/** Drops all but the newest event of a restore that was written in several parts. */
export function eachRestoreOnce(events: readonly ListEvent[]): ListEvent[] {
  const seen = new Set<string>();
  return events.filter(({ cause, together, at, restores }) => {
    if (cause !== "restore" || together === 1) return true;
    const restore = `${at} ${restores}`;
    return !seen.has(restore) && seen.add(restore);
  });
}

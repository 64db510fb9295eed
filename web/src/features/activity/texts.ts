import type { ChangedField, ChangedValue, ListEvent, ListItem, Run } from "@/api/list";
import { formatCount, titleCount } from "@/lib/format";
import { valueText } from "@/lib/list/change-text";
import { fieldName } from "@/lib/list/fields";
import { todayIn } from "@/lib/list/preferences";
import type { Scale } from "@/lib/list/scales";
import { dayText } from "./days";

/** Returns the day of an instant in the zone: "14 March 2026". */
const dayOf = (at: string, zone: string | null) => dayText(todayIn(zone, new Date(at)));

/** Why an entry changed, where it was not just changed by hand or by an import, which has a link. */
export function causeText({ cause, restores }: ListEvent, zone: string | null) {
  if (cause === "undo") return "Taken back";
  if (cause === "restore") return restores ? `Restored as of ${dayOf(restores, zone)}` : "Restored";
  if (cause === "sync") return "From another service";
  return cause === "migrated" ? "From your watchlist" : null;
}

const bySomebody = { by_rule: false, overruled: false };

const runFields = ["progress", "started", "finished", "score"] as const;

function runDifferences(run: number, before: Run | undefined, after: Run | undefined) {
  return runFields.flatMap((field): ChangedValue[] => {
    const old = before?.[field] ?? null;
    const now = after?.[field] ?? null;
    return old === now ? [] : [{ field, run, tag: null, old, new: now, ...bySomebody }];
  });
}

/** The edit that turns one entry into another. */
export function differences(before: ListItem, after: ListItem): ChangedValue[] {
  const changed = (field: ChangedField["field"], old: ChangedValue["old"], now: typeof old) =>
    old === now ? [] : [{ field, run: null, tag: null, old, new: now, ...bySomebody }];
  const tags = [...new Set([...before.tags, ...after.tags])].flatMap((tag): ChangedValue[] => {
    const [old, now] = [before, after].map(({ tags }) => (tags.includes(tag) ? true : null));
    return old === now
      ? []
      : [{ field: "tag", run: null, tag, old: old ?? null, new: now ?? null, ...bySomebody }];
  });
  const runs = Array.from({ length: Math.max(before.runs.length, after.runs.length) }, (_, index) =>
    runDifferences(index + 1, before.runs[index], after.runs[index]),
  );
  return [
    ...changed("status", before.status, after.status),
    ...changed("score", before.score, after.score),
    ...runs.flat(),
    ...changed("notes", before.notes || null, after.notes || null),
    ...changed("private", before.private || null, after.private || null),
    ...tags,
  ];
}

/** Returns a change in words: "Score: 3 now, 6 then". Its `old` value is the present one. */
export function nowAndThen(change: ChangedValue, scale: Scale): string {
  const { field, old, new: then } = change;
  if (field === "notes") {
    if (old === null) return "Notes: none now, some then";
    return then === null ? "Notes: some now, none then" : "Notes: others then";
  }
  const shown = (value: ChangedValue["old"]) =>
    field === "tag" || field === "private"
      ? value === null
        ? "no"
        : "yes"
      : valueText(change, value, scale);
  return `${fieldName(change)}: ${shown(old)} now, ${shown(then)} then`;
}

/** Joins parts of a sentence: "1 title is gone, 2 are different and 3 were added". */
export function listed(parts: readonly (string | false)[]): string {
  const shown = parts.filter((part) => part !== false);
  const last = shown.pop() ?? "";
  return shown.length > 0 ? `${shown.join(", ")} and ${last}` : last;
}

/** An entry before and after a restore; null where there was none. */
export interface Restored {
  before: ListItem | null;
  after: ListItem | null;
}

/** "As on 14 March 2026: 18 titles brought back, 6 changed and 462 removed." */
export function restoredText(restored: readonly Restored[], day: string): string {
  if (restored.length === 0) return `All of it is as on ${day} already.`;
  const removed = restored.filter(({ after }) => after === null).length;
  const back = restored.filter(({ before, after }) => before === null && after !== null).length;
  const counts = [
    [back, "brought back"],
    [restored.length - back - removed, "changed"],
    [removed, "removed"],
  ] as const;
  const parts = counts.filter(([count]) => count > 0);
  const shown = parts.map(
    ([count, done], index) => `${index === 0 ? titleCount(count) : formatCount(count)} ${done}`,
  );
  return `As on ${day}: ${listed(shown)}.`;
}

import type { ChangedField, ChangedValue, ListEvent, ListItem, Run } from "@/api/list";
import { formatCount } from "@/lib/format";
import { fieldName } from "@/lib/list/fields";
import type { Scale } from "@/lib/list/scales";
import { scoreText } from "@/lib/list/score-text";
import { isStatus, statusNames } from "@/lib/list/statuses";

function valueText({ field }: ChangedField, value: ChangedValue["old"], scale: Scale): string {
  if (value === null) return "none";
  if (field === "status" && typeof value === "string" && isStatus(value)) return statusNames[value];
  if (field === "score" && typeof value === "number") return scoreText(value, scale);
  return typeof value === "number" ? formatCount(value) : String(value);
}

/** One change of a field: what it was, and what it is. Null where another one says enough. */
export function changeLine(change: ChangedValue, scale: Scale): string | null {
  const { field, tag, old } = change;
  const now = change.new;
  if (field === "added_at" || field === "state" || field === "foreign") return null;
  if (field === "listed") return "Removed from your list";
  if (field === "tag") return `Tag “${tag ?? ""}” ${now === null ? "removed" : "added"}`;
  if (field === "private") return now === null ? "Not private any more" : "Private now";
  if (field === "notes") {
    return old === null || old === "" ? "Notes written" : now ? "Notes changed" : "Notes emptied";
  }
  const name = fieldName(change);
  if (old === null) return `${name}: ${valueText(change, now, scale)}`;
  return `${name}: ${valueText(change, old, scale)} → ${valueText(change, now, scale)}`;
}

/** Why an entry changed, where it was not just changed by hand. */
export function causeText(
  { cause, restores, import: name }: ListEvent,
  day: (at: string) => string,
) {
  if (cause === "undo") return "Taken back";
  if (cause === "restore") return restores ? `Restored as of ${day(restores)}` : "Restored";
  if (cause === "import") return name ? `Import: ${name}` : "Import";
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

/** What would have to be changed of an entry to make it another. */
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

import type { ChangedField, ChangedValue, ListEvent, ListItem, Run } from "@/api/list";

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

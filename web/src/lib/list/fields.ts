import type { ChangedField } from "@/api/list";

const runName = (run: number) => (run === 1 ? "first run" : `rewatch ${run - 1}`);

const fieldNames: Record<ChangedField["field"], string> = {
  status: "Status",
  score: "Score",
  notes: "Notes",
  private: "Private",
  extra_runs: "Rewatches",
  added_at: "Added",
  tag: "Tag",
  foreign: "Fields of another tracker",
  state: "Run",
  progress: "Episodes",
  started: "Started",
  finished: "Finished",
  listed: "On your list",
};

/** Returns a field's name in words: "Started", or "Started (rewatch 1)". */
export function fieldName({ field, run, tag }: ChangedField): string {
  const name = fieldNames[field];
  if (field === "tag") return `${name} “${tag ?? ""}”`;
  return run !== null && run > 1 ? `${name} (${runName(run)})` : name;
}

/** Returns the fields' names in words: "status and score". */
export function fieldsText(fields: readonly ChangedField[]): string {
  const names = [...new Set(fields.map(fieldName))].map((name, index) =>
    index === 0 ? name : name.charAt(0).toLowerCase() + name.slice(1),
  );
  const last = names.pop() ?? "";
  return names.length === 0 ? last : `${names.join(", ")} and ${last}`;
}

import type { ChangedField, ChangedValue } from "@/api/list";
import { formatCount } from "@/lib/format";
import { fieldName } from "./fields";
import type { Scale } from "./scales";
import { scoreText } from "./score-text";
import { isStatus, statusNames } from "./statuses";

/** Returns whether a field says nothing that its user would look for. */
export const isInternal = ({ field }: ChangedField) =>
  field === "added_at" || field === "state" || field === "foreign";

/** Returns a field's value in words. */
export function valueText(
  { field }: ChangedField,
  value: ChangedValue["old"],
  scale: Scale,
): string {
  if (value === null) return "none";
  if (field === "status" && typeof value === "string" && isStatus(value)) return statusNames[value];
  if (field === "score" && typeof value === "number") return scoreText(value, scale);
  return typeof value === "number" ? formatCount(value) : String(value);
}

/** One change of a field: what it was, and what it is. Null where another one says enough. */
export function changeLine(change: ChangedValue, scale: Scale): string | null {
  const { field, tag, old } = change;
  const now = change.new;
  if (isInternal(change)) return null;
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

import type { ImportItem } from "@/api/imports";
import type { ChangedValue } from "@/api/list";
import { changeLine, isInternal, valueText } from "@/lib/list/change-text";
import { fieldName } from "@/lib/list/fields";
import type { Scale } from "@/lib/list/scales";
import { statusNames } from "@/lib/list/statuses";

/** Returns a side's value of a field in words. Texts and marks are their own words. */
function sideText(change: ChangedValue, value: ChangedValue["old"], scale: Scale): string {
  if (value === null || value === "") return "–";
  if (value === true) return "Yes";
  return valueText(change, value, scale);
}

export interface Line {
  name: string;
  mine: string;
  theirs: string;
  /** Whether the file's value is taken. */
  taken: boolean;
}

/** Returns the fields in which the two sides differ; all tags in one. */
export function diffLines(changes: readonly ChangedValue[], taken: boolean, scale: Scale): Line[] {
  const tagged = changes.filter(({ field }) => field === "tag");
  const tags = (side: "old" | "new") =>
    tagged.flatMap((change) => (change[side] ? (change.tag ?? []) : [])).join(", ") || "–";
  const lines = changes
    .filter((change) => change.field !== "tag" && !isInternal(change))
    .map((change) => ({
      name: fieldName(change),
      mine: sideText(change, change.old, scale),
      theirs: sideText(change, change.new, scale),
      taken,
    }));
  return tagged.length > 0
    ? [...lines, { name: "Tags", mine: tags("old"), theirs: tags("new"), taken }]
    : lines;
}

const STATUS = "Status: ";

/** Joins the lines to one. A status needs no label there. */
export const inShort = (lines: readonly string[]) =>
  lines.map((line) => line.replace(STATUS, "")).join(" · ");

/** Returns the fields of a row that has nothing to compare with. */
function newEntryLines(changes: readonly ChangedValue[], scale: Scale): Line[] {
  const lines = diffLines(changes, true, scale);
  const planned = { name: "Status", mine: "–", theirs: statusNames.planned, taken: true };
  return hasStatus(changes) ? lines : [planned, ...lines];
}

const hasStatus = (changes: readonly ChangedValue[]) =>
  changes.some(({ field }) => field === "status");

/** What a row says field by field, and beside what; null where it says no field that its user would look for. */
export function comparison({ state, waits, differs, changes, kept }: ImportItem, scale: Scale) {
  const isListed = state === "changed" || state === "kept";
  const both = () => [...diffLines(changes, true, scale), ...diffLines(kept, false, scale)];
  const isNew = state === "added" || ((state === "proposed" || state === "unresolved") && !waits);
  const beside = isListed ? "Your list" : differs ? "An earlier import" : null;
  const lines = beside !== null ? both() : isNew ? newEntryLines(changes, scale) : [];
  return lines.length > 0 ? { beside, lines } : null;
}

/** Returns the values of an entry that joins the list, line by line. */
function coming(changes: readonly ChangedValue[], scale: Scale): string[] {
  const lines = changes.flatMap((change) => changeLine(change, scale) ?? []);
  return hasStatus(changes) ? lines : [`${STATUS}${statusNames.planned}`, ...lines];
}

const ELSEWHERE = "Only what another tracker uses, kept for its exports.";

function changed(changes: readonly ChangedValue[], scale: Scale): string[] {
  const lines = changes.flatMap((change) => changeLine(change, scale) ?? []);
  return lines.length > 0 ? lines : [ELSEWHERE];
}

/** Returns the fields whose values on the list stay, though the file says something else. */
function staying(kept: readonly ChangedValue[], scale: Scale): string[] {
  const lines = diffLines(kept, false, scale);
  return lines.length > 0
    ? lines.map(({ name, mine, theirs }) => `${name}: ${mine}, not ${theirs}`)
    : [ELSEWHERE];
}

/** The outcome of every row with an unknown title. */
export const KEPT_UNTIL = "Kept until Mitai knows the title, or you choose it.";

/** Returns the outcome of a row, line by line. */
export function outcomeLines(item: ImportItem, scale: Scale): string[] {
  const { state, changes, kept, remarks } = item;
  if (state === "added") return coming(changes, scale);
  if (state === "changed") return changed(changes, scale);
  if (state === "kept") return staying(kept, scale);
  if (state === "proposed" || state === "unresolved") {
    if (item.waits) return item.differs ? staying(kept, scale) : [];
    const lines = item.differs ? changed(changes, scale) : coming(changes, scale);
    return state === "unresolved" ? [...lines, KEPT_UNTIL] : lines;
  }
  if (state === "skipped") return ["Stays out of your list."];
  return state === "refused" ? remarks : [];
}

import type { ImportCounts, ListImport } from "@/api/imports";
import { formatCount, titleCount } from "./format";

/** The stage of an import: not applied yet, applied, or undone. */
export type Stage = "open" | "applied" | "undone";

export const stageOf = ({ applied_at, undone_at }: ListImport): Stage =>
  undone_at !== null ? "undone" : applied_at !== null ? "applied" : "open";

export const importPath = (id: number) => `/import?id=${id}`;

/** Returns a number of entries in words: "1 entry". */
export const entryCount = (count: number) =>
  `${formatCount(count)} ${count === 1 ? "entry" : "entries"}`;

/** Rows that wait for their title from this import on: what an earlier one keeps already is not kept once more. */
export const waitingRows = ({ proposed, unresolved, waiting }: ImportCounts) =>
  proposed + unresolved - waiting;

/** Returns in words what applying an import has done: "120 titles added, 14 changed". */
export function doneText(counts: ImportCounts): string {
  const { added, changed } = counts;
  const waiting = waitingRows(counts);
  const parts = [
    added > 0 && `${titleCount(added)} added`,
    changed > 0 &&
      (added > 0 ? `${formatCount(changed)} changed` : `${titleCount(changed)} changed`),
    waiting > 0 && `${entryCount(waiting)} kept for later`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(", ") : "Nothing changed";
}

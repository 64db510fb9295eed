import type { ImportState } from "@/api/imports";

/** The fill of each state's part of the bar, and of the dot beside its count. */
export const stateFills: Record<ImportState, string> = {
  added: "bg-good",
  changed: "bg-accent-fill",
  kept: "bg-cool",
  equal: "bg-field",
  proposed: "bg-text",
  unresolved: "bg-muted",
  refused: "bg-danger",
  skipped: "bg-line",
};

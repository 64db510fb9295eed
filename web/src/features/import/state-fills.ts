import type { ImportState } from "@/api/imports";

/** What a part of the bar is filled with, and the dot of its count. */
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

import { useState } from "react";

/**
 * Which card's overlay a tap has opened, and whether Esc has closed the one that the pointer or the
 * focus would show.
 */
export function useOverlays() {
  const [opened, open] = useState<number | null>(null);
  const [dismissed, setDismissed] = useState(false);
  return { opened, open, dismissed, setDismissed, recall: () => setDismissed(false) };
}

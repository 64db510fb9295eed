/** Brings the start of a part of the page below the bar, and the focus to it: what was pressed there has left it, or its sight. */
export function leadTo(part: HTMLElement | null) {
  part?.scrollIntoView();
  part?.focus({ preventScroll: true });
}

/** Brings the start of a section of the page below the bar, and the focus to it: what was pressed there has left it, or its sight. */
export function focusSection(section: HTMLElement | null) {
  section?.scrollIntoView();
  section?.focus({ preventScroll: true });
}

/** The id of the place of the reader's own entry on a title's page. */
export const ENTRY = "your-list";

/**
 * How high the entry was that showed last in this tab, in words: whose, how wide the window was in pixels, on which page, and the
 * height as CSS has it. The script in index.html reads it, and gives the entry's place the room before the first paint.
 */
const KEY = "mitai:entry";
/** The CSS property that the script sets. */
const PROPERTY = "--entry-height";

/** Keeps how high, in pixels, the entry of a user is on the page at a path, for a reload. */
export function saveEntryHeight(uid: string, path: string, height: number) {
  try {
    sessionStorage.setItem(KEY, [uid, innerWidth, path, `${height}px`].join(" "));
  } catch {
    // Where storage is off, or full, the page moves a little.
  }
}

/** Forgets the stored height of the entry. */
export function dropEntryHeight() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // It was never there.
  }
}

/** Lets the entry's place be as high as what is in it. */
export function freeEntryPlace() {
  document.documentElement.style.removeProperty(PROPERTY);
}

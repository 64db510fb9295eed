/**
 * The id of the element behind the first screen of a page that the browser must not paint before all of it has come. It
 * is aligned to its end, so that what has come of it would move.
 */
export const BEHIND_FIRST_SCREEN = "behind-first-screen";

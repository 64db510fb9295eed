/**
 * The id of an empty element behind a page's head. The head is painted only once all of it has come: its text is aligned to the
 * end of the poster, so that half of it would move when the rest comes.
 */
export const HEAD_END = "head-end";

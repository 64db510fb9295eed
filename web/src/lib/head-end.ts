/**
 * The id of an empty element behind a page's head: the home page's hero, or a title's. Chromium first paints the page once
 * all before it has come. The head's text is aligned to the end of its picture, so half of it would move with the rest.
 */
export const HEAD_END = "head-end";

/**
 * The id of an empty element behind a page's head: the home page's hero, or a title's. Browsers paint the head only once
 * all of it has come. Its text is aligned to the end of its picture, so half of it would move when the rest comes.
 */
export const HEAD_END = "head-end";

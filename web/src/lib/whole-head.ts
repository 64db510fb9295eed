/**
 * The id of an empty element behind a page's head that is painted only once all of it has come. The head's text is aligned to the
 * end of its poster, so that half of it would move when the rest comes.
 */
export const WHOLE_HEAD = "whole-head";

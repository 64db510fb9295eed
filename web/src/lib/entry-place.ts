/** The id of where on a title's page the reader's own entry stands. */
export const ENTRY = "your-list";

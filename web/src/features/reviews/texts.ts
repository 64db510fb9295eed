import { formatCount } from "@/lib/format";

/** How many readers a review has helped. */
export const helpedText = (count: number) =>
  count === 1 ? "It has helped 1 reader." : `It has helped ${formatCount(count)} readers.`;

/** Fewest characters of a review. */
export const MIN_LENGTH = 100;
/** The largest number of characters of a review. */
export const MAX_LENGTH = 10_000;

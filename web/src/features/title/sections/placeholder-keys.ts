/** Keys of the places of what is on its way: as many as will show at first. */
export const placeholderKeys = (count: number, few: number): string[] =>
  Array.from({ length: Math.min(few, count) }, (_, index) => String(index));

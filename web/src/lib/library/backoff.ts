const FIRST_WAIT = 500;
const MAX_DELAY = 10_000;

/**
 * How long to wait, in milliseconds, after so many failures in a row. Spread out, so that a server
 * that comes back is not asked by everyone at once.
 */
export function backoffDelay(failures: number): number {
  const longest = Math.min(MAX_DELAY, FIRST_WAIT * 2 ** (failures - 1));
  return longest * (0.5 + Math.random() / 2);
}

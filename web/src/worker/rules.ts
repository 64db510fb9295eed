/** What the worker does with which address, what it keeps, and which of it may go. */

/** The page without data that starts the app where the server cannot send one. */
export const SHELL = "/shell";
/** Begins the names of the caches with the app's files, one for each build. */
export const APP = "mitai:app:";

const NO_PAGE = /^\/(api|v4|art|img|assets)(\/|$)|^\/(healthz|readyz|metrics)$|\.\w+$/;

/** Whether the app answers this path. Everything else is the server's alone. */
export function isPage(path: string): boolean {
  return !NO_PAGE.test(path);
}

export function isFile(path: string): boolean {
  return path.startsWith("/assets/");
}

/** Returns whether a path is that of a title's picture. Avatars tell of a user, and stay out. */
export function isPicture(path: string): boolean {
  return /^\/(art|img)\/(poster|banner)\//.test(path);
}

export function isDrawn(path: string): boolean {
  return path.startsWith("/art/");
}

/** Returns whether an answer comes from a proxy whose server is away. */
export function isAway(status: number): boolean {
  return status >= 502;
}

/** Returns whether a page loads files, and none but these. */
export function namesOnly(page: string, files: readonly string[]): boolean {
  const named = page.match(/\/assets\/[\w.-]+/g) ?? [];
  return named.length > 0 && named.every((file) => files.includes(file));
}

/**
 * Which caches go once `current` runs: all of the app's but the one before it, whose files a tab that
 * is still open may need. `names` are in the order in which they were made.
 */
export function outdated(names: readonly string[], current: string): string[] {
  return names.filter((name) => name.startsWith(APP) && name !== current).slice(0, -1);
}

/** Leaves the app for an address that is not one of its pages. */
export function navigateAway(address: string) {
  window.location.assign(address);
}

/** Where the page can be had and its code cannot, opening it anew would never end: not more often. */
const RELOAD_PAUSE = 60_000;
const RELOADED = "mitai:reloaded";

/** Opens the page anew. */
export function reload() {
  try {
    sessionStorage.setItem(RELOADED, String(Date.now()));
  } catch {
    // Then it is not done by itself either.
  }
  window.location.reload();
}

/** Whether that was so short a time ago that it must not be done by itself again. */
export function reloadedRecently(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(RELOADED)) < RELOAD_PAUSE;
  } catch {
    return true;
  }
}

/** Leaves the app for an address that is not one of its pages. */
export function navigateAway(address: string) {
  window.location.assign(address);
}

/** Least time between two reloads by the app, in milliseconds, so that they come to an end. */
const RELOAD_PAUSE = 60_000;
const RELOADED = "mitai:reloaded";

/** Reloads the page. */
export function reload() {
  try {
    sessionStorage.setItem(RELOADED, String(Date.now()));
  } catch {
    // Without storage the page is not reloaded by itself either.
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

/** What stands for `element` among the new content of `root`, or null. */
function counterpart(root: HTMLElement, element: HTMLElement): HTMLElement | null {
  const alike = [...root.querySelectorAll<HTMLElement>(element.localName)];
  if (element.id) return alike.find(({ id }) => id === element.id) ?? null;
  const called = (one: HTMLElement) =>
    [one.getAttribute("href"), one.getAttribute("aria-label"), one.textContent].join("\n");
  return alike.find((one) => called(one) === called(element)) ?? null;
}

/**
 * Keeps the keyboard's place over the app's start: the app makes what the server sent anew, and an element
 * that goes takes the focus with it. Call before the app is mounted in `root`.
 */
export function keepFocus(root: HTMLElement) {
  const at = document.activeElement;
  let held = at instanceof HTMLElement && root.contains(at) ? at : null;
  const listening = new AbortController();
  const { signal } = listening;
  root.addEventListener(
    "focusin",
    ({ target }) => {
      held = target as HTMLElement;
    },
    { signal },
  );
  root.addEventListener(
    "focusout",
    ({ target }) =>
      // Some browsers tell of the focus of an element that goes, too: that one is still wanted.
      queueMicrotask(() => {
        if (held === target && held?.isConnected) held = null;
      }),
    { signal },
  );
  const watching = new MutationObserver(() => {
    watching.disconnect();
    listening.abort();
    if (held) counterpart(root, held)?.focus({ preventScroll: true });
  });
  watching.observe(root, { childList: true });
}

/** How long, in milliseconds, a browser that cannot tell when it has nothing to do is left alone. */
const BREATH = 2_000;

/** Does `work` once the page is there and the browser has nothing else to do, unless the answer is called. */
export function whenIdle(work: () => void): () => void {
  let left = false;
  const begin = () => {
    if (!left) work();
  };
  const wait = () => {
    if ("requestIdleCallback" in window) requestIdleCallback(begin);
    else setTimeout(begin, BREATH);
  };
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait, { once: true });
  return () => {
    left = true;
    removeEventListener("load", wait);
  };
}

/** Returns whether the visitor wants nothing to be fetched that may not be needed. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** The events by which a visitor acts on a page. */
const TOUCHES = ["pointermove", "pointerdown", "keydown", "focusin"] as const;

let touched: Promise<void> | undefined;

/** Once the page is there and the browser has nothing else to do, or the visitor does something: the same for all. */
export function whenIdleOrTouched(): Promise<void> {
  touched ??= new Promise((resolve) => {
    const begin = () => {
      stopWaiting();
      for (const type of TOUCHES) removeEventListener(type, begin, true);
      resolve();
    };
    const stopWaiting = whenIdle(begin);
    for (const type of TOUCHES) addEventListener(type, begin, true);
  });
  return touched;
}

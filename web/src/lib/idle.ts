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

/** Whether nothing is to be fetched that may not be needed. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

import { type RefObject, useEffect } from "react";

/** For how long, in milliseconds, nothing may be on its way before the page has settled. */
const SETTLED = 3_000;
/** Events by which the reader goes elsewhere, before anything has scrolled. */
const TAKES_OVER = ["wheel", "touchstart", "pointerdown", "keydown"];

/**
 * Where a link leads to a place that comes after it was pressed, because it is on another page or its code is late, the
 * browser does not scroll there by itself. It stays in sight while what stands above it comes, as it does where the link is
 * on the same page. A link to something in it, whose id begins with `inner`, leads to the place until that is there.
 */
export function useHashScroll(place: RefObject<HTMLElement | null>, inner?: string) {
  useEffect(() => {
    let leave = () => {};
    const arrive = () => {
      leave();
      const element = place.current;
      const id = window.location.hash.slice(1);
      const isMeant = id === element?.id || (inner && id.startsWith(inner));
      leave = element && isMeant ? stayAt(element, id) : () => {};
    };
    arrive();
    window.addEventListener("hashchange", arrive);
    return () => {
      window.removeEventListener("hashchange", arrive);
      leave();
    };
  }, [place, inner]);
}

/** Keeps what has the id, or else the element, in sight until the page has settled or the reader goes elsewhere. Returns how to stop. */
function stayAt(element: HTMLElement, id: string) {
  let arrived = 0;
  let height = 0;
  const stay = () => {
    (document.getElementById(id) ?? element).scrollIntoView();
    arrived = window.scrollY;
    height = document.body.offsetHeight;
  };
  stay();
  // What scrolls before the first observation is the page that begins at its top
  const observer = new ResizeObserver(() => {
    stay();
    window.addEventListener("scroll", onScroll, { passive: true });
  });
  observer.observe(document.body);
  const leave = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of TAKES_OVER) window.removeEventListener(event, leave);
    window.removeEventListener("scroll", onScroll);
  };
  const onScroll = () => {
    if (Math.abs(window.scrollY - arrived) <= 1) return;
    // While the page grows the browser scrolls to where its link leads, too; else somebody does, by the scroll bar or a
    // screen reader
    if (document.body.offsetHeight === height) leave();
    else stay();
  };
  const settle = () => {
    if (!document.querySelector('[aria-busy="true"]')) return leave();
    timer = setTimeout(settle, SETTLED);
  };
  let timer = setTimeout(settle, SETTLED);
  for (const event of TAKES_OVER) window.addEventListener(event, leave, { passive: true });
  return leave;
}

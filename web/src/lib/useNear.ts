import { type RefObject, useEffect, useState } from "react";

/** Distance from the screen, in pixels, within which a place counts as near. */
const MARGIN = 600;

/** Whether the reader has come near a place of the page: what it needs is fetched then, and no sooner. */
export function useNear(place: RefObject<Element | null>, margin = MARGIN): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (near || !element) return;
    const look = (entries: readonly IntersectionObserverEntry[]) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
    };
    const observer = new IntersectionObserver(look, { rootMargin: `${margin}px 0px` });
    observer.observe(element);
    return () => observer.disconnect();
  }, [near, place, margin]);
  return near;
}

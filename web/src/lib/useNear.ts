import { type RefObject, useEffect, useState } from "react";

/** How far outside the screen a place is near. */
const MARGIN = "600px 0px";

/** Whether the reader has come near a place of the page: what it needs is fetched then, and no sooner. */
export function useNear(place: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (near || !element) return;
    const look = (entries: readonly IntersectionObserverEntry[]) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
    };
    const observer = new IntersectionObserver(look, { rootMargin: MARGIN });
    observer.observe(element);
    return () => observer.disconnect();
  }, [near, place]);
  return near;
}

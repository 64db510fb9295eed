import { type RefObject, useEffect } from "react";

/**
 * Where a link leads to a place that comes after it was pressed, because it is on another page or its code is late, the
 * browser does not scroll there by itself.
 */
export function useArrival(place: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = place.current;
    if (element && window.location.hash === `#${element.id}`) element.scrollIntoView();
  }, [place]);
}

import { type RefObject, useEffect, useState } from "react";

/** Returns whether any part of a place of the page is on the screen now. */
export function useInView(place: RefObject<Element | null>): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver((entries) =>
      setInView(entries.at(-1)?.isIntersecting ?? false),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return inView;
}

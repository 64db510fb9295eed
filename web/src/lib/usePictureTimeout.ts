import { type RefObject, useEffect, useState } from "react";

/** How long, in milliseconds, a picture that is in view may take before the drawn one shows instead. */
const PICTURE_TIMEOUT = 2_500;

const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | null = null;

/** Calls back once, when the element comes into view. One observer for all: a page has many pictures. */
function onceInView(element: Element, arrive: () => void): () => void {
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      waiting.get(target)?.();
      forget(target);
    }
  });
  waiting.set(element, arrive);
  observer.observe(element);
  return () => forget(element);
}

function forget(element: Element) {
  waiting.delete(element);
  observer?.unobserve(element);
}

/**
 * Whether a picture has been in view for long without being there. A picture that is quick costs no
 * other one; it counts from being seen, because browsers fetch no earlier. Null waits for none.
 */
export function usePictureTimeout(
  picture: RefObject<HTMLImageElement | null>,
  src: string | null,
): boolean {
  const [overdue, setOverdue] = useState<string | null>(null);
  useEffect(() => {
    const image = picture.current;
    if (src === null || !image || image.complete) return;
    let timer: ReturnType<typeof setTimeout>;
    const stop = onceInView(image, () => {
      timer = setTimeout(() => image.complete || setOverdue(src), PICTURE_TIMEOUT);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [picture, src]);
  return src !== null && overdue === src;
}

import { type PointerEvent, useRef } from "react";

/** How far a finger must travel sideways, in pixels, to mean the next slide. */
const SWIPE = 40;

/** Handlers for an element with `touch-action: pan-y`: the browser keeps up and down, we get sideways. */
export function useSwipe(onSwipe: (direction: 1 | -1) => void) {
  const start = useRef<number | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType !== "mouse") start.current = event.clientX;
    },
    onPointerUp: (event: PointerEvent) => {
      if (start.current === null) return;
      const travelled = event.clientX - start.current;
      start.current = null;
      if (Math.abs(travelled) >= SWIPE) onSwipe(travelled < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      start.current = null;
    },
  };
}

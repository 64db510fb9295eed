import { useEffect, useState } from "react";
import { useReducedMotion } from "@/lib/motion";
import { useTabHidden } from "./useTabHidden";

/** Time for which a slide stays, in milliseconds. */
export const SLIDE_TIME = 6000;

/**
 * Which slide shows, and whether the next one comes by itself.
 *
 * **Invariant:** nothing moves by itself while it is pointed at, holds the focus, cannot be seen, or
 * the visitor asked for less motion; pressing Play is the one exception to the last.
 */
export function useSlideshow(count: number) {
  const reducedMotion = useReducedMotion();
  const hidden = useTabHidden();
  const [current, setCurrent] = useState(0);
  const [outgoing, setOutgoing] = useState<number | null>(null);
  // The visitor's choice by Pause and Play; null until then.
  const [choice, setChoice] = useState<boolean | null>(null);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);

  const playing = count > 1 && (choice ?? !reducedMotion);
  const running = playing && !hovered && !focused && !hidden;

  const show = (index: number) => {
    const next = (index + count) % count;
    if (next === current) return;
    setOutgoing(current);
    setCurrent(next);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` is made of `current` and `count`
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => show(current + 1), SLIDE_TIME);
    return () => clearTimeout(timer);
  }, [running, current, count]);

  const togglePlaying = () => {
    setChoice(!playing);
    // After pressing Play the pointer is on the button; that alone must not hold the slides back.
    setHovered(false);
    setFocused(false);
  };

  return { current, outgoing, playing, running, show, togglePlaying, setHovered, setFocused };
}

import {
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";

/** Time for which the arrow keys rest at a choice that is meant, in milliseconds. */
const REST_MS = 700;

/**
 * A choice whose arrow keys pass the ones in between: each of them shows, and only that one is made at which the keys
 * rest, or which is left or confirmed by Enter. A pointer chooses at once.
 */
export function useSettledChoice<T>(value: T, onChoice: (value: T) => void) {
  const [passed, setPassed] = useState<{ value: T } | null>(null);
  const byKey = useRef(false);
  const settle = () => {
    setPassed(null);
    if (passed && passed.value !== value) onChoice(passed.value);
  };
  const settlePassed = useEffectEvent(settle);
  useEffect(() => {
    if (!passed) return;
    const timer = setTimeout(() => settlePassed(), REST_MS);
    return () => clearTimeout(timer);
  }, [passed]);
  useEffect(() => () => settlePassed(), []);
  return {
    shown: passed ? passed.value : value,
    choose: (next: T) => {
      setPassed(byKey.current ? { value: next } : null);
      if (!byKey.current) onChoice(next);
    },
    handlers: {
      onPointerDown: () => {
        byKey.current = false;
      },
      onKeyDown: ({ key }: KeyboardEvent) => {
        byKey.current = true;
        if (key === "Enter") settle();
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) settle();
      },
    },
  };
}

import { useState } from "react";
import { lengthOf } from "@/lib/text-length";

/** Longest tag, in characters. */
export const MAX_TAG = 50;

/** A tag that is typed. It stays as long as it is too long to be taken. */
export function useTypedTag(onTag: (tag: string) => void) {
  const [typed, setTyped] = useState("");
  const over = lengthOf(typed) - MAX_TAG;
  return {
    typed,
    setTyped,
    /** The message about a tag that is too long; null if it is not. */
    problem:
      over > 0 ? `A tag has at most ${MAX_TAG} characters. Please shorten it by ${over}.` : null,
    add: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      const tag = typed.trim();
      if (over > 0) return;
      if (tag !== "") onTag(tag);
      setTyped("");
    },
  };
}

import { type Dispatch, type RefObject, type SetStateAction, useLayoutEffect } from "react";

/**
 * Takes what was typed into a form that the server painted, by the names of its fields. Without it the next
 * render empties them.
 */
export function useEarlyInput<T extends object>(
  form: RefObject<HTMLFormElement | null>,
  setValues: Dispatch<SetStateAction<T>>,
) {
  useLayoutEffect(() => {
    if (!form.current) return;
    const typed = [...new FormData(form.current)].filter(([, text]) => text !== "");
    if (typed.length > 0) setValues((values) => ({ ...values, ...Object.fromEntries(typed) }));
  }, [form, setValues]);
}

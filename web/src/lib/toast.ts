import { createContext, useContext } from "react";

export interface Toast {
  message: string;
  /** A failure is read out at once, anything else when the reader is idle. */
  tone?: "failure" | "info";
  /** The toast's topic: a later toast about the same topic replaces this one. */
  about?: string;
  /** A button that undoes what the toast tells of. */
  action?: { label: string; onAct: () => void };
  /** A link to a page that the reader may want now. */
  link?: { label: string; href: string };
}

export const ToastContext = createContext<(toast: Toast) => void>(() => {});

/** Shows a short message over the page that goes away by itself. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext);
}

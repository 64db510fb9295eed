import { createContext, useContext } from "react";

export interface Alert {
  title: string;
  message: string;
  /** Where the reader can go to put it right, the best way first. */
  actions?: readonly { label: string; href: string }[];
  /** The reader goes one of these ways. */
  onFollow?: () => void;
}

export const AlertContext = createContext<(alert: Alert) => void>(() => {});

/** Shows a message that the reader must answer, in place of the browser's `alert`. */
export function useAlert(): (alert: Alert) => void {
  return useContext(AlertContext);
}

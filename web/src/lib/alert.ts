import { createContext, useContext } from "react";

export interface Alert {
  title: string;
  message: string;
  /** Links by which the reader can put it right, the best one first. */
  actions?: readonly { label: string; href: string }[];
  /** Called when the reader follows one of the links. */
  onFollow?: () => void;
}

export const AlertContext = createContext<(alert: Alert) => void>(() => {});

/** Shows a message that the reader must answer, in place of the browser's `alert`. */
export function useAlert(): (alert: Alert) => void {
  return useContext(AlertContext);
}

import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { lateCode } from "@/lib/page-code";

const AlertDialog = lateCode(() => import("./AlertDialog"));

export interface Alert {
  title: string;
  message: string;
  /** Where the reader can go to put it right, the best way first. */
  actions?: readonly { label: string; href: string }[];
  /** The reader goes one of these ways. */
  onFollow?: () => void;
}

const AlertContext = createContext<(alert: Alert) => void>(() => {});

/** Shows a message that the reader must answer, in place of the browser's `alert`. */
export function useAlert(): (alert: Alert) => void {
  return useContext(AlertContext);
}

/** Holds the one alert the page can show. */
export function AlertProvider({ children }: { children: ReactNode }) {
  const [alert, setAlert] = useState<Alert | null>(null);
  const close = useCallback(() => setAlert(null), []);
  return (
    <AlertContext value={setAlert}>
      {children}
      {alert && <AlertDialog alert={alert} onClose={close} />}
    </AlertContext>
  );
}

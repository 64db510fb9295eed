import { type ReactNode, useCallback, useState } from "react";
import { type Alert, AlertContext } from "@/lib/alert";
import { lateCode } from "@/lib/page-code";

const AlertDialog = lateCode(() => import("./AlertDialog"));

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

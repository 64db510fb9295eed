import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { Link } from "wouter";
import { Button, buttonClass } from "./Button";
import { Dialog } from "./Dialog";

interface Alert {
  title: string;
  message: string;
  /** Where the reader can go to put it right. */
  action?: { label: string; href: string; onFollow?: () => void };
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
      {alert && (
        <Dialog title={alert.title} onClose={close}>
          <p>{alert.message}</p>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button variant={alert.action ? "quiet" : "primary"} onClick={close}>
              {alert.action ? "Not now" : "OK"}
            </Button>
            {alert.action && (
              <Link
                href={alert.action.href}
                onClick={() => {
                  alert.action?.onFollow?.();
                  close();
                }}
                className={buttonClass()}
              >
                {alert.action.label}
              </Link>
            )}
          </div>
        </Dialog>
      )}
    </AlertContext>
  );
}

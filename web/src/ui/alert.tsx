import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { Link } from "wouter";
import { Button, buttonClass } from "./Button";
import { Dialog } from "./Dialog";

interface Alert {
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
      {alert && (
        <Dialog title={alert.title} onClose={close}>
          <p>{alert.message}</p>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button variant={alert.actions ? "quiet" : "primary"} onClick={close}>
              {alert.actions ? "Not now" : "OK"}
            </Button>
            {alert.actions?.map(({ label, href }, index) => (
              <Link
                key={href}
                href={href}
                onClick={() => {
                  alert.onFollow?.();
                  close();
                }}
                className={buttonClass(index === 0 ? "primary" : "outline")}
              >
                {label}
              </Link>
            ))}
          </div>
        </Dialog>
      )}
    </AlertContext>
  );
}

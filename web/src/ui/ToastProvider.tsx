import { type ReactNode, useCallback, useRef, useState } from "react";
import { lateCode } from "@/lib/page-code";
import { type Toast, ToastContext } from "@/lib/toast";

const Toasts = lateCode(() => import("./Toasts"));

export type Shown = Toast & { id: number };

/** The largest number of toasts at a time: more would hide the page. */
const MAX_TOASTS = 3;

interface ToastProviderProps {
  /** The message below the toasts; absent where there is nothing to say. */
  standing?: ReactNode;
  children: ReactNode;
}

/** Holds the toasts. Their region is always in the page, so that what appears in it is read out. */
export function ToastProvider({ standing, children }: ToastProviderProps) {
  const [toasts, setToasts] = useState<readonly Shown[]>([]);
  const count = useRef(0);
  const show = useCallback((toast: Toast) => {
    count.current += 1;
    const shown = { ...toast, id: count.current };
    setToasts((all) => {
      const others = all.filter(({ about }) => about === undefined || about !== toast.about);
      return [...others.slice(1 - MAX_TOASTS), shown];
    });
  }, []);
  const close = useCallback((id: number) => {
    setToasts((all) => all.filter((toast) => toast.id !== id));
  }, []);

  return (
    <ToastContext value={show}>
      {children}
      <Toasts toasts={toasts} onClose={close}>
        {standing}
      </Toasts>
    </ToastContext>
  );
}

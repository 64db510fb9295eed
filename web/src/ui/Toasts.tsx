import { type ReactNode, useEffect } from "react";
import { ToastBox } from "./ToastBox";
import type { Shown } from "./ToastProvider";

interface Props {
  toasts: readonly Shown[];
  onClose: (id: number) => void;
  children: ReactNode;
}

/** The region of the toasts. It is always in the page, so that what appears in it is read out. */
export default function Toasts({ toasts, onClose, children }: Props) {
  useUndoKey(
    toasts.findLast(({ action }) => action),
    onClose,
  );
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-3 bottom-4 z-40 flex flex-col items-center gap-2 sm:bottom-6 in-[:root:has(.apply-bar)]:bottom-24"
    >
      {toasts.map((toast) => (
        <ToastBox key={toast.id} toast={toast} onClose={() => onClose(toast.id)} />
      ))}
      {children}
    </div>
  );
}

/** The toast stands at the end of the page: the key spares the way there. */
function useUndoKey(toast: Shown | undefined, close: (id: number) => void) {
  useEffect(() => {
    if (!toast?.action) return;
    const { id, action } = toast;
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.matches("input, textarea");
      if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || typing) return;
      event.preventDefault();
      close(id);
      action.onAct();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [toast, close]);
}

import { type ReactNode, useId, useLayoutEffect, useRef } from "react";

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Whether the user has opened the dialog, so that it does not interrupt them. */
  byUser?: boolean;
  /** Whether the dialog is as wide as the screen, for what is to be seen large. */
  wide?: boolean;
  children: ReactNode;
}

/**
 * A modal on the browser's own dialog: it traps the focus, Esc closes it, and the focus returns. As an
 * alert it interrupts: it is read out whole, title and text.
 */
export function Dialog({ title, onClose, byUser = false, wide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  // Before the element leaves the page: a dialog closed after that does not give the focus back.
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      role={byUser ? "dialog" : "alertdialog"}
      aria-labelledby={`${id}-title`}
      aria-describedby={byUser ? undefined : `${id}-text`}
      onClose={() => {
        // React's strict mode opens it twice; the event of the first closing comes after the second opening.
        if (!dialog.current?.open) onClose();
      }}
      className={`m-auto ${wide ? "w-[min(60rem,calc(100vw-2rem))]" : "w-[min(26rem,calc(100vw-2rem))]"} animate-rise rounded-lg border border-line bg-surface p-6 text-text shadow-raised backdrop:bg-scrim/70`}
    >
      <h2 id={`${id}-title`} className="text-lg">
        {title}
      </h2>
      <div id={`${id}-text`} className="mt-2">
        {children}
      </div>
    </dialog>
  );
}

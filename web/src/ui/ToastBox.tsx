import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { Button, buttonClass, IconButton } from "./Button";
import { CloseIcon } from "./icons";
import type { Shown } from "./ToastProvider";

/** How long a toast stays, in milliseconds; longer where there is something to decide. */
const STAY = 6_000;
const STAY_WITH_ACTION = 12_000;

export function ToastBox({ toast, onClose }: { toast: Shown; onClose: () => void }) {
  const { message, tone, action, link } = toast;
  const [held, setHeld] = useState(false);
  const cameFrom = useRef<Element>(null);
  useExpiry(held ? null : action || link ? STAY_WITH_ACTION : STAY, onClose);

  const leave = () => {
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
    onClose();
  };
  return (
    <article
      className={`pointer-events-auto flex w-full max-w-md animate-rise items-center gap-2 rounded-md border py-2 pr-2 pl-4 shadow-raised ${
        tone === "failure" ? "border-danger bg-danger-bg" : "border-line bg-raised"
      }`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
        setHeld(true);
      }}
      onBlur={() => setHeld(false)}
    >
      <p
        role={tone === "failure" ? "alert" : undefined}
        className="line-clamp-5 min-w-0 flex-1 py-1 text-sm"
      >
        {message}
      </p>
      {action && (
        <Button
          variant="quiet"
          className="text-accent!"
          aria-keyshortcuts="Control+Z"
          title={`${action.label} (Ctrl+Z)`}
          onClick={() => {
            leave();
            action.onAct();
          }}
        >
          {action.label}
        </Button>
      )}
      {link && (
        <Link href={link.href} onClick={onClose} className={buttonClass("quiet", "text-accent!")}>
          {link.label}
        </Link>
      )}
      <IconButton label="Dismiss" onClick={leave}>
        <CloseIcon size={18} />
      </IconButton>
    </article>
  );
}

/** Calls `end` after a time in milliseconds; null is never. */
function useExpiry(after: number | null, end: () => void) {
  const latest = useRef(end);
  useEffect(() => {
    latest.current = end;
  });
  useEffect(() => {
    if (after === null) return;
    const timer = setTimeout(() => latest.current(), after);
    return () => clearTimeout(timer);
  }, [after]);
}

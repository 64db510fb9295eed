import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { Link } from "wouter";
import { Button, buttonClass, IconButton } from "./Button";
import { CloseIcon } from "./icons";

interface Toast {
  message: string;
  /** A failure is read out at once, anything else when the reader is idle. */
  tone?: "failure" | "info";
  /** What it is about: a later toast about the same takes its place. */
  about?: string;
  /** Takes back what the toast tells of. */
  action?: { label: string; onAct: () => void };
  /** A page that one may want now. */
  link?: { label: string; href: string };
}

type Shown = Toast & { id: number };

/** How long a toast stays, in milliseconds; longer where there is something to decide. */
const STAY = 6_000;
const STAY_WITH_ACTION = 12_000;
/** More at a time would hide the page. */
const MOST = 3;

const ToastContext = createContext<(toast: Toast) => void>(() => {});

/** Shows a short message over the page that goes away by itself. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext);
}

interface ToastProviderProps {
  /** What stands below the toasts, for as long as it has something to say. */
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
      return [...others.slice(1 - MOST), shown];
    });
  }, []);
  const close = useCallback((id: number) => {
    setToasts((all) => all.filter((toast) => toast.id !== id));
  }, []);
  useUndoKey(
    toasts.findLast(({ action }) => action),
    close,
  );

  return (
    <ToastContext value={show}>
      {children}
      <div
        aria-live="polite"
        className="pointer-events-none fixed inset-x-3 bottom-4 z-40 flex flex-col items-center gap-2 sm:bottom-6"
      >
        {toasts.map((toast) => (
          <ToastBox key={toast.id} toast={toast} onClose={() => close(toast.id)} />
        ))}
        {standing}
      </div>
    </ToastContext>
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

function ToastBox({ toast, onClose }: { toast: Shown; onClose: () => void }) {
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
        className="line-clamp-3 min-w-0 flex-1 py-1 text-sm"
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

/** Calls `end` after so many milliseconds; null is never. */
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

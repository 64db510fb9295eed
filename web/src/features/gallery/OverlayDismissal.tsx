import { useEffect } from "react";

interface Props {
  open: (malId: number | null) => void;
  setDismissed: (dismissed: boolean) => void;
}

/** Closes overlays: all by Esc, the opened one by a press beside it. It comes with their code. */
export default function OverlayDismissal({ open, setDismissed }: Props) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // An open dialog takes Esc for itself.
      if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
      leaveOverlay();
      open(null);
      setDismissed(true);
    };
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!(target instanceof Element && target.closest("[data-open], dialog"))) open(null);
    };
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("pointerdown", onPointerDown);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("pointerdown", onPointerDown);
    };
  }, [open, setDismissed]);
  return null;
}

/** Takes the focus from a button that is about to become invisible. */
function leaveOverlay() {
  const focused = document.activeElement;
  if (!focused?.closest(".card-overlay")) return;
  focused.closest(".card")?.querySelector<HTMLElement>(".card-link")?.focus();
}

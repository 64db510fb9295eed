import { useEffect, useState } from "react";

/**
 * Which card's overlay a tap has opened, and whether Esc has closed the one that the pointer or the
 * focus would show.
 */
export function useOverlays() {
  const [opened, setOpened] = useState<number | null>(null);
  const [dismissed, setDismissed] = useState(false);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // An open dialog takes Esc for itself.
      if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
      leaveOverlay();
      setOpened(null);
      setDismissed(true);
    };
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!(target instanceof Element && target.closest("[data-open], dialog"))) setOpened(null);
    };
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("pointerdown", onPointerDown);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("pointerdown", onPointerDown);
    };
  }, []);

  const recall = () => setDismissed(false);
  return { opened, dismissed, open: setOpened, recall };
}

/** A button that is about to become invisible must not keep the focus. */
function leaveOverlay() {
  const focused = document.activeElement;
  if (!focused?.closest(".card-overlay")) return;
  focused.closest(".card")?.querySelector<HTMLElement>(".card-link")?.focus();
}

import { useSyncExternalStore } from "react";
import { scrollToTop } from "@/lib/motion";
import { IconButton } from "@/ui/Button";
import { ArrowUpIcon } from "@/ui/late-icons";

const THRESHOLD_PX = 300;

function subscribe(listener: () => void) {
  addEventListener("scroll", listener, { passive: true });
  return () => removeEventListener("scroll", listener);
}

export default function ScrollToTop() {
  const far = useSyncExternalStore(
    subscribe,
    () => window.scrollY > THRESHOLD_PX,
    () => false,
  );
  if (!far) return null;
  return (
    <IconButton
      label="Scroll to top"
      onClick={scrollToTop}
      className="fixed right-4 bottom-4 z-30 size-12 animate-rise border border-line bg-surface shadow-raised hover:text-accent sm:right-6 sm:bottom-6 xl:right-1 in-[:root:has(.apply-bar)]:hidden"
    >
      <ArrowUpIcon size={22} />
    </IconButton>
  );
}

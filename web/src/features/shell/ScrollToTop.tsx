import { useEffect, useState } from "react";
import { scrollToTop } from "@/lib/motion";
import { IconButton } from "@/ui/Button";
import { ArrowUpIcon } from "@/ui/late-icons";

const THRESHOLD_PX = 300;

/** The reader's place: near the top, far from it, or far from it and on the way down. */
type Place = "near" | "far" | "onward";

/** Whether somebody reads on; a jump past the threshold is no way down. */
function isOnward(last: number, now: number): boolean {
  const isStep = last > 0 && now - last < window.innerHeight;
  return now > last && (last > THRESHOLD_PX || isStep);
}

function usePlace(): Place {
  const [place, setPlace] = useState<Place>("near");
  useEffect(() => {
    let last = 0;
    const follow = () => {
      const now = window.scrollY;
      if (now <= THRESHOLD_PX) setPlace("near");
      else if (now !== last) setPlace(isOnward(last, now) ? "onward" : "far");
      last = now;
    };
    follow();
    addEventListener("scroll", follow, { passive: true });
    return () => removeEventListener("scroll", follow);
  }, []);
  return place;
}

/**
 * Where the page has no margin that it fits into, it makes way for who reads on, and is there again on the way up. Keyboards and
 * screen readers reach it all the time.
 */
export default function ScrollToTop() {
  const place = usePlace();
  if (place === "near") return null;
  const makesWay = "max-xl:pointer-events-none max-xl:not-focus-visible:opacity-0";
  return (
    <IconButton
      label="Scroll to top"
      onClick={() => {
        scrollToTop();
        // The button, which has the focus, is about to leave
        document.getElementById("main")?.focus({ preventScroll: true });
      }}
      className={`fixed right-1 bottom-4 z-30 size-11! animate-rise border border-line bg-surface shadow-raised transition! hover:text-accent sm:bottom-6 xl:size-12! in-[:root:has(.apply-bar)]:hidden ${place === "onward" ? makesWay : ""}`}
    >
      <ArrowUpIcon size={22} />
    </IconButton>
  );
}

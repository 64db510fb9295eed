import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { useUrlParam } from "./location";

/** Starts a newly opened page at its top, or at the place that the address names. Back and Forward keep the place the browser remembers. */
export function useScrollReset() {
  const [path] = useLocation();
  const here = [path, useUrlParam("search"), useUrlParam("id")].join("?");
  const last = useRef(here);
  const travelled = useRef(false);

  useEffect(() => {
    const onTravel = (event: Event) => {
      travelled.current = event.type === "popstate";
    };
    // In the capture phase, so that it is known before the router renders the page.
    addEventListener("popstate", onTravel, true);
    addEventListener("pushState", onTravel, true);
    return () => {
      removeEventListener("popstate", onTravel, true);
      removeEventListener("pushState", onTravel, true);
    };
  }, []);

  useEffect(() => {
    if (last.current === here) return;
    last.current = here;
    const leadsOn = travelled.current || document.getElementById(window.location.hash.slice(1));
    if (!leadsOn) window.scrollTo({ top: 0, behavior: "instant" });
  }, [here]);
}

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";

const Arrival = createContext<(title: string) => void>(() => {});

/**
 * Names the page. A page calls it once; null while the name is not known yet. After a navigation the
 * name is also read out and the focus moves to the page's `<h1>`, as a full page load would do it.
 */
export function usePageTitle(title: string | null) {
  const arrive = useContext(Arrival);
  useEffect(() => {
    if (title === null) return;
    document.title = `${title} · Mitai`;
    arrive(title);
  }, [title, arrive]);
}

function focusHeading() {
  // A user who types into the search box meanwhile keeps the focus: this page loaded late.
  if (document.activeElement?.closest("[role=search]")) return;
  const heading = document.querySelector<HTMLElement>("main h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * Holds the live region that names each page arrived at. The page that was opened is the browser's to
 * announce, unless the reader went on before it had a name.
 */
export function RouteAnnouncer({ children }: { children: ReactNode }) {
  const moved = useMoved();
  const last = useRef<string>(null);
  const [announced, setAnnounced] = useState("");
  const arrive = useCallback(
    (title: string) => {
      const previous = last.current;
      last.current = title;
      if (!moved.current || previous === title) return;
      setAnnounced(title);
      focusHeading();
    },
    [moved],
  );
  return (
    <Arrival value={arrive}>
      {children}
      <p aria-live="assertive" className="sr-only">
        {announced}
      </p>
    </Arrival>
  );
}

/** Whether the reader has gone to another page, or back to one, since this document was opened. */
function useMoved() {
  const moved = useRef(false);
  useEffect(() => {
    const here = () => location.pathname + location.search;
    const opened = here();
    // A jump within the page, as by "Skip to content", fires `popstate`, too.
    const onMove = () => {
      if (here() !== opened) moved.current = true;
    };
    // In the capture phase, so that it is known before the router renders the page.
    addEventListener("pushState", onMove, true);
    addEventListener("popstate", onMove, true);
    return () => {
      removeEventListener("pushState", onMove, true);
      removeEventListener("popstate", onMove, true);
    };
  }, []);
  return moved;
}

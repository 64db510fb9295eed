import { useEffect } from "react";

/** The place in the document of the element with the focus. */
interface Place {
  element: Element;
  path: string;
  /** The way up from it: each parent, and the place of the child among its children. */
  ancestors: { parent: Element; index: number }[];
}

const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex='0']";
const FIELD = "input:not([type=checkbox], [type=radio]), textarea";

function placeOf(element: Element): Place {
  const ancestors: Place["ancestors"] = [];
  for (let child = element; child.parentElement; child = child.parentElement) {
    const parent = child.parentElement;
    ancestors.push({ parent, index: [...parent.children].indexOf(child) });
  }
  return { element, path: location.pathname, ancestors };
}

/** Whether the focus may go there from an element. A phone would open its keyboard for a field. */
const takesFocus = (from: Element) => (element: HTMLElement) =>
  !element.hasAttribute("disabled") &&
  !element.closest("[inert]") &&
  (!element.matches(FIELD) || from.matches(FIELD)) &&
  (element.checkVisibility?.() ?? true);

/** The element now at the former position: the same part of the next row, else a neighbour, else the container. */
function successor({ element, ancestors }: Place): HTMLElement | null {
  const left = ancestors.findIndex(({ parent }) => parent.isConnected);
  const ancestor = ancestors[left]?.parent;
  if (!ancestor) return null;
  const isFit = takesFocus(element);
  const fitIn = (part: Element) =>
    ([part, ...part.querySelectorAll(FOCUSABLE)] as HTMLElement[]).find(
      (each) => each.matches(FOCUSABLE) && isFit(each),
    );
  const near: Element[] = [];
  let at: Element | undefined = ancestor;
  for (let step = left; step >= 0 && at; step--) {
    const { children }: Element = at;
    at = children[Math.min(ancestors[step]?.index ?? 0, children.length - 1)];
    if (at) near.unshift(at);
  }
  const whole = ancestor.closest<HTMLElement>("[tabindex]");
  for (const { parent, index } of ancestors.slice(left)) {
    if (!whole || parent === whole) break;
    const parts = [...parent.children];
    near.push(...parts.slice(index), ...parts.slice(0, index).toReversed());
  }
  for (const part of near) {
    const fit = fitIn(part);
    if (fit) return fit;
  }
  return whole;
}

/**
 * Keeps the focus in its place where the element that has it leaves the page, with its row or by itself. Else it would
 * be nowhere, and keyboard users would start at the top again. For the app, once.
 */
export function useFocusRecovery() {
  useEffect(() => {
    let last: Place | null = null;
    /** The last place in the page's own part: messages over it come and go. */
    let inPage: Place | null = null;
    let frame = 0;
    const note = (element: Element) => {
      // A dialog gives the focus back to where it was before.
      if (element.closest("dialog")) return;
      last = placeOf(element);
      if (element.closest("main")) inPage = last;
    };
    const restore = () => {
      const isLost = document.activeElement === document.body;
      // Navigation to another page moves the focus to its heading.
      if (!last || !isLost || last.element.isConnected || last.path !== location.pathname) return;
      const places = last === inPage ? [last] : [inPage, last];
      for (const place of places) {
        const next = place && (place.element.isConnected ? place.element : successor(place));
        (next as HTMLElement | null)?.focus({ preventScroll: true });
        if (document.activeElement !== document.body) return;
      }
    };
    const onFocus = ({ target }: FocusEvent) => target instanceof Element && note(target);
    const observer = new MutationObserver(() => {
      // Rows above may have come or gone.
      if (last?.element.isConnected) return note(last.element);
      cancelAnimationFrame(frame);
      // Parts of the page may have their own idea of where it goes.
      frame = requestAnimationFrame(restore);
    });
    document.addEventListener("focusin", onFocus);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", onFocus);
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
}

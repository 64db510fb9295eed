import { fireEvent } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "@/test/render";
import { useHashScroll } from "./useHashScroll";

/** What the browser calls when the height of the page changes; null while nobody watches it. */
let onResize: (() => void) | null = null;
/** Distance of the place from the top of the window, in pixels. */
let place = 0;

beforeEach(() => {
  place = 500;
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(look: () => void) {
        onResize = look;
      }
      observe() {}
      disconnect() {
        onResize = null;
      }
    },
  );
  vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(() => scroll(place));
  window.location.hash = "#place";
});

afterEach(() => {
  vi.restoreAllMocks();
  scroll(0);
  window.location.hash = "";
});

const scroll = (to: number) => vi.stubGlobal("scrollY", to);

function Place() {
  const section = useRef<HTMLElement>(null);
  useHashScroll(section, "in-place-");
  return <section ref={section} id="place" />;
}

test("a linked section stays in view while content above it loads", () => {
  render(<Place />);
  fireEvent.scroll(window);
  for (place of [700, 900]) {
    onResize?.();
    fireEvent.scroll(window);
    expect(window.scrollY).toBe(place);
  }
});

test("a link's target inside a section is scrolled into view once rendered", () => {
  window.location.hash = "#in-place-1";
  const seen: string[] = [];
  vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
    seen.push(this.id);
  });
  render(<Place />);
  const inner = document.createElement("p");
  inner.id = "in-place-1";
  document.getElementById("place")?.append(inner);
  onResize?.();
  expect(seen).toEqual(["place", "in-place-1"]);
});

test("a link to another place leaves the page where it is", () => {
  window.location.hash = "#elsewhere";
  render(<Place />);
  expect(onResize).toBeNull();
});

test("a link on the same page keeps its section in view, too", () => {
  window.location.hash = "#elsewhere";
  render(<Place />);
  window.location.hash = "#place";
  fireEvent(window, new HashChangeEvent("hashchange"));
  place = 700;
  onResize?.();
  expect(window.scrollY).toBe(700);
  window.location.hash = "#elsewhere";
  fireEvent(window, new HashChangeEvent("hashchange"));
  expect(onResize).toBeNull();
});

test("a linked section stays in view while anything loads", () => {
  vi.useFakeTimers();
  const { container } = render(<Place />);
  container.setAttribute("aria-busy", "true");
  vi.advanceTimersByTime(20_000);
  place = 900;
  onResize?.();
  expect(window.scrollY).toBe(900);
  container.setAttribute("aria-busy", "false");
  vi.advanceTimersByTime(6_000);
  expect(onResize).toBeNull();
  vi.useRealTimers();
});

test("a scroll by the browser while the page grows is corrected", () => {
  const height = vi.spyOn(document.body, "offsetHeight", "get").mockReturnValue(1_000);
  render(<Place />);
  onResize?.();
  height.mockReturnValue(1_200);
  place = 700;
  scroll(860);
  fireEvent.scroll(window);
  expect(window.scrollY).toBe(700);
  expect(onResize).not.toBeNull();
});

test("a page that starts at its top still scrolls to the section", () => {
  render(<Place />);
  scroll(0);
  fireEvent.scroll(window);
  onResize?.();
  expect(window.scrollY).toBe(500);
});

test("scrolling by script or touch ends the held position", () => {
  render(<Place />);
  onResize?.();
  fireEvent.scroll(window);
  scroll(200);
  fireEvent.scroll(window);
  expect(onResize).toBeNull();
});

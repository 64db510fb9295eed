import { act, fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "@/test/render";
import { Poster } from "./Poster";

const REAL = "https://pictures.example/1.jpg";
const DRAWN = "/art/poster/1.svg";

let come: (picture: Element) => void = () => {};

/** A fake observer that sees a picture come when the test says so. */
class HandHeldObserver {
  constructor(look: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
    come = (target) => look([{ target, isIntersecting: true }]);
  }
  observe() {}
  unobserve() {}
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.resetModules();
});

let complete = false;

async function show() {
  complete = false;
  vi.stubGlobal("IntersectionObserver", HandHeldObserver);
  vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockImplementation(() => complete);
  // The module is loaded anew, because one observer serves the whole page.
  const { Poster: Fresh } = await import("./Poster");
  render(<Fresh malId={1} src={REAL} />);
  return document.querySelector("img")!;
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

test("the drawn poster shows while the picture loads slowly", async () => {
  const picture = await show();
  come(picture);
  pass(2_000);
  expect(picture.style.backgroundImage).toBe("");
  pass(1_000);
  expect(picture.style.backgroundImage).toContain(DRAWN);
  expect(picture).toHaveAttribute("src", REAL);
});

test("a picture that loads in time fetches no drawn poster", async () => {
  const picture = await show();
  come(picture);
  complete = true;
  pass(60_000);
  expect(picture.style.backgroundImage).toBe("");
});

test("a picture that is out of view does not time out", async () => {
  const picture = await show();
  pass(60_000);
  expect(picture.style.backgroundImage).toBe("");
});

test("a cached poster is offered in two sizes, any other in one", () => {
  const poster = render(<Poster malId={1} src="/img/poster/1-0123456789abcdef-320" />);
  const picture = document.querySelector("img")!;
  expect(picture).toHaveAttribute(
    "srcset",
    "/img/poster/1-0123456789abcdef-160 160w, /img/poster/1-0123456789abcdef-320 320w",
  );
  fireEvent.error(picture);
  expect(picture).toHaveAttribute("src", DRAWN);
  expect(picture).not.toHaveAttribute("srcset");
  poster.unmount();
  for (const src of [REAL, "/img/poster/1-0123456789abcdef-480", null]) {
    const other = render(<Poster malId={1} src={src} />);
    expect(document.querySelector("img")).not.toHaveAttribute("srcset");
    other.unmount();
  }
});

test("a broken picture is replaced by the drawn poster", () => {
  render(<Poster malId={1} src={REAL} />);
  const picture = document.querySelector("img")!;
  fireEvent.error(picture);
  expect(picture).toHaveAttribute("src", DRAWN);
  expect(picture.style.backgroundImage).toBe("");
});

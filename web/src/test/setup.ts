import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { dropOthersEdits } from "@/lib/library/edits";
import { preloadAll } from "@/lib/page-code";
import { server } from "./server";

// A busy machine must not fail a test: these only bound how long a hopeless wait may take.
configure({ asyncUtilTimeout: 20_000 });

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

/** Fakes what a browser has and jsdom lacks. */
function standIns() {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: false,
    media: query,
    addEventListener() {},
    removeEventListener() {},
  }));
  vi.stubGlobal("IntersectionObserver", NoObserver);
  vi.stubGlobal("ResizeObserver", NoObserver);
  vi.stubGlobal("scrollTo", vi.fn());
  Element.prototype.scrollIntoView ??= () => {};
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.setAttribute("open", "");
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    if (!this.hasAttribute("open")) return;
    this.removeAttribute("open");
    this.dispatchEvent(new Event("close"));
  };
}

const printed: string[] = [];

// What comes late in a browser is there at once, so that a test need not wait for it.
beforeAll(preloadAll);
// Nothing waits for an idle browser beyond the end of the tests, when there is no window any more.
beforeAll(() => void window.dispatchEvent(new Event("pointermove")));
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));

beforeEach(() => {
  standIns();
  for (const level of ["log", "info", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      printed.push(`console.${level}: ${words.map(String).join(" ")}`);
    });
  }
});

afterEach(async () => {
  cleanup();
  // Without a user every stored session belongs to another.
  await dropOthersEdits("");
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, "", "/");
  const seen = printed.splice(0);
  expect(seen, "a test must not print to the console").toEqual([]);
});

afterAll(() => server.close());

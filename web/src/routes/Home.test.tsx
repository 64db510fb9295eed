import { QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { Router } from "wouter";
import { createQueryClient } from "@/api/query";
import type { Seed } from "@/api/seed";
import { hero, listing } from "@/test/anime";
import Home from "./Home";

/** Renders as a server does: nothing of the browser is there. */
function renderOnServer(seed: Seed, search = "") {
  for (const name of ["window", "document", "localStorage", "matchMedia", "location"]) {
    vi.stubGlobal(name, undefined);
  }
  const queries = createQueryClient(seed);
  const markup = renderToString(
    <Router ssrPath="/" ssrSearch={search}>
      <QueryClientProvider client={queries}>
        <Home />
      </QueryClientProvider>
    </Router>,
  );
  queries.clear();
  vi.unstubAllGlobals();
  return markup;
}

afterEach(() => vi.unstubAllGlobals());

test("without data a server renders the skeletons", () => {
  const markup = renderOnServer({});
  expect(markup).toContain("h-[90vh]");
  expect(markup.match(/data-testid="skeleton-card"/g)).toHaveLength(25);
});

test("with data a server renders the first slide and all cards, without their overlays", () => {
  const markup = renderOnServer({
    "/api/v1/hero": hero(3),
    "/api/v1/anime?list=popular&page=1": listing(1),
  });
  expect(markup).toContain("Slide title 1");
  expect(markup).not.toContain("Slide title 2");
  expect(markup.match(/<article/g)).toHaveLength(25);
  expect(markup).not.toContain("card-overlay");
  expect(markup).not.toContain("skeleton-card");
});

test("a search is rendered in place of hero and listing", () => {
  const markup = renderOnServer({}, "search=K%26K");
  expect(markup).toContain("K&amp;K");
  expect(markup.match(/data-testid="skeleton-card"/g)).toHaveLength(25);
  expect(markup).not.toContain("h-[90vh]");
});

test("no markup carries a style attribute, which a strict content security policy would refuse", () => {
  const markup = renderOnServer({
    "/api/v1/hero": hero(3),
    "/api/v1/anime?list=popular&page=1": listing(1),
  });
  expect(markup).not.toContain("style=");
});

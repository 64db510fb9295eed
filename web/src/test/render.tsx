import { QueryClientProvider } from "@tanstack/react-query";
import { render as renderReact } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { createQueryClient } from "@/api/query";
import type { Seed } from "@/api/seed";
import { App } from "@/app";

/** A client that does not ask again after a failure, so that tests need not wait for it. */
function testQueries(seed: Seed) {
  const queries = createQueryClient(seed);
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } });
  return queries;
}

/** Renders one component within what the app gives every component. */
export function render(element: ReactNode, seed: Seed = {}) {
  const user = userEvent.setup();
  const view = renderReact(
    <QueryClientProvider client={testQueries(seed)}>{element}</QueryClientProvider>,
  );
  return { user, ...view };
}

/** Opens the whole app at an address; `state` is what this place in the history keeps from before. */
export function open(address: string, seed: Seed = {}, state: unknown = null) {
  window.history.replaceState(state, "", address);
  const user = userEvent.setup();
  return { user, ...renderReact(<App queries={testQueries(seed)} />) };
}

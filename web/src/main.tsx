import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createQueryClient } from "@/api/query";
import { canonical, readSeed, renderedAddress } from "@/api/seed";
import { App } from "@/app";
import { preloadLate } from "@/lib/page-code";
import { pageAt } from "@/pages";
import "@/ui/tokens.css";

function start(root: HTMLElement, hydrating: boolean) {
  const app = (
    <StrictMode>
      <App queries={createQueryClient(readSeed(document))} />
    </StrictMode>
  );
  // In slices: the server's markup shows already, and the browser stays free to scroll it.
  startTransition(() => {
    if (hydrating) {
      hydrateRoot(root, app);
    } else {
      // The address says more than the server goes by: how much of a list shows, or where a form leads.
      root.replaceChildren();
      createRoot(root).render(app);
    }
  });
}

const root = document.getElementById("root");
if (root) {
  const address = canonical(location.pathname.toLowerCase() + location.search);
  const hydrating = renderedAddress(document) === address;
  const page = pageAt(location.pathname, location.search)?.preload();
  Promise.all([page, hydrating ? null : preloadLate()])
    // If the code does not come, the app says so.
    .catch(() => {})
    .then(() => start(root, hydrating));
}

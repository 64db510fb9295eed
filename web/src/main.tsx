import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createQueryClient } from "@/api/query";
import { canonical, readSeed, renderedAddress } from "@/api/seed";
import { App } from "@/app";
import { pageAt } from "@/pages";
import "@/ui/tokens.css";

function start(root: HTMLElement) {
  const app = (
    <StrictMode>
      <App queries={createQueryClient(readSeed(document))} />
    </StrictMode>
  );
  const address = canonical(location.pathname.toLowerCase() + location.search);
  // In slices: the server's markup shows already, and the browser stays free to scroll it.
  startTransition(() => {
    if (renderedAddress(document) === address) {
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
  // Where the page's code does not come, the app says so.
  const ready = pageAt(location.pathname, location.search)?.preload();
  Promise.resolve(ready)
    .catch(() => {})
    .then(() => start(root));
}

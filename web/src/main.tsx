import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "@/api/query";
import { readSeed } from "@/api/seed";
import { App } from "@/app";
import { keepFocus } from "@/lib/kept-focus";
import "@/ui/tokens.css";

function mount(root: HTMLElement) {
  // In slices: the server's first screen is there already, and the browser stays free to scroll it.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App queries={createQueryClient(readSeed(document))} />
      </StrictMode>,
    ),
  );
}

const root = document.getElementById("root");
if (root) {
  keepFocus(root);
  const onTitle = location.pathname.toLowerCase().startsWith("/anime/");
  // The first screen of a title shows it: the page takes its place, not a spinner. Where its code does
  // not come, the app says so.
  const ready = onTitle ? import("@/routes/Title") : Promise.resolve();
  ready.catch(() => {}).then(() => mount(root));
}

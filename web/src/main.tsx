import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "@/api/query";
import { readSeed } from "@/api/seed";
import { App } from "@/app";
import "@/ui/tokens.css";

const root = document.getElementById("root");
if (root) {
  // In slices: the server's first screen is there already, and the browser stays free to scroll it.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App queries={createQueryClient(readSeed(document))} />
      </StrictMode>,
    ),
  );
}

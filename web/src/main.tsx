import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "@/api/query";
import { readSeed } from "@/api/seed";
import { App } from "@/app";
import "@/ui/tokens.css";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App queries={createQueryClient(readSeed(document))} />
    </StrictMode>,
  );
}

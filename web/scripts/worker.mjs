// sw.js: the worker that starts the app without a network, with the list of what it keeps.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

/** Files of the app in dist, by their addresses. */
export function appFiles(dist) {
  return readdirSync(join(dist, "assets"))
    .filter((name) => !/\.(br|gz)$/.test(name))
    .map((name) => `/assets/${name}`)
    .sort();
}

/** A name that changes with anything that the worker keeps. */
function nameOf(dist, files) {
  const digest = createHash("sha256").update(files.join());
  for (const page of ["index.html", "screens/page.html"]) {
    digest.update(readFileSync(join(dist, page)));
  }
  return digest.digest("hex").slice(0, 16);
}

export async function buildWorker(web, dist) {
  const files = appFiles(dist);
  await build({
    root: web,
    logLevel: "warn",
    define: { BUILD: JSON.stringify(nameOf(dist, files)), FILES: JSON.stringify(files) },
    build: {
      outDir: dist,
      emptyOutDir: false,
      copyPublicDir: false,
      manifest: false,
      rolldownOptions: {
        input: join(web, "src/worker/main.ts"),
        output: { format: "iife", entryFileNames: "sw.js", codeSplitting: false },
      },
    },
  });
}

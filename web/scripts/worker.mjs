// sw.js: the worker that starts the app without a network, with the list of what it keeps.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

/** Files of the app in dist, by their addresses. */
export function appFiles(dist) {
  return readdirSync(join(dist, "assets"))
    .filter((name) => !/\.(br|gz)$/.test(name))
    .map((name) => `/assets/${name}`)
    .sort();
}

/** Stands in the worker where the build's name goes, which is made of the worker, too. */
const UNNAMED = "__BUILD__";

/** Gives the build a name that changes with anything that the worker keeps or does. */
function nameBuild(dist) {
  const path = join(dist, "sw.js");
  const worker = readFileSync(path, "utf8");
  if (!worker.includes(UNNAMED)) throw new Error("sw.js has no place for the build's name");
  const digest = createHash("sha256").update(worker);
  for (const page of ["index.html", "server/shell.html"]) {
    digest.update(readFileSync(join(dist, page)));
  }
  writeFileSync(path, worker.replaceAll(UNNAMED, digest.digest("hex").slice(0, 16)));
}

export async function buildWorker(web, dist) {
  await build({
    root: web,
    logLevel: "warn",
    define: { BUILD: JSON.stringify(UNNAMED), FILES: JSON.stringify(appFiles(dist)) },
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
  nameBuild(dist);
}

// The whole build: types, bundle, first screens, inlined style sheet, worker, compression, budget.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";
import { checkBudget } from "./budget.mjs";
import { compress } from "./compress.mjs";
import { finishPage, writeScreens } from "./page.mjs";
import { buildWorker } from "./worker.mjs";

const web = fileURLToPath(new URL("..", import.meta.url));
const dist = join(web, "dist");
const prerendered = join(web, "node_modules", ".mitai-prerender");

for (const project of [".", "src/worker"]) {
  execFileSync(join(web, "node_modules", ".bin", "tsc"), ["--noEmit", "--project", project], {
    cwd: web,
    stdio: "inherit",
  });
}

await build({ root: web, logLevel: "warn" });
await build({
  root: web,
  logLevel: "warn",
  build: {
    ssr: "src/prerender.tsx",
    outDir: prerendered,
    emptyOutDir: true,
    manifest: false,
    copyPublicDir: false,
  },
});

const manifest = JSON.parse(readFileSync(join(dist, ".vite", "manifest.json"), "utf8"));
rmSync(join(dist, ".vite"), { recursive: true });

const render = await import(pathToFileURL(join(prerendered, "prerender.js")).href);
writeScreens(dist, manifest, render);
finishPage(dist);
await buildWorker(web, dist);
compress(dist);
checkBudget(dist, manifest);

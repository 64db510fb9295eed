// The whole build: types, bundle, the server's bundle, inlined style sheet, worker, compression, budget.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { checkBudget } from "./budget.mjs";
import { compress } from "./compress.mjs";
import { finishPage } from "./page.mjs";
import { buildServer, writeShell } from "./server.mjs";
import { buildWorker } from "./worker.mjs";

const web = fileURLToPath(new URL("..", import.meta.url));
const dist = join(web, "dist");

for (const project of [".", "src/worker"]) {
  execFileSync(join(web, "node_modules", ".bin", "tsc"), ["--noEmit", "--project", project], {
    cwd: web,
    stdio: "inherit",
  });
}

await build({ root: web, logLevel: "warn" });
const manifest = JSON.parse(readFileSync(join(dist, ".vite", "manifest.json"), "utf8"));
rmSync(join(dist, ".vite"), { recursive: true });

await buildServer(web, dist, manifest);
await writeShell(dist);
finishPage(dist);
await buildWorker(web, dist);
compress(dist);
checkBudget(dist, manifest);

// Weighs the JavaScript that "/" loads, and fails the build when it is too much.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotli } from "./compress.mjs";
import { appFiles } from "./worker.mjs";

const MAX_FIRST_ROUTE = 80_000;
const kB = (bytes) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`;

/**
 * What waits until it is asked for: other pages, searching, what only signed-in users need, and what
 * begins once the browser has nothing else to do.
 */
const LATER = [
  "src/routes/",
  "src/features/gallery/SearchResults.tsx",
  "_shared",
  "src/features/gallery/AsOf.tsx",
  "src/features/gallery/CardOverlay.tsx",
  "src/features/gallery/CardProgress.tsx",
  "src/features/gallery/FrontNotices.tsx",
  "src/features/gallery/OverlayDismissal.tsx",
  "src/features/gallery/PageJump.tsx",
  "src/features/hero/SkeletonBars.tsx",
  "src/features/shell/Footer.tsx",
  "src/features/shell/MenuPanel.tsx",
  "src/features/shell/ScrollToTop.tsx",
  "src/features/shell/SearchBox.tsx",
  "src/features/shell/Suggestions.tsx",
  "src/features/watchlist/UnsentHint.tsx",
  "src/background-tasks.tsx",
  "src/lib/library/sync.ts",
  "src/lib/offline-cache/write.ts",
  "src/ui/AlertDialog.tsx",
  "src/ui/ErrorFallback.tsx",
  "src/ui/Toasts.tsx",
];

/** The entry and all it loads by itself. */
function firstRoute(manifest) {
  const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
  const found = new Set();
  const visit = (key) => {
    if (found.has(key)) return;
    found.add(key);
    const { imports = [], dynamicImports = [] } = manifest[key];
    imports.forEach(visit);
    dynamicImports.filter((name) => !LATER.some((start) => name.startsWith(start))).forEach(visit);
  };
  visit(entry);
  return new Set([...found].map((key) => manifest[key].file));
}

export function checkBudget(dist, manifest) {
  const first = firstRoute(manifest);
  let total = 0;
  const scripts = readdirSync(join(dist, "assets")).filter((name) => name.endsWith(".js"));
  console.log("JavaScript, brotli:");
  for (const name of scripts) {
    const size = brotli(readFileSync(join(dist, "assets", name))).length;
    const counts = first.has(`assets/${name}`);
    if (counts) total += size;
    console.log(`${kB(size)}  ${counts ? "first route" : "           "}  ${name}`);
  }
  const page = brotli(readFileSync(join(dist, "index.html"))).length;
  console.log(`${kB(page)}  page with its style sheet`);
  for (const name of readdirSync(join(dist, "assets")).filter((file) => file.endsWith(".woff2"))) {
    console.log(`${kB(statSync(join(dist, "assets", name)).size)}  ${name}`);
  }
  const sent = (file) => (file.endsWith(".js") ? brotli(readFileSync(file)) : readFileSync(file));
  const sizes = appFiles(dist).map((file) => sent(join(dist, file)).length);
  console.log(`${kB(sizes.reduce((sum, size) => sum + size, page))}  kept for starting offline`);
  console.log(`${kB(total)}  first route in all, of ${kB(MAX_FIRST_ROUTE).trim()} allowed`);
  if (total > MAX_FIRST_ROUTE) throw new Error("the first route is over its budget");
}

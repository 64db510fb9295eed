// server/app.js: the app as the server runs it, and server/shell.html: the page where that fails.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { build } from "vite";

/** The files that a browser needs for a page beside what every page loads, by the name of its module. */
function pageFiles(manifest) {
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry);
  const filesOf = (key, found) => {
    const { file, imports = [] } = manifest[key];
    if (file === entry.file || found.has(file)) return found;
    found.add(file);
    for (const name of imports) filesOf(name, found);
    return found;
  };
  const pages = Object.keys(manifest).filter((key) => manifest[key].isDynamicEntry);
  const name = (key) => basename(key, ".tsx").toLowerCase();
  return Object.fromEntries(pages.map((key) => [name(key), [...filesOf(key, new Set())]]));
}

/** React's renderer to streams comes with the one to strings, and nothing calls it. */
const withoutStreams = {
  name: "without-streams",
  enforce: "pre",
  load: (id) =>
    /react-dom-server\.(browser|edge)\.production\.js$/.test(id) ? "module.exports = {};" : null,
};

/** Bundles the app into one script without imports, for an engine that is no browser. */
export async function buildServer(web, dist, manifest) {
  await build({
    root: web,
    logLevel: "warn",
    plugins: [withoutStreams],
    define: {
      PAGE_FILES: JSON.stringify(pageFiles(manifest)),
      "process.env.NODE_ENV": JSON.stringify("production"),
    },
    ssr: { noExternal: true, target: "webworker" },
    build: {
      ssr: "src/server.tsx",
      outDir: join(dist, "server"),
      emptyOutDir: true,
      copyPublicDir: false,
      manifest: false,
      minify: true,
      rolldownOptions: {
        // What only owners see is left out where a page says so, and with it what that imports.
        treeshake: { moduleSideEffects: (id) => !/\/src\/(features|lib)\//.test(id) },
        output: { format: "iife", entryFileNames: "app.js", codeSplitting: false },
      },
    },
  });
}

/** Renders the page without data, as the server's engine would. */
export async function writeShell(dist) {
  const host = readFileSync(new URL("../../crates/render/src/host.js", import.meta.url), "utf8");
  const context = createContext({});
  runInContext(host, context);
  runInContext(readFileSync(join(dist, "server", "app.js"), "utf8"), context);
  // The pages' modules come by promises.
  await new Promise(setImmediate);
  const { body } = context.render("/shell", "", "{}");
  if (/\sstyle="|<script/.test(body)) {
    throw new Error("the shell carries an inline style or script, which the policy forbids");
  }
  if (body.includes("<!--$!-->")) throw new Error("a part of the shell failed");
  writeFileSync(join(dist, "server", "shell.html"), body);
}

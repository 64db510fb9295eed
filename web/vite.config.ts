import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { eagerLongFunctions } from "./scripts/eager-functions.ts";

/** Where the server listens: the same setting as its own. */
const server = process.env.MITAI_LISTEN ?? "127.0.0.1:8080";

/** Names the form of the API's answers: what a browser has kept in another is of no use. */
const apiFormat = createHash("sha256")
  .update(readFileSync(new URL("src/api/schema.gen.ts", import.meta.url)))
  .digest("hex")
  .slice(0, 8);

/** In place of Vite's own, which fetches style sheets and further files ahead: there are none. */
const plainDynamicImport: Plugin = {
  name: "plain-dynamic-import",
  enforce: "pre",
  load: (id) =>
    id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null,
};

export default defineConfig({
  plugins: [react(), tailwindcss(), plainDynamicImport, eagerLongFunctions],
  define: { API_FORMAT: JSON.stringify(apiFormat) },
  resolve: {
    alias: {
      "@": fileURLToPath(new URL("src", import.meta.url)),
      // React has the hook itself since version 18.
      "use-sync-external-store/shim/index.js": "react",
    },
  },
  build: {
    // The build reads the manifest to weigh what the first route loads, then deletes it.
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    // Packs half a kilobyte smaller than the default does.
    minify: "terser",
    terserOptions: {
      module: true,
      ecma: 2020,
      compress: {
        passes: 3,
        reduce_funcs: false,
        pure_getters: true,
        unsafe_arrows: true,
        unsafe_methods: true,
      },
    },
    modulePreload: false,
    cssCodeSplit: false,
    // What every page loads is one file, and what other pages share is another: small files would come one
    // after the other, and pack worse.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "app", tags: ["$initial"], priority: 2 },
            { name: "shared", minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    // `cargo xtask dev` tells the server this address: signing in leads back to it.
    port: 5173,
    strictPort: true,
    proxy: { "^/(api|art|img)/": `http://${server}` },
  },
  test: {
    restoreMocks: true,
    css: false,
    // Threads of one process would hear each other's broadcast channels.
    pool: "forks",
    // One more than there are processors: many tests wait for time to pass.
    maxWorkers: availableParallelism() + 1,
    // A busy machine must not fail a test: this only bounds how long a hopeless one may take.
    testTimeout: 30_000,
    // What needs a page ends in .tsx; rules without one, in .ts, do not wait for it to be made.
    projects: [
      {
        extends: true,
        test: { name: "rules", environment: "node", include: ["src/**/*.test.ts"] },
      },
      {
        extends: true,
        test: {
          name: "pages",
          environment: "jsdom",
          environmentOptions: { jsdom: { url: "http://localhost:8080/" } },
          include: ["src/**/*.test.tsx"],
          setupFiles: ["src/test/setup.ts"],
        },
      },
    ],
  },
});

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig(({ mode }) => ({
  base: "./", // a proxy may have the page under a path
  plugins: [svelte({ configFile: false })],
  build: {
    outDir: "../src/sevenfold/server/http/page", // part of the Python package, not of the repository
    emptyOutDir: true, // said because the folder lies outside web/
    target: ["chrome123", "firefox120", "safari17.5"], // themes use light-dark(), which nothing older knows
    modulePreload: { polyfill: false }, // these browsers need none
  },
  // In tests Svelte would otherwise choose its server half, which has no mount().
  ...(mode === "test" && { resolve: { conditions: ["browser"] } }),
  test: {
    css: { include: /app\.css/ }, // its themes are tested
    // One document for all files, which leave nothing in it: to set one up for each took two thirds of the time.
    isolate: false,
    pool: "threads",
  },
}));

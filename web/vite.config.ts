import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

import { paraglide } from "./i18n.ts";

const server = "http://localhost:8000";

export default defineConfig({
  plugins: [paraglideVitePlugin(paraglide()), svelte()],
  // The "paths" of tsconfig.json are the one place that names $lib and $games.
  resolve: { tsconfigPaths: true },
  server: {
    // The rules pages of docs/ are part of the client.
    fs: { allow: [".."] },
    proxy: {
      // As they come: the server compares where a page is from with the host it asks.
      "/api": { target: server },
      "/ws": { target: server, ws: true },
    },
  },
  build: {
    // The Python package carries the built client; Vite asks for leave to empty a folder outside its root.
    outDir: "../src/muscade/server/static",
    emptyOutDir: true,
    target: "es2022",
    // Fonts stay files, so that only the alphabets in use are fetched.
    assetsInlineLimit: (path) => (path.endsWith(".woff2") || path.endsWith(".woff") ? false : undefined),
  },
});

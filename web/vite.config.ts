import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

import { paraglide } from "./i18n.ts";

const server = "http://localhost:8000";

/** A face that few choose, and large: whoever does fetches it then, and the worker keeps it from then on. */
const CHOSEN = /opendyslexic/;

/** The service worker keeps the client for whoever has no network: it is told which files this build has. */
function worker(): Plugin {
  return {
    name: "muscade-worker",
    apply: "build",
    writeBundle({ dir }, bundle) {
      if (!dir) return;
      const files = Object.keys(bundle)
        .filter((name) => /\.(js|css|woff2|svg)$/.test(name) && !CHOSEN.test(name))
        .sort();
      const version = createHash("sha256").update(files.join(" ")).digest("hex").slice(0, 12);
      const path = join(dir, "sw.js");
      const told = readFileSync(path, "utf8")
        .replace('const version = "dev"', `const version = ${JSON.stringify(version)}`)
        .replace("const files = []", `const files = ${JSON.stringify(files.map((name) => `/${name}`))}`);
      writeFileSync(path, told);
    },
  };
}

/** Paraglide makes the rules of a language anew for every message that counts; one of each is enough. */
function plurals(): Plugin {
  const made = "new Intl.PluralRules(locale, options)";
  return {
    name: "muscade-plurals",
    transform: {
      filter: { id: /paraglide\/registry\.js$/ },
      handler(code) {
        if (!code.includes(made)) this.error("Paraglide makes plurals in another way now");
        return `${code.replace(made, "rules(locale, options)")}
const known = new Map();
function rules(locale, options) {
  const name = locale + JSON.stringify(options);
  if (!known.has(name)) known.set(name, ${made});
  return known.get(name);
}`;
      },
    },
  };
}

export default defineConfig({
  plugins: [paraglideVitePlugin(paraglide()), plurals(), svelte(), worker()],
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

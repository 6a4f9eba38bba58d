// The interactive parts of public pages, built apart from the back office so that neither carries the other's code.
import { defineConfig } from "vite";
import { docsIndex } from "./scripts/vite/docs-index.ts";
import { loaderSource } from "./scripts/vite/site-assets.ts";

export default defineConfig({
  publicDir: false,
  plugins: [docsIndex()],
  build: {
    outDir: "build/islands",
    target: "es2022",
    manifest: true,
    modulePreload: { polyfill: false },
    rollupOptions: { input: loaderSource, output: { hashCharacters: "base36" } },
  },
});

// The interactive parts of public pages, built apart from the back office so that neither carries the other's code.
import { defineConfig, type Plugin } from "vite";
import { docsIndex } from "./tools/site-build/vite/docs-index.ts";
import { loaderSource } from "./tools/site-build/vite/site-assets.ts";

const here = (file: string) => `${import.meta.dirname}/app/site/islands/${file}`;

/** The loader asks for an island and for what all islands share at once: there is nothing left to preload for 1 KB of code. */
const noPreloadHelper = (): Plugin => ({
  name: "no-preload-helper",
  enforce: "pre",
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null),
});

export default defineConfig({
  publicDir: false,
  plugins: [docsIndex(), noPreloadHelper()],
  resolve: {
    // Islands are written for React, prerendered by React and run by React in development; visitors get Preact.
    alias: [
      { find: "./hydrate.ts", replacement: here("preact/hydrate.ts") },
      { find: /^react$/, replacement: here("preact/react.js") },
      { find: /^react-dom$/, replacement: "preact/compat" },
      { find: "react/jsx-runtime", replacement: "preact/jsx-runtime" },
    ],
  },
  build: {
    outDir: "build/islands",
    target: "es2022",
    manifest: true,
    modulePreload: false,
    rollupOptions: {
      input: loaderSource,
      output: {
        hashCharacters: "base36",
        // One file for what every island needs: small files compress badly and each costs a request.
        advancedChunks: {
          groups: [
            {
              name: "islands",
              test: /node_modules[\\/]preact|islands[\\/](?:preact|use-clock|clock)|app[\\/]ui[\\/](?:icon|button|class-names)/,
            },
          ],
        },
      },
    },
  },
});

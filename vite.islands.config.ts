// The interactive parts of public pages, built apart from the back office so that neither carries the other's code.
import { defineConfig } from "vite";
import { docsIndex } from "./scripts/vite/docs-index.ts";
import { loaderSource } from "./scripts/vite/site-assets.ts";

const here = (file: string) => `${import.meta.dirname}/app/site/islands/${file}`;

export default defineConfig({
  publicDir: false,
  plugins: [docsIndex()],
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
    modulePreload: { polyfill: false },
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

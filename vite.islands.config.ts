// The interactive parts of public pages, built apart from the back office so that neither carries the other's code.
import { defineConfig, type Plugin } from "vite";
import { docsIndex } from "./tools/site-build/vite/docs-index.ts";
import { pdfResources } from "./tools/site-build/vite/pdf-resources.ts";
import { bookingSource, loaderSource, readerSource } from "./tools/site-build/vite/site-assets.ts";

/** The loader asks for an island and for what all islands share at once: there is nothing left to preload for 1 KB of code. */
const noPreloadHelper = (): Plugin => ({
  name: "no-preload-helper",
  enforce: "pre",
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null),
});

export default defineConfig({
  publicDir: false,
  plugins: [docsIndex(), noPreloadHelper(), pdfResources()],
  worker: { format: "es", rollupOptions: { output: { hashCharacters: "base36" } } },
  build: {
    outDir: "build/islands",
    target: "es2022",
    manifest: true,
    modulePreload: false,
    rollupOptions: {
      input: { loader: loaderSource, "share-reader": readerSource, booking: bookingSource },
      output: {
        hashCharacters: "base36",
        // One file for what every island needs: small files compress badly and each costs a request.
        advancedChunks: {
          groups: [
            {
              name: "islands",
              test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]|islands[\\/](?:hydrate|use-clock|clock|pause-button|headline-clock)|app[\\/]ui[\\/](?:icon|button|class-names)/,
            },
          ],
        },
      },
    },
  },
});

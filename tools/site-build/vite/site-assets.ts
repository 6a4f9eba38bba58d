// Tells prerendered pages where the island loader is: the source file in development, the hashed file after a build.
import { existsSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { documentsChanged } from "./follow-edits.ts";

const id = "virtual:site-assets";
const developmentId = "virtual:in-development/";
const manifestFile = "build/islands/.vite/manifest.json";
export const loaderSource = "app/site/islands/loader.ts";
/** Of the page of a shared PDF, which the server writes and names the script of itself (server/platform/pages/built-script.ts). */
export const readerSource = "modules/documents/share-reader/start.tsx";
/** Of the pages on which a meeting is booked and moved, written by the server as well. */
export const bookingSource = "app/site/booking-page.ts";

export function siteAssets(): Plugin {
  let serving = false;
  return {
    name: "site-assets",
    configResolved(config) {
      serving = config.command === "serve";
    },
    resolveId: (source) => (source === id || source.startsWith(developmentId) ? `\0${source}` : null),
    load(source) {
      // Hot reload of React components wants its runtime in the page before the first of them. A document is rendered by
      // the server, so it is fetched again when something it is made of changes (follow-edits.ts).
      if (source.startsWith(`\0${developmentId}`))
        return `import "virtual:react-router/inject-hmr-runtime";
import("/${source.slice(developmentId.length + 1)}");
import.meta.hot.on("${documentsChanged}", () => location.reload());`;
      if (source !== `\0${id}`) return null;
      if (serving) return `export const islandLoader = "/@id/${developmentId}${loaderSource}";`;
      if (!existsSync(manifestFile))
        throw new Error(`${manifestFile} is missing: build the islands first (npm run build)`);
      const manifest = JSON.parse(readFileSync(manifestFile, "utf8")) as Record<string, { file: string }>;
      const entry = manifest[loaderSource];
      if (!entry) throw new Error(`${loaderSource} is not in ${manifestFile}`);
      return `export const islandLoader = "/${entry.file}";`;
    },
  };
}

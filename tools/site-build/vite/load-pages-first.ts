// React Router gives each page it prerenders ten seconds, and the first of them would load the code of all: too much for a machine
// that is busy with other things. Loaded before the first is asked for, nothing counts the seconds.
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

export function loadPagesFirst(): Plugin {
  return {
    name: "load-pages-first",
    async configurePreviewServer({ config }) {
      await import(pathToFileURL(path.resolve(config.root, "build/app/server/index.js")).href);
    },
  };
}

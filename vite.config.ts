import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { docsIndex } from "./tools/site-build/vite/docs-index.ts";
import { followEdits } from "./tools/site-build/vite/follow-edits.ts";
import { mdx } from "./tools/site-build/vite/mdx.ts";
import { patientPrerender } from "./tools/site-build/vite/patient-prerender.ts";
import { siteAssets } from "./tools/site-build/vite/site-assets.ts";

/** Public pages are never hydrated by the router, so the app's bundle carries none of their code. */
function documentsStayOutOfTheApp(): Plugin {
  return {
    name: "documents-stay-out-of-the-app",
    enforce: "post",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    // React Router asks for each route through this marker; a stub in its place ends the import there.
    transform(_code, id) {
      const isPublicRoute = /\/app\/site\/.*\?__react-router-build-client-route$/.test(id);
      return isPublicRoute ? { code: "export default () => null;", map: null } : null;
    },
  };
}

// Set by `npm run dev`: the real server, behind the pages that Vite serves.
const backend = process.env.DEV_BACKEND;
// The last: pages behind secret addresses, which modules answer (server/http/website/paths.ts).
const proxied = ["/auth/v1", "/rest/v1", "/api", "/healthz", "/livez", "/readyz", "/metrics", "^/(?:p|pay|d|u|i|c)/."];

export default defineConfig({
  ...(backend ? { server: { proxy: Object.fromEntries(proxied.map((path) => [path, backend])) } } : {}),
  plugins: [
    documentsStayOutOfTheApp(),
    patientPrerender(),
    followEdits(),
    siteAssets(),
    docsIndex(),
    mdx(),
    tailwindcss(),
    reactRouter(),
  ],
  // What pages need of packages is prepared at start: found only when a page is first opened, it would load that page again,
  // and whatever is edited at that moment would not be seen.
  optimizeDeps: { entries: ["app/**/*.tsx", "modules/**/*.tsx", "!**/*.test.tsx"] },
  // Its entries are folders, which Node does not import by itself when pages are prerendered.
  ssr: { noExternal: [/^@atlaskit\//] },
  build: {
    target: "es2022",
    // Browsers that know oklch() and @property: no second copy of every colour.
    cssTarget: ["chrome111", "firefox128", "safari16.4"],
    assetsInlineLimit: 0,
    rolldownOptions: {
      // "use client" in a library: there is no server here that it could be kept from.
      onLog: (level, log, report) => {
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") report(level, log);
      },
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What pages share comes in a few files of some 60 KB instead of sixty of a few hundred bytes: a page of the back
            // office asks 27 times, not 70 (docs/decisions/136-few-files-for-the-back-office.md).
            codeSplitting: {
              groups: [{ name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 60_000 }],
            },
            // Files merged like this may need each other: the order of modules is kept by itself, not by that of files.
            strictExecutionOrder: true,
            chunkFileNames: ({ name }) => `assets/${name.startsWith("shared~") ? "shared" : "[name]"}-[hash].js`,
          },
        },
      },
    },
  },
});

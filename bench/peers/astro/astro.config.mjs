import node from "@astrojs/node";
import react from "@astrojs/react";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "astro/config";

// As files for `npm run bench:site`; with Astro's own Node server for `npm run bench:server`.
const asServer = process.env.PEER_AS_SERVER
  ? { output: "server", adapter: node({ mode: "standalone" }), outDir: "dist-server" }
  : {};

export default defineConfig({ ...asServer, integrations: [react()], vite: { plugins: [tailwindcss()] } });

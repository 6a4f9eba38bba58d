// Builds everything the server serves: islands first, because prerendered pages name the loader's hashed file.
import { execFileSync } from "node:child_process";
import { startBuild } from "./build-inputs.mjs";
import { compressAssets } from "./compress-assets.ts";
import { moveAllArt } from "./move-art.ts";
import { preloadAllFonts } from "./preload-fonts.ts";
import { pruneAllStyles } from "./prune-styles.ts";
import { writeSiteFiles } from "./site-files/write-site-files.ts";

// No matter who asks for the build (a test run says NODE_ENV=test), it is the one that visitors get.
const env = { ...process.env, NODE_ENV: "production" };
const run = (...[tool, ...args]: [string, ...string[]]) =>
  execFileSync(process.execPath, [`node_modules/${tool}`, ...args], { stdio: "inherit", env });

const finish = startBuild();
run("vite/bin/vite.js", "build", "-c", "vite.islands.config.ts", "--logLevel", "warn");
run("@react-router/dev/bin.cjs", "build", "--logLevel", "warn");
await pruneAllStyles("build/app/client", "build/islands");
await preloadAllFonts("build/app/client");
await moveAllArt("build/app/client");
await writeSiteFiles("build/app/client");
await compressAssets(["build/islands", "build/app/client"]);
finish();

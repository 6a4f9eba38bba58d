// Builds everything the server serves: islands first, because prerendered pages name the loader's hashed file.
import { execFileSync } from "node:child_process";

const run = (...command: [string, ...string[]]) =>
  execFileSync(process.execPath, [`node_modules/${command[0]}`, ...command.slice(1)], { stdio: "inherit" });

run("vite/bin/vite.js", "build", "-c", "vite.islands.config.ts", "--logLevel", "warn");
run("@react-router/dev/bin.cjs", "build", "--logLevel", "warn");

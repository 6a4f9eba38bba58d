// Builds the peers: gives them the product's components, installs, builds, and says where the result is.
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ensureInstalledIn } from "./install.ts";

export interface Peer {
  name: string;
  folder: string;
  output: string;
  /** What Node is given to start its own server, in its folder, with HOST and PORT set. */
  start: readonly string[];
}

const frameworks = [
  {
    name: "Astro",
    folder: "bench/peers/astro",
    product: "src/product",
    own: "src/own",
    output: "dist",
    outputAsServer: "dist-server",
    directive: "",
    start: ["dist-server/server/entry.mjs"],
  },
  // Next.js renders on the server what is not marked; our islands are exactly what must be.
  {
    name: "Next.js",
    folder: "bench/peers/next",
    product: "product",
    own: "own",
    output: "out",
    outputAsServer: ".next-server",
    directive: '"use client";\n',
    start: ["node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1"],
  },
];

const islandFile = "app/site/islands/island.tsx";
const entries = [
  "app/site/home.tsx",
  "app/site/closing-block.tsx",
  "app/site/site-header.tsx",
  "app/site/islands/header.ts",
  "app/theme-script.ts",
  "app/ui/toaster.tsx",
];

/** As files, or with each framework's own server. */
export function buildPeers(as: "files" | "server" = "files"): Peer[] {
  const files = withImports(entries);
  return frameworks.map(({ name, folder, product, own, output: asFiles, outputAsServer, directive, start }) => {
    const output = as === "files" ? asFiles : outputAsServer;
    rmSync(path.join(folder, product), { recursive: true, force: true });
    for (const file of files) {
      const target = path.join(folder, product, file);
      mkdirSync(path.dirname(target), { recursive: true });
      const mark = file.endsWith(".island.tsx") ? directive : "";
      writeFileSync(target, mark + readFileSync(file, "utf8"));
    }
    cpSync(path.join(folder, own, "island.tsx"), path.join(folder, product, islandFile));
    for (const file of ["app/site/site.css", ...globSync("app/{ui/styles,site/fonts}/*.{css,woff2}")]) {
      mkdirSync(path.dirname(path.join(folder, product, file)), { recursive: true });
      cpSync(file, path.join(folder, product, file));
    }
    mkdirSync(path.join(folder, "public"), { recursive: true });
    cpSync("public/favicon.svg", path.join(folder, "public/favicon.svg"));
    const run = (command: string, ...args: string[]) =>
      execFileSync(command, args, {
        cwd: folder,
        stdio: ["ignore", "ignore", "inherit"],
        env: {
          ...process.env,
          ASTRO_TELEMETRY_DISABLED: "1",
          NEXT_TELEMETRY_DISABLED: "1",
          NODE_ENV: "production",
          PEER_AS_SERVER: as === "server" ? "1" : "",
        },
      });
    ensureInstalledIn(folder);
    rmSync(path.join(folder, output), { recursive: true, force: true });
    run("npm", "run", "build", "--silent");
    return { name, folder, output: path.join(folder, output), start };
  });
}

/** The files and everything of ours they import. */
function withImports(start: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file) || file === islandFile) return;
    found.add(file);
    for (const [, source = ""] of readFileSync(file, "utf8").matchAll(/from "([.#][^"]+\.tsx?)"/g))
      visit(source.startsWith("#content/") ? source.slice(1) : path.join(path.dirname(file), source));
  };
  start.forEach(visit);
  return found;
}

// `npm run dev`: pages by Vite, which follows every edit, in front of the real server and database, which start again when
// one of the server's own files changes. Nothing is built.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, watch } from "node:fs";

const port = Number(process.env.PORT ?? 3000);
const serverPort = port + 1;
const publishableKey = process.env.PUBLISHABLE_KEY ?? "sb_publishable_development";
const siteUrl = `http://localhost:${port}`;
/** What the server puts into the back office's shell in production. */
const runtimeSettings = {
  supabaseUrl: null,
  publishableKey,
  siteUrl,
  passkeys: process.env.PASSKEYS === "true",
  serverHasDatabase: true,
  flags: { contentIntelligence: true, crmRelMining: true, autoPublish: process.env.AUTO_PUBLISH === "true" },
  publishingIsFixed: Boolean(process.env.AUTO_PUBLISH),
};

const started = Date.now();
let server: ChildProcess | null = null;
let restarting = false;
let ending = false;

function startServer(): void {
  const child = spawn(process.execPath, ["server/main.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      PORT: String(serverPort),
      HOST: "127.0.0.1",
      SITE_URL: siteUrl,
      PUBLISHABLE_KEY: publishableKey,
      LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
      PAGES_BY_VITE: "true",
    },
  });
  server = child;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    // Its own start-up message names its own port.
    if (!text.includes("Guidevane is ready")) process.stdout.write(text);
    else console.log(`server ready after ${((Date.now() - started) / 1000).toFixed(1)} s`);
  });
  child.once("exit", (code) => {
    server = null;
    if (ending) return;
    if (restarting) startServer();
    else console.log(`The server ended (${code}); it starts again with the next change of its files.`);
    restarting = false;
  });
}

/** Files of the server, and SQL: the database catches up at start. */
const folders = ["server", "content", "domain", "modules", "supabase"].filter((folder) => existsSync(folder));
const isServerFile = (file: string) => /\.(?:ts|sql)$/.test(file) && !file.endsWith(".test.ts");

function restart(file: string): void {
  if (restarting || ending) return;
  console.log(`${file} changed: the server starts again`);
  if (!server) return startServer();
  restarting = true;
  server.kill("SIGTERM");
}

// Editors write a file in several steps: the last one counts.
let pending: NodeJS.Timeout | undefined;
for (const folder of folders)
  watch(folder, { recursive: true }, (_event, name) => {
    const file = `${folder}/${name}`;
    if (!name || !isServerFile(file)) return;
    clearTimeout(pending);
    pending = setTimeout(restart, 50, file);
  });

const vite = spawn(
  process.execPath,
  ["node_modules/@react-router/dev/bin.cjs", "dev", "--port", String(port), "--strictPort"],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      // What it would otherwise start itself again for.
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --conditions=development`.trim(),
      DEV_BACKEND: `http://127.0.0.1:${serverPort}`,
      VITE_RUNTIME_SETTINGS: JSON.stringify(runtimeSettings),
    },
  },
);
startServer();

function end(code: number): void {
  if (ending) return;
  ending = true;
  for (const child of [server, vite]) child?.kill("SIGTERM");
  const gone = [server, vite].map((child) => child && new Promise((resolve) => child.once("exit", resolve)));
  void Promise.all(gone).then(() => process.exit(code));
}
vite.once("exit", (code) => end(code ?? 0));
process.on("SIGINT", () => end(0));
process.on("SIGTERM", () => end(0));

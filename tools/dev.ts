// `npm run dev`: the site with hot reload (Vite) in front of the real server and database.
import { type ChildProcess, spawn } from "node:child_process";

const port = Number(process.env.PORT ?? 3000);
const backendPort = port + 1;
const publishableKey = process.env.PUBLISHABLE_KEY ?? "sb_publishable_development";
const settings = {
  supabaseUrl: null,
  publishableKey,
  siteUrl: `http://localhost:${port}`,
  passkeys: process.env.PASSKEYS === "true",
  flags: { contentIntelligence: true, crmRelMining: true, autoPublish: process.env.AUTO_PUBLISH === "true" },
};

const children: ChildProcess[] = [];
function run(args: string[], env: Record<string, string>): void {
  const child = spawn(process.execPath, args, { stdio: "inherit", env: { ...process.env, ...env } });
  child.once("exit", (code) => stop(code ?? 0));
  children.push(child);
}
let stopping = false;
function stop(code: number): void {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill("SIGTERM");
  process.exitCode = code;
}
process.on("SIGINT", () => stop(0));
process.on("SIGTERM", () => stop(0));

run(["server/main.ts"], {
  PORT: String(backendPort),
  SITE_URL: settings.siteUrl,
  PUBLISHABLE_KEY: publishableKey,
  LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
});
run(["node_modules/@react-router/dev/bin.cjs", "dev", "--port", String(port), "--strictPort"], {
  DEV_BACKEND: `http://localhost:${backendPort}`,
  VITE_RUNTIME_SETTINGS: JSON.stringify(settings),
});

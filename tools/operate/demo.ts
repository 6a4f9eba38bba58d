// `npm run demo`: the whole product on a throwaway data directory with sample data. Nothing of it stays.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureAdministrator } from "../../server/supabase/auth/admin/administrators.ts";
import { createKeys } from "../../server/supabase/auth/tokens/keys.ts";
import { openDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import { fillWithDemo } from "./demo-everything.ts";
import { newPassword } from "./new-password.ts";
import { operatorCommand } from "./operator-command.ts";

const email = "noor@guidevane.example";
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-demo-"));
process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
// Asked to end, we let the server end in its own time (or finish filling the database), then clean up after it.
let server: ChildProcess | null = null;
let ending = false;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    ending = true;
    server?.kill(signal);
  });

await operatorCommand(async (env, log) => {
  const password = newPassword();
  const here = { ...env, DATABASE_URL: undefined, DATA_DIR: dataDir };
  const database = await openDatabase(here, log);
  try {
    await migrate(database.sql, log);
    await createKeys(here, database.sql, log);
    await ensureAdministrator(database.sql, email, password);
    await fillWithDemo(database.sql, here);
  } finally {
    await database.close();
  }

  const settings: NodeJS.ProcessEnv = {
    ...process.env,
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
  };
  delete settings.DATABASE_URL;
  if (ending) return;
  const child = spawn(process.execPath, ["server/main.ts"], { stdio: "inherit", env: settings });
  server = child;
  console.log(`Demo with sample data in ${dataDir}, removed at the end. Sign in with\n  ${email}\n  ${password}`);
  process.exitCode = await new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
});

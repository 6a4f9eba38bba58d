// A PostgreSQL that is too old. Needs Debian's version 15 or 16; without one the test is skipped, and says so.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { afterAll, expect, test } from "vitest";
import { namedAccount } from "./embedded-account.ts";
import { checkDatabase, migrate } from "./migrate.ts";
import { openPool } from "./sql.ts";

const programs = ["15", "16"].map((version) => `/usr/lib/postgresql/${version}/bin`).find(existsSync);
if (!programs)
  process.stderr.write("PostgreSQL 15 is not installed (apt-get install postgresql-15): its test is skipped.\n");
const folder = mkdtempSync(path.join(os.tmpdir(), "gv-old-"));
/** PostgreSQL refuses to run as root. */
const account = process.getuid?.() === 0 ? namedAccount : null;
let server: ChildProcess | null = null;
afterAll(async () => {
  if (server) {
    const ended = once(server, "exit");
    server.kill("SIGINT");
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!programs)("a PostgreSQL before 17 is refused in one sentence, untouched", async () => {
  if (account) chownSync(folder, account.uid, account.gid);
  const data = path.join(folder, "data");
  const made = spawnSync(path.join(programs!, "initdb"), ["-D", data, "-U", "postgres", "-A", "trust", "-N"], {
    ...account,
    encoding: "utf8",
  });
  expect(made.stderr).toBe("");
  server = spawn(path.join(programs!, "postgres"), ["-D", data, "-k", folder, "-c", "listen_addresses="], {
    ...account,
    stdio: "ignore",
  });
  const sql = openPool({ host: folder, user: "postgres", database: "postgres", max: 1 });
  await expect.poll(() => sql`select 1`.then(() => "answers", String)).toBe("answers");
  const refusal = migrate(sql, pino({ level: "silent" }));
  await expect(refusal).rejects.toThrow(
    /^This release needs PostgreSQL 17 or newer; the database is 1[56]\..*\. Nothing was changed\.$/,
  );
  await expect(refusal).rejects.toMatchObject({ forOperator: true });
  // audit-4 O10: what doctor says.
  await expect(checkDatabase(sql)).rejects.toThrow(/^This release needs PostgreSQL 17 or newer/);
  expect(await sql`select 1 from pg_namespace where nspname in ('auth', 'supabase_migrations', 'private')`).toEqual([]);
  await sql.end();
});

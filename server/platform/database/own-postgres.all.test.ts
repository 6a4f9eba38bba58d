// A PostgreSQL of the operator's own: a hosted Supabase project, and roles that exist already. The rest is in own-postgres.test.ts.
import { afterAll, beforeAll, test, expect } from "vitest";
import { rmSync, mkdtempSync, readFileSync } from "node:fs";
import path from "node:path";
import os from "node:os";
import { type EmbeddedPostgres, startEmbedded } from "./embedded.ts";
import { type Sql, openPool } from "./sql.ts";
import pino from "pino";
import { actAs } from "#server/testing/act-as.ts";
import { migrate, schemaVersion, newestSchema } from "./migrate.ts";

const log = pino({ level: "silent" });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-own-"));
let server: EmbeddedPostgres;

let root: Sql;

beforeAll(async () => {
  server = await startEmbedded({ dataDir, log, maxConnections: 50, durable: false });
  root = openPool({ host: server.socketDirectory, user: "postgres", database: "postgres", max: 1 });
});
afterAll(async () => {
  await root.end();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test("a Supabase project keeps its own roles and auth schema", async () => {
  await root`create database like_supabase`;
  await root`create role supabase_auth_admin`;
  const inside = openPool({
    host: server.socketDirectory,
    user: "postgres",
    database: "like_supabase",
    max: 2,
  });
  for (const name of ["010-roles-and-schemas.sql", "020-auth-tables.sql"])
    await inside.unsafe(readFileSync(path.join(import.meta.dirname, "supabase-base", name), "utf8"));
  await migrate(inside, log); // Making them a second time would fail.
  const { base, migrations } = await schemaVersion(inside);
  expect(base).not.toContain("010-roles-and-schemas.sql");
  expect(base).toContain("021-server-tables.sql");
  expect(migrations).toEqual(newestSchema().migrations);
  await inside.end();
  await root`drop role supabase_auth_admin`;
});

test("where the roles exist already, membership is enough; without it the message says so", async () => {
  for (const role of ["anon", "authenticated", "service_role"])
    await root.unsafe(`do $$ begin create role ${role}; exception when duplicate_object then null; end $$`);
  await root`create role joiner login`;
  await root`create database for_joiner owner joiner`;
  const database = openPool({ host: server.socketDirectory, user: "joiner", database: "for_joiner", max: 2 });
  await expect(migrate(database, log)).rejects.toThrow("grant anon, authenticated, service_role to joiner;");
  await root`grant anon, authenticated, service_role to joiner`;
  await migrate(database, log);
  expect(await actAs(database, { role: "service_role" }, (tx) => tx`select * from public.accounts`)).toEqual([]);
  await database.end();
});

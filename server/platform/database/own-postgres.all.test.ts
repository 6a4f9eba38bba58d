// A hosted Supabase project, as a PostgreSQL of the operator's own.
import { afterAll, beforeAll, test, expect } from "vitest";
import { rmSync, mkdtempSync, readFileSync } from "node:fs";
import path from "node:path";
import os from "node:os";
import { type EmbeddedPostgres, startEmbedded } from "./embedded.ts";
import { type Sql, openPool } from "./sql.ts";
import pino from "pino";
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

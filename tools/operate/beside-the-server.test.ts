// Commands of an operator beside a running server: also where the server has a private /tmp, and when it has taken all its connections.
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { holderOf } from "#server/platform/database/data-directory-lock.ts";
import { type Database, openDatabase, ownConnections } from "#server/platform/database/database.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { actAs, addUser } from "#server/testing/act-as.ts";
import { createRest } from "#server/supabase/rest/rest.ts";

const log = pino({ level: "silent" });
// Not in a temporary directory that the other namespace replaces.
const home = mkdtempSync("/var/tmp/guidevane-beside-");
const dataDir = path.join(home, "data");
const poolSize = 2;
let database: Database;

beforeAll(async () => {
  database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: poolSize, DATABASE_TLS: "off" }, log);
  await migrate(database.sql, log);
});
afterAll(async () => {
  await database.close();
  rmSync(home, { recursive: true, force: true });
});

const hide = [...new Set(["/tmp", os.tmpdir()])].map((folder) => `mount -t tmpfs none ${folder}`).join(" && ");

/** Another mount namespace whose /tmp is empty, as PrivateTmp=true makes it; where that is not permitted, another TMPDIR. */
const away = (() => {
  for (const flags of [["--mount"], ["--map-root-user", "--mount"]])
    try {
      execFileSync("unshare", [...flags, "sh", "-c", hide], { stdio: "ignore" });
      return (command: string) => ["unshare", ...flags, "sh", "-c", `${hide} && exec ${command}`];
    } catch {
      // Not here.
    }
  return (command: string) => ["sh", "-c", `exec ${command}`];
})();

async function run(script: string, ...args: string[]) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const [program = "", ...rest] = away(`${process.execPath} tools/operate/${script}.ts ${args.join(" ")}`);
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, TMPDIR: path.join(home) };
  const done = await promisify(execFile)(program, rest, { env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return { said: done.stdout + done.stderr, ok: !("code" in done) };
}

test("audit-4 O3: doctor, admin and backup find a server whose temporary directory is not theirs", async () => {
  expect(holderOf(dataDir)?.socketDirectory).toContain(dataDir);
  expect((await run("admin", "list")).said).toContain("There is no administrator yet");
  expect((await run("doctor")).said).toMatch(/^ok {4}database +PostgreSQL 18/m);
  expect(await run("backup", path.join(home, "beside.backup"))).toMatchObject({ ok: true });
});

test("audit-4 O3: a socket that is not to be seen is said in one sentence", async () => {
  const socket = holderOf(dataDir)!.socketDirectory!;
  renameSync(socket, `${socket}.away`);
  onTestFinished(() => renameSync(`${socket}.away`, socket));
  const { said, ok } = await run("backup", path.join(home, "none.backup"));
  expect([ok, said]).toEqual([
    false,
    expect.stringMatching(/^The process \d+ runs on .*, but the socket of its database, .*\n$/),
  ]);
});

test("audit-4 O11: when the server has taken every connection of its own, an operator gets in, and the server is no superuser", async () => {
  const host = holderOf(dataDir)!.socketDirectory!;
  const taken: Client[] = [];
  onTestFinished(async () => void (await Promise.all(taken.map((client) => client.end()))));
  const take = async (user: string) => {
    const client = new Client({ host, user, database: "postgres" });
    client.on("error", () => {});
    await client.connect();
    taken.push(client);
  };
  const takeAll = async () => {
    for (let count = 0; count <= ownConnections(poolSize); count += 1) await take("guidevane");
  };
  await expect(takeAll()).rejects.toMatchObject({ code: "53300" });
  // psql of the operator, and our commands.
  await take("postgres");
  expect((await run("admin", "list")).said).toContain("There is no administrator yet");
  expect((await run("admin", "sql", '"select 6 * 7 as answer"')).said).toContain("42");
  const [role] = (await taken[0]!.query("select rolsuper from pg_roles where rolname = session_user")).rows;
  expect(role).toEqual({ rolsuper: false });
});

test("audit-4 O11: the embedded database opens to visitors and members what every other database of this release does", async () => {
  const opened = async (sql: Sql) =>
    (
      await sql<{ line: string }[]>`
        select acting || ' ' || what as line from unnest(array['anon', 'authenticated', 'service_role']) as acting, lateral (
          select 'calls ' || p.oid::regprocedure::text as what from pg_proc as p join pg_namespace as n on n.oid = pronamespace
          where nspname in ('auth', 'public', 'private') and has_function_privilege(acting, p.oid, 'execute')
          union all
          select act || 's ' || c.oid::regclass::text
          from unnest(array['select', 'insert', 'update', 'delete']) as act, pg_class as c join pg_namespace as n on n.oid = relnamespace
          where nspname in ('auth', 'public', 'private') and relkind in ('r', 'v', 'p') and has_table_privilege(acting, c.oid, act)
        ) as opened order by 1`
    ).map(({ line }) => line);
  const { sql } = await testDatabase();
  const here = await opened(database.sql);
  expect(here).toContain("authenticated calls auth.uid()");
  expect(here).toEqual(await opened(sql));
});

test("audit-4 O11: the server's own account answers data requests, within their limits", async () => {
  const { sql } = database;
  await sql`create function public.setting(name text) returns text language sql stable as 'select current_setting(name)'`;
  await sql`grant execute on function public.setting to service_role`;
  const rest = await createRest({
    sql,
    env: { REST_SCHEMAS: ["public"], REST_MAX_ROWS: 1000, STATEMENT_TIMEOUT_MS: 60_000 },
    log,
    identify: async () => ({ role: "service_role", claims: { role: "service_role" }, userId: null, sessionId: null }),
  });
  onTestFinished(() => rest.close());
  const ask = async (method: string, target: string, body?: unknown) => {
    const answer = await rest.routes.request(`http://test.invalid/rest/v1${target}`, {
      method,
      headers: { prefer: "return=representation", ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return [answer.status, await answer.json()];
  };
  expect(await ask("POST", "/rpc/setting", { name: "temp_file_limit" })).toEqual([200, "512MB"]);
  expect(await ask("POST", "/accounts", { name: "Acme" })).toMatchObject([201, [{ name: "Acme" }]]);
  expect(await ask("PATCH", "/accounts?name=eq.Acme", { name: "Axiom" })).toMatchObject([200, [{ name: "Axiom" }]]);
  expect(await ask("GET", "/accounts?select=name")).toEqual([200, [{ name: "Axiom" }]]);
  expect(await ask("DELETE", "/accounts?name=eq.Axiom")).toMatchObject([200, [{ name: "Axiom" }]]);
});

test("audit-4 O11: the server's own account changes tables for an own field, and acts as the person who asks", async () => {
  const { sql } = database;
  const admin = { role: "authenticated", userId: await addUser(sql, { admin: true }) } as const;
  const settings = JSON.stringify({ label: "Region" });
  const [field] = await actAs(
    sql,
    admin,
    (tx) =>
      tx<{ column_name: string }[]>`select (public.add_own_field('accounts', 'text', ${settings}::jsonb)).column_name`,
  );
  const [owner] = await sql`
    select pg_get_userbyid(relowner) as table, exists (select from pg_attribute where attrelid = c.oid and attname = ${field!.column_name}) as has
    from pg_class as c where oid = 'public.accounts'::regclass`;
  expect(owner).toEqual({ table: "guidevane", has: true });
});

// DATABASE_URL: a PostgreSQL of the operator's own. A second server stands in for it, reached over TCP.
import { mkdtempSync, rmSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { openPool, type Sql } from "./sql.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Who, actAs, addUser } from "#server/testing/act-as.ts";
import { openDatabase, socketIn } from "./database.ts";
import { type EmbeddedPostgres, startEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";

const log = pino({ level: "silent" });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-own-"));
let server: EmbeddedPostgres;
let proxy: net.Server;
let root: Sql;

beforeAll(async () => {
  server = await startEmbedded({ dataDir, log, maxConnections: 50, durable: false });
  const socket = socketIn(server.socketDirectory);
  proxy = net.createServer((client) => {
    const inner = net.connect(socket);
    client.pipe(inner).pipe(client);
    for (const end of [client, inner]) end.on("error", () => [client, inner].forEach((other) => other.destroy()));
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  root = openPool({ host: server.socketDirectory, user: "postgres", database: "postgres", max: 1 });
});
afterAll(async () => {
  await root.end();
  proxy.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const settings = (account: string, database: string) => ({
  DATABASE_URL: `postgres://${account}:secret-word@127.0.0.1:${(proxy.address() as net.AddressInfo).port}/${database}`,
  DATABASE_TLS: "off" as const,
  DATABASE_POOL_SIZE: 3,
  DATA_DIR: "unused",
});

test("an account that lacks privileges is told which, and how to give them", async () => {
  await root`create role plain login`;
  await root`create database for_plain`;
  const database = await openDatabase(settings("plain", "for_plain"), log);
  const refusal = migrate(database.sql, log);
  await expect(refusal).rejects.toThrow("alter role plain createrole bypassrls;");
  await expect(refusal).rejects.toThrow("grant create on database for_plain to plain;");
  await expect(refusal).rejects.toMatchObject({ forOperator: true });
  expect(await database.sql`select nspname from pg_namespace where nspname in ('auth', 'supabase_migrations')`).toEqual(
    [],
  );
  await database.close();
});

test("an account that is no superuser is enough, for two instances that start at once", async () => {
  await root`create role maker login createrole bypassrls`;
  await root`create database for_maker owner maker`;
  const one = await openDatabase(settings("maker", "for_maker"), log);
  const two = await openDatabase(settings("maker", "for_maker"), log);
  await Promise.all([migrate(one.sql, log), migrate(two.sql, log)]);
  const admin: Who = { role: "authenticated", userId: await addUser(one.sql, { admin: true }) };
  const visitor: Who = { role: "authenticated", userId: await addUser(one.sql, { admin: false }) };
  await actAs(one.sql, admin, (tx) => tx`insert into public.accounts (name) values ('Norrfall')`);
  expect(await actAs(two.sql, admin, (tx) => tx`select name from public.search_accounts('norr')`)).toHaveLength(1);
  expect(await actAs(two.sql, visitor, (tx) => tx`select * from public.accounts`)).toEqual([]);
  expect(await actAs(two.sql, { role: "service_role" }, (tx) => tx`select * from public.accounts`)).toHaveLength(1);
  await one.close();
  await two.close();
});

test("a server that refuses is named, without the password", async () => {
  const opening = openDatabase(settings("postgres", "nowhere"), log);
  await expect(opening).rejects.toThrow(
    /PostgreSQL of DATABASE_URL \(127\.0\.0\.1:\d+\) cannot be used: .*"nowhere" does not exist/,
  );
  await expect(opening).rejects.not.toThrow("secret-word");
});

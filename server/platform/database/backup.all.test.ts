// Backups of many rows onto slow disks, and restores that are killed.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Writable, Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import pino from "pino";
import { afterAll, expect, test, vi, describe } from "vitest";
import { backedUpDatabase, everyRow } from "#server/testing/backed-up-database.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { writeBackup } from "./backup.ts";
import { openDatabase } from "./database.ts";
import { claimDatabase } from "./restore-target.ts";
import { checkBackup, loadBackup } from "./restore.ts";
import { type SectionHead, backupFormat, type Section, writeSections } from "./backup-file.ts";
import { newestSchema } from "./migrate.ts";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { openPool } from "./sql.ts";

vi.setConfig({ testTimeout: 240_000 });
const log = pino({ level: "silent" });
const home = mkdtempSync(path.join(os.tmpdir(), "guidevane-backup-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const { sql, connection } = await testDatabase();
const { addAccounts, emptyDatabase } = backedUpDatabase(sql, connection);
const manyRows = 200_000;

test("a restore that is killed, wherever it is, can be repeated; until then no server starts on it", async () => {
  await addAccounts(10_000);
  const file = path.join(home, "some.backup");
  await writeBackup({ sql, keys: null, dataDir: null }, file);
  const dataDir = path.join(home, "killed");
  const command = path.resolve(import.meta.dirname, "../../../tools/operate/restore.ts");
  const settings = { DATA_DIR: dataDir, DATABASE_POOL_SIZE: 2, DATABASE_TLS: "off" as const };
  mkdirSync(path.join(dataDir), { recursive: true });
  let said = "";
  const start = () => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const child = spawn(process.execPath, [command, file], { env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir } });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
    return child;
  };
  const moments = [
    () => existsSync(path.join(dataDir, "restoring")),
    () => existsSync(path.join(dataDir, "postgres")),
    () => existsSync(path.join(dataDir, "running.json")),
  ];
  for (const hasCome of moments) {
    const child = start();
    const ended = once(child, "exit");
    // Until it has come or never will: how long a new database takes is the machine's affair.
    while (!hasCome() && child.exitCode === null) await pause(20);
    expect(child.exitCode, said).toBeNull();
    child.kill("SIGKILL");
    await ended;
    await expect(openDatabase(settings, log)).rejects.toThrow("was begun and not finished. Run it again");
  }
  const [code] = (await once(start(), "exit")) as [number];
  expect(code, said).toBe(0);
  const restored = await openDatabase(settings, log);
  expect(await everyRow(restored.sql)).toEqual(await everyRow(sql));
  await restored.close();
});

/** A disk that takes a while for each piece. */
function slowDisk(target: string): Writable {
  const disk = createWriteStream(target, { mode: 0o600 });
  return new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      setTimeout(() => disk.write(chunk, done), 1);
    },
    final: (done) => void disk.end(done),
  });
}

test(`${manyRows} rows onto a slow disk, back, and compared one by one`, async () => {
  await addAccounts(manyRows);
  const backup = path.join(home, "many.backup");
  const told: number[] = [];
  const made = await writeBackup({ sql, keys: null, dataDir: null }, backup, {
    openOutput: slowDisk,
    onProgress: ({ rows }) => told.push(rows),
  });
  expect(made.rows).toBeGreaterThanOrEqual(manyRows);
  expect(told.length).toBeGreaterThan(10);
  const target = await emptyDatabase();
  const claim = await claimDatabase(target);
  await loadBackup(target, log, backup, await checkBackup(backup), null);
  await claim.finish();
  expect(await everyRow(target)).toEqual(await everyRow(sql));
});

test("audit-4 S15: mail to sign in that waited comes back as what a restore makes of it, without its link", async () => {
  const source = await testDatabase();
  const waiting = ["queued", "sending"].map((state) => ({ id: randomUUID(), state }));
  for (const { id, state } of waiting)
    await source.sql`
      insert into public.outbox (id, class, state, dedupe_key, origin_kind, to_address, subject, body_text, secret, phase, lease_until, lease_by)
      values (${id}, 'system', ${state}, ${id}, 'sign-in', 'ada@norrfall.example', 'Hello', 'Hello', '{"text": "a link"}',
        ${state === "sending" ? "claimed" : null}, ${state === "sending" ? new Date() : null}, ${state === "sending" ? "1" : null})`;
  const backup = path.join(home, "sign-in.backup");
  await writeBackup({ sql: source.sql, keys: null, dataDir: null }, backup);
  const target = await emptyDatabase();
  await loadBackup(target, log, backup, await checkBackup(backup), null);
  expect(await target`select id, state, gate_code, secret from public.outbox order by id`).toEqual(
    waiting
      .map(({ id }) => ({ id, state: "expired", gate_code: "waited_in_backup", secret: null }))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  );
  await source.close();
});

test("tables that refer to each other in a circle, numbered columns and schemas of modules come back; the queue does not", async () => {
  const name = `${connection.database}_circle`;
  await sql`create database ${sql(name)} template template_for_tests`;
  const target = openPool({ ...connection, database: name, max: 2 });
  const source = await testDatabase();
  for (const database of [source.sql, target])
    await database.unsafe(`
      alter table public.accounts add main_contact uuid references public.contacts (id);
      create schema deals;
      create table deals.deals (id int generated always as identity primary key, parent int references deals.deals (id));
      create schema pgboss;
      create table pgboss.job (id int);`);
  await source.sql.unsafe(`
    insert into public.accounts (name) values ('Norrfall');
    insert into public.contacts (account_id, name) select id, 'Ada' from public.accounts;
    update public.accounts set main_contact = (select id from public.contacts);
    insert into deals.deals (parent) values (null), (1), (3);
    insert into pgboss.job values (1)`);
  const backup = path.join(home, "circle.backup");
  await writeBackup({ sql: source.sql, keys: null, dataDir: null }, backup);
  await target`create schema guidevane_restoring`;
  await claimDatabase(target);
  await loadBackup(target, log, backup, await checkBackup(backup), null);
  expect(await everyRow(target)).toEqual(await everyRow(source.sql));
  expect(await target`select from pgboss.job`).toHaveLength(0);
  expect(await target`insert into deals.deals (parent) values (null) returning id`).toEqual([{ id: 4 }]);
  // References are as strict as before, and at once.
  const wrong = target.begin(async (tx) => {
    await tx`update public.accounts set main_contact = gen_random_uuid()`.catch(() => {
      throw new Error("refused at once");
    });
  });
  await expect(wrong).rejects.toThrow("refused at once");
  await target.end();
  await sql`drop database ${sql(name)} with (force)`;
});

describe("a restore", () => {
  async function crafted(head: SectionHead, content = "x\n"): Promise<string> {
    const name = path.join(home, "crafted.backup");
    const { base, migrations } = newestSchema();
    const manifest = {
      format: backupFormat,
      takenAt: "2026-11-18T10:00:00.000Z",
      schema: { base, migrations },
      keys: null,
      sequences: [],
    };
    async function* sections(): AsyncGenerator<Section> {
      yield { head, content: Readable.from([Buffer.from(content)]) };
    }
    await pipeline(writeSections(manifest, sections()), createGzip(), createWriteStream(name));
    return name;
  }

  test("refuses rows for tables that are not ours", async () => {
    const target = await emptyDatabase();
    const backup = await crafted({ table: "pg_catalog.pg_authid", columns: ["rolname"] });
    await claimDatabase(target);
    const loading = loadBackup(target, log, backup, await checkBackup(backup), null);
    await expect(loading).rejects.toThrow("a table that this release does not have: pg_catalog.pg_authid");
    // And may be tried again with a better one.
    await claimDatabase(target);
  });
});

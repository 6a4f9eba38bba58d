// Backups from databases that fall silent and onto full disks; restores of what they should not take.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createConnection, createServer, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { backedUpDatabase } from "#server/testing/backed-up-database.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { backupFormat, type Section, type SectionHead, writeSections } from "./backup-file.ts";
import { writeBackup } from "./backup.ts";
import { socketIn } from "./database.ts";
import { newestSchema } from "./migrate.ts";
import { claimDatabase } from "./restore-target.ts";
import { checkBackup } from "./restore.ts";
import { openPool } from "./sql.ts";

vi.setConfig({ testTimeout: 240_000 });

const home = mkdtempSync(path.join(os.tmpdir(), "guidevane-backup-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const { sql, connection } = await testDatabase();
const file = path.join(home, "some.backup");
const { addAccounts, emptyDatabase } = backedUpDatabase(sql, connection);

beforeAll(async () => {
  await addAccounts(10_000);
  await sql`insert into public.contacts (account_id, name) select id, 'Ada' from public.accounts limit 100`;
  await writeBackup({ sql, keys: null, dataDir: null }, file);
}, 120_000);

test("a database that falls silent is given up, and nothing is left behind", async () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), "silent-"));
  const sockets = new Set<Socket>();
  let passed = 0;
  const between = createServer((near) => {
    const far = createConnection(socketIn(connection.host));
    for (const socket of [near, far]) sockets.add(socket.on("error", () => {}));
    near.pipe(far);
    far.on("data", (bytes) => {
      passed += bytes.length;
      if (passed < 1_000_000) near.write(bytes); // Then no word more, and no end either.
    });
  });
  await once(between.listen(socketIn(directory)), "listening");
  const silent = openPool({ ...connection, host: directory, max: 1 });
  const target = path.join(home, "silent.backup");
  const backup = writeBackup({ sql: silent, keys: null, dataDir: null }, target, { patienceMs: 1000 });
  await expect(backup).rejects.toThrow("has not answered for 1 seconds. The backup was given up; no file is left.");
  expect(existsSync(target) || existsSync(`${target}.partial`)).toBe(false);
  for (const socket of sockets) socket.destroy();
  await silent.end({ timeout: 1 });
  between.close();
  rmSync(directory, { recursive: true });
});

test("a disk without room leaves nothing behind", async () => {
  const target = path.join(home, "full.backup");
  const full = (partial: string) => {
    writeFileSync(partial, "");
    return new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error("no space left"), { code: "ENOSPC" })),
    });
  };
  const backup = writeBackup({ sql, keys: null, dataDir: null }, target, { openOutput: full });
  await expect(backup).rejects.toMatchObject({ code: "ENOSPC" });
  expect(existsSync(target) || existsSync(`${target}.partial`)).toBe(false);
});

test("audit-4 S15: a backup in one file has no link and no code that signs someone in", async () => {
  const dataDir = mkdtempSync(path.join(home, "data-"));
  mkdirSync(path.join(dataDir, "outbox"));
  const mail = async (kind: "system" | "transactional", state: "queued" | "sending" | "sent") => {
    const isWaiting = state !== "sent";
    const secret = kind === "system" && isWaiting ? { text: "zzlink", html: "zzlink" } : null;
    const [row] = await sql<{ id: string }[]>`
      insert into public.outbox (class, state, dedupe_key, origin_kind, to_address, subject, body_text, secret, phase, lease_until, lease_by, finished_at)
      values (${kind}, ${state}, ${randomUUID()}, 'sign-in', 'ada@norrfall.example', 'Hello', 'Hello', ${secret && JSON.stringify(secret)}::text::jsonb,
        ${state === "sending" ? "claimed" : null}, ${state === "sending" ? new Date() : null}, ${state === "sending" ? "1" : null}, ${isWaiting ? null : new Date()})
      returning id`;
    writeFileSync(
      path.join(dataDir, "outbox", `${row!.id}.eml`),
      `Subject: Hello\r\n\r\n${kind === "system" ? "zzlink" : "Plain"}\r\n`,
    );
    return row!.id;
  };
  const [queued, sending, sent, plain] = [
    await mail("system", "queued"),
    await mail("system", "sending"),
    await mail("system", "sent"),
    await mail("transactional", "sent"),
  ];
  const target = path.join(home, "sign-in.backup");
  await writeBackup({ sql, keys: null, dataDir }, target);
  const written = gunzipSync(readFileSync(target)).toString();
  expect(written).toContain(`outbox/${plain}.eml`);
  expect(written).not.toContain("zzlink");
  for (const id of [queued, sending, sent]) expect(written).not.toContain(`outbox/${id}.eml`);
  // Here it goes on waiting.
  expect(await sql`select from public.outbox where secret is not null`).toHaveLength(2);
  await sql`delete from public.outbox`;
});

describe("a restore", () => {
  test.each([
    ["a table", "create table public.theirs (id int)", "public.theirs"],
    ["a function", "create function public.theirs() returns int language sql as 'select 1'", "public.theirs()"],
    ["a type", "create type public.theirs as enum ('a')", "public.type theirs"],
    ["a schema", "create schema theirs", "schema theirs"],
  ])("refuses a database with %s in it", async (_what, statement, named) => {
    const target = await emptyDatabase();
    await target.unsafe(statement);
    const claim = claimDatabase(target);
    await expect(claim).rejects.toThrow(`is not empty (${named})`);
    await expect(claim).rejects.toMatchObject({ forOperator: true });
    expect(await target`select from pg_namespace where nspname = 'guidevane_restoring'`).toHaveLength(0);
  });

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

  test.each([
    "postgres/evil.conf",
    "keys.json",
    "restoring",
    "outbox",
    "../evil",
    "/etc/evil",
    "outbox/../../evil",
    "outbox/../postgres/evil.conf",
    "GV//evil",
    "files/a\\..\\b",
    "files/a\u0000b",
  ])("refuses the file %j, which no backup of ours would hold", async (name) => {
    await expect(checkBackup(await crafted({ file: name }))).rejects.toThrow("no backup of ours would");
  });
});

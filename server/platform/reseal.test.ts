import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { sealedTables } from "#server/module-servers.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { renewSealing, reseal, sealedSettings } from "./reseal.ts";
import { keyFilesIn, openSealing, sealWith, type Sealing } from "./sealed.ts";

const { sql, connection } = await testDatabase();
const folders: string[] = [];
let DATA_DIR = "";
const fromFile = () => ({ DATA_DIR, SEALING_KEY: undefined });
beforeEach(async () => {
  DATA_DIR = await mkdtemp(path.join(tmpdir(), "reseal-"));
  folders.push(DATA_DIR);
  await sql`delete from private.sealed_settings`;
});
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

const names = (count: number) => Array.from({ length: count }, (_, n) => `SECRET_${n}`);
async function keep(sealing: Sealing, name: string) {
  const { keyId, nonce, sealed } = sealing.seal(name, `of ${name}`);
  await sql`insert into private.sealed_settings (name, key_id, nonce, sealed) values (${name}, ${keyId}, ${nonce}, ${sealed})
    on conflict (name) do update set key_id = excluded.key_id, nonce = excluded.nonce, sealed = excluded.sealed`;
}
/** Names of secrets that do not open as what they were. */
async function lost(sealing: Sealing) {
  const rows = await sql<{ name: string; key_id: string; nonce: Buffer; sealed: Buffer }[]>`
    select name, key_id, nonce, sealed from private.sealed_settings`;
  return rows.flatMap(({ name, key_id: keyId, nonce, sealed }) =>
    sealing.open(name, { keyId, nonce, sealed }) === `of ${name}` ? [] : [name],
  );
}
const ids = async () =>
  (await sql<{ key_id: string }[]>`select distinct key_id from private.sealed_settings`).map(({ key_id: id }) => id);
const textOf = (key: Buffer) => key.toString("base64");

test("the key in DATA_DIR is replaced: everything opens with the new one alone, also in a server that was running", async () => {
  const running = await openSealing(fromFile());
  const before = running.keyId;
  const oldKey = await readFile(keyFilesIn(DATA_DIR).present, "utf8");
  for (const name of names(5)) await keep(running, name);
  expect(await renewSealing(fromFile(), sql, [sealedSettings])).toEqual({ resealed: 5, unopened: 0 });
  const now = await openSealing(fromFile());
  expect(now.keyId).not.toBe(before);
  expect(await ids()).toEqual([now.keyId]);
  expect(await lost(now)).toEqual([]);
  expect(await lost(running)).toEqual([]);
  // What the running server seals now is sealed with the new key, too.
  await keep(running, "LATER");
  expect(await ids()).toEqual([now.keyId]);
  expect(await lost(sealWith(Buffer.from(oldKey, "base64")))).toHaveLength(6);
  const { next, present, before: former } = keyFilesIn(DATA_DIR);
  expect([existsSync(next), existsSync(former), (await stat(present)).mode & 0o777]).toEqual([false, false, 0o600]);
});

test("with SEALING_KEY the former key opens and the present one seals; then the former one may go", async () => {
  const [former, present] = [textOf(randomBytes(32)), textOf(randomBytes(32))];
  for (const name of names(4)) await keep(await openSealing({ DATA_DIR, SEALING_KEY: former }), name);
  const both = { DATA_DIR, SEALING_KEY: present, SEALING_KEY_BEFORE: former };
  // Servers with both keys read everything before and after.
  expect(await lost(await openSealing(both))).toEqual([]);
  expect(await renewSealing(both, sql, [sealedSettings])).toEqual({ resealed: 4, unopened: 0 });
  expect(await lost(await openSealing({ DATA_DIR, SEALING_KEY: present }))).toEqual([]);
  expect(await renewSealing(both, sql, [sealedSettings])).toEqual({ resealed: 0, unopened: 0 });
});

test("a key of the environment takes over from the one in DATA_DIR", async () => {
  for (const name of names(2)) await keep(await openSealing(fromFile()), name);
  const env = { DATA_DIR, SEALING_KEY: textOf(randomBytes(32)) };
  expect(await renewSealing(env, sql, [sealedSettings])).toEqual({ resealed: 2, unopened: 0 });
  await rm(keyFilesIn(DATA_DIR).present);
  expect(await lost(await openSealing(env))).toEqual([]);
});

test("what another key sealed, or somebody has changed, is counted and stays as it is", async () => {
  for (const name of names(2)) await keep(await openSealing(fromFile()), name);
  await keep(sealWith(randomBytes(32)), "OF_ANOTHER");
  const other = () => sql`select sealed from private.sealed_settings where name = 'OF_ANOTHER'`;
  const before = await other();
  expect(await renewSealing(fromFile(), sql, [sealedSettings])).toEqual({ resealed: 2, unopened: 1 });
  expect(await other()).toEqual(before);
});

test("every table with sealed secrets is sealed again: a module that keeps some says so", async () => {
  const tables = await sealedTables();
  const there = await sql<{ name: string }[]>`
    select attrelid::regclass::text as name from pg_attribute join pg_class on pg_class.oid = attrelid
    where attname = 'sealed' and atttypid = 'bytea'::regtype and relkind = 'r' order by 1`;
  expect(tables.map(({ table }) => table).toSorted()).toEqual(there.map(({ name }) => name));
  for (const table of tables)
    expect(await reseal(sql, await openSealing(fromFile()), [table])).toEqual({ resealed: 0, unopened: 0 });
});

test("killed again and again, it loses nothing, and ends with one key", { timeout: 300_000 }, async () => {
  const first = await openSealing(fromFile());
  for (const name of names(300)) await keep(first, name);
  const program = path.join(import.meta.dirname, "../testing/reseal-process.ts");
  let amid = 0;
  for (let kill = 0; kill < 4; kill += 1) {
    // The first amid its rows on any machine, the others at any moment.
    const most = kill === 0 ? ["100"] : [];
    const child = spawn(process.execPath, [program, JSON.stringify(connection), JSON.stringify(fromFile()), ...most], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "exit");
    let said = "";
    for await (const part of child.stdout) {
      said += String(part);
      if (kill > 0 || said.includes("waiting")) break;
    }
    if (kill > 0) await new Promise((resolve) => setTimeout(resolve, kill * 60));
    child.kill("SIGKILL");
    await ended;
    if ((await ids()).length === 2) amid += 1;
    expect(await lost(await openSealing(fromFile()))).toEqual([]);
    // A server that has run all the while.
    expect(await lost(first)).toEqual([]);
  }
  expect(amid).toBeGreaterThan(0);
  await renewSealing(fromFile(), sql, [sealedSettings]);
  expect(await ids()).toEqual([(await openSealing(fromFile())).keyId]);
  expect(await lost(await openSealing(fromFile()))).toEqual([]);
  expect(existsSync(keyFilesIn(DATA_DIR).before)).toBe(false);
});

test("cut off between the two places of the key, the next run takes the last look", async () => {
  for (const name of names(3)) await keep(await openSealing(fromFile()), name);
  const { present, before } = keyFilesIn(DATA_DIR);
  const former = sealWith(Buffer.from(await readFile(present, "utf8"), "base64"));
  let seen = 0;
  // A server has sealed with the former key, and commits after the last row was read.
  await renewSealing(fromFile(), sql, [sealedSettings], async () => {
    seen += 1;
    if (seen === 3) await keep(former, "SECRET_0");
  });
  expect([await lost(await openSealing(fromFile())), existsSync(before)]).toEqual([[], false]);
  expect(await ids()).toHaveLength(1);
});

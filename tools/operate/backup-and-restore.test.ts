import { execFile } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { createClient } from "@supabase/supabase-js";
import { pino } from "pino";
import type { Sql } from "#server/platform/database/sql.ts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openBackend } from "#server/open-backend.ts";
import { openPlatform } from "#server/open-platform.ts";
import { readSections } from "#server/platform/database/backup-file.ts";
import { openDatabase } from "#server/platform/database/database.ts";
import { readEnv } from "#server/env.ts";

vi.setConfig({ testTimeout: 60_000 });
const log = pino({ level: "silent" });
const home = mkdtempSync(path.join(os.tmpdir(), "guidevane-backup-"));
const original = path.join(home, "original");
const copy = path.join(home, "copy");
const file = path.join(home, "backup.gz");
afterAll(() => rmSync(home, { recursive: true, force: true }));

const run = (script: string, dataDir: string, ...args: string[]) => runWith({}, script, dataDir, ...args);
async function runWith(settings: Record<string, string>, script: string, dataDir: string, ...args: string[]) {
  try {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, ...settings };
    const { stdout } = await promisify(execFile)(process.execPath, [`tools/operate/${script}.ts`, ...args], { env });
    return { ok: true, said: stdout };
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return { ok: false, said: stderr || stdout };
  }
}

async function open(dataDir: string) {
  const env = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: "silent", SITE_URL: "http://guidevane.test" });
  const printed: string[] = [];
  const platform = await openPlatform(env, log, (line) => printed.push(line));
  const backend = await openBackend(env, log, platform);
  return {
    ...backend,
    platform,
    printed,
    async close() {
      await backend.close();
      await platform.close();
    },
  };
}

/** supabase-js whose requests go straight to an opened backend. */
function browser(backend: Awaited<ReturnType<typeof open>>) {
  return createClient("http://guidevane.test", backend.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: async (input, init) => {
        const request = new Request(input as string, init);
        const inner = new Request(request.url.replace("/auth/v1", ""), request);
        return backend.auth.fetch(inner);
      },
    },
  });
}

/** Every row of every table, as text; but for what a restore writes: that this is a copy. */
async function everything(sql: Sql): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('auth', 'public', 'private')
      and (schemaname, tablename) not in (('private', 'restored'), ('public', 'acts')) order by 1`;
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await sql.unsafe<{ row: string }[]>(`select t::text as row from ${name} as t order by 1`);
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

const look = async (dataDir: string) => {
  const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 2, DATABASE_TLS: "off" }, log);
  return everything(database.sql).finally(() => database.close());
};

let password = "";
let refreshToken = "";
let backupSaid = "";
let restoreSaid = "";
const mailServer = "smtp://ada:secret@127.0.0.1:9";

beforeAll(async () => {
  await (await open(original)).close();
  const added = await run("admin", original, "add", "ada@example.com");
  password = /Password: (\S+)/.exec(added.said)?.[1] ?? "";
  const database = await openDatabase({ DATA_DIR: original, DATABASE_POOL_SIZE: 2, DATABASE_TLS: "off" }, log);
  await database.sql`insert into public.accounts (name, notes) select 'Company ' || n, ${'tab\t, line\n, \\. , \u2028 and "quotes"'} from generate_series(1, 300) n`;
  await database.sql`insert into public.contacts (account_id, name, email)
                     select id, 'Person of ' || name, 'p@example.com' from public.accounts`;
  await database.sql`update public.accounts set type = 'Customer' where name like '%7'`;
  await database.close();

  // The backup is taken while the server runs and someone is signed in.
  const running = await open(original);
  await running.platform.settings.paste("SMTP_URL", mailServer, null);
  mkdirSync(path.join(original, "GV/Drafts/Norrfall"), { recursive: true });
  writeFileSync(path.join(original, "GV/Drafts/Norrfall/brief ü.md"), "kept too");
  writeFileSync(path.join(original, "GV/Drafts/Norrfall/empty.md"), "");
  writeFileSync(path.join(original, "note.txt"), "someone else's");
  const { data } = await browser(running).auth.signInWithPassword({ email: "ada@example.com", password });
  refreshToken = data.session?.refresh_token ?? "";
  const taken = await run("backup", original, file);
  await running.close();
  expect(taken).toMatchObject({ ok: true, said: expect.stringContaining("2 files") });
  backupSaid = taken.said;
  expect(backupSaid).toContain("Not in it, because the server did not put it there: note.txt\n");
  const restored = await run("restore", copy, file);
  expect(restored).toMatchObject({ ok: true });
  restoreSaid = restored.said;
  expect(existsSync(path.join(copy, "sealing.key"))).toBe(false);
}, 240_000);

test("the file is for its owner alone", () => {
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("every row comes back as it was, and so do the other files", async () => {
  const before = await look(original);
  expect(before["public.contacts"]).toHaveLength(300);
  expect(before["auth.sessions"]).toHaveLength(1);
  expect(await look(copy)).toEqual(before);
  expect(readFileSync(path.join(copy, "GV/Drafts/Norrfall/brief ü.md"), "utf8")).toBe("kept too");
  expect(readFileSync(path.join(copy, "GV/Drafts/Norrfall/empty.md"), "utf8")).toBe("");
  expect(existsSync(path.join(copy, "restoring"))).toBe(false);
  expect(readFileSync(path.join(copy, "keys.json"))).toEqual(readFileSync(path.join(original, "keys.json")));
});

test("people sign in with their password, and stay signed in", async () => {
  const restored = await open(copy);
  const client = browser(restored);
  const signedIn = await client.auth.signInWithPassword({ email: "ada@example.com", password });
  expect(signedIn.error).toBeNull();
  const refreshed = await client.auth.refreshSession({ refresh_token: refreshToken });
  expect(refreshed.data.user?.email).toBe("ada@example.com");
  await restored.close();
});

describe("a restore refuses", () => {
  const refused = async (backup: Buffer | null, reason: string, dataDir = path.join(home, "fresh")) => {
    const name = path.join(home, "refused.gz");
    if (backup) writeFileSync(name, backup);
    const result = await run("restore", dataDir, backup ? name : file);
    expect(result).toEqual({ ok: false, said: expect.stringContaining(reason) });
    expect(existsSync(path.join(home, "fresh"))).toBe(false);
  };

  test("a directory in use", () => refused(null, "is not empty", original));
  test("a file that is not a backup", () => refused(Buffer.from("hello"), "damaged or not a backup"));
  test("a file that was cut off", () => refused(readFileSync(file).subarray(0, -40), "damaged or not a backup"));
  test("a changed row", () => {
    const changed = gunzipSync(readFileSync(file)).toString("latin1").replace("Company 7", "Company 8");
    return refused(gzipSync(Buffer.from(changed, "latin1")), "checksum is not right");
  });
  test("a missing end", () => {
    const whole = gunzipSync(readFileSync(file));
    return refused(gzipSync(whole.subarray(0, whole.lastIndexOf('{"sha256"'))), "it was cut off");
  });
});

test("a backup is of one moment, however much is written meanwhile", async () => {
  const database = await openDatabase({ DATA_DIR: original, DATABASE_POOL_SIZE: 3, DATABASE_TLS: "off" }, log);
  let writing = true;
  const write = async (): Promise<void> => {
    if (!writing) return;
    await database.sql.begin(async (tx) => {
      const [row] = await tx<{ id: string }[]>`insert into public.accounts (name) values ('Meanwhile') returning id`;
      await tx`insert into public.contacts (account_id, name) values (${row?.id ?? ""}, 'Meanwhile')`;
    });
    await write();
  };
  const writer = write();
  const moment = path.join(home, "moment.gz");
  expect(await run("backup", original, moment)).toMatchObject({ ok: true });
  writing = false;
  await writer;
  const [written] = await database.sql<
    { count: number }[]
  >`select count(*)::int as count from public.accounts where name = 'Meanwhile'`;
  await database.close();

  const counted: Record<string, number> = {};
  await readSections(moment, async ({ head, content }) => {
    if ("table" in head)
      counted[head.table] = (await text(content)).split("\n").filter((line) => line.includes("\tMeanwhile\t")).length;
  });
  const rows = (table: string) => counted[`public.${table}`];
  expect(rows("accounts")).toBe(rows("contacts"));
  expect(rows("accounts")).toBeGreaterThan(0);
  expect(rows("accounts")).toBeLessThanOrEqual(written?.count ?? 0);
});

test("a mistyped DATA_DIR makes no new database", async () => {
  for (const [script, ...args] of [
    ["admin", "list"],
    ["admin", "keys", "show"],
    ["admin", "files", "move", "disk"],
    ["backup", path.join(home, "none.gz")],
  ] as const) {
    const elsewhere = path.join(home, "mistyped");
    const result = await run(script, elsewhere, ...args);
    expect(result).toEqual({ ok: false, said: expect.stringContaining("There is no database in") });
    expect(existsSync(elsewhere)).toBe(false);
  }
});

test("a backup never overwrites a file", async () => {
  const before = readFileSync(file);
  expect(await run("backup", original, file)).toMatchObject({
    ok: false,
    said: expect.stringContaining("exists already"),
  });
  expect(readFileSync(file)).toEqual(before);
});

describe("audit-4 O2: the key that opens stored secrets is no part of a backup", () => {
  const key = () => path.join(original, "sealing.key");

  test("the backup says so, and what to do with it", () => {
    expect(backupSaid).toContain(`Not in it, on purpose: ${key()}, the key that opens the stored secrets`);
    expect(backupSaid).toContain("restore with --sealing-key COPY");
  });

  test("without it restore, start, doctor and Settings name each secret that cannot be opened", async () => {
    expect(restoreSaid).toMatch(/^One stored secret cannot be opened, .*: SMTP_URL\.$/m);
    const started = await open(copy);
    expect(started.printed.join("\n")).toMatch(
      /^One stored secret cannot be opened with this server's key: SMTP_URL\./m,
    );
    expect(await started.platform.unopened()).toEqual(["SMTP_URL"]);
    const { said } = await run("doctor", copy);
    expect(said).toMatch(/^FIX {3}keys +One stored secret cannot be opened with this server's key: SMTP_URL\./m);
    expect(said).not.toContain("Nothing to fix");
    const SEALING_KEY = readFileSync(key(), "utf8").trim();
    expect((await runWith({ SEALING_KEY }, "doctor", copy)).said).toMatch(/^ok {4}keys .* every stored secret opens$/m);
    await started.close();

    // What the sentence tells the operator to do.
    copyFileSync(key(), path.join(copy, "sealing.key.before"));
    const again = await open(copy);
    expect([again.printed, again.platform.settings.env.SMTP_URL]).toEqual([[], mailServer]);
    await again.close();
  });

  test("with it every secret opens", async () => {
    const asFile = path.join(home, "with-file");
    const restored = await run("restore", asFile, file, "--sealing-key", key());
    expect(restored.said).not.toContain("cannot be opened");
    expect(statSync(path.join(asFile, "sealing.key")).mode & 0o777).toBe(0o600);
    const started = await open(asFile);
    expect([started.printed, started.platform.settings.env.SMTP_URL]).toEqual([[], mailServer]);
    expect((await run("doctor", asFile)).said).toMatch(/^ok {4}keys .* every stored secret opens$/m);
    await started.close();
  });

  test("a file that is no key is refused before anything is written", async () => {
    const target = path.join(home, "no-key");
    const refused = await run("restore", target, file, "--sealing-key", path.join(original, "note.txt"));
    expect(refused).toEqual({ ok: false, said: expect.stringContaining("must be 32 bytes in base64") });
    expect(existsSync(target)).toBe(false);
  });
});

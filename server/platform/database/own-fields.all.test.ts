// Own fields through an upgrade and a backup; what they do in use is in own-fields.test.ts.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { afterAll, expect, test } from "vitest";
import { restForTests } from "#server/supabase/rest/testing/rest-for-tests.ts";
import { otherDatabases } from "#server/testing/other-databases.ts";
import { writeBackup } from "./backup.ts";
import { migrate } from "./migrate.ts";
import { checkBackup, loadBackup } from "./restore.ts";

const { database, user } = await restForTests();
const { sql, connection } = database;
const { onAnother } = otherDatabases(sql, connection);
const log = pino({ level: "silent" });
const admin = await user({ admin: true });

test("records 5: an upgrade keeps columns and rights, and a backup brings fields, rules and values back", async () => {
  const settings = { label: "Grade", choices: ["A", "B"], searchable: true };
  const added = await admin.client.rpc("add_own_field", { entity: "accounts", kind: "one_of", settings });
  expect(added.error).toBeNull();
  const graded = { name: "Graded", own_grade: "A", tags: ["Backed up"] };
  const { data: kept, error } = await admin.client.from("accounts").insert(graded).select("id").single();
  if (error) throw error;
  await sql`update supabase_migrations.current_sql set hash = '' where place = 0`;
  await migrate(sql, log);
  expect((await admin.client.from("accounts").update({ own_grade: "B" }).eq("id", kept.id)).error).toBeNull();
  const { data: deal } = await admin.client.from("deals").select("id").limit(1);
  expect(deal).toBeTruthy();
  const home = mkdtempSync(path.join(os.tmpdir(), "own-fields-"));
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const file = path.join(home, "a.backup");
  await writeBackup({ sql, keys: null, dataDir: null }, file);
  await onAnother(async (empty) => {
    await loadBackup(empty, log, file, await checkBackup(file), null);
    expect((await empty`select own_grade, tags from public.accounts where id = ${kept.id}`)[0]).toEqual({
      own_grade: "B",
      tags: ["Backed up"],
    });
    await expect(empty`update public.accounts set own_grade = 'C' where id = ${kept.id}`).rejects.toThrow(
      "own_grade is one of its choices",
    );
    const columns = (of: typeof sql) => of`
      select attrelid::regclass::text as place, attname, format_type(atttypid, atttypmod) as type, attacl::text from pg_attribute
      where attname like 'own\\_%' and attnum > 0 and not attisdropped order by 1, 2`;
    expect(await columns(empty)).toEqual(await columns(sql));
    expect((await empty`select words from private.accounts_search where id = ${kept.id}`)[0]!.words).toContain("b");
  });
}, 120_000);

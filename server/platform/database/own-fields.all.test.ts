// Own fields through an upgrade and a backup, converted, merged and seen by another instance; what they do in use is in own-fields.test.ts.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { afterAll, expect, test } from "vitest";
import { ownFieldsForTests } from "#server/testing/own-fields-for-tests.ts";
import { otherDatabases } from "#server/testing/other-databases.ts";
import { writeBackup } from "./backup.ts";
import { migrate } from "./migrate.ts";
import { checkBackup, loadBackup } from "./restore.ts";
import { createLog } from "#server/http/log.ts";
import { createRest } from "#server/supabase/rest/rest.ts";
import { headersFor } from "#server/supabase/rest/testing/rest-for-tests.ts";
import { eventually } from "#server/testing/eventually.ts";

const { database, sql, admin, call, add, company } = await ownFieldsForTests();
const { onAnother } = otherDatabases(sql, database.connection);
const log = pino({ level: "silent" });

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

test("records 5: another kind says before what would not convert, then converts the rest", async () => {
  const field = await add("accounts", "text", "Seats", { searchable: true });
  const ids = new Map<string, string>();
  for (const said of ["12", "1,250", "many", "3.5"])
    ids.set(said, (await company({ name: `Has ${said}`, own_seats: said })).id);
  expect(await call("own_field_conversion", { field: field.id, kind: "number" })).toMatchObject({
    converts: 3,
    fails: 1,
    rows: [{ id: ids.get("many"), title: "Has many", value: "many" }],
  });
  await call("convert_own_field", { field: field.id, kind: "number" });
  const { data } = await admin.client
    .from("accounts")
    .select("name, own_seats")
    .in("id", [...ids.values()])
    .order("own_seats");
  expect(data?.map(({ own_seats }) => own_seats)).toEqual([3.5, 12, 1250, null]);
  await call("convert_own_field", { field: field.id, kind: "one_of" });
  expect((await admin.client.from("own_fields").select("kind, choices").eq("id", field.id).single()).data).toEqual({
    kind: "one_of",
    choices: ["12", "1250", "3.5"],
  });
  await call("convert_own_field", { field: field.id, kind: "day" });
  expect((await admin.client.from("accounts").select("own_seats").not("own_seats", "is", null)).data).toEqual([]);
});

test("records 5: people and records become words, and words become people and records", async () => {
  const field = await add("contacts", "person", "Advisor");
  const { id: account_id } = await company({ name: "Only Company" });
  const { data: person } = await admin.client
    .from("contacts")
    .insert({ name: "Ida Roe", account_id, own_advisor_id: "99999999-9999-4999-8999-999999999999" })
    .select("id")
    .single();
  const value = async (column: string) =>
    (await sql.unsafe(`select ${column} as value from public.contacts where id = '${person!.id}'`))[0]!.value;
  await call("convert_own_field", { field: field.id, kind: "text" });
  expect(await value("own_advisor")).toBe("Noor Marchetti");
  await call("convert_own_field", { field: field.id, kind: "person" });
  expect(await value("own_advisor_id")).toBe("99999999-9999-4999-8999-999999999999");
});

test("records 5: a merge fills what is empty, and moves what pointed to the record that goes", async () => {
  const parent = await add("accounts", "record", "Parent firm", { target: "accounts" });
  const note = await add("accounts", "text", "Memo");
  const [keep, gone] = [
    await company({ name: "Keep" }),
    await company({ name: "Gone", own_memo: "Said by the other" }),
  ];
  const child = await company({ name: "Child", own_parent_firm_id: gone.id });
  await call("merge_accounts", { keep: keep.id, gone: gone.id });
  const rows =
    await sql`select name, own_memo, own_parent_firm_id as parent from public.accounts where id in (${keep.id}, ${child.id}) order by name`;
  expect(rows).toEqual([
    { name: "Child", own_memo: null, parent: keep.id },
    { name: "Keep", own_memo: "Said by the other", parent: null },
  ]);
  // Deleting it empties the link; undoing brings both back.
  await call("delete_records", { kind: "accounts", ids: [keep.id] });
  expect((await sql`select own_parent_firm_id as parent from public.accounts where id = ${child.id}`)[0]).toEqual({
    parent: null,
  });
  await call("restore_records", { kind: "accounts", ids: [keep.id] });
  expect((await sql`select own_parent_firm_id as parent from public.accounts where id = ${child.id}`)[0]).toEqual({
    parent: keep.id,
  });
  expect((await sql`select own_memo from public.accounts where id = ${keep.id}`)[0]).toEqual({
    own_memo: "Said by the other",
  });
  for (const { id } of [parent, note]) await call("delete_own_field", { field: id });
});

test("records 5: erasing a person empties own fields, and what was kept of deleted ones", async () => {
  const [hobby, pet] = [await add("contacts", "text", "Hobby"), await add("contacts", "text", "Pet")];
  const { id: account_id } = await company();
  const { data: person } = await admin.client
    .from("contacts")
    .insert({ name: "Una Erasable", account_id, own_hobby: "Chess", own_pet: "Cat", tags: ["Chess players"] })
    .select("id")
    .single();
  await call("delete_own_field", { field: pet.id });
  await call("erase_contact", { contact: person!.id });
  expect((await sql`select own_hobby, tags from public.contacts where id = ${person!.id as string}`)[0]).toEqual({
    own_hobby: null,
    tags: [],
  });
  expect(await sql`select from private.own_values where record_id = ${person!.id as string}`).toEqual([]);
  await call("delete_own_field", { field: hobby.id });
});

test("records 5: another instance knows a new field too", async () => {
  const other = await createRest({
    sql,
    env: { REST_SCHEMAS: ["public"], REST_MAX_ROWS: 1000, STATEMENT_TIMEOUT_MS: 60_000 },
    log: createLog({ LOG_LEVEL: "silent" }),
    identify: async (headers) => JSON.parse(headers.get("x-test-caller") ?? "") as never,
  });
  try {
    await add("accounts", "text", "Seen elsewhere");
    await eventually(async () => {
      const request = new Request("http://test.invalid/rest/v1/accounts?select=own_seen_elsewhere&limit=1", {
        headers: headersFor({ role: "authenticated", userId: admin.id }),
      });
      expect((await other.routes.fetch(request)).status).toBe(200);
    });
  } finally {
    await other.close();
  }
});

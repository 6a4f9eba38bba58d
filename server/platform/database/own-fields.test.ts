// Fields that administrators add: columns that the data API, history, import, merge, undo, erasing and backups treat like any other.
import type { SupabaseClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { createLog } from "#server/http/log.ts";
import { createRest } from "#server/supabase/rest/rest.ts";
import { headersFor, restForTests } from "#server/supabase/rest/testing/rest-for-tests.ts";
import { eventually } from "#server/testing/eventually.ts";
import { purgeOwnFields } from "../deletions.ts";

const { database, user, as } = await restForTests();
const { sql } = database;
await sql`insert into public.staff (user_id, name) values ('99999999-9999-4999-8999-999999999999', 'Noor Marchetti')`;
const admin = await user({ admin: true });
const visitor = await user();

interface OwnField {
  id: string;
  key: string;
  column_name: string;
}
type Settings = Record<string, unknown>;
const call = async <T>(name: string, args: object, client: SupabaseClient = admin.client): Promise<T> => {
  const { data, error } = await client.rpc(name, args);
  if (error) throw new Error(error.message);
  return data as T;
};
const add = (entity: string, kind: string, label: string, settings: Settings = {}) =>
  call<OwnField>("add_own_field", { entity, kind, settings: { label, ...settings } });
const company = async (values: Settings = {}) => {
  const { data, error } = await admin.client
    .from("accounts")
    .insert({ name: "Norrfall", ...values })
    .select("*")
    .single();
  if (error) throw new Error(error.message);
  return data as Record<string, unknown> & { id: string };
};

test("records 5: each kind is a typed column that the data API reads, writes, filters and sorts at once", async () => {
  const noor = "99999999-9999-4999-8999-999999999999";
  const kinds: [kind: string, value: unknown, settings?: Settings][] = [
    ["text", "North"],
    ["long_text", "Two\nlines"],
    ["number", 12.5],
    ["money", 125050, { currency: "USD" }],
    ["day", "2026-11-15"],
    ["yes_no", false],
    ["one_of", "Gold", { choices: ["Gold", "100% 'Silver'"] }],
    ["several_of", ["Red", "Blue"], { choices: ["Red", "Green", "Blue"] }],
    ["link", "https://norrfall.example/a"],
    ["person", noor],
  ];
  const target = await company({ name: "Parent" });
  const made: [OwnField, unknown][] = [];
  for (const [kind, value, settings] of kinds) made.push([await add("accounts", kind, `All ${kind}`, settings), value]);
  made.push([await add("accounts", "record", "All record", { target: "accounts" }), target.id]);
  const values = Object.fromEntries(made.map(([{ column_name }, value]) => [column_name, value]));
  const { id } = await company(values);
  const columns = made.map(([{ column_name }]) => column_name).join(", ");
  const read = await admin.client
    .from("accounts")
    .select(`id, ${columns}, parent:own_all_record_id(name), who:staff!own_all_person_id(name)`)
    .eq("own_all_text", "North")
    .contains("own_all_several_of", ["Red"])
    .gte("own_all_number", 12)
    .order("own_all_day")
    .overrideTypes<Record<string, unknown>[], { merge: false }>();
  expect(read.error).toBeNull();
  expect(read.data).toEqual([{ id, ...values, parent: { name: "Parent" }, who: { name: "Noor Marchetti" } }]);
  const types = await sql<{ name: string; type: string }[]>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = 'public.accounts'::regclass and attname like 'own\\_all\\_%' and attnum > 0 order by attnum`;
  expect(types.map(({ type }) => type)).toEqual([
    "text",
    "text",
    "numeric",
    "bigint",
    "date",
    "boolean",
    "text",
    "text[]",
    "text",
    "uuid",
    "uuid",
  ]);
  const found = await admin.client
    .rpc("search_accounts", { term: "norrfall" })
    .eq("own_all_yes_no", false)
    .select("own_all_text");
  expect(found.data).toEqual([{ own_all_text: "North" }]);
});

test.each([
  ["own_checked_text", "x".repeat(201), "own_checked_text has at most 200 characters"],
  ["own_checked_link", "javascript:alert(1)", "own_checked_link is an http or https address"],
  ["own_checked_one", "Bronze", "own_checked_one is one of its choices"],
  ["own_checked_several", ["Red", "Pink"], "own_checked_several are of its choices"],
])("records 5: %s refuses %j in words", async (column, value, reason) => {
  if (column === "own_checked_text") {
    await add("contacts", "text", "Checked text");
    await add("contacts", "link", "Checked link");
    await add("contacts", "one_of", "Checked one", { choices: ["Gold", "Silver"] });
    await add("contacts", "several_of", "Checked several", { choices: ["Red"] });
  }
  const { id } = await company();
  const { error } = await admin.client.from("contacts").insert({ name: "Ada Lind", account_id: id, [column]: value });
  expect(error?.message).toContain(reason);
});

test("records 5: a key follows from the name, is unique, and stays when the field is renamed", async () => {
  const first = await add("deals", "text", "Région (2026)");
  expect(first.key).toBe("region_2026");
  await expect(add("deals", "text", "région (2026)")).rejects.toThrow('There is a field "région (2026)" already.');
  expect(await call("change_own_field", { field: first.id, settings: { label: "Area" } })).toMatchObject({
    label: "Area",
    key: "region_2026",
  });
  expect(await add("deals", "text", "Région (2026)")).toMatchObject({ key: "region_2026_2" });
  expect(await add("deals", "text", "  客户  ")).toMatchObject({ key: "field" });
});

test("records 5: people who may not change settings neither add fields nor see them", async () => {
  for (const client of [visitor.client, as()])
    await expect(
      call("add_own_field", { entity: "accounts", kind: "text", settings: { label: "Mine" } }, client),
    ).rejects.toThrow(/admin privileges|permission denied/);
  expect((await visitor.client.from("own_fields").select("id")).data).toEqual([]);
  expect(
    (await admin.client.from("own_fields").insert({ entity: "accounts", key: "x", label: "X", kind: "text" })).error
      ?.code,
  ).toBe("42501");
});

test("records 5: a default is for new records; required is asked of new ones and never of old ones or of the server", async () => {
  const old = await company({ name: "Old" });
  const tier = await add("accounts", "one_of", "Tier", { choices: ["A", "B"], default: "B" });
  const code = await add("accounts", "text", "Code", { required: true });
  expect((await sql`select own_tier, own_code from public.accounts where id = ${old.id}`)[0]).toEqual({
    own_tier: null,
    own_code: null,
  });
  await expect(company()).rejects.toThrow("Code is required");
  const fresh = await company({ own_code: "N-1" });
  expect(fresh).toMatchObject({ own_tier: "B", own_code: "N-1" });
  const save = async (id: string, values: Settings) =>
    (await admin.client.from("accounts").update(values).eq("id", id)).error?.message;
  expect(await save(old.id, { industry: "Steel" })).toBeUndefined();
  expect(await save(fresh.id, { own_code: null })).toBe("Code is required");
  await sql`insert into public.accounts (name) values ('Made by an inquiry')`;
  await expect(add("accounts", "number", "Size", { default: "many" })).rejects.toThrow(
    "The default does not fit the field.",
  );
  for (const { id } of [tier, code]) await call("delete_own_field", { field: id });
});

test("records 5: choices are renamed in every record, and one that records have cannot be left out", async () => {
  const field = await add("accounts", "several_of", "Colors", { choices: ["Red", "Green"] });
  const { id, updated_at } = await company({ own_colors: ["Red", "Green"] });
  const change = (choices: unknown[]) => call("change_own_field", { field: field.id, settings: { choices } });
  await expect(change(["Green"])).rejects.toThrow('"Red" is chosen in 1 record. Rename it, or change those first.');
  await change([{ was: "Red", now: "Scarlet" }, "Green", "Blue"]);
  expect((await admin.client.from("accounts").select("own_colors, updated_at").eq("id", id).single()).data).toEqual({
    own_colors: ["Scarlet", "Green"],
    updated_at,
  });
  expect(
    (
      await admin.client
        .from("accounts")
        .update({ own_colors: ["Red"] })
        .eq("id", id)
    ).error?.message,
  ).toContain("are of its choices");
});

test("records 5: history names the field, search finds it if wished, and no longer when it is not", async () => {
  const field = await add("contacts", "text", "Nickname", { searchable: true });
  const { id: account_id } = await company();
  const { data: person } = await admin.client
    .from("contacts")
    .insert({ name: "Ada Lind", account_id, own_nickname: "Zwirbel" })
    .select("id")
    .single();
  const find = async () => (await admin.client.rpc("search_contacts", { term: "zwirbel" }).select("id")).data;
  expect(await find()).toEqual([{ id: person!.id }]);
  await admin.client.from("contacts").update({ own_nickname: "Wirbel Zwirbel" }).eq("id", person!.id);
  expect(
    (await sql`select changes from public.events where record_id = ${person!.id as string} and kind = 'changed'`)[0],
  ).toEqual({
    changes: { own_nickname: ["Zwirbel", "Wirbel Zwirbel"] },
  });
  await call("change_own_field", { field: field.id, settings: { searchable: false } });
  expect(await find()).toEqual([]);
});

test("records 5: deleting a field hides it at once and keeps what records said for thirty days", async () => {
  const field = await add("deals", "money", "Budget", { currency: "JPY" });
  const { id: account_id } = await company();
  const { data: deal } = await admin.client
    .from("deals")
    .insert({ name: "Workshop", account_id, own_budget: 5000 })
    .select("id")
    .single();
  await call("delete_own_field", { field: field.id });
  const { data: read } = await admin.client.from("deals").select("*").eq("id", deal!.id).single();
  expect(read).not.toHaveProperty("own_budget");
  expect((await admin.client.from("deals").select("own_budget")).error?.code).toBe("42703");
  await call("restore_own_field", { field: field.id });
  expect((await admin.client.from("deals").select("own_budget").eq("id", deal!.id).single()).data).toEqual({
    own_budget: 5000,
  });
  await call("delete_own_field", { field: field.id });
  const job = (days: number) => purgeOwnFields(sql, () => new Date(Date.now() + days * 86_400_000));
  expect(await job(29).findDue(1)).toEqual([]);
  expect(await job(31).findDue(1)).toEqual(["purge"]);
  await job(31).run("purge", new AbortController().signal);
  expect(await sql`select from private.own_values where field_id = ${field.id}`).toEqual([]);
  await expect(call("restore_own_field", { field: field.id })).rejects.toThrow(
    "This field can no longer be brought back.",
  );
});

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

test("records 5: an import writes own fields and tags", async () => {
  await add("contacts", "number", "Score");
  await add("contacts", "several_of", "Topics", { choices: ["AI", "Data"] });
  const { name } = await company({ name: "Importer" });
  const id = crypto.randomUUID();
  const records = [
    { line: 1, name: "Row One", account_id: name, own_score: 7.5, own_topics: ["AI", "Data"], tags: ["vip"] },
    { line: 2, name: "Row Two", account_id: name, own_score: null, own_topics: null, tags: null },
  ];
  const uploaded = await admin.client.from("import_parts").insert({ import_id: id, part: 1, records });
  expect(uploaded.error).toBeNull();
  expect(await call("import_records", { import: id, kind: "contacts" })).toMatchObject({ added: 2 });
  const { data } = await admin.client
    .from("contacts")
    .select("name, own_score, own_topics, tags")
    .like("name", "Row %")
    .order("name");
  expect(data).toEqual([
    { name: "Row One", own_score: 7.5, own_topics: ["AI", "Data"], tags: ["vip"] },
    { name: "Row Two", own_score: null, own_topics: null, tags: [] },
  ]);
});

test("records 5: an entity has at most fifty own fields, and says so", async () => {
  await sql`insert into public.own_fields (entity, key, label, kind)
    select 'deals', 'many_' || n, 'Many ' || n, 'yes_no' from generate_series(1, 50) as n`;
  await expect(add("deals", "text", "One more")).rejects.toThrow(
    "There are 50 fields already, which is the most. Delete one first.",
  );
  await sql`delete from public.own_fields where key like 'many\\_%'`;
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

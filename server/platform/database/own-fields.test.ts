// Fields that administrators add: columns that the data API, history, import, merge, undo, erasing and backups treat like any other.
import { expect, test } from "vitest";
import { noorId, type OwnField, ownFieldsForTests, type Settings } from "#server/testing/own-fields-for-tests.ts";

const { sql, user, as, admin, call, add, company } = await ownFieldsForTests();
const visitor = await user();

test("records 5: each kind is a typed column that the data API reads, writes, filters and sorts at once", async () => {
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
    ["person", noorId],
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

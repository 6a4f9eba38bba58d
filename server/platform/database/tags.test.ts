// Tags of companies, people, deals and documents.
import type { SupabaseClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { restForTests } from "#server/supabase/rest/testing/rest-for-tests.ts";

const { database, user } = await restForTests();
const { sql } = database;
const admin = await user({ admin: true });
const visitor = await user();

const call = async <T>(name: string, args: object = {}, client: SupabaseClient = admin.client): Promise<T> => {
  const { data, error } = await client.rpc(name, args);
  if (error) throw new Error(error.message);
  return data as T;
};
const company = async (name: string, tags: string[] = []) => {
  const { data, error } = await admin.client.from("accounts").insert({ name, tags }).select("id, updated_at").single();
  if (error) throw new Error(error.message);
  return data as { id: string; updated_at: string };
};
const tagsOf = async (id: string) =>
  (await sql<{ tags: string[] }[]>`select tags from public.accounts where id = ${id}`)[0]?.tags;
const tagged = async (id: string) =>
  (
    await sql<{ name: string }[]>`
    select name from public.taggings join public.tags on tags.id = tag_id where record_id = ${id} order by name`
  ).map(({ name }) => name);
const idOf = async (name: string) =>
  (await sql<{ id: string }[]>`select id from public.tags where name = ${name}`)[0]!.id;

test("records 4: a tag is made by its first use and keeps its spelling, whatever way a row comes", async () => {
  const { id } = await company("Norrfall", ["Key account", " vip "]);
  const other = await company("Meridel", ["VIP", "vip", "", "key ACCOUNT"]);
  expect(await tagsOf(other.id)).toEqual(["Key account", "vip"]);
  expect(await tagged(id)).toEqual(["Key account", "vip"]);
  const found = await admin.client.from("accounts").select("name").contains("tags", ["vip"]).order("name");
  expect(found.data).toEqual([{ name: "Meridel" }, { name: "Norrfall" }]);
  await expect(company("Sabler", ["a; b"])).rejects.toThrow("a tag has 1 to 40 characters and no semicolon");
  await expect(
    company(
      "Sabler",
      Array.from({ length: 51 }, (_, n) => `tag ${n}`),
    ),
  ).rejects.toThrow("at most 50 tags");
});

test("records 4: many records get and lose tags in one call; only those that change are saved, and the history says so", async () => {
  const [one, two] = [await company("One", ["Old"]), await company("Two")];
  const change = { kind: "accounts", ids: [one.id, two.id], add: ["New"], remove: ["old"] };
  expect(await call<number>("tag_records", change)).toBe(2);
  expect([await tagsOf(one.id), await tagsOf(two.id)]).toEqual([["New"], ["New"]]);
  expect(await call<number>("tag_records", change)).toBe(0);
  const [entry] =
    await sql`select kind, changes from public.events where record_id = ${one.id} order by id desc limit 1`;
  expect(entry).toEqual({ kind: "changed", changes: { tags: [["Old"], ["New"]] } });
});

test("records 4: people without rights neither tag nor see tags", async () => {
  const { id } = await company("Closed", ["Hidden"]);
  await expect(call("tag_records", { kind: "accounts", ids: [id], add: ["Mine"] }, visitor.client)).rejects.toThrow(
    "admin privileges",
  );
  for (const table of ["tags", "taggings"]) expect((await visitor.client.from(table).select("*")).data).toEqual([]);
  expect(await call("tag_list", {}, visitor.client)).toEqual([]);
  for (const [name, args] of [
    ["save_tag", { tag: await idOf("Hidden"), name: "Shown", color: "red" }],
    ["delete_tag", { tag: await idOf("Hidden") }],
    ["merge_tags", { keep: await idOf("Hidden"), gone: await idOf("New") }],
  ] as const)
    await expect(call(name, args, visitor.client)).rejects.toThrow("admin privileges");
  expect((await admin.client.from("tags").insert({ name: "By hand" })).error?.code).toBe("42501");
});

test("records 4: renaming follows in every record without saving them again; a name that is taken is offered to merge", async () => {
  const { id, updated_at } = await company("Renamed", ["Frist"]);
  const entries = async () => (await sql`select from public.events where record_id = ${id}`).length;
  const before = await entries();
  await call("save_tag", { tag: await idOf("Frist"), name: "First", color: "green" });
  expect(await tagsOf(id)).toEqual(["First"]);
  const { data: after } = await admin.client.from("accounts").select("updated_at").eq("id", id).single();
  expect(after).toEqual({ updated_at });
  expect(await entries()).toBe(before);
  await expect(call("save_tag", { tag: await idOf("First"), name: "VIP", color: "red" })).rejects.toThrow(
    'There is a tag "VIP" already. Merge the two instead.',
  );
});

test("records 4: merging gives the records of both to one, and deleting takes a tag from all; both are counted", async () => {
  const both = await company("Both", ["Left", "Right"]);
  const right = await company("Right only", ["Right"]);
  await call("merge_tags", { keep: await idOf("Left"), gone: await idOf("Right") });
  expect([await tagsOf(both.id), await tagsOf(right.id)]).toEqual([["Left"], ["Left"]]);
  const { id: account_id } = right;
  await admin.client.from("contacts").insert({ name: "Ada", account_id, tags: ["left"] });
  await admin.client.from("deals").insert({ name: "Deal", account_id, tags: ["left"] });
  const row = (await call<{ name: string }[]>("tag_list")).find(({ name }) => name === "Left");
  expect(row).toMatchObject({ uses: { accounts: 2, contacts: 1, deals: 1 } });
  await call("delete_tag", { tag: await idOf("Left") });
  expect(await tagsOf(both.id)).toEqual([]);
  expect(await sql`select from public.contacts where tags <> '{}'`).toEqual([]);
  expect((await call<{ name: string }[]>("tag_list")).map(({ name }) => name)).not.toContain("Left");
});

test("records 4: merged records have the tags of both; a deleted one has its tags again when it is brought back", async () => {
  const [keep, gone] = [await company("Keep", ["A"]), await company("Gone", ["B"])];
  await call("merge_accounts", { keep: keep.id, gone: gone.id });
  expect(await tagsOf(keep.id)).toEqual(["A", "B"]);
  expect(await tagged(gone.id)).toEqual([]);
  await call("delete_records", { kind: "accounts", ids: [keep.id] });
  expect(await tagged(keep.id)).toEqual([]);
  await call("restore_records", { kind: "accounts", ids: [keep.id] });
  expect(await tagsOf(keep.id)).toEqual(["A", "B"]);
  expect(await tagged(keep.id)).toEqual(["A", "B"]);
});

test("records 4: merge tags of templates name tags and own fields", async () => {
  const add = (entity: string, kind: string, settings: object) => call("add_own_field", { entity, kind, settings });
  await add("contacts", "day", { label: "Renewal" });
  await add("accounts", "money", { label: "Budget", currency: "EUR" });
  await add("deals", "yes_no", { label: "Remote" });
  const { data: account } = await admin.client
    .from("accounts")
    .insert({ name: "Firm", own_budget: 125050, tags: ["Gold"] })
    .select("id")
    .single();
  const account_id = account!.id as string;
  const { data: person } = await admin.client
    .from("contacts")
    .insert({ name: "Ruth Amsel", account_id, own_renewal: "2026-11-15", tags: ["Speaker", "Board"] })
    .select("id")
    .single();
  await admin.client.from("deals").insert({ name: "Workshop", account_id, own_remote: true });
  const [row] = await sql<{ given: unknown }[]>`select private.merge_values(${person!.id as string}) as given`;
  expect(row?.given).toMatchObject({
    contact: { tags: "Board, Speaker", own: { renewal: "November 15, 2026" } },
    account: { tags: "Gold", own: { budget: "€1,250.50" } },
    deal: { tags: null, own: { remote: "Yes" } },
  });
});

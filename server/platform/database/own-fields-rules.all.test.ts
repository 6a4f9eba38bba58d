// Own fields: keys, defaults, choices, and what deleting one keeps.
import { test, expect } from "vitest";
import { purgeOwnFields } from "../deletions.ts";
import { ownFieldsForTests, type Settings } from "#server/testing/own-fields-for-tests.ts";

const { sql, admin, call, add, company } = await ownFieldsForTests();

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

import { expect, test } from "vitest";
import { modules } from "#modules/registry.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const account = async (values: Record<string, string | null>) => {
  const [row] = await sql`insert into public.accounts ${sql({ name: "Meridel", ...values })} returning *`;
  if (!row) throw new Error("No row came back.");
  return row;
};
const meridel = await account({});
const contact = async (values: Record<string, string | null>) => {
  const [row] = await sql`
    insert into public.contacts ${sql({ name: "Ines Roe", account_id: meridel.id as string, ...values })} returning *`;
  return row;
};

test("an account is a prospect unless it says otherwise", async () => {
  expect(await account({})).toMatchObject({ type: "Prospect", website: null, created_at: expect.any(Date) });
  expect(await account({ type: "Customer" })).toMatchObject({ type: "Customer" });
});

test("blanks are cut, and empty optional fields are no value", async () => {
  expect(await account({ name: "  Tarnwick ", website: "", notes: "   " })).toMatchObject({
    name: "Tarnwick",
    website: null,
    notes: null,
  });
  expect(await contact({ email: "  ", phone: "" })).toMatchObject({ email: null, phone: null });
});

// A tab, a newline, a no-break space, a zero-width space, an ideographic space and a byte-order mark.
test.each(["\t", "\n", "\u00a0", "\u200b", "\u3000", "\ufeff"])(
  "timeline 4: a value of nothing but %j is no value, and is cut from the ends of one",
  async (blank) => {
    const company = await account({ industry: blank, notes: `${blank}Called${blank}twice${blank}`, website: blank });
    expect(company).toMatchObject({ industry: null, notes: `Called${blank}twice`, website: null });
    const person = await contact({ phone: blank, email: `${blank}ines@meridel.example${blank}`, title: `${blank} ` });
    expect(person).toMatchObject({ phone: null, email: "ines@meridel.example", title: null });
    await expect(account({ name: blank })).rejects.toThrow("name has 1 to 200 characters");
    await expect(
      sql`insert into public.notes (body, contact_id) values (${blank}, ${person!.id as string})`,
    ).rejects.toThrow("a note has 1 to 20000 characters");
  },
);

test("timeline 4: saving blanks or the same address in other words changes nothing and leaves no entry", async () => {
  const { id } = await account({ website: "https://probe.example", domain: "probe.example" });
  const entries = async () =>
    (await sql`select kind from public.events where record_id = ${id as string} order by id`).map(({ kind }) => kind);
  await sql`update public.accounts set industry = ${"\n"}, notes = ${"\u00a0"} where id = ${id as string}`;
  for (const website of ["probe.example", " https://probe.example\n"])
    await sql`update public.accounts set website = ${website} where id = ${id as string}`;
  await sql`update public.accounts set domain = 'HTTPS://Probe.example/' where id = ${id as string}`;
  expect(await entries()).toEqual(["created"]);
});

test.each([
  ["probe.example", "https://probe.example"],
  ["www.meridel.example", "https://www.meridel.example"],
  ["münchen.example/ä?b#c", "https://münchen.example/ä?b#c"],
  ["probe.example:8080/a", "https://probe.example:8080/a"],
])("timeline 4: the website %s is stored as %s, by every writer", async (given, stored) => {
  expect(await account({ website: given })).toMatchObject({ website: stored });
});

test("every table with records has its blanks cut and its addresses written one way, as its fields say", async () => {
  for (const entity of modules.flatMap((module) => ("entity" in module ? [module.entity] : []))) {
    const [trigger] = await sql<{ words: string }[]>`
      select coalesce(string_agg(pg_get_triggerdef(oid), ' '), '') as words from pg_trigger
      where tgrelid = to_regclass(${`public.${entity.table}`}) and tgfoid = 'private.tidy()'::regprocedure`;
    expect(trigger?.words, entity.table).toContain("EXECUTE FUNCTION private.tidy(");
    for (const [name, field] of Object.entries(entity.fields))
      if (field.kind === "web-address" || field.kind === "domain")
        expect(trigger?.words).toContain(`'${name}=${field.kind}'`);
  }
});

test.each([
  [{ name: "" }, "name has 1 to 200 characters"],
  [{ name: "   " }, "name has 1 to 200 characters"],
  [{ name: "x".repeat(10_000) }, "name has 1 to 200 characters"],
  [{ type: "Partner" }, "type is Prospect or Customer"],
  [{ website: "javascript:alert(1)" }, "website is an http or https address"],
  [{ website: "meridel" }, "website is an http or https address"],
  [{ website: "https://" }, "website is an http or https address"],
  [{ website: "https://a b.example" }, "website is an http or https address"],
  [{ notes: "x".repeat(20_001) }, "notes have at most 20000 characters"],
])("accounts 2, accounts 3: the account %j is refused in words", async (values, reason) => {
  await expect(account(values)).rejects.toMatchObject({ code: "23514", message: expect.stringContaining(reason) });
});

test.each(["http://meridel.example", "HTTPS://Meridel.example/a?b=c#d", "https://münchen.example/ä"])(
  "accounts 3: the website %s is accepted",
  async (website) => {
    expect(await account({ website })).toMatchObject({ website });
  },
);

test.each([
  [{ name: " " }, "name has 1 to 200 characters"],
  [{ email: "ines" }, "email looks like name@example.com"],
  [{ email: "ines@meridel" }, "email looks like name@example.com"],
  [{ email: "ines@@meridel.example" }, "email looks like name@example.com"],
  [{ email: "in es@meridel.example" }, "email looks like name@example.com"],
  [{ email: "ines@meridel..example" }, "email looks like name@example.com"],
  [{ phone: "1".repeat(51) }, "phone has at most 50 characters"],
])("the contact %j is refused in words", async (values, reason) => {
  await expect(contact(values)).rejects.toMatchObject({ code: "23514", message: expect.stringContaining(reason) });
});

test("a contact needs an account that exists", async () => {
  await expect(contact({ account_id: null })).rejects.toMatchObject({ code: "23502" });
  await expect(contact({ account_id: "00000000-0000-4000-8000-000000000000" })).rejects.toMatchObject({
    code: "23503",
  });
});

test("an account takes its contacts with it", async () => {
  const { id } = await account({ name: "Sabler" });
  await contact({ account_id: id as string, name: "Jo Sabler" });
  await sql`delete from public.accounts where id = ${id as string}`;
  expect(await sql`select name from public.contacts where name = 'Jo Sabler'`).toEqual([]);
});

test("a user takes their roles with them", async () => {
  const id = "11111111-1111-4111-8111-111111111111";
  await sql`insert into auth.users (id, email) values (${id}, 'gone@example.com')`;
  await sql`insert into public.user_roles (user_id, role) values (${id}, 'admin')`;
  await expect(sql`insert into public.user_roles (user_id, role) values (${id}, 'owner')`).rejects.toThrow(
    "role is one of the roles",
  );
  await sql`delete from auth.users where id = ${id}`;
  expect(await sql`select * from public.user_roles where user_id = ${id}`).toEqual([]);
});

test("of two editors who read the same version, the second finds nothing to overwrite", async () => {
  const read = await account({ name: "Veldhaven" });
  const [version] = await sql<{ text: string }[]>`
    select to_json(updated_at) #>> '{}' as text from public.accounts where id = ${read.id as string}`;
  const save = (name: string) => sql`
    update public.accounts set name = ${name} where id = ${read.id as string} and updated_at = ${version?.text ?? ""} returning name`;
  expect(await save("Veldhaven Ports")).toEqual([{ name: "Veldhaven Ports" }]);
  expect(await save("Veldhaven Docks")).toEqual([]);
});

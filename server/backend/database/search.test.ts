import { describe, expect, test } from "vitest";
import { type Who, actAs, addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const admin: Who = { role: "authenticated", userId: await addUser(sql, { admin: true }) };
const visitor: Who = { role: "authenticated", userId: await addUser(sql, { admin: false }) };

await sql`insert into public.accounts (name, domain, industry, website) values
  ('Norrfall', 'norrfall.example', 'Energy', 'https://norrfall.example'),
  ('Ostrey & Reed', null, 'Law', null),
  ('100% Sabler_Food', null, 'Food', null)`;
const person = (name: string, company: string, more: Record<string, string> = {}) =>
  sql`insert into public.contacts (account_id, name, title, email, phone)
      select id, ${name}, ${more.title ?? null}, ${more.email ?? null}, ${more.phone ?? null}
      from public.accounts where name = ${company}`;
await person("Ada Lind", "Norrfall", { title: "Head of Operations", email: "ada@norrfall.example" });
await person("Björn Åkesson", "Norrfall", { phone: "+46 8 123 45" });
await person("Ines Roe", "Ostrey & Reed");

const contacts = async (term: string, who: Who = admin) => {
  const rows = await actAs(sql, who, (tx) => tx`select name from public.search_contacts(${term}) order by name`);
  return rows.map((row) => row.name as string);
};
const accounts = async (term: string, who: Who = admin) => {
  const rows = await actAs(sql, who, (tx) => tx`select name from public.search_accounts(${term}) order by name`);
  return rows.map((row) => row.name as string);
};

describe("contacts are found", () => {
  test.each([
    ["da li", ["Ada Lind"]],
    ["OPERATIONS", ["Ada Lind"]],
    ["ada@norr", ["Ada Lind"]],
    ["norrfall", ["Ada Lind", "Björn Åkesson"]],
    ["norrfall head", ["Ada Lind"]],
    ["bjorn akesson", ["Björn Åkesson"]],
    ["123", ["Björn Åkesson"]],
    ["  reed   ines ", ["Ines Roe"]],
    ["", ["Ada Lind", "Björn Åkesson", "Ines Roe"]],
    ["nobody", []],
  ])("by %j", async (term, names) => expect(await contacts(term)).toEqual(names));

  test("by what they are called now, and by what their company is called now", async () => {
    await sql`update public.contacts set name = 'Ines Roe-Marsh' where name = 'Ines Roe'`;
    await sql`update public.accounts set name = 'Ostrey Marlow' where name = 'Ostrey & Reed'`;
    expect(await contacts("marsh marlow")).toEqual(["Ines Roe-Marsh"]);
    expect(await contacts("reed")).toEqual([]);
  });

  test("no more once they are deleted", async () => {
    await person("Kurz Da", "Norrfall");
    expect(await contacts("kurz")).toEqual(["Kurz Da"]);
    await sql`delete from public.contacts where name = 'Kurz Da'`;
    expect(await contacts("kurz")).toEqual([]);
  });
});

describe("accounts are found", () => {
  test.each([
    ["norr energy", ["Norrfall"]],
    ["100%", ["100% Sabler_Food"]],
    ["r_f", ["100% Sabler_Food"]],
    ["n_r", []],
    ["\\", []],
    ["'; drop table accounts; --", []],
  ])("by %j, character by character", async (term, names) => expect(await accounts(term)).toEqual(names));
});

test("only administrators find anything", async () => {
  expect(await contacts("ada", visitor)).toEqual([]);
  expect(await accounts("norrfall", visitor)).toEqual([]);
  expect(await contacts("ada", { role: "service_role" })).toEqual(["Ada Lind"]);
  await expect(contacts("ada", { role: "anon" })).rejects.toMatchObject({ code: "42501" });
  await expect(actAs(sql, admin, (tx) => tx`select * from search.contacts`)).rejects.toMatchObject({ code: "42501" });
});

test("the words can be found through the index", async () => {
  const plan = await sql.begin(async (tx) => {
    await tx`set local enable_seqscan = off`; // The table is too small for the planner to bother by itself.
    return tx`explain select * from search.contacts where words like '%c4ca42%'`;
  });
  expect(plan.map((row) => row["QUERY PLAN"] as string).join("\n")).toContain("contacts_words_idx");
});

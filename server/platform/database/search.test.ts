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

describe("a page at a time", () => {
  type Page = { sort?: string; descending?: boolean; skip?: number; most?: number; of?: string };
  const page = async (term: string, { sort = "name", descending = false, skip = 0, most = 10, of }: Page) => {
    const rows = await actAs(
      sql,
      admin,
      (tx) => tx`select name from public.search_contacts(${term}, sort => ${sort}, descending => ${descending},
        skip => ${skip}, most => ${most}, of_account => (select id from public.accounts where name = ${of ?? null}))`,
    );
    return rows.map((row) => row.name as string);
  };

  test("in the order asked for, cut where asked", async () => {
    expect(await page("norrfall", {})).toEqual(["Ada Lind", "Björn Åkesson"]);
    expect(await page("norrfall", { descending: true })).toEqual(["Björn Åkesson", "Ada Lind"]);
    expect(await page("norrfall", { skip: 1 })).toEqual(["Björn Åkesson"]);
    expect(await page("norrfall", { most: 1 })).toEqual(["Ada Lind"]);
    expect((await page("", { sort: "account_id" })).slice(0, 2).toSorted()).toEqual(["Ada Lind", "Björn Åkesson"]);
    expect(await page("a", { of: "Norrfall" })).toEqual(["Ada Lind", "Björn Åkesson"]);
    await expect(page("a", { sort: "name; drop table accounts" })).rejects.toMatchObject({ code: "42703" });
  });

  test("of one type, and counted", async () => {
    await sql`insert into public.accounts (name, type) values ('Norrland', 'Customer')`;
    const [found] = await actAs(
      sql,
      admin,
      (
        tx,
      ) => tx`select (select string_agg(name, ',') from public.search_accounts('norr', of_type => 'Customer')) as names,
        public.count_found_accounts('norr') as accounts, public.count_found_accounts('norr', 'Customer') as customers,
        public.count_found_contacts('norrfall') as contacts,
        public.count_found_contacts('a', (select id from public.accounts where name = 'Norrfall')) as of_norrfall`,
    );
    expect(found).toEqual({ names: "Norrland", accounts: 2, customers: 1, contacts: 2, of_norrfall: 2 });
    const [hidden] = await actAs(
      sql,
      visitor,
      (tx) => tx`select public.count_found_accounts('norr') as accounts, public.count_found_contacts('a') as contacts`,
    );
    expect(hidden).toEqual({ accounts: 0, contacts: 0 });
  });

  test("in the order of creation, also when that is set later", async () => {
    const [company] = await sql<{ id: string }[]>`insert into public.accounts (name) values ('Ordered') returning id`;
    await sql`insert into public.contacts (account_id, name, created_at)
      select ${company!.id}, 'Ordered ' || n, timestamptz '2020-01-01' + n * interval '1 day' from generate_series(1, 5) n`;
    const newest = { sort: "created_at", descending: true };
    const numbers = async (page_: Page) => (await page("ordered", page_)).map((name) => name.replace("Ordered ", ""));
    expect(await numbers(newest)).toEqual(["5", "4", "3", "2", "1"]);
    expect(await numbers({ sort: "created_at" })).toEqual(["1", "2", "3", "4", "5"]);
    expect(await numbers({ ...newest, skip: 1, most: 2 })).toEqual(["4", "3"]);
    expect(await numbers({ ...newest, of: "Ordered", most: 2 })).toEqual(["5", "4"]);
    await sql`update public.contacts set created_at = '2019-01-01' where name = 'Ordered 4'`;
    expect(await numbers(newest)).toEqual(["5", "3", "2", "1", "4"]);
    await sql`update public.accounts set created_at = '2019-01-01' where id = ${company!.id}`;
    const [account] = await actAs(
      sql,
      admin,
      (tx) => tx`select name from public.search_accounts('', sort => 'created_at', most => 1)`,
    );
    expect(account?.name).toBe("Ordered");
    await sql`delete from public.accounts where id = ${company!.id}`;
    expect(await numbers(newest)).toEqual([]);
  });

  // Far: behind so many others that the index is asked instead of walking there; one word and several go different ways.
  test.each([
    ["Near", "near", "now"],
    ["Far", "far", "2001-01-01"],
    ["Far away", "far away", "2002-01-01"],
  ])("walking through rows of one moment meets each once: %s", async (name, term, moment) => {
    await sql`insert into public.accounts (name) select 'Between ' || n from generate_series(1, 60) as n`;
    await sql`insert into public.accounts (name, created_at)
      select ${`${name} `} || n, ${moment}::timestamptz - (n / 7) * interval '1 second' from generate_series(1, 40) as n`;
    const met: string[] = [];
    let last: { id: string; moment: string } | undefined;
    for (;;) {
      const rows = await actAs(
        sql,
        admin,
        (tx) => tx<{ id: string; name: string; moment: string }[]>`
          select id, name, created_at::text as moment from public.search_accounts(${term}, sort => 'created_at', descending => true,
            most => 5, until_moment => ${last?.moment ?? null}, after_id => ${last?.id ?? null})`,
      );
      if (rows.length === 0) break;
      met.push(...rows.map((row) => row.name));
      last = rows.at(-1);
    }
    expect(met).toHaveLength(40);
    expect(new Set(met).size).toBe(40);
    expect(met[0]).toMatch(new RegExp(`^${name} [1-6]$`));
    await sql`delete from public.accounts where name like 'Between %' or name like ${`${name} %`}`;
  });
});

test("rows added in great numbers are found at once, and so are those added one by one after them", async () => {
  await sql`insert into public.accounts (name) select 'Bulk ' || n from generate_series(1, 1200) as n`;
  await sql`insert into public.contacts (account_id, name)
    select id, 'Person of ' || name from public.accounts where name like 'Bulk %'`;
  expect(await accounts("bulk 1199")).toEqual(["Bulk 1199"]);
  expect(await contacts("person 1200")).toEqual(["Person of Bulk 1200"]);
  await sql`insert into public.accounts (name) values ('Bulk afterwards')`;
  expect(await accounts("bulk afterw")).toEqual(["Bulk afterwards"]);
  const [pending] = await sql<{ limit: string }[]>`select current_setting('gin_pending_list_limit') as limit`;
  expect(pending?.limit).toBe("4MB");
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

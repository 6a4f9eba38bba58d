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

describe("what is found is a table like any other", () => {
  const plan = async (term: string, rest: string) => {
    const rows = await actAs(sql, admin, (tx) =>
      tx.unsafe<{ "QUERY PLAN": string }[]>(`explain select * from public.search_accounts('${term}') ${rest}`),
    );
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  };

  test("filtered, sorted, cut and counted", async () => {
    const [row] = await actAs(
      sql,
      admin,
      (tx) => tx`select
        (select array_agg(name) from (select name from public.search_contacts('norrfall') order by name desc limit 1)) as last,
        (select array_agg(name) from public.search_contacts('norrfall') where phone is not null) as reachable,
        (select count(*)::int from public.search_contacts('norrfall')) as total`,
    );
    expect(row).toEqual({ last: ["Björn Åkesson"], reachable: ["Björn Åkesson"], total: 2 });
  });

  // More than a thousand matches are not looked up by their ids: the list is walked instead. They are counted up to there, unless a
  // sample tells of more.
  test("also where there are many", async () => {
    const [many, few] = [1500, 3];
    await sql`insert into public.accounts (name, type, created_at)
      select 'Many ' || n, case when n % 100 = 0 then 'Customer' else 'Prospect' end, timestamptz '2001-01-01' + n * interval '1 day'
      from generate_series(1, ${many}::int) as n`;
    const [row] = await actAs(
      sql,
      admin,
      (tx) => tx`select
        (select array_agg(name) from (select name from public.search_accounts('many') order by created_at desc, id limit 2)) as newest,
        (select count(*)::int from public.search_accounts('many')) as total,
        (select count(*)::int from public.search_accounts('MANY') where type = 'Customer') as customers,
        (select count(*)::int from public.search_accounts('many 150')) as few`,
    );
    expect(row).toEqual({ newest: [`Many ${many}`, `Many ${many - 1}`], total: many, customers: many / 100, few });
    await sql`delete from public.accounts where name like 'Many %'`;
    expect(await accounts("many")).toEqual([]);
  });

  test("PostgreSQL sees through the function: the page is read in the order of an index, the few by their ids", async () => {
    const page = await plan("a", "order by created_at desc, id limit 50");
    expect(page).toContain("Merge Append");
    expect(page).toContain("accounts_created_at_idx");
    expect(page).not.toContain("Function Scan on search_accounts");
    expect(await plan("a", "order by name, id limit 50")).toContain("accounts_name_idx");
  });

  test("a new column is found in it, and searched, after one migration", async () => {
    // A name that no field will have, beside whatever is searched today.
    await sql`alter table public.accounts add column made_up_by_test text`;
    await sql`select private.enable_search(kind, area => area, title => title,
      searched => searched || 'made_up_by_test'::text, through => through, same => same) from private.findable where kind = 'accounts'`;
    await sql`update public.accounts set made_up_by_test = 'Jämtland' where name = 'Norrfall'`;
    const rows = await actAs(
      sql,
      admin,
      (tx) => tx`select name, made_up_by_test as word from public.search_accounts('jamtland')`,
    );
    expect([...rows]).toEqual([{ name: "Norrfall", word: "Jämtland" }]);
  });
});

describe("suggestions", () => {
  const suggested = async (term: string, most = 50, who: Who = admin) => {
    const rows = await actAs(sql, who, (tx) => tx`select name from public.suggest_accounts(${term}, ${most})`);
    return rows.map((row) => row.name as string);
  };

  test("begin with the exact title, then titles that begin so, then the rest", async () => {
    await sql`insert into public.accounts (name)
      select 'A' || lpad(n::text, 2, '0') || ' Harbor Bank' from generate_series(0, 59) as n`;
    await sql`insert into public.accounts (name) values ('Harbor Bank'), ('Harbor Bank of the North')`;
    const names = await suggested("harbor bank");
    expect(names.slice(0, 4)).toEqual([
      "Harbor Bank",
      "Harbor Bank of the North",
      "A00 Harbor Bank",
      "A01 Harbor Bank",
    ]);
    expect(names).toHaveLength(50);
    expect(await suggested("HARBOR b", 1)).toEqual(["Harbor Bank"]);
    expect(await suggested("harbor", 50, visitor)).toEqual([]);
    await sql`delete from public.accounts where name like '%Harbor Bank%'`;
  });

  test("without a term are the first by name", async () => {
    expect((await suggested("", 2)).length).toBe(2);
  });
});

describe("duplicates", () => {
  const found = async (record: Record<string, string>, exceptId: string | null = null, who: Who = admin) => {
    const rows = await actAs(
      sql,
      who,
      (tx) => tx`select title, field from public.find_duplicates('accounts', ${tx.json(record)}, ${exceptId})`,
    );
    return [...rows];
  };

  test("accounts 4: are told by the host of domain and website, and by the name without case and punctuation", async () => {
    const [same] = await sql<{ id: string }[]>`
      insert into public.accounts (name, website) values ('Käse, Inc.', 'https://www.Kaese.example:8443/shop') returning id`;
    expect(await found({ domain: "KAESE.example" })).toEqual([{ title: "Käse, Inc.", field: "domain" }]);
    expect(await found({ website: "http://kaese.example/?x" })).toEqual([{ title: "Käse, Inc.", field: "website" }]);
    expect(await found({ name: "kase inc" })).toEqual([{ title: "Käse, Inc.", field: "name" }]);
    expect(await found({ name: "Käse", domain: "", website: "  " })).toEqual([]);
    expect(await found({ name: "Käse Inc" }, same!.id)).toEqual([]);
    expect(await found({ name: "Käse Inc" }, null, visitor)).toEqual([]);
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
  await expect(actAs(sql, admin, (tx) => tx`select * from private.contacts_search`)).rejects.toMatchObject({
    code: "42501",
  });
});

test("the words can be found through the index", async () => {
  const plan = await sql.begin(async (tx) => {
    await tx`set local enable_seqscan = off`; // The table is too small for the planner to bother by itself.
    return tx`explain select * from private.contacts_search where words like '%c4ca42%'`;
  });
  expect(plan.map((row) => row["QUERY PLAN"] as string).join("\n")).toContain("contacts_search_words_idx");
});

test("plans kept while the tables were small are made again after a large insert", async () => {
  // One connection, as a request finds it: small work first, with statistics that say that the tables are tiny.
  const lookups = async (tx: typeof sql, work: () => Promise<unknown>) => {
    const read = async () =>
      (
        await tx<
          { rows: string }[]
        >`select seq_tup_read as rows from pg_stat_xact_user_tables where relname = 'accounts'`
      )[0];
    const before = Number((await read())?.rows ?? 0);
    await work();
    return Number((await read())?.rows ?? 0) - before;
  };
  await sql.begin(async (transaction) => {
    const tx = transaction as unknown as typeof sql;
    await tx`truncate public.accounts, private.accounts_search, public.contacts, private.contacts_search cascade`;
    await tx`insert into public.accounts (name) values ('Tiny')`;
    await tx`analyze public.accounts, public.contacts, private.accounts_search, private.contacts_search`;
    for (let turn = 0; turn < 10; turn += 1)
      await tx`insert into public.contacts (account_id, name) select id, 'Small' from public.accounts`;
    await tx`insert into public.accounts (name) select 'Large ' || n from generate_series(1, 3000) as n`;
    const read = await lookups(
      tx,
      () => tx`insert into public.contacts (account_id, name)
      select id, name from (select id, name from public.accounts limit 1000) as first_thousand`,
    );
    // Reading the whole table for each of the thousand foreign keys would be three million rows.
    expect(read).toBeLessThan(50_000);
  });
});

// Import of any kind: what a dry run says is what is done, records are found by a field and changed, and all of it is undone.
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { actAs } from "#server/testing/act-as.ts";
import { dealsForTests } from "#server/testing/deals-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const { noor } = await dealsForTests(sql);
await sql`update public.modules set live = true`;

type Row = Record<string, string | number>;
const upload = async (rows: Row[]) => {
  const id = randomUUID();
  await actAs(
    sql,
    noor,
    (db) =>
      db`insert into public.import_parts ${db({ import_id: id, part: 0, records: db.json(rows.map((record, index) => ({ line: index + 2, ...record }))) })}`,
  );
  return id;
};
const plan = async (id: string, kind: string, matchBy: string | null = null) => {
  const rows = await actAs(
    sql,
    noor,
    (db) => db<{ outcome: string; reason: string; field: string; fields: string[]; lines: number[] }[]>`
    select * from public.plan_import(${id}, ${kind}, match_by => ${matchBy})`,
  );
  return rows.map(({ outcome, reason, field, fields, lines }) => ({
    outcome,
    reason,
    by: field || fields.join(","),
    lines,
  }));
};
const run = async (id: string, kind: string, matchBy: string | null = null) => {
  const [row] = await actAs(
    sql,
    noor,
    (db) => db`select * from public.import_records(${id}, ${kind}, match_by => ${matchBy})`,
  );
  return row;
};
const undo = async (id: string) => {
  const [row] = await actAs(sql, noor, (db) => db`select * from public.undo_import(${id})`);
  return row;
};
const rowsOf = async (table: string) =>
  (
    await sql<
      { row: string }[]
    >`select (to_jsonb(record) - 'updated_at')::text as row from public.${sql(table)} as record order by id`
  ).map(({ row }) => row);

beforeEach(async () => {
  await sql`delete from public.deals`;
  await sql`delete from public.accounts`;
  await sql`delete from public.tasks`;
  await sql`truncate public.imports, public.import_parts cascade`;
});

describe("records 10: import", () => {
  test("records 10: people are updated by e-mail: only what the file says changes, and the undo brings back every value", async () => {
    await sql`with made as (insert into public.accounts (name) values ('Norrfall'), ('Castelline') returning id, name)
      insert into public.contacts (account_id, name, email, phone, role)
      select id, given.name, given.email, given.phone, 'Signs' from (values
        ('Ada Lind', 'ada@norrfall.example', '1'), ('Bo Berg', 'bo@norrfall.example', '2'), ('Twin one', 'twin@norrfall.example', '3'), ('Twin two', 'twin@norrfall.example', '4')
      ) as given (name, email, phone) join made on made.name = 'Norrfall'`;
    const before = [await rowsOf("accounts"), await rowsOf("contacts")];
    const id = await upload([
      { name: "Ada Lind", email: "ADA@norrfall.example ", phone: "100", account_id: "castelline" },
      { name: "Bo Berg", email: "bo@norrfall.example", phone: "2" },
      { name: "Cleo Day", email: "cleo@norrfall.example", account_id: "Newly made" },
      { email: "nobody@norrfall.example", phone: "5" },
      { name: "Twin", email: "twin@norrfall.example" },
      { name: "Ada again", email: "ada@norrfall.example" },
    ]);
    expect(await plan(id, "contacts", "email")).toEqual([
      { outcome: "change", reason: "", by: "account_id,phone", lines: [2] },
      { outcome: "create", reason: "", by: "", lines: [4] },
      { outcome: "skip", reason: "in the file", by: "email", lines: [7] },
      { outcome: "skip", reason: "not found", by: "email", lines: [5] },
      { outcome: "skip", reason: "same", by: "email", lines: [3] },
      { outcome: "skip", reason: "several", by: "email", lines: [6] },
    ]);
    expect(await run(id, "contacts", "email")).toEqual({ added: 1, created: 1, changed: 1 });
    const [ada] =
      await sql`select contacts.name, email, phone, role, accounts.name as company from public.contacts join public.accounts on accounts.id = account_id where phone = '100'`;
    expect(ada).toEqual({
      name: "Ada Lind",
      email: "ada@norrfall.example",
      phone: "100",
      role: "Signs",
      company: "Castelline",
    });
    expect(await undo(id)).toEqual({ deleted: 2, kept: 0, reverted: 1, skipped: [] });
    expect([await rowsOf("accounts"), await rowsOf("contacts")]).toEqual(before);
    expect(await undo(id)).toEqual({ deleted: 0, kept: 0, reverted: 0, skipped: [] });
  });

  test("records 10: companies are updated by domain, however it is written; what someone changed since stays", async () => {
    await sql`insert into public.accounts (name, domain, industry) values ('Norrfall', 'norrfall.example', 'Paper'), ('Castelline', 'castelline.example', null)`;
    const id = await upload([
      { name: "Norrfall AB", domain: "https://www.NORRFALL.example/en", industry: "Print" },
      { name: "Castelline", domain: "castelline.example", industry: "Rail" },
    ]);
    expect(await run(id, "accounts", "domain")).toEqual({ added: 0, created: 0, changed: 2 });
    await sql`update public.accounts set industry = 'Ink' where name = 'Norrfall AB'`;
    expect(await undo(id)).toMatchObject({ reverted: 2 });
    expect([...(await sql`select name, industry from public.accounts order by name`)]).toEqual([
      { name: "Castelline", industry: null },
      { name: "Norrfall", industry: "Ink" },
    ]);
  });

  test("records 10: deals and tasks are made with their companies, people and owners, and changed by their name", async () => {
    const deals = await upload([
      { name: "Pilot", account_id: "Norrfall", amount_minor: 5000, owner_id: "Noor Marchetti" },
    ]);
    expect(await run(deals, "deals")).toMatchObject({ added: 1, created: 1 });
    const more = await upload([
      { name: "pilot", amount_minor: 9000 },
      { name: "Second", account_id: "Norrfall", stage_id: "No such stage" },
    ]);
    expect(await plan(more, "deals", "name")).toEqual([
      { outcome: "change", reason: "", by: "amount_minor", lines: [2] },
      { outcome: "skip", reason: "missing", by: "stage_id", lines: [3] },
    ]);
    const before = await rowsOf("deals");
    await run(more, "deals", "name");
    expect(await undo(more)).toMatchObject({ reverted: 1 });
    expect(await rowsOf("deals")).toEqual(before);
    await sql`insert into public.contacts (account_id, name) select id, 'Ada Lind' from public.accounts`;
    const tasks = await upload([
      { title: "Call", contact_id: "Ada Lind", assignee_id: "Noor Marchetti", due_on: "2026-12-01", priority: "high" },
    ]);
    expect(await run(tasks, "tasks")).toMatchObject({ added: 1 });
    const [task] =
      await sql`select title, priority, contact_id is not null as linked, account_id is not null as company from public.tasks`;
    expect(task).toEqual({ title: "Call", priority: "high", linked: true, company: true });
  });

  test("records 10: without a field to find records by, the dry run says which rows are skipped, and the import agrees", async () => {
    await sql`insert into public.accounts (name, domain) values ('Norrfall', 'norrfall.example')`;
    const id = await upload([{ name: "X", domain: "norrfall.example" }, { name: "Y" }, { name: "Y" }]);
    const told = await plan(id, "accounts");
    expect(told).toEqual([
      { outcome: "create", reason: "", by: "", lines: [3] },
      { outcome: "skip", reason: "in the database", by: "domain", lines: [2] },
      { outcome: "skip", reason: "in the file", by: "name", lines: [4] },
    ]);
    expect(await run(id, "accounts")).toEqual({ added: 1, created: 0, changed: 0 });
  });

  test("records 10: a column that came later is imported and updated without code, and a key that is none is refused", async () => {
    await sql`alter table public.accounts add column own_tier text, add column own_tags text[]`;
    await sql`select private.rebuild_search()`;
    await sql`insert into public.accounts (name) values ('Norrfall')`;
    const rows = [{ name: "Norrfall", own_tier: "gold" }];
    const id = await upload(rows);
    expect(await run(id, "accounts", "name")).toMatchObject({ changed: 1 });
    expect([...(await sql`select own_tier from public.accounts`)]).toEqual([{ own_tier: "gold" }]);
    const bad = await upload([{ name: "Norrfall", colour: "red" }]);
    await expect(plan(bad, "accounts", "name")).rejects.toMatchObject({ code: "42703" });
    await expect(run(await upload(rows), "accounts", "domain")).rejects.toThrow("Choose a column of the file");
    await sql`alter table public.accounts drop column own_tier, drop column own_tags`;
    await sql`select private.rebuild_search()`;
  });
});

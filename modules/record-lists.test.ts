// Lists through the real data API: every column sorts, every filter finds what its sentence says.
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Condition, Filter } from "#domain/filter.ts";
import type { Entity } from "#domain/entity.ts";
import type { Module } from "#domain/module.ts";
import { setKnownEntities } from "#app/records/known-entities.ts";
import { compileFilter } from "#app/records/filter/compile-filter.ts";
import { filterSentence } from "#app/records/filter/filter-words.ts";
import { type ListView, readListView } from "#app/records/list/list-view.ts";
import {
  foundCountQuery,
  readAll,
  readAllIds,
  readPage,
  readThese,
  roughCountQuery,
} from "#app/records/record-lists.ts";
import type { KitRecord } from "#app/records/entity.ts";
import { countWords } from "#app/records/views/views-data.ts";
import type { Caller } from "#server/supabase/caller.ts";
import { createRest } from "#server/supabase/rest/rest.ts";
import { addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { account } from "./accounts/account.ts";
import { contact } from "./contacts/contact.ts";
import { deal } from "./deals/deal.ts";
import { modules } from "./registry.ts";

const { sql } = await testDatabase();
const userId = await addUser(sql, { admin: true });
await sql`update public.modules set live = true`;
const caller: Caller = {
  role: "authenticated",
  claims: { role: "authenticated", sub: userId },
  userId,
  sessionId: null,
};
const rest = await createRest({
  sql,
  env: { REST_SCHEMAS: ["public"], REST_MAX_ROWS: 1000, STATEMENT_TIMEOUT_MS: 8000 },
  log: pino({ level: "silent" }),
  identify: async () => caller,
});
const today = (await sql<{ day: string }[]>`select public.office_today()::text as day`)[0]!.day;
const daysAgo = (days: number) => new Date(Date.parse(`${today}T12:00:00Z`) - days * 86_400_000);
const ids: Record<string, string> = {};

beforeAll(async () => {
  vi.stubGlobal("location", { origin: "http://lists.invalid" });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => rest.routes.fetch(new Request(url, init)));
  setKnownEntities([account, contact, deal], true);
  await sql`update public.staff set name = 'Noor Marchetti' where user_id = ${userId}`;
  const rows = [
    { name: "Norrfall", type: "Customer", industry: "Energy", owner_id: userId },
    { name: "Castelline", type: "Customer", industry: "Law, banking", owner_id: null },
    { name: "Meridel", type: "Prospect", industry: null, owner_id: null },
    { name: "Tarnwick 50%", type: "Prospect", industry: "Law", owner_id: userId },
  ];
  for (const row of rows)
    ids[row.name] = (await sql<{ id: string }[]>`insert into public.accounts ${sql(row)} returning id`)[0]!.id;
  for (const [name, of] of [
    ["Ada", "Norrfall"],
    ["Bo", "Castelline"],
    ["Cy", "Meridel"],
  ] as const)
    ids[name] = (
      await sql<{ id: string }[]>`insert into public.contacts ${sql({ name, account_id: ids[of]! })} returning id`
    )[0]!.id;
  await sql`insert into public.deals ${sql({ name: "Big", account_id: ids["Norrfall"]!, amount_minor: 5_000_000, currency: "USD" })}`;
  await sql`insert into public.deals ${sql({ name: "Small", account_id: ids["Castelline"]!, amount_minor: 100_000, currency: "USD" })}`;
  await sql`insert into public.tasks ${sql({ title: "Call them", kind: "call", account_id: ids["Meridel"]!, done_at: daysAgo(3) })}`;
  await sql`insert into public.tasks ${sql({ title: "Met them", kind: "meeting", contact_id: ids["Ada"]!, done_at: daysAgo(40) })}`;
  await sql`insert into public.tasks ${sql({ title: "Write", account_id: ids["Castelline"]!, due_on: daysAgo(-5).toISOString().slice(0, 10) })}`;
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await rest.close();
});

const is = (field: string, op: Condition["op"], ...values: string[]): Condition => ({ field, op, values });
const all = (...parts: Filter["parts"]): Filter => ({ match: "all", parts });
const any = (...parts: Filter["parts"]): Filter => ({ match: "any", parts });
const viewOf = (entity: Entity, filter: Filter, sort = "name"): ListView => ({
  ...readListView(new URLSearchParams({ sort }), entity),
  filter,
});
const signal = new AbortController().signal;
const names = async (entity: Entity, filter: Filter, sort?: string) =>
  (await readPage(entity, viewOf(entity, filter, sort), signal)).rows.map(({ name }) => name);

describe("records 3: filters", () => {
  const cases: [string, Entity, Filter, string[]][] = [
    ["is", account, all(is("type", "is", "Customer")), ["Castelline", "Norrfall"]],
    [
      "is one of several",
      account,
      all(is("type", "is", "Customer", "Prospect")),
      ["Castelline", "Meridel", "Norrfall", "Tarnwick 50%"],
    ],
    [
      "is not, and what is empty is not it either",
      account,
      all(is("industry", "not", "energy")),
      ["Castelline", "Meridel", "Tarnwick 50%"],
    ],
    ["text is, whatever its capitals", account, all(is("industry", "is", "LAW")), ["Tarnwick 50%"]],
    ["contains signs that mean something elsewhere", account, all(is("name", "contains", "50%")), ["Tarnwick 50%"]],
    ["contains a comma and a quote", account, all(is("industry", "contains", "law, b")), ["Castelline"]],
    ["contains no such quote", account, all(is("industry", "contains", '")')), []],
    ["does not contain", account, all(is("industry", "lacks", "law")), ["Meridel", "Norrfall"]],
    ["is empty", account, all(is("industry", "empty")), ["Meridel"]],
    ["is not empty", account, all(is("industry", "filled"), is("type", "is", "Prospect")), ["Tarnwick 50%"]],
    ["a person", account, all(is("owner_id", "is", userId)), ["Norrfall", "Tarnwick 50%"]],
    ["without a person", account, all(is("owner_id", "empty")), ["Castelline", "Meridel"]],
    ["more than an amount", account, all(is("open_value", "more", "1,000")), ["Norrfall"]],
    ["between amounts", account, all(is("open_value", "between", "500", "2000")), ["Castelline"]],
    ["a count", account, all(is("open_deals", "more", "0")), ["Castelline", "Norrfall"]],
    ["in the last days", account, all(is("last_contact_at", "last", "30")), ["Meridel"]],
    [
      "before a day",
      account,
      all(is("last_contact_at", "before", daysAgo(10).toISOString().slice(0, 10))),
      ["Norrfall"],
    ],
    ["on a day", account, all(is("last_contact_at", "is", daysAgo(3).toISOString().slice(0, 10))), ["Meridel"]],
    ["in the next days", account, all(is("next_step_on", "next", "7")), ["Castelline"]],
    ["after a day", account, all(is("next_step_on", "after", today)), ["Castelline"]],
    [
      "created today",
      account,
      all(is("created_at", "between", today, "")),
      ["Castelline", "Meridel", "Norrfall", "Tarnwick 50%"],
    ],
    [
      "a group of which any holds",
      account,
      all(is("type", "is", "Prospect"), {
        conditions: [is("industry", "is", "law"), is("last_contact_at", "last", "30")],
      }),
      ["Meridel", "Tarnwick 50%"],
    ],
    [
      "any, with a group of which all hold",
      account,
      any(is("open_value", "more", "10000"), { conditions: [is("type", "is", "Prospect"), is("industry", "empty")] }),
      ["Meridel", "Norrfall"],
    ],
    ["people of companies with an open deal", contact, all(is("account.open_deals", "more", "0")), ["Ada", "Bo"]],
    ["people by their company's type", contact, all(is("account.type", "not", "Customer")), ["Cy"]],
    ["people of companies with a certain deal", contact, all(is("account.deals.name", "contains", "big")), ["Ada"]],
    [
      "companies with a deal that is both",
      account,
      all(is("deals.name", "contains", "small"), is("deals.amount_minor", "more", "2000")),
      [],
    ],
    [
      "companies with a person, or an industry",
      account,
      any(is("contacts.name", "is", "cy"), is("industry", "is", "energy")),
      ["Meridel", "Norrfall"],
    ],
    ["deals by their company", deal, all(is("account.industry", "contains", "law")), ["Small"]],
  ];
  test.each(cases)("records 3: %s", async (_, entity, filter, found) => {
    expect(await names(entity, filter)).toEqual(found);
    // Bulk actions, files and counts ask the same.
    const view = viewOf(entity, filter);
    expect((await readAllIds(entity, view, signal)).length).toBe(found.length);
    expect(await foundCountQuery(entity, view).queryFn!({ signal } as never)).toBe(found.length);
  });

  test("records 3: a field or value that is gone is named, and the rest still narrows", async () => {
    const filter = all(is("own_region", "is", "North"), is("type", "is", "Partner"), is("industry", "empty"));
    expect(compileFilter(account, filter, new Date()).dropped).toEqual([
      { condition: is("own_region", "is", "North"), why: "no such field" },
      { condition: is("type", "is", "Partner"), why: "no such value" },
    ]);
    expect(await names(account, filter)).toEqual(["Meridel"]);
  });

  test("records 3: the search and the filter narrow together", async () => {
    const view = { ...viewOf(account, all(is("open_deals", "more", "0"))), search: "norr" };
    expect((await readPage(account, view, signal)).rows.map(({ name }) => name)).toEqual(["Norrfall"]);
  });

  test("records 3: a filter is a sentence", () => {
    const filter = all(
      is("account.type", "is", "Customer"),
      is("last_contact_at", "last", "30"),
      { conditions: [is("title", "contains", "head"), is("role", "empty")] },
      is("owner_id", "not", userId),
    );
    expect(filterSentence(contact, filter, () => "Noor Marchetti")).toBe(
      "Contacts where the company's type is Customer and last contact is in the last 30 days and (title contains “head” or role is empty) and owner is not Noor Marchetti",
    );
    expect(
      filterSentence(account, any(is("deals.name", "contains", "big"), is("open_value", "between", "5", "")), () => ""),
    ).toBe("Accounts where a deal's deal contains “big” or open value is from 5");
  });
});

describe("records 1: columns", () => {
  test("records 1: every column sorts both ways, and those without a value stand last", async () => {
    const sorted = (sort: string) => names(account, all(), sort);
    expect(await sorted("last_contact_at")).toEqual([
      "Norrfall",
      "Meridel",
      ...(await sorted("last_contact_at")).slice(2),
    ]);
    expect((await sorted("-last_contact_at")).slice(0, 2)).toEqual(["Meridel", "Norrfall"]);
    expect((await sorted("open_value")).slice(0, 2)).toEqual(["Castelline", "Norrfall"]);
    expect((await sorted("-open_value")).slice(0, 2)).toEqual(["Norrfall", "Castelline"]);
    expect((await sorted("next_step_on"))[0]).toBe("Castelline");
    expect((await sorted("-owner_id")).slice(0, 2).toSorted()).toEqual(["Norrfall", "Tarnwick 50%"]);
    for (const sort of ["-created_at", "updated_at", "-updated_at", "open_deals"])
      expect((await sorted(sort)).length).toBe(4);
  });

  test("records 1: a row says what happened last and what comes next", async () => {
    const { rows } = await readPage(account, viewOf(account, all()), signal);
    expect(rows.find(({ name }) => name === "Meridel")).toMatchObject({
      last_contact_kind: "call",
      open_value: null,
      open_deals: 0,
    });
    expect(rows.find(({ name }) => name === "Castelline")).toMatchObject({
      next_step: "Write",
      open_value: 100_000,
      facts_currency: "USD",
    });
    expect(rows[0]!["owner"]).toBeDefined();
  });

  test("records 1: a file of all that match is in the order of the list, also by a computed column", async () => {
    const found: unknown[] = [];
    for await (const rows of readAll(
      account,
      viewOf(account, all(is("open_deals", "more", "0")), "-open_value"),
      signal,
    ))
      found.push(...rows.map(({ open_value }) => open_value));
    expect(found.toSorted()).toEqual([100_000, 5_000_000]);
  });

  test("records 13: what is exported has last contact, open value and next step, as the list shows them", async () => {
    const view = viewOf(account, all(is("open_deals", "more", "0")));
    const shown = (await readPage(account, view, signal)).rows;
    const read = async (pages: AsyncGenerator<KitRecord[]>) => {
      const records: KitRecord[] = [];
      for await (const rows of pages) records.push(...rows);
      return records;
    };
    const chosen = shown.map(({ id }) => id);
    for (const rows of [
      await read(readAll(account, view, signal, "facts")),
      await read(readThese(account, chosen, signal, "facts")),
    ])
      for (const row of shown) expect(rows.find(({ id }) => id === row.id)).toEqual(row);
  });
});

test("records 2: a list of more than a page is counted apart, and the number of a view ends at 999+", async () => {
  await sql`insert into public.accounts (name, industry) select 'Many ' || n, 'Rail' from generate_series(1, 1100) n`;
  const view = viewOf(account, all(is("industry", "is", "rail")));
  expect(await readPage(account, view, signal)).toMatchObject({ count: null });
  expect(await readPage(account, { ...view, page: 22 }, signal)).toMatchObject({ count: null });
  expect(await readPage(account, { ...view, page: 23 }, signal)).toEqual({ rows: [], count: 0 });
  const [exact, roughly] = [foundCountQuery, roughCountQuery].map((query) => query(account, view).queryFn!);
  expect(await exact!({ signal } as never)).toBe(1100);
  expect(countWords(await roughly!({ signal } as never))).toBe("999+");
  const few = viewOf(account, all(is("industry", "is", "rail"), is("name", "contains", "Many 99")));
  expect(countWords(await roughCountQuery(account, few).queryFn!({ signal } as never))).toBe("11");
  await sql`delete from public.accounts where industry = 'Rail'`;
});

test("records 11: whatever goes with a deleted record, or holds it, has a word", async () => {
  const words = (modules as readonly Module[])
    .flatMap(({ entity, counted }) => [entity ?? [], counted ?? []].flat())
    .map(({ table }) => table);
  const counted = await sql<{ name: string }[]>`
    select distinct source.relname as name
    from pg_constraint as fk
    join pg_class as source on source.oid = fk.conrelid and source.relnamespace = 'public'::regnamespace
    join pg_attribute as attribute on attribute.attrelid = fk.conrelid and array[attribute.attnum] = fk.conkey
    where fk.contype = 'f' and fk.confdeltype not in ('n', 'd')
      and fk.confrelid in ('public.accounts'::regclass, 'public.contacts'::regclass, 'public.deals'::regclass)
      and not exists (select from private.record_parts where place = source.oid and field = attribute.attname)`;
  expect(counted.length).toBeGreaterThan(10);
  expect(counted.map(({ name }) => name).filter((name) => !words.some((known) => known === name))).toEqual([]);
});

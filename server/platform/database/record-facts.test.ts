// What lists say about companies, people and deals stays what a recount from nothing says, whatever happens.
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { actAs, addUser, type Who } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { openPool, type Sql } from "./sql.ts";

const { sql, connection } = await testDatabase();
const userId = await addUser(sql, { admin: true });
const admin: Who = { role: "authenticated", userId };
const stages: Record<string, string> = {};
let reason = "";

beforeAll(async () => {
  await sql`update public.modules set live = true where key in ('deals', 'tasks', 'inquiries', 'timeline', 'outbox')`;
  for (const { key, id } of await sql<{ key: string; id: string }[]>`select key, id from public.deal_stages`)
    stages[key] = id;
  const [lost] = await sql<{ id: string }[]>`select id from public.close_reasons where name = 'Price'`;
  reason = lost!.id;
});

/** Mulberry32: the same acts for the same seed, so that a failure can be seen again. */
function random(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const factTables = ["account_facts", "contact_facts", "deal_facts"] as const;
const kept = async () =>
  Promise.all(factTables.map((table) => sql.unsafe(`select * from public.${table} order by id`)));

/** From nothing, by plain queries that share no line with the triggers. */
const recounted = async () => {
  const met = `
    select account_id, contact_id, deal_id, done_at as at, case kind when 'reply' then 'mail' else kind end as kind from public.tasks
      where done_at is not null and kind <> 'todo'
    union all select account_id, contact_id, null, sent_at, 'mail' from public.outbox
      where class <> 'system' and channel = 'email' and state in ('sent', 'delivered', 'complained') and sent_at is not null
    union all select account_id, contact_id, null, received_at, 'reply' from public.mail_replies where not is_automatic and doubt is null
    union all select account_id, contact_id, deal_id, received_at, 'inquiry' from public.inquiries where state not in ('held', 'spam')`;
  const of = (one: string, open: string, more = "") => `
    select record.id, met.at as last_contact_at, met.kind as last_contact_kind,
      (select count(*)::int from public.deals where ${open} and stage_kind = 'open' and archived_at is null) as open_deals,
      (select sum(base_minor)::bigint from public.deals where ${open} and stage_kind = 'open' and archived_at is null) as open_value,
      (select case when count(*) > 0 then 'USD' end from public.deals where ${open} and stage_kind = 'open' and archived_at is null) as currency,
      step.due_on as next_step_on, step.title as next_step
    from public.${one}s as record
    left join lateral (select at, kind from (${met}) as met (account_id, contact_id, deal_id, at, kind)
      where met.${one}_id = record.id ${more} order by at desc limit 1) as met on true
    left join lateral (select due_on, title from public.tasks where ${one}_id = record.id and done_at is null
      order by due_on nulls last, created_at, id limit 1) as step on true
    order by record.id`;
  return [
    await sql.unsafe(of("account", "account_id = record.id")),
    await sql.unsafe(of("contact", "id in (select deal_id from public.deal_contacts where contact_id = record.id)")),
    await sql.unsafe(
      of(
        "deal",
        "deals.id = record.id",
        "or met.contact_id in (select contact_id from public.deal_contacts where deal_id = record.id)",
      ),
    ),
  ];
};

async function actRandomly(on: Sql, next: () => number, rounds: number) {
  const pick = async (table: string, more = "") => {
    const rows = await on.unsafe<{ id: string }[]>(`select id from public.${table} ${more} order by id limit 40`);
    return rows[Math.floor(next() * rows.length)]?.id ?? null;
  };
  const day = () => (next() < 0.2 ? null : `2026-12-${String(1 + Math.floor(next() * 28)).padStart(2, "0")}`);
  const at = () => new Date(Date.UTC(2026, 0, 1) + Math.floor(next() * 3e10));
  const id = randomUUID;
  const acts: (() => Promise<unknown>)[] = [
    () => on`insert into public.accounts ${on({ name: `Company ${id()}` })}`,
    async () =>
      on`insert into public.contacts ${on({ name: `Person ${id()}`, account_id: (await pick("accounts"))! })}`,
    async () =>
      on`insert into public.deals ${on({
        name: `Deal ${id()}`,
        account_id: (await pick("accounts"))!,
        amount_minor: next() < 0.3 ? null : Math.floor(next() * 1e7),
        currency: "USD",
      })}`,
    async () =>
      on`insert into public.deal_contacts (deal_id, contact_id) values (${await pick("deals")}, ${await pick("contacts")}) on conflict do nothing`,
    async () => on`delete from public.deal_contacts where id = ${await pick("deal_contacts")}`,
    async () =>
      on`update public.deals set stage_id = ${stages[next() < 0.5 ? "discovery" : "proposal"]!} where id = ${await pick("deals")}`,
    async () =>
      on`update public.deals set stage_id = ${stages["lost"]!}, close_reason_id = ${reason} where id = ${await pick("deals")}`,
    async () =>
      on`update public.deals set archived_at = ${next() < 0.5 ? new Date() : null} where id = ${await pick("deals")}`,
    async () =>
      on`update public.deals set amount_minor = ${Math.floor(next() * 1e7)}, account_id = ${await pick("accounts")} where id = ${await pick("deals")}`,
    async () =>
      on`insert into public.tasks ${on({
        title: `Task ${id()}`,
        kind: ["todo", "call", "mail", "meeting", "reply"][Math.floor(next() * 5)]!,
        due_on: day(),
        ...(next() < 0.3
          ? { contact_id: await pick("contacts") }
          : next() < 0.5
            ? { deal_id: await pick("deals") }
            : { account_id: await pick("accounts") }),
      })}`,
    async () => on`update public.tasks set done_at = ${next() < 0.7 ? at() : null} where id = ${await pick("tasks")}`,
    async () =>
      on`update public.tasks set due_on = ${day()}, title = ${`Other ${id()}`} where id = ${await pick("tasks")}`,
    async () => on`delete from public.tasks where id = ${await pick("tasks")}`,
    async () => {
      const contact = await pick("contacts");
      return on`
        insert into public.inquiries (id, kind, state, name, email, received_at, contact_id, account_id)
        select gen_random_uuid(), 'contact', ${next() < 0.3 ? "held" : "closed"}, 'N', 'n@example.com', ${at()}, id, account_id
        from public.contacts where id = ${contact}`;
    },
    async () =>
      on`update public.inquiries set state = ${next() < 0.5 ? "spam" : "closed"} where id = ${await pick("inquiries")}`,
    async () => {
      const contact = await pick("contacts");
      return on`
        insert into public.outbox (class, dedupe_key, origin_kind, account_id, contact_id, to_address, subject, body_text, state, sent_at, finished_at)
        select 'transactional', ${id()}, 'mail', account_id, id, 'n@example.com', 'S', 'T', 'sent', ${at()}::timestamptz, now()
        from public.contacts where id = ${contact}`;
    },
    async () =>
      on`update public.outbox set state = 'bounced', finished_at = now() where id = ${await pick("outbox", "where state = 'sent'")}`,
    async () =>
      on`update public.contacts set account_id = ${await pick("accounts")} where id = ${await pick("contacts")}`,
    async () => on`delete from public.contacts where id = ${await pick("contacts")}`,
    async () =>
      on`delete from public.accounts where id = ${await pick("accounts", "where not exists (select from public.deals where account_id = accounts.id)")}`,
    async () => {
      const [gone] = await on<{ kind: string; id: string }[]>`
        select split_part(place, '.', 2) as kind, record_id as id from private.deleted_rows where is_root order by random() limit 1`;
      return gone && actAs(on, admin, (tx) => tx`select public.restore_records(${gone.kind}, ${[gone.id]}::uuid[])`);
    },
    async () => {
      const [one, other] = [await pick("contacts"), await pick("contacts")];
      if (one && other && one !== other)
        return actAs(on, admin, (tx) => tx`select public.merge_contacts(${one}, ${other})`);
    },
    async () => {
      const [one, other] = [await pick("accounts"), await pick("accounts")];
      if (one && other && one !== other)
        return actAs(on, admin, (tx) => tx`select public.merge_accounts(${one}, ${other})`);
    },
  ];
  const refused: string[] = [];
  for (let round = 0; round < rounds; round += 1)
    await acts[Math.floor(next() * acts.length)]!().catch((error: Error) => refused.push(error.message));
  return refused;
}

/** What the database rightly refuses: a record that another act has just deleted. */
const expected =
  /no longer|violates (foreign key|not-null)|cannot be merged|can no longer be brought back|cannot be deleted. Archive|which is deleted as well|was merged into is gone|is gone for good|deadlock detected/;

test("records 1: last contact, open value and next step are what a recount says, after hundreds of random acts", async () => {
  for (let seed = 1; seed <= 4; seed += 1) {
    const next = random(seed);
    for (let n = 0; n < 4; n += 1) await sql`insert into public.accounts (name) values (${`First ${seed} ${n}`})`;
    const refused = await actRandomly(sql, next, 120);
    expect(refused.filter((message) => !expected.test(message))).toEqual([]);
    const [found, counted] = [await kept(), await recounted()];
    expect(found.map((rows) => rows.length)).toEqual(counted.map((rows) => rows.length));
    expect(found).toEqual(counted);
  }
  // However the acts ended, there are facts of every sort to compare.
  const [last] = await sql<{ id: string }[]>`insert into public.accounts (name) values ('Last') returning id`;
  await sql`insert into public.deals (name, account_id, amount_minor, currency) values ('Open', ${last!.id}, 100, 'USD')`;
  await sql`insert into public.tasks (title, account_id, due_on) values ('Call', ${last!.id}, '2026-12-01')`;
  await sql`
    insert into public.inquiries (id, kind, state, name, email, received_at, account_id)
    values (gen_random_uuid(), 'contact', 'closed', 'N', 'n@example.com', '2026-01-01', ${last!.id})`;
  expect(await kept()).toEqual(await recounted());
  const [filled] = await sql<{ met: number; open: number; next: number }[]>`
    select count(last_contact_at)::int as met, count(open_value)::int as open, count(next_step)::int as next from public.account_facts`;
  expect(Math.min(filled!.met, filled!.open, filled!.next)).toBeGreaterThan(0);
});

test("records 1: they are right after acts of several people at once", async () => {
  const pools = Array.from({ length: 4 }, () => openPool({ ...connection, max: 1 }));
  const refused = await Promise.all(pools.map((pool, index) => actRandomly(pool, random(100 + index), 60)));
  await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })));
  expect(refused.flat().filter((message) => !expected.test(message))).toEqual([]);
  expect(await kept()).toEqual(await recounted());
});

test("records 1: administrators read them, and nobody writes them", async () => {
  const member: Who = { role: "authenticated", userId: await addUser(sql, { admin: false }) };
  expect(await actAs(sql, member, (tx) => tx`select * from public.account_facts`)).toEqual([]);
  expect((await actAs(sql, admin, (tx) => tx`select * from public.account_facts`)).length).toBeGreaterThan(0);
  await expect(actAs(sql, admin, (tx) => tx`update public.account_facts set open_value = 1`)).rejects.toMatchObject({
    code: "42501",
  });
});

test("records 1: what someone adds is theirs; what the website brings has no owner", async () => {
  const [own] = await actAs(
    sql,
    admin,
    (tx) => tx<{ owner_id: string }[]>`insert into public.accounts (name) values ('Mine') returning owner_id`,
  );
  const [other] = await sql<
    { owner_id: string | null }[]
  >`insert into public.accounts (name) values ('Theirs') returning owner_id`;
  expect([own!.owner_id, other!.owner_id]).toEqual([userId, null]);
});

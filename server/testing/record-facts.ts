// What lists say about companies, people and deals beside a recount from nothing, and random acts after which the two are compared.
import { randomUUID } from "node:crypto";
import { beforeAll } from "vitest";
import type { Sql } from "#server/platform/database/sql.ts";
import { actAs, addUser, type Who } from "./act-as.ts";
import { testDatabase } from "./test-database.ts";

/** Mulberry32: the same acts for the same seed, so that a failure can be seen again. */
export function random(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What the database rightly refuses: a record that another act has just deleted. */
export const rightlyRefused =
  /no longer|violates (foreign key|not-null)|cannot be merged|can no longer be brought back|cannot be deleted. Archive|which is deleted as well|was merged into is gone|is gone for good|deadlock detected/;

/** Call it at the top of a test file. */
export async function recordFacts() {
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
    const of = (one: string, open: string, work: string, more = "") => `
      select record.id, met.at as last_contact_at, met.kind as last_contact_kind,
        (select count(*)::int from public.deals where ${open} and stage_kind = 'open' and archived_at is null) as open_deals,
        (select sum(base_minor)::bigint from public.deals where ${open} and stage_kind = 'open' and archived_at is null) as open_value,
        (select case when count(*) > 0 then 'USD' end from public.deals where ${open} and stage_kind = 'open' and archived_at is null) as currency,
        step.due_on as next_step_on, step.title as next_step
      from public.${one}s as record
      left join lateral (select at, kind from (${met}) as met (account_id, contact_id, deal_id, at, kind)
        where met.${one}_id = record.id ${more} order by at desc limit 1) as met on true
      left join lateral (select due_on, title from public.tasks where (${one}_id = record.id or ${work}) and done_at is null
        order by due_on nulls last, created_at, id limit 1) as step on true
      order by record.id`;
    return [
      await sql.unsafe(of("account", "account_id = record.id", "false")),
      await sql.unsafe(
        of(
          "contact",
          "id in (select deal_id from public.deal_contacts where contact_id = record.id)",
          `inquiry_id in (select id from public.inquiries where contact_id = record.id)
            or deal_id in (select deal_id from public.deal_contacts where contact_id = record.id)`,
        ),
      ),
      await sql.unsafe(
        of(
          "deal",
          "deals.id = record.id",
          "inquiry_id in (select id from public.inquiries where deal_id = record.id)",
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
            : next() < 0.4
              ? { deal_id: await pick("deals") }
              : next() < 0.5
                ? { inquiry_id: await pick("inquiries") }
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
        on`update public.inquiries set deal_id = ${await pick("deals")} where id = ${await pick("inquiries")}`,
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

  return { sql, connection, admin, userId, kept, recounted, actRandomly };
}

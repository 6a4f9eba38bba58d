// A firm with thousands of mails: panels and the search show what the policies of the tables show, and do not ask for each mail.
import { beforeAll, expect, test } from "vitest";
import { actAs, addUser } from "#server/testing/act-as.ts";
import type { TransactionSql } from "#server/platform/database/sql.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { fillMailboxes, type Seeded } from "./testing/many-mails.ts";

const { sql } = await testDatabase();
const staff: string[] = [];
let outsider: string;
let seeded: Seeded;
const long = 700;

beforeAll(async () => {
  await sql`update public.modules set live = true where key in ('mailbox', 'outbox', 'timeline')`;
  for (let n = 0; n < 4; n += 1) staff.push(await addUser(sql, { admin: true }));
  outsider = await addUser(sql, { admin: false });
  seeded = await fillMailboxes(sql, { mails: 3000, contacts: 100, ofOne: 800 }, staff);
  // One shows nothing, another keeps a few threads to itself.
  await sql`update public.mailboxes set colleagues_see = 'nothing' where id = md5('mailbox 2')::uuid`;
  await sql`update public.mail_copies set is_private = true where mailbox_id = md5('mailbox 1')::uuid and uid % 11 = 0`;
});

const as = <T>(userId: string, work: (tx: TransactionSql) => Promise<T>) =>
  actAs(sql, { role: "authenticated", userId }, work);

test("mailbox 14: the panel and the search show what the policies of the tables let each of us see", async () => {
  for (const who of [...staff, outsider]) {
    const { panel, tables, found, heads } = await as(who, async (tx) => ({
      panel: await tx`
        select thread_id, last_mail_id, mails, subject from public.mail_threads_of('accounts', ${seeded.account}, null, 100) order by last_at desc, last_mail_id desc`,
      tables: await tx`
        select mails.thread_id, (array_agg(mails.id order by mails.at desc, mails.id desc))[1] as last_mail_id, all_of.mails,
          (select subject from public.mail_heads where mail_id = (array_agg(mails.id order by mails.at desc, mails.id desc))[1]) as subject
        from public.mails
        join (select thread_id, count(*)::int as mails from public.mails group by 1) as all_of using (thread_id)
        where exists (select from public.mail_people join public.contacts on contacts.id = mail_people.contact_id
          where mail_people.mail_id = mails.id and contacts.account_id = ${seeded.account})
        group by mails.thread_id, all_of.mails order by max(mails.at) desc, 2 desc limit 100`,
      found: who === outsider ? [] : await tx`select id from public.search_mails('contract', 100)`,
      heads: await tx`
        select mail_id as id from public.mail_heads join public.mails on mails.id = mail_id
        where lower(subject || ' ' || snippet) like '%contract%' order by mails.at desc limit 100`,
    }));
    expect(panel).toEqual(tables);
    expect(found).toEqual(heads);
    expect(panel.length).toBe(who === outsider ? 0 : 100);
  }
});

test("mailbox 22: a thread of hundreds of mails hides none of the others, on no page", async () => {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      update public.mails set thread_id = ${seeded.thread} where id in (
        select mail_id from public.mail_people where contact_id = ${seeded.contact} order by at desc limit ${long})`;
  });
  const page = (before: string | null) =>
    as(
      staff[0]!,
      (tx) =>
        tx<{ thread_id: string; last_at: string }[]>`
          select thread_id, last_at::text from public.mail_threads_of('contacts', ${seeded.contact}, ${before}, 20)`,
    );
  const threads: string[] = [];
  for (let rows = await page(null); rows.length > 0; rows = await page(rows.at(-1)!.last_at))
    threads.push(...rows.map(({ thread_id }) => thread_id));
  const all = await as(
    staff[0]!,
    (tx) => tx<{ thread_id: string }[]>`
      select thread_id from public.mails where exists (select from public.mail_people where mail_id = mails.id and contact_id = ${seeded.contact})
      group by 1 order by max(at) desc`,
  );
  expect(threads[0]).toBe(seeded.thread);
  expect(threads).toEqual(all.map(({ thread_id }) => thread_id));
});

test("mailbox 14: whoever searches is asked for their rights once, not for each mail", async () => {
  const calls = await as(staff[1]!, async (tx) => {
    await tx`reset role`;
    await tx`set local track_functions = 'all'`;
    await tx`set local role authenticated`;
    await tx`select from public.search_mails('contract', 100)`;
    await tx`reset role`;
    const [row] = await tx<{ calls: number }[]>`
      select sum(calls)::int as calls from pg_stat_xact_user_functions where funcname in ('may', 'mailboxes_open_to', 'my_mailboxes')`;
    return row!.calls;
  });
  expect(calls).toBeLessThan(6);
});

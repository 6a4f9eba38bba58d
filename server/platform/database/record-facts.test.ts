// What lists say about companies, people and deals stays what a recount from nothing says, whatever happens.
import { expect, test } from "vitest";
import { actAs, addUser, type Who } from "#server/testing/act-as.ts";
import { random, recordFacts, rightlyRefused } from "#server/testing/record-facts.ts";

const { sql, admin, userId, kept, recounted, actRandomly } = await recordFacts();

test("records 1: last contact, open value and next step are what a recount says, after random acts", async () => {
  for (let n = 0; n < 4; n += 1) await sql`insert into public.accounts (name) values (${`First ${n}`})`;
  const refused = await actRandomly(sql, random(1), 120);
  expect(refused.filter((message) => !rightlyRefused.test(message))).toEqual([]);
  expect(await kept()).toEqual(await recounted());
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

test("records 1: a task of someone's inquiry or deal is their next step, and one of an inquiry also its deal's", async () => {
  const [{ id: account }] = await sql<
    [{ id: string }]
  >`insert into public.accounts (name) values ('Norrfall') returning id`;
  const [{ id: writer }, { id: partner }] = await sql<[{ id: string }, { id: string }]>`
    insert into public.contacts (account_id, name) values (${account}, 'Maren Holt'), (${account}, 'Ilse Dorn') returning id`;
  const [{ id: deal }] = await sql<[{ id: string }]>`
    insert into public.deals (name, account_id) values ('Norrfall: advice', ${account}) returning id`;
  const [{ id: inquiry }] = await sql<[{ id: string }]>`
    insert into public.inquiries (id, kind, state, name, email, received_at, contact_id, account_id)
    values (gen_random_uuid(), 'contact', 'new', 'Maren Holt', 'm@example.com', now(), ${writer}, ${account}) returning id`;
  const steps = async () =>
    Object.fromEntries(
      (
        await sql<{ name: string; step: string | null }[]>`
          select name, next_step as step from public.contacts join public.contact_facts using (id) where account_id = ${account}
          union all select name, next_step from public.deals join public.deal_facts using (id) where account_id = ${account}`
      ).map(({ name, step }) => [name, step]),
    );
  await sql`insert into public.tasks (title, kind, inquiry_id, due_on) values ('Reply to Maren', 'reply', ${inquiry}, '2026-12-01')`;
  expect(await steps()).toEqual({ "Maren Holt": "Reply to Maren", "Ilse Dorn": null, "Norrfall: advice": null });
  await sql`update public.inquiries set deal_id = ${deal} where id = ${inquiry}`;
  expect(await steps()).toEqual({
    "Maren Holt": "Reply to Maren",
    "Ilse Dorn": null,
    "Norrfall: advice": "Reply to Maren",
  });
  await sql`insert into public.tasks (title, deal_id, due_on) values ('Send the proposal', ${deal}, '2026-12-02')`;
  await sql`insert into public.deal_contacts (deal_id, contact_id) values (${deal}, ${partner})`;
  expect(await steps()).toMatchObject({ "Maren Holt": "Reply to Maren", "Ilse Dorn": "Send the proposal" });
  await sql`update public.tasks set done_at = now() where inquiry_id = ${inquiry}`;
  expect(await steps()).toEqual({
    "Maren Holt": null,
    "Ilse Dorn": "Send the proposal",
    "Norrfall: advice": "Send the proposal",
  });
  // Their pages show the same tasks.
  const shown = async (argument: "of_contact" | "of_deal", id: string) =>
    (
      await actAs(sql, admin, (tx) =>
        tx.unsafe<{ title: string }[]>(
          `select title from public.task_list(${argument} => '${id}') where task_group <> 'done'`,
        ),
      )
    ).map(({ title }) => title);
  await sql`update public.tasks set done_at = null where inquiry_id = ${inquiry}`;
  expect(await shown("of_contact", writer)).toEqual(["Reply to Maren"]);
  expect(await shown("of_contact", partner)).toEqual(["Send the proposal"]);
  expect(await shown("of_deal", deal)).toEqual(["Reply to Maren", "Send the proposal"]);
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

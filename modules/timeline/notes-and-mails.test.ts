// What a record's page reads besides its history: whom notes name, and the words of mails.
import { beforeEach, expect, test } from "vitest";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { actAs, addUser, type Who } from "#server/testing/act-as.ts";
import { testGate } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { foldEntries } from "./entry/fold-entries.ts";
import type { Entry } from "./timeline-entry.ts";

const { sql } = await testDatabase();
const noorId = await addUser(sql, { admin: true });
const andersId = await addUser(sql, { admin: true });
await sql`update public.staff set name = 'Noor Marchetti' where user_id = ${noorId}`;
await sql`update public.staff set name = 'Anders Lie' where user_id = ${andersId}`;
await sql`update public.modules set live = true where key in ('outbox', 'timeline', 'deals')`;
const noor: Who = { role: "authenticated", userId: noorId };
const [account] = await sql<{ id: string }[]>`insert into public.accounts (name) values ('Norrfall') returning id`;
const [maren] = await sql<{ id: string }[]>`
  insert into public.contacts (account_id, name, email) values (${account!.id}, 'Maren Oduya', 'maren@norrfall.example') returning id`;
const [deal] = await sql<{ id: string }[]>`
  insert into public.deals (name, account_id) values ('Publishing desk', ${account!.id}) returning id`;

const timelineOf = async (type: string, id: string) =>
  foldEntries(await actAs(sql, noor, (tx) => tx<Entry[]>`select * from public.record_timeline(${type}, ${id})`)).filter(
    ({ record_type: of }) => of === "message",
  );
const write = async (mail: object) => {
  const whole = { id: crypto.randomUUID(), contact_id: maren!.id, subject: "Thursday", text: "Shall we?", ...mail };
  const [row] = await actAs(
    sql,
    noor,
    (tx) => tx<{ id: string }[]>`select public.write_mail(${tx.json(whole)}::jsonb) as id`,
  );
  return row!.id;
};

beforeEach(async () => {
  await sql`delete from public.outbox`;
  await sql`delete from public.notes`;
  await sql`truncate public.events`;
});

test("records 7: a note keeps the ids of the colleagues that its words name, and drops one whose name is taken out", async () => {
  const mentionsOf = async (id: string) =>
    (await sql<{ mentions: string[] }[]>`select mentions from public.notes where id = ${id}`)[0]?.mentions;
  const [note] = await actAs(
    sql,
    noor,
    (tx) => tx<{ id: string }[]>`
      insert into public.notes (body, contact_id, mentions)
      values ('@Noor Marchetti and @Anders Lie: call her', ${maren!.id}, ${[noorId, andersId, crypto.randomUUID()]}) returning id`,
  );
  expect(await mentionsOf(note!.id)).toEqual([noorId, andersId].toSorted());
  await actAs(sql, noor, (tx) => tx`update public.notes set body = '@Anders Lie: call her' where id = ${note!.id}`);
  expect(await mentionsOf(note!.id)).toEqual([andersId]);
});

test("records 7: the timeline has the words of a mail, once, on the pages of its person, company and deal, held or sent", async () => {
  await setOutboxGate(sql, false);
  const held = await write({ deal_id: deal!.id });
  for (const [type, id] of [
    ["contact", maren!.id],
    ["account", account!.id],
    ["deal", deal!.id],
  ] as const)
    expect(await timelineOf(type, id)).toMatchObject([
      { kind: "written", record_id: held, mail: { text: "Shall we?", state: "held", to: "maren@norrfall.example" } },
    ]);

  await setOutboxGate(sql, true);
  const gate = testGate(sql);
  const sent = await write({ subject: "Friday", text: "And then?", deal_id: deal!.id });
  gate.ahead(11);
  await gate.sweep();
  const told = (await timelineOf("deal", deal!.id)).filter(({ record_id: id }) => id === sent);
  expect(told).toMatchObject([{ kind: "sent", mail: { text: "And then?", state: "sent" } }]);
});

test("records 7: an answer is told with its own words; a very long mail is cut and says so", async () => {
  const id = await write({ text: "x".repeat(5000) });
  await sql`
    insert into public.mail_replies (event_key, from_address, subject, body_text, outbox_id, contact_id)
    values ('one', 'maren@norrfall.example', 'Re: Thursday', 'Gladly.', ${id}, ${maren!.id})`;
  await sql`
    insert into public.events (kind, actor_name, record_type, record_id, record_name, account_id, contact_id)
    values ('replied', 'Recipient', 'message', ${id}, 'Thursday', ${account!.id}, ${maren!.id})`;
  const [answer, mail] = await timelineOf("contact", maren!.id);
  expect(answer).toMatchObject({
    kind: "replied",
    mail: { text: "Gladly.", from: "maren@norrfall.example", cut: false },
  });
  expect(mail).toMatchObject({ kind: "written", mail: { cut: true } });
  expect(mail!.mail!.text).toHaveLength(4000);
});

test("audit-4 S8: the history tells a note about a deal or an inquiry to those who may read that, before and in the trash", async () => {
  await sql`update public.modules set live = true where key in ('team', 'inquiries')`;
  const sellerId = await addUser(sql, { admin: false });
  const seller: Who = { role: "authenticated", userId: sellerId };
  await sql`insert into public.roles (key, name) values ('crm_only', 'CRM only')`;
  await sql`
    insert into public.role_grants (role_id, area, action)
    select id, 'crm', unnest(array['read', 'add', 'edit', 'delete']) from public.roles where key = 'crm_only'`;
  await sql`insert into public.user_roles (user_id, role) values (${sellerId}, 'crm_only')`;
  const [inquiry] = await sql<{ id: string }[]>`
    insert into public.inquiries (id, kind, state, name, email, message) values (gen_random_uuid(), 'contact', 'new', 'Maren', 'maren@norrfall.example', 'Hello') returning id`;
  const note = async (body: string, about: { deal_id?: string; inquiry_id?: string } = {}) => {
    const [row] = await actAs(
      sql,
      noor,
      (tx) => tx<{ id: string }[]>`
        insert into public.notes (body, contact_id, deal_id, inquiry_id)
        values (${body}, ${maren!.id}, ${about.deal_id ?? null}, ${about.inquiry_id ?? null}) returning id`,
    );
    return row!.id;
  };
  const open = await note("zzopen");
  const hidden = [await note("zzdeal", { deal_id: deal!.id }), await note("zzinquiry", { inquiry_id: inquiry!.id })];
  const told = async (who: Who) => [
    ...new Set(
      (
        await actAs(
          sql,
          who,
          (tx) => tx<{ id: string }[]>`select record_id as id from public.events where record_type = 'note'`,
        )
      ).map(({ id }) => id),
    ),
  ];
  const shown = (who: Who) =>
    actAs(sql, who, (tx) => tx`select * from public.record_timeline('contact', ${maren!.id})`).then(JSON.stringify);
  expect(await told(seller)).toEqual([open]);
  expect((await told(noor)).toSorted()).toEqual([open, ...hidden].toSorted());
  expect(await shown(seller)).toContain("zzopen");
  expect(await shown(seller)).not.toMatch(/zzdeal|zzinquiry/);
  await actAs(sql, noor, (tx) => tx`delete from public.notes where id = any (${hidden})`);
  expect(await told(seller)).toEqual([open]);
  expect((await told(noor)).toSorted()).toEqual([open, ...hidden].toSorted());
});

// A mail that a person writes to a contact: it is a row of the outbox, and passes the gate like every mail.
import { beforeEach, expect, test } from "vitest";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { actAs, addUser, type Who } from "#server/testing/act-as.ts";
import { findMessage, testGate } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const noorId = await addUser(sql, { admin: true });
const noor: Who = { role: "authenticated", userId: noorId };
const member: Who = { role: "authenticated", userId: await addUser(sql, { admin: false }) };
await sql`update public.modules set live = true where key = 'outbox'`;
const [account] = await sql<{ id: string }[]>`insert into public.accounts (name) values ('Norrfall') returning id`;
const contact = async (email: string | null) => {
  const [row] = await sql<{ id: string }[]>`
    insert into public.contacts (account_id, name, email) values (${account!.id}, 'Maren Oduya', ${email}) returning id`;
  return row!.id;
};
const maren = await contact("maren@norrfall.example");

const write = async (mail: object, who: Who = noor) => {
  const whole = { id: crypto.randomUUID(), contact_id: maren, subject: "Thursday", text: "Shall we?\n", ...mail };
  const [row] = await actAs(
    sql,
    who,
    (tx) => tx<{ id: string }[]>`select public.write_mail(${tx.json(whole)}::jsonb) as id`,
  );
  return row!.id;
};

beforeEach(async () => {
  await sql`delete from public.outbox`;
  await sql`delete from public.suppressions`;
  await sql`delete from private.suppression_facts`;
});

test("outbox 19: in the safe mode it is held, otherwise it leaves after a moment in which it can be taken back", async () => {
  await setOutboxGate(sql, false);
  const held = await write({});
  expect(await findMessage(sql, held)).toMatchObject({
    state: "held",
    class: "transactional",
    origin_kind: "mail",
    to_address: "maren@norrfall.example",
    contact_id: maren,
    account_id: account!.id,
    subject: "Thursday",
    body_text: "Shall we?",
  });
  await setOutboxGate(sql, true);
  const gate = testGate(sql);
  const leaves = await write({ subject: "Friday" });
  await gate.sweep();
  expect(gate.sent).toEqual([]);
  gate.ahead(11);
  await gate.sweep();
  expect(await findMessage(sql, leaves)).toMatchObject({ state: "sent" });
  expect(gate.sent).toMatchObject([{ to: "maren@norrfall.example", subject: "Friday", text: "Shall we?" }]);
});

test("outbox 19: pressed twice it is one mail; without address, subject or text it is none", async () => {
  const id = crypto.randomUUID();
  expect(await write({ id })).toBe(await write({ id }));
  await expect(write({ subject: " " })).rejects.toThrow("A mail has a subject and a text.");
  await expect(write({ text: "" })).rejects.toThrow("A mail has a subject and a text.");
  await expect(write({ contact_id: await contact(null) })).rejects.toThrow("This contact has no e-mail address.");
  await expect(write({ contact_id: crypto.randomUUID() })).rejects.toThrow("This contact no longer exists.");
  await expect(write({}, member)).rejects.toThrow("You need admin privileges to write mail.");
});

test("outbox 12: to someone who opted out it needs a reason, which is kept; to an address that bounced it is not written", async () => {
  await sql`select private.record_suppression('maren@norrfall.example', 'outreach', 'unsubscribe', 'recipient', 'x')`;
  await expect(write({})).rejects.toThrow("They opted out. Say why you write all the same.");
  const [row] =
    await sql`select despite from public.outbox where id = ${await write({ despite: "She asked on the phone" })}`;
  expect(row).toEqual({ despite: "She asked on the phone" });
  await sql`select private.record_suppression('maren@norrfall.example', 'all', 'hard_bounce', 'smtp', 'y')`;
  await expect(write({ despite: "All the same" })).rejects.toThrow(
    "Nothing is sent to this address: the address bounced.",
  );
});

const recipients = (kind: string, ids: readonly string[], who: Who = noor) =>
  actAs(sql, who, (tx) => tx`select * from public.mail_recipients(${kind}, ${ids as string[]}::uuid[])`);

test("records 8: who a mail to people, companies and deals goes to, in their order, and what is against it", async () => {
  const silas = await contact(null);
  const bounced = await contact("bounced@norrfall.example");
  const optedOut = await contact("out@norrfall.example");
  await sql`select private.record_suppression('bounced@norrfall.example', 'all', 'hard_bounce', 'smtp', 'y')`;
  await sql`select private.record_suppression('out@norrfall.example', 'outreach', 'unsubscribe', 'recipient', 'x')`;
  expect(await recipients("contacts", [bounced, silas, maren, optedOut])).toMatchObject([
    { contact_id: bounced, skipped: "address_bounced" },
    { contact_id: silas, skipped: "no_address", email: null },
    { contact_id: maren, skipped: null, email: "maren@norrfall.example", account_name: "Norrfall" },
    { contact_id: optedOut, skipped: "opted_out" },
  ]);

  const [empty] = await sql<{ id: string }[]>`insert into public.accounts (name) values ('Empty') returning id`;
  const ofCompanies = () => recipients("accounts", [empty!.id, account!.id]);
  expect(await ofCompanies()).toMatchObject([
    { of_name: "Empty", contact_id: null, skipped: "nobody" },
    { contact_id: maren, skipped: null },
  ]);
  await sql`select private.put_in_outbox(${sql.json({ class: "transactional", dedupe_key: "x", origin_kind: "mail", contact_id: optedOut, to_address: "out@norrfall.example", subject: "Hello", body_text: "Hello" })}::jsonb)`;
  expect(await ofCompanies()).toMatchObject([{}, { contact_id: optedOut }]);

  const [deal] = await sql<{ id: string }[]>`
    insert into public.deals (name, account_id) values ('Publishing desk', ${account!.id}) returning id`;
  expect(await recipients("deals", [deal!.id])).toMatchObject([{ of_name: "Publishing desk", skipped: "nobody" }]);
  await sql`insert into public.deal_contacts (deal_id, contact_id, is_primary) values (${deal!.id}, ${silas}, false), (${deal!.id}, ${maren}, true)`;
  expect(await recipients("deals", [deal!.id])).toMatchObject([{ contact_id: maren, deal_id: deal!.id }]);
  await expect(recipients("contacts", [maren], member)).rejects.toThrow("You need admin privileges to write mail.");
});

test("records 8: a scheduled mail waits for its moment by the office's clock; one that has passed is refused", async () => {
  await sql`update public.office set time_zone = 'Europe/Oslo'`;
  await setOutboxGate(sql, true);
  const [{ day } = { day: "" }] = await sql<
    { day: string }[]
  >`select to_char(now() + interval '3 days', 'YYYY-MM-DD') as day`;
  const id = await write({ leaves_at: `${day}T09:30` });
  const [row] = await sql`
    select to_char(not_before at time zone 'Europe/Oslo', 'YYYY-MM-DD"T"HH24:MI') as leaves, state, expires_at - not_before = interval '7 days' as whole_time
    from public.outbox where id = ${id}`;
  expect(row).toEqual({ leaves: `${day}T09:30`, state: "queued", whole_time: true });
  const gate = testGate(sql);
  gate.ahead(3600);
  await gate.sweep();
  expect(gate.sent).toEqual([]);
  await expect(write({ leaves_at: "2020-01-01T09:00" })).rejects.toThrow("This moment has passed. Choose a later one.");
  await expect(write({ leaves_at: "2090-01-01T09:00" })).rejects.toThrow("A mail can be scheduled up to a year ahead.");
});

test("records 8: a file that is not there is refused before the mail is written", async () => {
  await sql`update public.modules set live = true where key = 'documents'`;
  await expect(write({ attachments: [crypto.randomUUID()] })).rejects.toThrow("An attachment is not there any more.");
  expect(await sql`select from public.outbox`).toHaveLength(0);
});

test("records 8: everyone has their own signature, and sees no other", async () => {
  const otherId = await addUser(sql, { admin: true });
  const other: Who = { role: "authenticated", userId: otherId };
  const save = (who: Who, of: string, words: string) =>
    actAs(sql, who, (tx) => tx`insert into public.outbox_signatures (user_id, words) values (${of}, ${words})`);
  await save(noor, noorId, "Noor Marchetti");
  await expect(save(noor, otherId, "Forged")).rejects.toThrow("row-level security");
  expect(await actAs(sql, noor, (tx) => tx`select words from public.outbox_signatures`)).toEqual([
    { words: "Noor Marchetti" },
  ]);
  expect(await actAs(sql, other, (tx) => tx`select words from public.outbox_signatures`)).toEqual([]);
});

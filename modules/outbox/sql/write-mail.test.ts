// A mail that a person writes to a contact: it is a row of the outbox, and passes the gate like every mail.
import { beforeEach, expect, test } from "vitest";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { actAs, addUser, type Who } from "#server/testing/act-as.ts";
import { findMessage, testGate } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const noor: Who = { role: "authenticated", userId: await addUser(sql, { admin: true }) };
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

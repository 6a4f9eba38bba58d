// Replies: written from a thread, through the gate, by the mailbox's own server, with one copy in Sent; on real servers in this process.
import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { findMessage, testGate } from "#server/testing/outbox-for-tests.ts";
import { actAs } from "#server/testing/act-as.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { mailboxServer } from "./server.ts";
import { sentCopiesJob } from "./server/sending/sent-copies.ts";
import { createAccessTokens } from "./server/access-tokens.ts";
import { mail, type MailServer, startMailServer } from "./testing/mail-server.ts";
import { firm, type Firm, readOnce } from "./testing/mailbox-for-tests.ts";
import { fastPace, network, sealing } from "./testing/reader-parts.ts";

const { sql } = await testDatabase();
let imap: MailServer;
let us: Firm;
let site: ReturnType<typeof moduleSite>;
let box = "";
let question = "";
let ahead = 0;
const now = () => new Date(Date.now() + ahead);

const sent: { to: string[]; bytes: Buffer }[] = [];
let smtpConnections = 0;
/** What the sending server does with a mail, besides taking it. */
let onSent: (bytes: Buffer) => void = () => {};
const smtp = new SMTPServer({
  disabledCommands: ["STARTTLS"],
  onConnect: (_session, done) => (smtpConnections++, done()),
  onAuth: ({ username }, _session, done) => done(null, { user: username }),
  onData(stream, session, done) {
    const pieces: Buffer[] = [];
    stream.on("data", (piece: Buffer) => pieces.push(piece));
    stream.on("end", () => {
      const bytes = Buffer.concat(pieces);
      sent.push({ to: session.envelope.rcptTo.map(({ address }) => address), bytes });
      onSent(bytes);
      done();
    });
  },
});
smtp.on("error", () => {});

const tokenOf = (sub: string) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `Bearer ${part({ alg: "none" })}.${part({ sub, role: "authenticated" })}.x`;
};
async function reply(who: string, changes: object = {}) {
  const response = await site.ask("/api/mailbox/replies", {
    method: "POST",
    headers: { authorization: tokenOf(who), "content-type": "application/json" },
    body: JSON.stringify({
      id: randomUUID(),
      mail: question,
      to: ["ada@norrfall.example"],
      text: "Nine of them.",
      ...changes,
    }),
  });
  return { status: response.status, ...((await response.json()) as { id?: string; message?: string; field?: string }) };
}
const open = (isOpen: boolean) =>
  setOutboxGate(sql, { isOpen, mailHost: "guidevane.example", identities: ["hello@guidevane.example"] });
async function leave() {
  const gate = testGate(sql, { mailboxes: site.mailboxes });
  gate.ahead(60);
  await gate.sweep();
}
async function lookForCopies() {
  ahead += 3 * 60_000;
  const job = site.jobs.get("mail-copies")!;
  for (const key of await job.findDue(10)) await job.run(key, new AbortController().signal);
}
const copyOf = async (id: string) =>
  (
    await sql<
      { copy: string | null; copy_reason: string | null }[]
    >`select copy, copy_reason from public.mail_answers where outbox_id = ${id}`
  )[0];
const inSent = () => imap.folder("Sent").messages.length;
const rawOf = ({ raw }: { raw?: string | Buffer }) => String(raw);

beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  imap = await startMailServer();
  us = await firm(sql);
  site = moduleSite(sql, "mailbox", mailboxServer({ network, sealing, pace: fastPace, now }));
  box = await us.mailbox(imap.port);
  await sql`update public.mailboxes set smtp_host = '127.0.0.1', smtp_port = ${(smtp.server.address() as AddressInfo).port} where id = ${box}`;
  imap.append(
    "INBOX",
    mail({
      id: "<q1@norrfall.example>",
      from: "Ada Lind <ada@norrfall.example>",
      to: "dana@guidevane.example",
      cc: "Espen Lunde <espen@norrfall.example>",
      subject: "Eleven questions",
      headers: { References: "<q0@norrfall.example>" },
      text: "Will nine do?",
    }),
  );
  await readOnce(sql, box);
  const [row] = await sql<{ id: string }[]>`select id from public.mails`;
  question = row!.id;
});
beforeEach(async () => {
  ahead = 0;
  await sql`delete from public.outbox`;
  imap.folder("Sent").messages.length = 0;
  sent.length = 0;
  smtpConnections = 0;
  onSent = () => {};
  await open(true);
});
afterAll(async () => {
  await imap.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

test("mailbox 18: an answer begins with who wrote and who was on it, without us, and from the mailbox it lies in", async () => {
  const [row] = await us.call<{ begin_mail_answer: object }>(us.dana, "begin_mail_answer", { mail: question });
  expect(row!.begin_mail_answer).toMatchObject({
    mailbox_id: box,
    from: "Dana Okafor <dana@guidevane.example>",
    subject: "Re: Eleven questions",
    to: [{ name: "Ada Lind", address: "ada@norrfall.example" }],
    cc: [{ name: "Espen Lunde", address: "espen@norrfall.example" }],
    contact_id: us.ada,
    refused: null,
  });
});

test("mailbox 18: a reply leaves in its thread, to whom a person chose, by the mailbox's own server, once", async () => {
  const id = randomUUID();
  const { status, id: message } = await reply(us.dana, { id, cc: ["espen@norrfall.example"] });
  expect(status).toBe(201);
  expect(await reply(us.dana, { id, cc: ["espen@norrfall.example"] })).toMatchObject({ id: message });
  await leave();
  expect(await findMessage(sql, message!)).toMatchObject({ state: "sent", provider: "mailbox" });
  expect(sent.map(({ to }) => to)).toEqual([["ada@norrfall.example", "espen@norrfall.example"]]);
  expect(await PostalMime.parse(sent[0]!.bytes)).toMatchObject({
    subject: "Re: Eleven questions",
    inReplyTo: "<q1@norrfall.example>",
    references: "<q0@norrfall.example> <q1@norrfall.example>",
    from: { name: "Dana Okafor", address: "dana@guidevane.example" },
    to: [{ address: "ada@norrfall.example" }],
    cc: [{ address: "espen@norrfall.example" }],
  });
});

test("mailbox 18: nobody answers from a colleague's mailbox, to an address that bounced, or without words, and what is wrong is named", async () => {
  expect(await reply(us.noor)).toMatchObject({ status: 422, message: "You do not see the words of this mail." });
  expect(await reply(us.outsider)).toMatchObject({ status: 403 });
  expect(await reply(us.dana, { text: " \n " })).toMatchObject({ status: 422, field: "text" });
  expect(await reply(us.dana, { to: [] })).toMatchObject({ status: 422, field: "to" });
  expect(await reply(us.dana, { to: ["a@b.example>\r\nBcc: x@y.example"] })).toMatchObject({
    status: 422,
    field: "to",
  });
  expect(await reply(us.dana, { mail: randomUUID() })).toMatchObject({ status: 404 });
  await sql`select private.record_suppression('espen@norrfall.example', 'all', 'hard_bounce', 'smtp', 'x')`;
  expect(await reply(us.dana, { cc: ["Espen@norrfall.example"] })).toMatchObject({
    status: 422,
    message: "Nothing is sent to Espen@norrfall.example: the address bounced.",
  });
  await sql`delete from public.suppressions`;
  await sql`delete from private.suppression_facts`;
  expect(await sql`select from public.outbox`).toEqual([]);
});

test("mailbox 18: when a colleague has answered meanwhile, it asks first", async () => {
  await sql`update public.mailboxes set kind = 'shared', colleagues_see = 'text' where id = ${box}`;
  try {
    const [begun] = await us.call<{ begin_mail_answer: { as_of: string } }>(us.dana, "begin_mail_answer", {
      mail: question,
    });
    const as_of = begun!.begin_mail_answer.as_of;
    expect((await reply(us.noor)).status).toBe(201);
    const mine = { id: randomUUID(), as_of };
    expect(await reply(us.dana, mine)).toMatchObject({
      status: 409,
      message: "Noor Marchetti answered this thread while you were writing. Read that before you send yours.",
    });
    expect((await reply(us.dana, { ...mine, all_the_same: true })).status).toBe(201);
  } finally {
    await sql`update public.mailboxes set kind = 'personal', colleagues_see = 'headers' where id = ${box}`;
  }
});

test("mailbox 19: in the safe mode a reply is held, 403 with its id; no connection is opened, and nothing is put into Sent", async () => {
  await open(false);
  const held = await reply(us.dana);
  expect(held).toMatchObject({
    status: 403,
    message: "Preview and draft modes only. Contact admin to enable publishing.",
  });
  expect(await findMessage(sql, held.id!)).toMatchObject({ state: "held", gate_code: "safe_mode" });
  const before = imap.connections();
  await leave();
  await lookForCopies();
  expect({
    smtpConnections,
    imap: imap.connections() - before,
    sent: inSent(),
    copy: (await copyOf(held.id!))?.copy,
  }).toEqual({
    smtpConnections: 0,
    imap: 0,
    sent: 0,
    copy: null,
  });
});

test("mailbox 20: what the server has not filed itself within two minutes is put into Sent, byte for byte, once", async () => {
  const { id } = await reply(us.dana);
  await leave();
  expect(await copyOf(id!)).toMatchObject({ copy: "wanted" });
  const job = site.jobs.get("mail-copies")!;
  expect(await job.findDue(10)).toEqual([]);
  await lookForCopies();
  expect(await copyOf(id!)).toMatchObject({ copy: "put" });
  expect(imap.folder("Sent").messages.map(rawOf)).toEqual([sent[0]!.bytes.toString()]);
  await lookForCopies();
  expect(inSent()).toBe(1);
  expect(await sql`select from private.mail_answer_bytes`).toEqual([]);
  // What the thread and the panel show of it.
  const [mailRow] = await sql<{ thread_id: string }[]>`select thread_id from public.mails where id = ${question}`;
  expect(await us.call(us.dana, "mail_answers_of", { thread: question })).toMatchObject([
    {
      outbox_id: id,
      writer: "Dana Okafor",
      copy: "put",
      is_filed: false,
      message: { state: "sent" },
      body_text: "Nine of them.",
    },
  ]);
  const threads = [mailRow!.thread_id] as unknown as string;
  expect(await us.call(us.dana, "mail_threads_told", { threads })).toMatchObject([
    { last_from: "Ada Lind", last_is_ours: false, is_mine: true, answer: { writer: "Dana Okafor" } },
  ]);
  expect(await us.call(us.dana, "mail_panel_facts", { kind: "contacts", id: us.ada })).toMatchObject([
    { mails: 1, threads: 1, mailboxes: 1 },
  ]);
});

test("mailbox 20: a copy that the server filed itself stays the only one", async () => {
  onSent = (bytes) => imap.append("Sent", bytes.toString());
  const { id } = await reply(us.dana);
  await leave();
  await lookForCopies();
  expect({ copy: (await copyOf(id!))?.copy, number: inSent() }).toEqual({ copy: "there", number: 1 });
});

test("mailbox 20: killed after it was put and before that was noted, it is looked for first: never two", async () => {
  const { id } = await reply(us.dana);
  await leave();
  const killed = sentCopiesJob({
    sql,
    log: { warn: () => {} },
    now,
    signInParts: async () => ({
      sql,
      sealing,
      network,
      tokens: createAccessTokens(network, async () => {}),
      times: fastPace.imap,
    }),
    // Never comes back: as if the process had ended here.
    onPut: () => new Promise<never>(() => {}),
  });
  ahead += 3 * 60_000;
  for (const key of await killed.findDue(10)) void killed.run(key, new AbortController().signal);
  await expect.poll(inSent, { timeout: 20_000 }).toBe(1);
  expect(await copyOf(id!)).toMatchObject({ copy: "wanted" });
  // The lease of the one that is gone runs out.
  await lookForCopies();
  await lookForCopies();
  expect({ copy: (await copyOf(id!))?.copy, number: inSent() }).toEqual({ copy: "there", number: 1 });
});

test("mailbox 20: a copy that fails says so and does not touch the message; a person tries it again", async () => {
  const { id } = await reply(us.dana);
  await leave();
  await sql`update public.mailbox_folders set special_use = null where mailbox_id = ${box} and path = 'Sent'`;
  for (let tries = 0; tries < 5; tries++) {
    ahead += 3 * 60_000;
    await lookForCopies();
  }
  expect(await copyOf(id!)).toEqual({ copy: "failed", copy_reason: "no folder is known as Sent" });
  expect(await findMessage(sql, id!)).toMatchObject({ state: "sent" });
  await sql`update public.mailbox_folders set special_use = 'sent' where mailbox_id = ${box} and path = 'Sent'`;
  await us.call(us.dana, "retry_sent_copy", { message: id! });
  await lookForCopies();
  expect({ copy: (await copyOf(id!))?.copy, number: inSent() }).toEqual({ copy: "put", number: 1 });
});

test("mailbox 14: words of an answer are words of its mailbox, in the outbox, its search and the timeline; who releases reads them", async () => {
  await open(false);
  const { id } = await reply(us.dana);
  const doors = (who: string) =>
    actAs(sql, { role: "authenticated", userId: who }, async (tx) => ({
      rows: (await tx`select id from public.outbox`).length,
      found: (await tx`select * from public.search_outbox('eleven')`).length,
      told: (await tx`select id from public.events where record_type = 'message' and record_id = ${id!}`).length,
      answers: (await tx`select * from public.mail_answers`).length,
    }));
  const all = { rows: 1, found: 1, told: 1, answers: 1 };
  const none = { rows: 0, found: 0, told: 0, answers: 0 };
  await sql`insert into public.roles (key, name) values ('clerk', 'Clerk')`;
  await sql`
    insert into public.role_grants (role_id, area, action)
    select id, area, 'read' from public.roles, unnest(array['outbox', 'mailbox', 'crm']) as area where key = 'clerk'`;
  await sql`update public.user_roles set role = 'clerk' where user_id = ${us.noor}`;
  expect([await doors(us.dana), await doors(us.noor)]).toEqual([all, none]);
  await sql`update public.mailboxes set colleagues_see = 'snippet' where id = ${box}`;
  expect(await doors(us.noor)).toEqual(all);
  await sql`update public.mailboxes set colleagues_see = 'headers' where id = ${box}`;
  expect(await doors(us.noor)).toEqual(none);
  await sql`insert into public.role_grants (role_id, area, action) select id, 'outbox', 'send' from public.roles where key = 'clerk'`;
  expect((await doors(us.noor)).rows).toBe(1);
});

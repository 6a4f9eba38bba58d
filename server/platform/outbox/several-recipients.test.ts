// A reply to several people: one message, one conversation with a mail server, and the gate's questions asked of everyone in it.
import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeEach, expect, test } from "vitest";
import { findMessage, openOutbox, putMessage, testGate } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import type { MailAccount } from "./providers.ts";
import { createSendingMailboxes } from "./sending-mailboxes.ts";

const { sql } = await testDatabase();
const mailbox = randomUUID();
const got: { from: string; to: string[]; user: string; bytes: Buffer }[] = [];
const refusing = new Set<string>();
let connections = 0;
const server = new SMTPServer({
  disabledCommands: ["STARTTLS"],
  onConnect: (_session, done) => (connections++, done()),
  onAuth: ({ username, password }, _session, done) =>
    password === "right" ? done(null, { user: username }) : done(new Error("No")),
  onRcptTo: ({ address }, _session, done) =>
    done(refusing.has(address) ? Object.assign(new Error("No such mailbox"), { responseCode: 550 }) : null),
  onData(stream, session, done) {
    const pieces: Buffer[] = [];
    stream.on("data", (piece: Buffer) => pieces.push(piece));
    stream.on("end", () => {
      const { mailFrom, rcptTo } = session.envelope;
      got.push({
        from: mailFrom ? mailFrom.address : "",
        to: rcptTo.map(({ address }) => address),
        user: String(session.user),
        bytes: Buffer.concat(pieces),
      });
      done();
    });
  },
});
server.on("error", () => {});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

const account: MailAccount = {
  from: "Noor Marchetti <noor@guidevane.example>",
  host: "127.0.0.1",
  serverName: "localhost",
  port: (server.server.address() as AddressInfo).port,
  tls: "none",
  user: "noor",
  auth: { password: "right" },
};
const kept = new Map<string, Buffer>();
const mailboxes = createSendingMailboxes();
mailboxes.use((id) => ({
  account: async () => {
    if (id !== mailbox) throw new Error("Another mailbox was asked for");
    return account;
  },
  keep: async (message, bytes) => void kept.set(message, bytes),
}));

// As a module says which of its addresses a message may come from. The module that has mailboxes says nothing here: it knows none of these.
await sql`delete from private.hooks where occasion like 'message %: mailbox'`;
await sql`create function private.trial_sender(origin uuid) returns text language sql as 'select ''noor@guidevane.example''::text'`;
await sql`select private.register_hook('message sender: mailbox', 'private.trial_sender(uuid)')`;

const written = (changed: Record<string, unknown> = {}) =>
  putMessage(sql, {
    origin_kind: "mailbox",
    origin_id: mailbox,
    from_identity: "Noor Marchetti <noor@guidevane.example>",
    to_address: "maren@norrfall.example",
    also_to: ["ilse@norrfall.example"],
    cc: ["Espen@norrfall.example"],
    headers: { "In-Reply-To": "<q1@norrfall.example>", References: "<q0@norrfall.example> <q1@norrfall.example>" },
    ...changed,
  });

beforeEach(async () => {
  await openOutbox(sql);
  got.length = 0;
  refusing.clear();
  connections = 0;
});

test("outbox 2: a reply leaves by its mailbox's own server, once, for everyone it names, and its bytes were kept before", async () => {
  const id = await written();
  const gate = testGate(sql, { mailboxes });
  gate.ahead(60);
  await gate.sweep();
  expect(await findMessage(sql, id)).toMatchObject({ state: "sent", provider: "mailbox" });
  expect(gate.sent).toEqual([]);
  expect(got).toMatchObject([
    {
      from: "noor@guidevane.example",
      to: ["maren@norrfall.example", "ilse@norrfall.example", "Espen@norrfall.example"],
      user: "noor",
    },
  ]);
  expect(got[0]!.bytes.equals(kept.get(id)!)).toBe(true);
  const mail = await PostalMime.parse(got[0]!.bytes);
  expect(mail).toMatchObject({
    messageId: `<${id}@guidevane.example>`,
    inReplyTo: "<q1@norrfall.example>",
    references: "<q0@norrfall.example> <q1@norrfall.example>",
    from: { address: "noor@guidevane.example", name: "Noor Marchetti" },
  });
  expect(mail.to?.map(({ address }) => address)).toEqual(["maren@norrfall.example", "ilse@norrfall.example"]);
  expect(mail.cc?.map(({ address }) => address)).toEqual(["Espen@norrfall.example"]);
});

test("outbox 2: one address among them that gets nothing keeps the message here, and is named", async () => {
  await sql`select private.record_suppression('espen@norrfall.example', 'all', 'hard_bounce', 'smtp', 'x')`;
  const id = await written();
  const gate = testGate(sql, { mailboxes });
  gate.ahead(60);
  await gate.sweep();
  expect(await findMessage(sql, id)).toMatchObject({
    state: "suppressed",
    gate_code: "address_bounced",
    gate_detail: "espen@norrfall.example",
  });
  expect(connections).toBe(0);
});

test("outbox 9: an address that the server refuses is stopped and named; the others have the mail", async () => {
  refusing.add("ilse@norrfall.example");
  const id = await written();
  const gate = testGate(sql, { mailboxes });
  gate.ahead(60);
  await gate.sweep();
  expect(await findMessage(sql, id)).toMatchObject({
    state: "sent",
    gate_code: "partly_refused",
    gate_detail: "ilse@norrfall.example",
  });
  expect(got[0]!.to).toEqual(["maren@norrfall.example", "Espen@norrfall.example"]);
  const stopped = await sql`select address from public.suppressions where lifted_at is null`;
  expect(stopped).toEqual([{ address: "ilse@norrfall.example" }]);
});

test("outbox 2: a sender that neither we nor its mailbox have is refused, and without a mailbox it leaves by nothing else", async () => {
  const foreign = await written({ from_identity: "ceo@norrfall.example" });
  const gate = testGate(sql, { mailboxes });
  gate.ahead(60);
  await gate.sweep();
  expect(await findMessage(sql, foreign)).toMatchObject({ state: "failed", gate_code: "unknown_sender" });
  const id = await written();
  const without = testGate(sql);
  without.ahead(60);
  await without.sweep();
  expect(await findMessage(sql, id)).toMatchObject({ state: "failed", gate_code: "no_provider" });
  expect([...gate.sent, ...without.sent, ...got]).toEqual([]);
});

test("outbox 3: held by SAFE no connection is opened, and nothing is kept of it", async () => {
  const id = await written();
  const gate = testGate(sql, { mailboxes, isOpen: false });
  gate.ahead(60);
  await gate.sweep();
  expect(await findMessage(sql, id)).toMatchObject({ state: "held", gate_code: "safe_mode" });
  expect([connections, kept.has(id)]).toEqual([0, false]);
});

test("outbox 9: what cannot be prepared is tried again and is never uncertain", async () => {
  const id = await written();
  const away = createSendingMailboxes();
  away.use(() => ({
    account: () => Promise.reject(new Error("The mailbox is signed out")),
    keep: async () => {},
  }));
  const gate = testGate(sql, { mailboxes: away });
  gate.ahead(60);
  await gate.sweep();
  expect(await findMessage(sql, id)).toMatchObject({ state: "queued", gate_detail: "The mailbox is signed out" });
  expect(connections).toBe(0);
});

test("outbox: erasing someone takes their address out of mail to others", async () => {
  const [erased] = await sql<{ id: string }[]>`
    with company as (insert into public.accounts (name) values ('Norrfall') returning id)
    insert into public.contacts (name, email, account_id) select 'Espen Lunde', 'espen@norrfall.example', id from company returning id`;
  const id = await written();
  await sql`select private.erase_outbox_of_contact(${erased!.id})`;
  const [row] = await sql`select to_address, also_to, cc, subject from public.outbox where id = ${id}`;
  expect(row).toEqual({
    to_address: "maren@norrfall.example",
    also_to: ["ilse@norrfall.example"],
    cc: [],
    subject: "Hello",
  });
});

// What follows from a mail: sequences stop, addresses bounce, meetings hear; and people who are erased or merged.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { actAs } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { mail, type MailServer, startMailServer } from "./testing/mail-server.ts";
import { firm, type Firm, readOnce } from "./testing/mailbox-for-tests.ts";

const { sql } = await testDatabase();
let server: MailServer;
let us: Firm;
let box: string;
const dana = "Dana Okafor <dana@guidevane.example>";
const ada = "Ada Lind <ada@norrfall.example>";

beforeAll(async () => {
  server = await startMailServer();
  us = await firm(sql);
  box = await us.mailbox(server.port, { colleagues_see: "text" });
  await sql`update private.outbox_gate set identities = '{"Dana Okafor <dana@guidevane.example>"}', mail_host = 'guidevane.example'`;
  await sql`create table public.heard (occasion text, facts jsonb)`;
  await sql`create function public.hear_stop(address text, reason text, event text) returns void language sql as 'insert into public.heard values (''stopped'', to_jsonb(address || '' '' || reason))'`;
  await sql`create function public.hear_calendar(facts jsonb) returns void language sql as 'insert into public.heard values (''calendar'', facts)'`;
  await sql`create function public.hear_filed(facts jsonb) returns void language sql as 'insert into public.heard values (''filed'', facts)'`;
  await sql`select private.register_hook('address stopped', 'public.hear_stop(text, text, text)'),
    private.register_hook('calendar part read', 'public.hear_calendar(jsonb)'), private.register_hook('mail filed', 'public.hear_filed(jsonb)')`;
  await readOnce(sql, box);
});
afterAll(() => server.close());

const heard = async (occasion: string) =>
  (await sql<{ facts: unknown }[]>`delete from public.heard where occasion = ${occasion} returning facts`).map(
    ({ facts }) => facts,
  );

let written = 0;
/** A message of our outbox that left. */
async function sent(to: string, given: { class?: string; contact?: string | null } = {}) {
  written += 1;
  const [row] = await sql<{ id: string; message_id: string }[]>`
    insert into public.outbox (class, dedupe_key, origin_kind, to_address, subject, body_text, state, taken_at, sent_at, finished_at, contact_id)
    values (${given.class ?? "outreach"}, ${`sent ${written}`}, 'test', ${to}, 'Hello', 'Words', 'sent', now() - interval '1 day', now() - interval '1 day', now() - interval '1 day', ${given.contact ?? null})
    returning id, message_id`;
  return row!;
}

test("mailbox 12: an answer stops sequences in the transaction that files it; an automatic one does not", async () => {
  const first = await sent("ada@norrfall.example", { contact: us.ada });
  server.append(
    "INBOX",
    mail({
      from: ada,
      to: dana,
      subject: "Out of office",
      headers: { "In-Reply-To": first.message_id, "Auto-Submitted": "auto-replied" },
    }),
  );
  await readOnce(sql, box);
  expect(await heard("stopped")).toEqual([]);
  server.append(
    "INBOX",
    mail({
      from: ada,
      to: dana,
      subject: "Re: Hello",
      headers: { References: `<other@x.example> ${first.message_id}` },
    }),
  );
  await readOnce(sql, box);
  expect(await heard("stopped")).toEqual(["ada@norrfall.example replied"]);
  const replies =
    await sql`select is_automatic, doubt, subject, body_text, outbox_id from public.mail_replies order by received_at, id`;
  // Words stay where their policy is.
  expect(replies).toEqual([
    { is_automatic: true, doubt: null, subject: "", body_text: "", outbox_id: first.id },
    { is_automatic: false, doubt: null, subject: "", body_text: "", outbox_id: first.id },
  ]);
});

test("mailbox 12: what names no message of ours is in doubt, and stops nothing; a failed check neither", async () => {
  await us.contact("Per", "per@norrfall.example");
  const first = await sent("per@norrfall.example");
  server.append("INBOX", mail({ from: "per@norrfall.example", to: dana, subject: "By the way" }));
  server.append(
    "INBOX",
    mail({
      from: "per@norrfall.example",
      to: dana,
      subject: "Forged",
      headers: { "In-Reply-To": first.message_id, "Authentication-Results": "mx.example; dmarc=fail" },
    }),
  );
  await readOnce(sql, box);
  expect(await heard("stopped")).toEqual([]);
  expect(
    (
      await sql<
        { doubt: string }[]
      >`select doubt from public.mail_replies where from_key = 'per@norrfall.example' order by doubt`
    ).map(({ doubt }) => doubt),
  ).toEqual(["failed_checks", "unproved"]);
});

test("mailbox 12: answers are seen while a sender's mailbox was heard within half an hour", async () => {
  const told = async () =>
    actAs(sql, { role: "authenticated", userId: us.dana }, async (tx) => {
      const [row] = await tx<{ told: { replies_are_seen: boolean } }[]>`select public.outbox_summary() as told`;
      return row!.told.replies_are_seen;
    });
  expect(await told()).toBe(true);
  await sql`update public.mailboxes set last_heard_at = now() - interval '31 minutes'`;
  expect(await told()).toBe(false);
});

function report(original: string, status: string, action = "failed"): string {
  return [
    "--b",
    "Content-Type: text/plain",
    "",
    "It did not arrive.",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.example",
    "",
    "Final-Recipient: rfc822; someone-else@norrfall.example",
    `Action: ${action}`,
    `Status: ${status}`,
    "Diagnostic-Code: smtp; 550 no such user",
    "--b",
    "Content-Type: text/rfc822-headers",
    "",
    `Message-ID: ${original}`,
    "Subject: Hello",
    "",
    "--b--",
  ].join("\r\n");
}
const bounce = (original: string, status: string, action?: string) =>
  mail({
    from: "Mail Delivery <mailer-daemon@mx.example>",
    to: dana,
    subject: "Undelivered",
    headers: { "Content-Type": "multipart/report; report-type=delivery-status; boundary=b" },
    body: report(original, status, action),
  });

test("mailbox 13: a report about a message of ours bounces it, and stops the address we wrote to; a made-up one stops nobody", async () => {
  const lasting = await sent("gone@norrfall.example", { contact: await us.contact("Gone", "gone@norrfall.example") });
  const passing = await sent("full@norrfall.example");
  for (const raw of [
    bounce(lasting.message_id, "5.1.1"),
    bounce(passing.message_id, "4.2.2"),
    bounce("<made-up@guidevane.example>", "5.1.1"),
    bounce(passing.message_id, "5.1.1", "delivered"),
  ])
    server.append("INBOX", raw);
  await readOnce(sql, box);
  expect(await sql`select state from public.outbox where id in (${lasting.id}, ${passing.id}) order by state`).toEqual([
    { state: "bounced" },
    { state: "sent" },
  ]);
  // Not whom the report names.
  expect(await sql`select address, reason from public.suppressions`).toEqual([
    { address: "gone@norrfall.example", reason: "hard_bounce" },
  ]);
  expect(await sql`select kind from private.address_news`).toEqual([{ kind: "soft" }]);
  expect(
    await sql`select class, role from public.mails join public.mail_people on mail_id = id where class = 'bounce' and contact_id is not null`,
  ).toEqual([{ class: "bounce", role: "about" }]);
});

test("mailbox 17: calendar parts are handed on, and are no correspondence", async () => {
  const lines = [
    "BEGIN:VCALENDAR",
    "METHOD:REPLY",
    "BEGIN:VEVENT",
    "UID:m-1@guidevane.example",
    "SEQUENCE:2",
    "DTSTART;TZID=Europe/Stockholm:20261120T090000",
    "DTEND:20261120T090000Z",
    "ORGANIZER;CN=Dana:mailto:dana@guidevane.example",
    'ATTENDEE;CN="Ada; Lind";PARTSTAT=ACCEPTED:mailto:ADA@norrfall.ex',
    " ample",
    "BEGIN:VALARM",
    "UID:not-this",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  server.append(
    "INBOX",
    mail({
      from: ada,
      to: dana,
      subject: "Accepted",
      headers: { "Content-Type": "text/calendar; charset=utf-8; method=REPLY" },
      body: lines.join("\r\n"),
    }),
  );
  await readOnce(sql, box);
  const [part] = (await heard("calendar")) as Record<string, unknown>[];
  expect(part).toMatchObject({
    uid: "m-1@guidevane.example",
    sequence: 2,
    method: "REPLY",
    start: "2026-11-20T09:00:00[Europe/Stockholm]",
    end: "2026-11-20T09:00:00Z",
    organizer: "dana@guidevane.example",
    answers: [{ address: "ada@norrfall.example", status: "ACCEPTED" }],
    cancelled: false,
  });
  expect(await sql`select class from public.mails where id = ${part!.mail_id as string}`).toEqual([
    { class: "calendar" },
  ]);
});

test("mailbox 11: what is filed is told with who of them and who of us were on it", async () => {
  await heard("filed");
  server.append(
    "INBOX",
    mail({ from: ada, to: `${dana}, x@else.example`, cc: "noor@guidevane.example", subject: "Pairs" }),
  );
  await readOnce(sql, box);
  const [facts] = (await heard("filed")) as Record<string, unknown>[];
  expect(facts).toMatchObject({
    direction: "in",
    class: "person",
    outsiders: 3,
    mailbox_id: box,
    counts_for_ties: true,
    earlier: false,
    pairs: [{ contact_id: us.ada, contact_role: "from", staff_id: us.dana, staff_role: "to" }],
  });
});

test("mailbox 22: more than 20 mails an hour in one thread are folded, and said", async () => {
  for (let n = 0; n < 25; n += 1)
    server.append(
      "INBOX",
      mail({ from: ada, to: dana, subject: "Loop", headers: { References: "<loop@norrfall.example>" } }),
    );
  await readOnce(sql, box);
  const [thread] = await sql<{ thread_id: string; mails: number; entries: number }[]>`
    select thread_id, count(*)::int as mails, (select count(*)::int from public.events where record_type = 'mail' and record_id = any (array_agg(mails.id))) as entries
    from public.mails join public.mail_heads on mail_id = id where subject = 'Loop' group by 1`;
  expect(thread).toMatchObject({ mails: 25, entries: 20 });
  expect(await us.call(us.dana, "mail_trouble_list", { mailbox: box })).toMatchObject([
    { thread_id: thread!.thread_id, reason: "flood" },
  ]);
  expect(
    await sql`select from public.outbox where created_at > now() - interval '1 minute' and state in ('queued', 'held')`,
  ).toEqual([]);
});

test("mailbox 10: people who are merged take their mails and addresses along", async () => {
  const twin = await us.contact("Ada L.", "ada.lind@norrfall.example");
  server.append("INBOX", mail({ from: "ada.lind@norrfall.example", to: dana, subject: "From the other address" }));
  await readOnce(sql, box);
  await us.call(us.dana, "merge_contacts", { keep: us.ada, gone: twin });
  const whose = async (subject: string) =>
    (
      await sql<
        { contact_id: string }[]
      >`select contact_id from public.mail_people join public.mail_heads using (mail_id) where subject = ${subject} and role = 'from'`
    )[0]?.contact_id;
  expect(await whose("From the other address")).toBe(us.ada);
  server.append("INBOX", mail({ from: "ada.lind@norrfall.example", to: dana, subject: "After the merge" }));
  await readOnce(sql, box);
  expect(await whose("After the merge")).toBe(us.ada);
});

test("mailbox 16: of a person who is erased no word, name or address stays, and nothing of theirs is read until they are added again", async () => {
  const word = "quagmire";
  const person = await us.contact("Ulla Quist", "ulla@quist.example");
  const raw = mail({ from: "Ulla Quist <ulla@quist.example>", to: dana, subject: word, text: word });
  server.append("INBOX", raw);
  await readOnce(sql, box);
  await us.call(us.dana, "erase_contact", { contact: person });
  server.append("INBOX", mail({ from: "Ulla Quist <ulla@quist.example>", to: dana, subject: `${word} again` }));
  await sql`update public.mailbox_folders set uid_validity = 9 where path = 'INBOX'`;
  await readOnce(sql, box);
  for (const { place } of await sql<{ place: string }[]>`
    select format('%I.%I', table_schema, table_name) as place from information_schema.tables where table_type = 'BASE TABLE' and table_schema in ('public', 'private')`)
    expect(
      await sql.unsafe(`select 1 from ${place} as record where record::text ~* 'quagmire|quist' limit 1`),
      place,
    ).toEqual([]);
  expect(
    await sql`select words from public.mails join public.mail_people on mail_id = id where contact_id = ${person}`,
  ).toEqual([{ words: "emptied" }]);
  await us.contact("Ulla Quist", "ulla@quist.example");
  server.append("INBOX", mail({ from: "ulla@quist.example", to: dana, subject: "Added again" }));
  await readOnce(sql, box);
  expect(await sql`select subject from public.mail_heads where subject = 'Added again'`).toHaveLength(1);
});

test("mailbox 22: nothing of this module but a reply writes into the outbox", () => {
  for (const file of ["filing", "answers", "reading", "removing", "never", "mailboxes", "mails", "addresses"])
    expect(readFileSync(new URL(`./sql/${file}.sql`, import.meta.url), "utf8"), file).not.toMatch(
      /put_in_outbox|insert into public\.outbox/,
    );
});

// Reading a mailbox: what is filed, once, and what leaves nothing.
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { eventually } from "#server/testing/eventually.ts";
import { mail, type MailServer, startMailServer } from "./testing/mail-server.ts";
import { firm, type Firm, readers, readOnce } from "./testing/mailbox-for-tests.ts";

const { sql } = await testDatabase();
let server: MailServer;
let us: Firm;
let box: string;
const dana = "Dana Okafor <dana@guidevane.example>";
const ada = "Ada Lind <ada@norrfall.example>";
/** To the second, as mails have it. */
const theDayBefore = new Date(Math.floor(Date.now() / 1000) * 1000 - 86_400_000);

beforeAll(async () => {
  server = await startMailServer();
  us = await firm(sql);
  box = await us.mailbox(server.port);
});
afterAll(() => server.close());

const filed = (subject: string) => sql<
  { id: string; direction: string; class: string; batch: string | null; at: Date; words: string }[]
>`
  select mails.* from public.mails join public.mail_heads on mail_heads.mail_id = mails.id where subject = ${subject}`;
const entries = (mailId: string) => sql<{ kind: string; contact_id: string; record_name: string | null }[]>`
  select kind, contact_id, record_name from public.events where record_type = 'mail' and record_id = ${mailId} order by id`;

test("mailbox 2, 8: earlier mail is filed newest first, told in one entry, and nothing is marked as read", async () => {
  for (let n = 0; n < 5; n += 1)
    server.append(
      "INBOX",
      mail({ from: ada, to: dana, subject: `Earlier ${n}`, date: new Date(Date.now() - n * 86_400_000) }),
    );
  server.append("INBOX", mail({ from: "Someone <x@stranger.example>", to: dana, subject: "Stranger" }));
  server.append(
    "INBOX",
    mail({ from: ada, to: dana, subject: "Too old", date: new Date(Date.now() - 200 * 86_400_000) }),
    new Date(Date.now() - 200 * 86_400_000),
  );
  await readOnce(sql, box);
  expect((await filed("Earlier 3"))[0]).toMatchObject({ direction: "in", class: "person", words: "text" });
  expect(await filed("Too old")).toEqual([]);
  expect(await sql`select kind, contact_id, changes from public.events where record_type = 'mail'`).toEqual([
    { kind: "mails read", contact_id: us.ada, changes: { mails: 5 } },
  ]);
  expect(server.folder("INBOX").messages.flatMap(({ flags }) => flags ?? [])).toEqual([]);
  expect(await sql`select state, has_idle, reason from public.mailboxes`).toEqual([
    { state: "live", has_idle: true, reason: null },
  ]);
});

test("mailbox 10, 11: people are matched in From, To and Cc; ours is what lies in Sent, and what only says so counts as nothing", async () => {
  const dated = (n: number) => new Date(Date.now() - n * 1000);
  server.append("INBOX", mail({ from: ada, to: dana, subject: "New from Ada", date: dated(9) }));
  server.append(
    "Sent",
    mail({ from: dana, to: "Bo <bo@else.example>", cc: ada, subject: "Cc to Ada", date: dated(8) }),
  );
  server.append("INBOX", mail({ from: dana, to: ada, subject: "Forged as ours", date: dated(7) }));
  server.append(
    "INBOX",
    mail({ from: "Noor <noor@guidevane.example>", to: dana, subject: "Among us", date: dated(6) }),
  );
  server.append(
    "Sent",
    mail({ from: dana, to: "Kim <kim@stranger.example>", subject: "To a stranger", date: dated(5) }),
  );
  await readOnce(sql, box);
  const [received] = await filed("New from Ada");
  expect(received).toMatchObject({ direction: "in", class: "person", batch: null });
  expect(await entries(received!.id)).toEqual([{ kind: "mail received", contact_id: us.ada, record_name: null }]);
  const [sent] = await filed("Cc to Ada");
  expect(sent).toMatchObject({ direction: "out" });
  expect(await entries(sent!.id)).toEqual([{ kind: "mail sent", contact_id: us.ada, record_name: null }]);
  const [forged] = await filed("Forged as ours");
  expect(forged).toMatchObject({ direction: "unclear" });
  expect(await entries(forged!.id)).toEqual([]);
  expect(await filed("Among us")).toEqual([]);
  expect(await filed("To a stranger")).toEqual([]);
  server.append(
    "INBOX",
    mail({ from: "Kim <kim@stranger.example>", to: dana, subject: "A stranger answers", date: dated(4) }),
  );
  await readOnce(sql, box);
  expect(await filed("A stranger answers")).toEqual([]);
  // Only whom we wrote to is known, for suggestions.
  expect(
    await sql`select address_key, cardinality(days_out) as out, cardinality(days_in) as in from private.mail_strangers`,
  ).toEqual([{ address_key: "kim@stranger.example", out: 1, in: 1 }]);
});

test("mailbox 10: one address of two contacts counts for the oldest, and says so; a former address still counts", async () => {
  const older = await us.contact("Office One", "office@norrfall.example", new Date("2025-01-01"));
  await us.contact("Office Two", "office@norrfall.example", new Date("2026-01-01"));
  const moved = await us.contact("Lea Sund", "lea@old.example");
  await sql`update public.contacts set email = 'lea@new.example' where id = ${moved}`;
  server.append("INBOX", mail({ from: "Office@Norrfall.example", to: dana, subject: "Two of them" }));
  server.append("INBOX", mail({ from: "lea@old.example", to: dana, subject: "Former address" }));
  await readOnce(sql, box);
  const people = (subject: string) => sql`
    select contact_id, same_address from public.mail_people join public.mail_heads using (mail_id) where subject = ${subject} and role = 'from'`;
  expect(await people("Two of them")).toEqual([{ contact_id: older, same_address: 1 }]);
  expect(await people("Former address")).toEqual([{ contact_id: moved, same_address: 0 }]);
});

test("mailbox 5: a mail is one entry in every folder and mailbox; two mails with one Message-ID are two", async () => {
  const raw = mail({ from: ada, to: dana, subject: "Everywhere", id: "<everywhere@norrfall.example>" });
  const other = mail({ from: ada, to: dana, subject: "Same id", id: "<everywhere@norrfall.example>" });
  const nameless = (to: string) =>
    mail({ from: ada, to, subject: "No id", id: null, date: theDayBefore.toUTCString() });
  for (const one of [
    raw,
    other,
    nameless(dana),
    nameless(dana),
    nameless("dana@guidevane.example, second@guidevane.example"),
  ])
    server.append("INBOX", one);
  server.append("Sent", raw);
  const shared = await us.mailbox(server.port, {
    address: "office@guidevane.example",
    kind: "shared",
    colleagues_see: "text",
  });
  await readOnce(sql, box);
  await readOnce(sql, shared);
  const mails = await filed("Everywhere");
  expect(mails).toHaveLength(1);
  expect(
    await sql`select mailbox_id, folder from public.mail_copies where mail_id = ${mails[0]!.id} order by folder, mailbox_id`,
  ).toHaveLength(4);
  expect(await entries(mails[0]!.id)).toHaveLength(1);
  expect(await filed("Same id")).toHaveLength(1);
  expect(await filed("No id")).toHaveLength(2);
  await sql`update public.mailboxes set state = 'removed' where id = ${shared}`;
});

test("mailbox 6: a folder that is counted anew gives no new entry, stop or evidence; what came meanwhile is new", async () => {
  const before =
    await sql`select count(*)::int as mails, (select count(*)::int from public.events where record_type = 'mail') as entries from public.mails`;
  const folder = server.folder("INBOX");
  folder.uidvalidity = 77;
  folder.messages.forEach((message, place) => {
    message.uid = 1000 + place;
  });
  folder.uidnext = 1000 + folder.messages.length;
  server.append("INBOX", mail({ from: ada, to: dana, subject: "Came while it was counted" }));
  await readOnce(sql, box);
  const after =
    await sql`select count(*)::int as mails, (select count(*)::int from public.events where record_type = 'mail') as entries from public.mails`;
  expect(after).toEqual([{ mails: (before[0]!.mails as number) + 1, entries: (before[0]!.entries as number) + 1 }]);
  expect((await filed("Came while it was counted"))[0]).toMatchObject({ batch: null });
  expect(
    await sql`select distinct uid_validity::int as validity from public.mail_copies where folder = 'INBOX' and mailbox_id = ${box}`,
  ).toEqual([{ validity: 77 }]);
});

test("mailbox 3: the last message, which n:* gives past the end, is not read again", async () => {
  const rows = () => sql`select count(*)::int as n, max(seen_at) as last from public.mail_copies`;
  const before = await rows();
  await readOnce(sql, box);
  await readOnce(sql, box);
  expect(await rows()).toEqual(before);
});

test("mailbox 9: the time is the Date header, unless it cannot be", async () => {
  const arrived = new Date(Math.floor(Date.now() / 1000) * 1000 - 60_000);
  for (const [subject, date] of [
    ["Future", "Fri, 1 Jan 2049 09:00:00 +0000"],
    ["No date", "yesterday or so"],
    ["Own date", theDayBefore.toUTCString()],
  ] as const)
    server.append("INBOX", mail({ from: ada, to: dana, subject, date }), arrived);
  await readOnce(sql, box);
  const times = await sql`select subject, at, is_time_doubtful from public.mails join public.mail_heads on mail_id = id
    where subject in ('Future', 'No date', 'Own date') order by subject`;
  expect(times).toEqual([
    { subject: "Future", at: arrived, is_time_doubtful: true },
    { subject: "No date", at: arrived, is_time_doubtful: true },
    { subject: "Own date", at: theDayBefore, is_time_doubtful: false },
  ]);
});

test("mailbox 4: a mail is filed while the mailbox is in IDLE, without waiting for the next look", async () => {
  const reading = readers(sql);
  await reading.job.run(box, new AbortController().signal);
  try {
    await eventually(async () => {
      const [row] = await sql<
        { state: string }[]
      >`select state from public.mailboxes where id = ${box} and lease_by is not null`;
      expect(row?.state).toBe("live");
    });
    server.append("INBOX", mail({ from: ada, to: dana, subject: "Heard by IDLE" }));
    // The next look at all folders is five minutes away.
    await eventually(async () => expect(await filed("Heard by IDLE")).toHaveLength(1));
  } finally {
    await reading.stop();
  }
  expect(await sql`select lease_by from public.mailboxes where id = ${box}`).toEqual([{ lease_by: null }]);
});

test("mailbox 15: Junk, Trash, Drafts, what is private and what is on the list leave nothing", async () => {
  await us.call(us.dana, "add_mail_never", { kind: "address", value: "Doctor@clinic.example" });
  await us.call(us.dana, "add_mail_never", { kind: "domain", value: "family.example" });
  await us.contact("Doctor", "doctor@clinic.example");
  await us.contact("Cousin", "mia@mail.family.example");
  for (const folder of ["Junk", "Trash", "Drafts"])
    server.append(folder, mail({ from: ada, to: dana, subject: "Never read" }));
  server.append("INBOX", mail({ from: ada, to: dana, subject: "Never read", headers: { Sensitivity: "Private" } }));
  server.append(
    "INBOX",
    mail({ from: ada, to: dana, subject: "Never read", headers: { Sensitivity: "Company-Confidential" } }),
  );
  server.append("INBOX", mail({ from: "doctor@clinic.example", to: dana, subject: "Never read" }));
  server.append("INBOX", mail({ from: ada, to: dana, cc: "Mia <mia@mail.family.example>", subject: "Never read" }));
  const before = await sql`select count(*)::int as n from public.mails`;
  await readOnce(sql, box);
  expect(await sql`select count(*)::int as n from public.mails`).toEqual(before);
  expect(
    await sql`select from public.mail_people where address_key like '%clinic.example' or address_key like '%family.example'`,
  ).toEqual([]);
});

test("mailbox 10: mail of strangers leaves no trace in the database", async () => {
  const word = "zanzibarquux";
  server.append(
    "INBOX",
    mail({
      from: `Quux <${word}@stranger.example>`,
      to: dana,
      subject: word,
      text: word,
      id: `<${word}@stranger.example>`,
    }),
  );
  server.append("Sent", mail({ from: dana, to: ada, subject: "Read after it" }));
  await readOnce(sql, box);
  expect(await filed("Read after it")).toHaveLength(1);
  const columns = await sql<{ place: string }[]>`
    select format('%I.%I', table_schema, table_name) as place from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'private')`;
  for (const { place } of columns)
    expect(
      await sql.unsafe(`select 1 from ${place} as record where record::text like '%${word}%' limit 1`),
      place,
    ).toEqual([]);
});

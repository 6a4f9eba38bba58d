// What a mail server, a line or a message can do to us: the mailbox says so and goes on, everything else is as before.
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { eventually } from "#server/testing/eventually.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { readBounce, readCalendar } from "./server/reading/reports.ts";
import { faultyLine, scriptedServer } from "./testing/faulty-line.ts";
import { mail, type MailServer, startMailServer } from "./testing/mail-server.ts";
import { firm, type Firm, readers, readOnce } from "./testing/mailbox-for-tests.ts";
import { fastPace } from "./testing/reader-parts.ts";

const { sql } = await testDatabase();
let server: MailServer;
let us: Firm;
const dana = "Dana Okafor <dana@guidevane.example>";
const ada = "Ada Lind <ada@norrfall.example>";

beforeAll(async () => {
  server = await startMailServer();
  us = await firm(sql);
});
beforeEach(async () => {
  await sql`delete from public.mailboxes`;
});
afterAll(() => server.close());

const state = async () =>
  (
    await sql<
      { state: string; reason: string | null; later: boolean | null }[]
    >`select state, reason, next_try_at > now() as later from public.mailboxes`
  )[0];
const subjects = async () =>
  (await sql<{ subject: string }[]>`select subject from public.mail_heads order by mail_id`).map(
    ({ subject }) => subject,
  );
const impatient = { ...fastPace, imap: { ...fastPace.imap, connectMs: 1000, commandMs: 1000 } };

test("mailbox 4: a server that stalls is noticed, and the mailbox tries again later", async () => {
  const line = await faultyLine(server.port);
  onTestFinished(line.close);
  const box = await us.mailbox(line.port);
  await readOnce(sql, box);
  server.append("INBOX", mail({ from: ada, to: dana, subject: "Behind a stall" }));
  const reading = readers(sql, { pace: { ...impatient, sweepMs: 200 } });
  await reading.job.run(box, new AbortController().signal);
  await eventually(async () => expect(await subjects()).toContain("Behind a stall"));
  line.stall();
  await eventually(async () => expect(await state()).toEqual({ state: "waiting", reason: "stalled", later: true }));
  await eventually(() => expect(reading.reading()).toEqual([]));
  line.heal();
  server.append("INBOX", mail({ from: ada, to: dana, subject: "After the stall" }));
  await readOnce(sql, box);
  expect(await subjects()).toContain("After the stall");
  await reading.stop();
});

test("mailbox 4: waiting grows from one minute to sixty", async () => {
  const box = await us.mailbox(server.port);
  const pauses: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    await sql`update public.mailboxes set lease_by = 'x', lease_until = now() + interval '1 minute'`;
    await sql`select private.fail_mailbox(${box}, 'x', 'unreachable', null, false)`;
    pauses.push(
      (
        await sql<
          { m: number }[]
        >`select round(extract(epoch from next_try_at - clock_timestamp()) / 60)::int as m from public.mailboxes`
      )[0]!.m,
    );
  }
  expect(pauses).toEqual([1, 5, 15, 60, 60]);
});

test("mailbox 21: one reader at a time; another takes over when the lease has run out", async () => {
  const box = await us.mailbox(server.port);
  const [one, other] = [readers(sql), readers(sql)];
  const signal = new AbortController().signal;
  await Promise.all([one.job.run(box, signal), other.job.run(box, signal)]);
  expect([...one.reading(), ...other.reading()]).toEqual([box]);
  await eventually(async () => expect((await state())?.state).toBe("live"));
  // The one that reads is gone without a word: its lease stands, then it ends.
  await sql`update public.mailboxes set lease_by = 'a server that was killed', lease_until = clock_timestamp() + interval '35 seconds'`;
  expect(await other.job.findDue(10)).toEqual([]);
  await sql`update public.mailboxes set lease_until = clock_timestamp()`;
  expect(await other.job.findDue(10)).toEqual([box]);
  await Promise.all([one.stop(), other.stop()]);
});

test("mailbox 21: a reader that lost its lease files nothing more", async () => {
  const box = await us.mailbox(server.port);
  await readOnce(sql, box);
  const [folder] = await sql<
    { id: string; uid_validity: string }[]
  >`select id, uid_validity from public.mailbox_folders where path = 'INBOX'`;
  const file = sql`select private.file_mails(${folder!.id}, 'someone', ${folder!.uid_validity}, '[]', false, 900, null)`;
  await expect(file).rejects.toMatchObject({ code: "PT409" });
});

test("mailbox 14: a mailbox that is paused ends its connection; switched off, the module reads nothing", async () => {
  const box = await us.mailbox(server.port);
  const reading = readers(sql, { pace: { ...fastPace, renewMs: 50 } });
  await reading.job.run(box, new AbortController().signal);
  await eventually(async () => expect((await state())?.state).toBe("live"));
  await us.call(us.noor, "pause_mailbox", { mailbox: box });
  await eventually(() => expect(reading.reading()).toEqual([]));
  await us.call(us.dana, "resume_mailbox", { mailbox: box });
  await sql`update public.modules set live = false where key = 'mailbox'`;
  await reading.job.run(box, new AbortController().signal);
  expect(reading.reading()).toEqual([]);
  await sql`update public.modules set live = true where key = 'mailbox'`;
  await reading.stop();
});

test("mailbox 7: a folder that cannot be opened is named, one that vanished too, and the others go on", async () => {
  const other = await startMailServer({
    folders: {
      Sent: { "special-use": "\\Sent", messages: [] },
      Shut: { flags: ["\\Noselect"], messages: [] },
      Old: { messages: [] },
    },
  });
  onTestFinished(other.close);
  const box = await us.mailbox(other.port);
  await readOnce(sql, box);
  delete other.imap.folderCache.Old;
  delete (other.imap.storage[""] as { folders: Record<string, unknown> }).folders.Old;
  other.append("INBOX", mail({ from: ada, to: dana, subject: "Beside a vanished folder" }));
  await readOnce(sql, box);
  expect(await subjects()).toContain("Beside a vanished folder");
  expect(await sql`select path, state from public.mailbox_folders where path in ('Old', 'Shut') order by path`).toEqual(
    [
      { path: "Old", state: "gone" },
      { path: "Shut", state: "shut" },
    ],
  );
});

test("mailbox 7: no room on the disk leaves the cursor where it is", async () => {
  const box = await us.mailbox(server.port);
  await readOnce(sql, box);
  const cursor = () => sql`select next_uid from public.mailbox_folders where path = 'INBOX'`;
  const before = await cursor();
  server.append("INBOX", mail({ from: ada, to: dana, subject: "When there is room" }));
  const reading = readers(sql, { hasRoom: async () => false });
  await reading.job.run(box, new AbortController().signal);
  await eventually(async () => expect(await state()).toEqual({ state: "waiting", reason: "no_room", later: true }));
  expect(await cursor()).toEqual(before);
  await reading.stop();
  await readOnce(sql, box);
  expect(await subjects()).toContain("When there is room");
});

const ok = "* CAPABILITY IMAP4rev1\r\n";
/** A server that is well-behaved but for one command. */
const hostile = (command: RegExp, said: (tag: string) => string | null) =>
  scriptedServer("* OK ready\r\n", (line, tag) => {
    if (command.test(line)) return said(tag);
    if (/ CAPABILITY/.test(line)) return `${ok}${tag} OK\r\n`;
    if (/ LIST /.test(line)) return `* LIST () "/" INBOX\r\n${tag} OK\r\n`;
    if (/ EXAMINE /.test(line))
      return `* 3 EXISTS\r\n* OK [UIDVALIDITY 5] x\r\n* OK [UIDNEXT 4] x\r\n${tag} OK [READ-ONLY]\r\n`;
    if (/ UID SEARCH /.test(line)) return `* SEARCH 1 2 3\r\n${tag} OK\r\n`;
    return `${tag} OK\r\n`;
  });
const header = mail({ from: ada, to: dana, subject: "From a liar" }).split("\r\n\r\n")[0] + "\r\n\r\n";
/** "18-Nov-2026 09:00:00 +0000" */
const yesterday = new Date(Date.now() - 86_400_000)
  .toUTCString()
  .replace(/^\w+, (\d+) (\w+) (\d+) (.*) GMT$/, "$1-$2-$3 $4 +0000");
const fetched = (uid: number | string) =>
  `* 1 FETCH (UID ${uid} FLAGS () INTERNALDATE "${yesterday}" BODYSTRUCTURE ("TEXT" "PLAIN" NIL NIL NIL "7BIT" 5 1) BODY[HEADER.FIELDS (FROM)] {${header.length}}\r\n${header})\r\n`;

test.each([
  ["a line without an end", / LOGIN /, () => `* OK ${"x".repeat(9_000_000)}`],
  ["a literal of three gigabytes", / LIST /, () => '* LIST () "/" {3000000000}\r\n'],
  ["nothing but noise", / LOGIN /, () => "\u0000\u0001\u0002\r\n* * * ((((\r\n"],
  ["a bye in the middle", / UID SEARCH /, () => "* BYE enough\r\n"],
  ["the end of the connection", / EXAMINE /, () => null],
  ["no folder at all", / LIST /, (tag: string) => `${tag} BAD no\r\n`],
  ["a deep nesting", / LIST /, () => `* LIST ${"(".repeat(100_000)}\r\n`],
  ["too many sign-ins", / LOGIN /, (tag: string) => `${tag} NO [UNAVAILABLE] Too many simultaneous connections\r\n`],
])("mailbox 4: %s from a hostile server ends in waiting, and nothing else", async (_, command, said) => {
  const liar = await hostile(command, said);
  onTestFinished(liar.close);
  const box = await us.mailbox(liar.port);
  const reading = readers(sql, { pace: impatient });
  await reading.job.run(box, new AbortController().signal);
  await eventually(async () => expect(await state()).toMatchObject({ state: "waiting", later: true }));
  await eventually(() => expect(reading.reading()).toEqual([]));
  await reading.stop();
});

test("mailbox 3: messages that were not asked for, or come twice, count as nothing", async () => {
  const before = await subjects();
  const liar = await hostile(
    / UID FETCH /,
    (tag) => `${fetched(77)}${fetched(0)}${fetched(4_294_967_295)}${fetched(2)}${fetched(2)}${tag} OK\r\n`,
  );
  onTestFinished(liar.close);
  const box = await us.mailbox(liar.port);
  await readOnce(sql, box);
  expect((await subjects()).length - before.length).toBe(1);
  expect(await sql`select uid::int from public.mail_copies where mailbox_id = ${box}`).toEqual([{ uid: 2 }]);
});

test("mailbox 7: a message that the server will not give is set aside after three tries, and the others are filed", async () => {
  const liar = await hostile(/ UID FETCH /, (tag) => `${tag} NO [SERVERBUG] Internal error\r\n`);
  onTestFinished(liar.close);
  const box = await us.mailbox(liar.port);
  for (let n = 0; n < 5; n += 1) await readOnce(sql, box);
  expect(await sql`select uid::int, reason, tries from public.mail_trouble order by uid`).toEqual(
    [1, 2, 3].map((uid) => ({ uid, reason: "not_read", tries: 3 })),
  );
  expect((await state())?.state).toBe("live");
});

test("mailbox 13: a report must fail and name a message", () => {
  const told = (action: string, status: string) =>
    `Reporting-MTA: dns; x\r\n\r\nAction: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp;\r\n 550 no`;
  const original = "Message-ID: <a@b>\r\nSubject: x";
  expect(readBounce(told("failed", "5.1.1"), original)).toEqual({
    message_ids: ["<a@b>"],
    status: "5.1.1",
    said: "550 no",
  });
  expect(readBounce(told("delayed", "5.1.1"), original)).toMatchObject({ status: "4.1.1" });
  expect(readBounce(told("failed", "5.1.1"), "Subject: x")).toBeNull();
  expect(readBounce(told("delivered", "2.0.0"), original)).toBeNull();
  expect(readBounce("x".repeat(1_000_000), original)).toBeNull();
});

test("mailbox 17: a calendar part of any shape is read without harm", () => {
  expect(readCalendar("")).toEqual([]);
  expect(readCalendar("BEGIN:VEVENT\r\nUID:x\r\nBEGIN:VEVENT\r\n".repeat(5000))).toEqual([]);
  expect(
    readCalendar(
      `BEGIN:VEVENT\r\nUID:x\r\nSEQUENCE:-5\r\nDTSTART:99999999T999999Z\r\nATTENDEE:javascript:x\r\n${"ATTENDEE:mailto:a@b.example\r\n".repeat(1000)}END:VEVENT`,
    ),
  ).toMatchObject([{ sequence: 0, answers: { length: 200 } }]);
});

// How a mailbox is read: without a trace in it, and earlier mail newest first, also when the reader was stopped in between.
import { afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "#server/testing/eventually.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { mail, type MailServer, startMailServer } from "./testing/mail-server.ts";
import { firm, type Firm, readers, readOnce } from "./testing/mailbox-for-tests.ts";
import { fastPace } from "./testing/reader-parts.ts";

const { sql } = await testDatabase();
const dana = "Dana Okafor <dana@guidevane.example>";
const ada = "Ada Lind <ada@norrfall.example>";
let us: Firm;
let server: MailServer | undefined;

beforeAll(async () => {
  us = await firm(sql);
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await sql`update public.mailboxes set state = 'removed'`;
});

test("mailbox 2: folders are opened by EXAMINE and texts asked for by BODY.PEEK; every flag is as it was", async () => {
  const imap = await startMailServer();
  server = imap;
  let said = "";
  imap.imap.server.on("connection", (socket: NodeJS.ReadableStream) => socket.on("data", (piece) => (said += piece)));
  const flags = [[], ["\\Seen"], ["\\Flagged"], ["\\Answered", "\\Seen"], ["$Label"]];
  for (const [n, each] of flags.entries()) {
    imap.append("INBOX", mail({ from: ada, to: dana, subject: `Kept ${n}` }));
    imap.append("Sent", mail({ from: dana, to: ada, subject: `Sent ${n}` }));
    for (const folder of ["INBOX", "Sent"]) imap.folder(folder).messages.at(-1)!.flags = [...each];
  }
  await readOnce(sql, await us.mailbox(imap.port, { address: "flags@guidevane.example" }));
  expect(await sql`select from public.mail_heads where subject like 'Kept %' or subject like 'Sent %'`).toHaveLength(
    10,
  );
  for (const folder of ["INBOX", "Sent"])
    expect(imap.folder(folder).messages.map((message) => message.flags)).toEqual(flags);
  const commands = said.split("\r\n").map((line) => line.replace(/^\S+ (?:UID )?/i, "").toUpperCase());
  expect(commands.filter((line) => line.startsWith("EXAMINE ")).length).toBeGreaterThan(1);
  expect(commands.filter((line) => /BODY\.PEEK\[(?:TEXT|\d)/.test(line)).length).toBeGreaterThan(0);
  expect(
    commands.filter((line) => /^(?:SELECT|STORE|EXPUNGE|COPY|MOVE|APPEND)\b|BODY\[|RFC822\b(?!\.SIZE)/.test(line)),
  ).toEqual([]);
});

test("mailbox 8: earlier mail is read newest first and in small portions, goes on where it was after a restart, and is one entry", async () => {
  await sql`delete from public.events where kind = 'mails read'`;
  const imap = await startMailServer();
  server = imap;
  const count = 203;
  for (let n = 1; n <= count; n += 1) {
    const at = new Date(Date.now() - (count - n + 1) * 60_000);
    imap.append("INBOX", mail({ from: ada, to: dana, subject: `Earlier ${n}`, date: at }), at);
  }
  const box = await us.mailbox(imap.port, { address: "earlier@guidevane.example" });
  const filed = async () =>
    (
      await sql<
        { n: number }[]
      >`select substr(subject, 9)::int as n from public.mail_heads where subject like 'Earlier %' order by 1`
    ).map(({ n }) => n);
  const upwards = (from: number) => Array.from({ length: count - from + 1 }, (_, place) => from + place);

  // One portion, and most of a minute until the next.
  const first = readers(sql, { pace: { ...fastPace, headersPerSecond: 1 } });
  await first.job.run(box, new AbortController().signal);
  try {
    await eventually(async () => expect((await filed()).length).toBeGreaterThan(0));
  } finally {
    await first.stop();
  }
  const before = await filed();
  expect(before).toHaveLength(40);
  expect(before).toEqual(upwards(count - before.length + 1));

  await readOnce(sql, box);
  expect(await filed()).toEqual(upwards(1));
  expect(await sql`select contact_id, changes from public.events where kind = 'mails read'`).toEqual([
    { contact_id: us.ada, changes: { mails: count } },
  ]);
});

// Mail that was written to do harm: each is filed by what can be read of it or leaves nothing, the next ones come, and nothing of it runs. What `npm test -- all` adds.
import { afterAll, beforeAll, expect, test } from "vitest";
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
  await readOnce(sql, box);
});
afterAll(() => server.close());

const typed = (type: string, body: string, more: Record<string, string> = {}) => ({
  headers: { "Content-Type": type, ...more },
  body,
});
const nested = (depth: number) => {
  let body = "Content-Type: text/plain\r\n\r\nInside";
  for (let n = 0; n < depth; n += 1)
    body = `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n${body}\r\n--b${n}--`;
  return body.slice(body.indexOf("\r\n\r\n") + 4);
};

/** Name, and what is written. All are from Ada, whom we know. */
const cases: [string, Partial<Parameters<typeof mail>[0]>][] = [
  ["a charset that does not exist", typed("text/plain; charset=x-martian", "Words")],
  ["bytes that are not of their charset", typed("text/plain; charset=utf-8", "caf\u00e9 \u00ff\u00fe")],
  ["latin-1", typed("text/plain; charset=iso-8859-1", "caf=E9", { "Content-Transfer-Encoding": "quoted-printable" })],
  [
    "NUL in the text",
    typed("text/plain; charset=utf-8", "before=00after", { "Content-Transfer-Encoding": "quoted-printable" }),
  ],
  ["base64 that is none", typed("text/plain", "!!!not base64!!!", { "Content-Transfer-Encoding": "base64" })],
  ["an encoding that does not exist", typed("text/plain", "Words", { "Content-Transfer-Encoding": "x-uuencode" })],
  ["a multipart without a boundary", typed("multipart/mixed", "--x\r\n\r\nWords")],
  [
    "a boundary that never ends",
    typed('multipart/mixed; boundary="x"', "--x\r\nContent-Type: text/plain\r\n\r\nWords"),
  ],
  ["60 parts in parts", typed('multipart/mixed; boundary="b59"', nested(60))],
  [
    "300 parts",
    typed('multipart/mixed; boundary="x"', `${"--x\r\nContent-Type: text/plain\r\n\r\nW\r\n".repeat(300)}--x--`),
  ],
  ["a text of two megabytes", { text: "word ".repeat(400_000) }],
  ["one line of a megabyte", { text: "w".repeat(1_000_000) }],
  ["a subject of 50,000 characters", { subject: "S".repeat(50_000) }],
  ["a subject that turns around", { subject: "=?utf-8?B?4oCuZ25p4oCs?=" }],
  ["a subject with line ends inside", { subject: "=?utf-8?Q?One=0D=0ABcc:_x=40y.example?=" }],
  ["a subject in a charset that does not exist", { subject: "=?x-martian?B?AAAA?=" }],
  [
    "500 references",
    { headers: { References: Array.from({ length: 500 }, (_, n) => `<r${n}@norrfall.example>`).join(" ") } },
  ],
  ["a Message-ID of 5,000 characters", { id: `<${"m".repeat(5000)}@norrfall.example>` }],
  ["an empty Message-ID", { id: "<>" }],
  ["a Message-ID that is no id", { id: "hello" }],
  ["2,000 headers", { headers: Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`X-Flood-${n}`, "x"])) }],
  ["1,000 recipients", { to: Array.from({ length: 1000 }, (_, n) => `p${n}@many.example`).join(", ") }],
  ["an address of 1,000 characters", { cc: `${"a".repeat(1000)}@many.example` }],
  ["addresses that are none", { cc: '<>, <@>, a@, @b, "x" <javascript:alert(1)>' }],
  ["groups and comments", { cc: "Team: one@many.example, two@many.example;, (comment) three@many.example" }],
  ["two writers", { from: `${ada}, Mallory <mallory@evil.example>` }],
  ["a name that looks like another address", { from: '"dana@guidevane.example" <ada@norrfall.example>' }],
  ["a name with scripts", { from: '"<script>alert(1)</script>" <ada@norrfall.example>' }],
  ["a date of the year 1900", { date: "Mon, 1 Jan 1900 00:00:00 +0000" }],
  ["a date of the year 275760", { date: "Sat, 13 Sep 275760 00:00:00 +0000" }],
  [
    "a file whose name climbs",
    typed(
      'multipart/mixed; boundary="x"',
      '--x\r\nContent-Type: text/plain\r\n\r\nW\r\n--x\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="../../etc/passwd"\r\n\r\nx\r\n--x--',
    ),
  ],
  [
    "a file whose name turns around",
    typed(
      'multipart/mixed; boundary="x"',
      '--x\r\nContent-Type: text/plain\r\n\r\nW\r\n--x\r\nContent-Type: application/x-msdownload\r\nContent-Disposition: attachment; filename="gpj\u202eexe.scr"\r\n\r\nx\r\n--x--',
    ),
  ],
  [
    "80 files",
    typed(
      'multipart/mixed; boundary="x"',
      `--x\r\nContent-Type: text/plain\r\n\r\nW\r\n${'--x\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="a.pdf"\r\n\r\nx\r\n'.repeat(80)}--x--`,
    ),
  ],
  [
    "a message in a message",
    typed(
      'multipart/mixed; boundary="x"',
      `--x\r\nContent-Type: message/rfc822\r\n\r\n${mail({ from: "x@y.example", to: dana, subject: "Inner" })}\r\n--x--`,
    ),
  ],
  ["a page of 100,000 open tags", typed("text/html", "<div>".repeat(100_000))],
  ["a table in tables", typed("text/html", `${"<table><tr><td>".repeat(3000)}deep`)],
  ["a page of attributes", typed("text/html", `<p ${"a=b ".repeat(50_000)}>Hi</p>`)],
  ["entities that multiply", typed("text/html", "&lt;&amp;&#0;&#x110000;&bogus;".repeat(5000))],
  ["quotes in quotes", { text: Array.from({ length: 3000 }, (_, n) => `${">".repeat(n % 200)} quoted`).join("\r\n") }],
  ["a text made for patterns", { text: `On ${"a ".repeat(20_000)}wrote` }],
  ["calendars that are none", typed("text/calendar", "BEGIN:VEVENT\r\n".repeat(20_000))],
  [
    "a report that says nothing",
    typed(
      'multipart/report; report-type=delivery-status; boundary="x"',
      "--x\r\nContent-Type: message/delivery-status\r\n\r\n\r\n--x--",
    ),
  ],
  ["half of a pair of characters", { text: "\\ud800 \ud800" }],
  ["an end of line that is none", { text: "one\rtwo\nthree\u2028four" }],
];

test(
  "mailbox 7: no hostile mail keeps the next one away, and what is kept of each is within limits",
  { timeout: 600_000 },
  async () => {
    for (const [n, [name, written]] of cases.entries())
      server.append("INBOX", mail({ from: ada, to: dana, subject: `Hostile ${n} ${name}`, ...written }));
    server.append("INBOX", mail({ from: ada, to: dana, subject: "The next one", text: "Plain." }));
    await readOnce(sql, box);
    expect(await sql`select from public.mail_heads where subject = 'The next one'`).toHaveLength(1);
    const [kept] = await sql<Record<string, number>[]>`
    select count(*)::int as mails, max(char_length(subject)) as subject, max(octet_length(text)) as text, max(octet_length(html)) as html,
      max(jsonb_array_length(files)) as files, max(cardinality(refers_to)) as refers,
      (select max(count) from (select count(*)::int from public.mail_people group by mail_id) as each) as people
    from public.mails left join public.mail_heads on mail_heads.mail_id = mails.id left join public.mail_bodies on mail_bodies.mail_id = mails.id`;
    const there = (await sql<{ subject: string }[]>`select subject from public.mail_heads`).map(({ subject }) =>
      Number(/^Hostile (\d+)/.exec(subject)?.[1] ?? -1),
    );
    expect(
      cases.flatMap(([name, { subject }], n) => (subject === undefined && !there.includes(n) ? [name] : [])),
    ).toEqual([]);
    expect(kept!.mails).toBe(cases.length + 1);
    expect(kept).toMatchObject({ subject: 1000, text: 100_000, files: 50, refers: 20, people: 200 });
    expect(kept!.html).toBeLessThanOrEqual(500_000);
    expect(await sql`select from public.mail_trouble`).toEqual([]);
    // Nothing ends a line or turns it around where words are shown.
    expect(
      await sql`select subject from public.mail_heads where subject ~ '[[:cntrl:]]' or subject ~ U&'\\202E' or snippet ~ '[[:cntrl:]]'`,
    ).toEqual([]);
    expect(await sql`select files from public.mail_heads where files::text ~ U&'\\202E'`).toEqual([]);
    expect(
      await sql`select distinct shown_name from public.mail_people where address_key = 'mallory@evil.example'`,
    ).toEqual([]);
  },
);

// A mail server whose line is cut, at any byte.
import { afterAll, beforeEach, beforeAll, test, onTestFinished, expect } from "vitest";
import { type MailServer, startMailServer, mail } from "./testing/mail-server.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { firm, type Firm, readOnce } from "./testing/mailbox-for-tests.ts";
import { faultyLine } from "./testing/faulty-line.ts";

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

const subjects = async () =>
  (await sql<{ subject: string }[]>`select subject from public.mail_heads order by mail_id`).map(
    ({ subject }) => subject,
  );

test("mailbox 3: a line that is cut at any byte loses nothing and files nothing twice", async () => {
  const line = await faultyLine(server.port);
  onTestFinished(line.close);
  const box = await us.mailbox(line.port);
  for (let n = 0; n < 30; n += 1)
    server.append("INBOX", mail({ from: ada, to: dana, subject: `Cut ${n}`, date: new Date(Date.now() - n * 60_000) }));
  for (const bytes of [500, 2500, 6000, 9000, 14_000]) {
    line.cutAfter(bytes);
    await readOnce(sql, box);
  }
  line.heal();
  await readOnce(sql, box);
  expect((await subjects()).filter((subject) => subject.startsWith("Cut ")).toSorted()).toEqual(
    Array.from({ length: 30 }, (_, n) => `Cut ${n}`).toSorted(),
  );
});

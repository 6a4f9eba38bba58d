// An answer that comes by a provider's webhook and by a mailbox is one, whichever comes first.
import { expect, onTestFinished, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { mail, startMailServer } from "./mailbox/testing/mail-server.ts";
import { firm, readOnce } from "./mailbox/testing/mailbox-for-tests.ts";
import { inboundWebhook } from "./outbox/server/inbound.ts";

const { sql } = await testDatabase();
const dana = "Dana Okafor <dana@guidevane.example>";

test("mailbox 12: the same answer by Postmark and by the mailbox is one, whichever comes first", async () => {
  const server = await startMailServer();
  onTestFinished(server.close);
  const us = await firm(sql);
  const box = await us.mailbox(server.port);
  await readOnce(sql, box);
  await sql`create table public.heard (event text)`;
  await sql`create function public.hear_stop(address text, reason text, event text) returns void language sql as 'insert into public.heard values (event)'`;
  await sql`select private.register_hook('address stopped', 'public.hear_stop(text, text, text)')`;
  await us.contact("Siv", "siv@norrfall.example");
  const [first] = await sql<{ message_id: string }[]>`
    insert into public.outbox (class, dedupe_key, origin_kind, to_address, subject, body_text, state, taken_at, sent_at, finished_at)
    values ('outreach', 'sent', 'test', 'siv@norrfall.example', 'Hello', 'Words', 'sent', now() - interval '1 day', now() - interval '1 day', now() - interval '1 day')
    returning message_id`;
  const hook = inboundWebhook(() => "a:b");
  const viaPostmark = async (key: string, id: string) => {
    const body = JSON.stringify({
      MessageID: key,
      From: "siv@norrfall.example",
      Subject: "Re",
      TextBody: "Yes.",
      Headers: [
        { Name: "Message-ID", Value: id },
        { Name: "In-Reply-To", Value: first!.message_id },
      ],
    });
    const { payload } = hook.verify(new Headers(), new TextEncoder().encode(body)) as { payload: unknown };
    await sql.begin((tx) => hook.process({ key, payload } as never, tx));
  };
  const inMailbox = async (id: string) => {
    server.append(
      "INBOX",
      mail({
        from: "siv@norrfall.example",
        to: dana,
        subject: "Re",
        id,
        headers: { "In-Reply-To": first!.message_id },
      }),
    );
    await readOnce(sql, box);
  };
  await viaPostmark("pm-1", "<one@norrfall.example>");
  await inMailbox("<one@norrfall.example>");
  await inMailbox("<two@norrfall.example>");
  await viaPostmark("pm-2", "<two@norrfall.example>");
  const rows =
    await sql`select message_id from public.mail_replies where from_key = 'siv@norrfall.example' order by message_id`;
  expect(rows).toEqual([{ message_id: "<one@norrfall.example>" }, { message_id: "<two@norrfall.example>" }]);
  expect(await sql`select from public.heard`).toHaveLength(2);
});

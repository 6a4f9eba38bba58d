// A message that makes a deal, while a mail to the same person leaves: both lock what is known of the person before what is known of the company.
import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { openPool, type TransactionSql } from "#server/platform/database/sql.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql, connection } = await testDatabase();
await sql`update public.modules set live = true`;

const inquiry = () =>
  JSON.stringify({
    id: randomUUID(),
    kind: "contact",
    subject: "AI Consult",
    name: "Ada Lind",
    email: "ada@norrfall.example",
    company: "Norrfall",
    message: "We have to decide by spring.",
    company_host: "norrfall.example",
  });
interface Known {
  contact_id: string;
  account_id: string;
  deal_id: string;
}

test.each<[string, (known: Known) => (tx: TransactionSql) => Promise<unknown>]>([
  ["a message", () => (tx) => tx`select public.receive_inquiry(${inquiry()}::jsonb)`],
  [
    "a booking",
    ({ contact_id: contact, account_id: account }) =>
      (tx) =>
        tx`select private.deal_for_meeting(${JSON.stringify({ account_id: account, contact_id: contact, title: "First meeting", service_line: "RLCT" })}::jsonb)`,
  ],
  [
    "a message from the client's area",
    ({ contact_id: contact, account_id: account }) =>
      (tx) =>
        tx`select private.receive_client_message(${JSON.stringify({ id: randomUUID(), account_id: account, contact_id: contact, name: "Ada", company: "Norrfall", message: "Hello." })}::jsonb)`,
  ],
])("audit-4 W26: %s and a mail that leaves never wait for each other in a circle", async (_what, writes) => {
  const [known] = await sql<Known[]>`
    select contact_id, account_id, deal_id from public.receive_inquiry(${inquiry()}::jsonb)`;
  await sql`update public.deals set archived_at = now()`;
  const write = writes(known!);
  const other = openPool({ ...connection, max: 1 });
  const started = Promise.withResolvers<number>();
  let written: Promise<unknown> = Promise.resolve();
  try {
    // As the trigger of a message that was delivered counts: the person, then the company.
    await sql.begin(async (mail) => {
      await mail`select private.refresh_contact_facts(array[${known!.contact_id}::uuid])`;
      // In a transaction of its own, which is not tried again.
      written = other.begin(async (tx) => {
        const [{ pid }] = (await tx`select pg_backend_pid() as pid`) as [{ pid: number }];
        started.resolve(pid);
        await write(tx);
      });
      written.catch(() => undefined);
      const pid = await started.promise;
      await vi.waitFor(
        async () => expect((await sql`select cardinality(pg_blocking_pids(${pid})) as n`)[0]).toEqual({ n: 1 }),
        { timeout: 60_000, interval: 20 },
      );
      await mail`select private.refresh_account_facts(array[${known!.account_id}::uuid])`;
    });
    await expect(written).resolves.toBeUndefined();
  } finally {
    await written.catch(() => undefined);
    await other.end();
  }
});

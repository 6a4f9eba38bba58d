// Hundreds of messages at once from people we know, while the mails to them leave.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openPool } from "#server/platform/database/sql.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql, connection } = await testDatabase();

test("audit-4 W26: messages of many people at once, and mails to them that leave, end without one deadlock", async () => {
  await sql`update public.modules set live = true`;
  const subjects = (
    await sql<{ label: string }[]>`select label from public.subjects where archived_at is null and not is_default`
  ).map(({ label }) => label);
  const inquiry = (n: number) =>
    JSON.stringify({
      id: randomUUID(),
      kind: "contact",
      subject: subjects[n % subjects.length],
      name: `Person ${n % 16}`,
      email: `p${n % 16}@firm${n % 4}.example`,
      company: `Firm ${n % 4}`,
      message: `Message ${n} ${randomUUID()}`,
      company_host: `firm${n % 4}.example`,
      mails: { receipt: true, consents: [] },
    });
  for (let n = 0; n < 16; n += 1) await sql`select public.receive_inquiry(${inquiry(n)}::jsonb)`;
  const people = await sql<{ contact: string; account: string }[]>`
    select id as contact, account_id as account from public.contacts`;
  const pool = openPool({ ...connection, max: 20 });
  const waiting = { left: 300 };
  let sent = 0;
  const failed: string[] = [];
  const noted = (work: Promise<unknown>) =>
    work.catch((error: { code?: string; message: string }) => void failed.push(error.code ?? error.message));
  // In transactions, which are not tried again.
  const visitor = async () => {
    while (waiting.left > 0) {
      waiting.left -= 1;
      const n = waiting.left;
      await noted(pool.begin((tx) => tx`select public.receive_inquiry(${inquiry(n)}::jsonb)`));
      if (n % 7 === 0) await noted(sql`update public.deals set archived_at = now() where archived_at is null`);
    }
  };
  const post = async () => {
    while (waiting.left > 0) {
      sent += 1;
      const { contact, account } = people[sent % people.length]!;
      await noted(
        pool.begin(async (tx) => {
          await tx`select private.refresh_contact_facts(array[${contact}::uuid])`;
          await tx`select private.refresh_account_facts(array[${account}::uuid])`;
        }),
      );
    }
  };
  await Promise.all([...Array.from({ length: 12 }, visitor), ...Array.from({ length: 6 }, post)]);
  await pool.end();
  expect(failed).toEqual([]);
  expect(await sql`select count(*)::int as n from public.inquiries`).toEqual([{ n: 316 }]);
});

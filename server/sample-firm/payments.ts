// Requests for payment of every age. Their numbers begin with SAMPLE: the firm's own series has no gap afterwards.
import type { Statements } from "#server/platform/database/sql.ts";

const works = [
  ["Discovery week", 9_500_00, 70, 1],
  ["Claims workshop", 14_500_00, 45, 1],
  ["Operations review, phase 1", 32_000_00, 38, 0.5],
  ["Literacy series, 2 of 4", 9_000_00, 30, 0],
  ["Board briefing", 4_800_00, 12, 1],
  ["Backlist assistant, deposit", 18_750_00, 6, 0],
] as const;

export async function addPayments(
  within: Statements,
  { companies, owner }: { companies: readonly { id: string }[]; owner: string },
): Promise<void> {
  for (const [at, [title, amount, age, share]] of works.entries()) {
    const company = companies[(at * 5) % companies.length]!;
    const [request] = await within<{ id: string }[]>`
      insert into public.payment_requests (number, account_id, contact_id, title, amount_minor, currency, issued_on, due_on, state, reminders_on, created_by)
      select ${`SAMPLE-${at + 1}`}, ${company.id}, (select id from public.contacts where account_id = ${company.id} order by created_at limit 1),
        ${title}, ${amount}, office.currency, public.office_today() - ${age}::int, public.office_today() - ${age}::int + 21, 'open', false, ${owner}
      from public.office returning id`;
    if (share > 0)
      await within`
        insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, provider, provider_id, entered_by, reference)
        select ${request!.id}, 'payment', ${Math.floor(amount * share)}, office.currency, 'bank', public.office_today() - ${Math.max(age - 10, 1)}::int,
          'entry', ${`sample ${at}`}, ${owner}, ${`TRANSFER ${1000 + at}`}
        from public.office`;
  }
}

// A made-up half year of payment requests for `npm run demo`: of every age and state, in two currencies, paid by transfer as people pay.
import type { Sql } from "#server/platform/database/sql.ts";

const works = [
  "Bench notes, pilot",
  "Operations review, phase 1",
  "Literacy series, 2 of 4",
  "Claims workshop",
  "Yard study",
  "Keynote",
  "Discovery week",
  "Board briefing",
  "Dispatch session",
  "Backlist assistant, deposit",
] as const;
const amounts = [
  12_300_00, 32_000_00, 9_000_00, 14_500_00, 21_000_00, 6_500_00, 14_000_00, 9_500_00, 4_800_00, 18_750_00,
];

export async function fillWithPayments(sql: Sql): Promise<void> {
  const [admin] = await sql<
    { user_id: string }[]
  >`select user_id from public.staff where active order by created_at limit 1`;
  const companies = await sql<{ id: string; contact: string | null }[]>`
    select accounts.id, (select contacts.id from public.contacts where account_id = accounts.id and email is not null order by created_at limit 1) as contact
    from public.accounts where archived_at is null order by created_at desc, id limit 20`;
  if (!admin || companies.length === 0) return;
  await sql.begin(async (within) => {
    await within`select set_config('guidevane.actor', 'Noor', true)`;
    await within`update public.modules set live = true where key = 'payments'`;
    for (let at = 0; at < 28; at += 1) {
      // Oldest first, so that numbers grow with the days.
      const age = 170 - at * 6;
      const company = companies[(at * 7) % companies.length]!;
      const amount = amounts[at % amounts.length]!;
      const currency = at % 6 === 5 ? "EUR" : "USD";
      const items = [
        { description: works[at % works.length], unit_minor: amount, tax_bp: currency === "EUR" ? 1900 : 0 },
      ];
      const asked = {
        account_id: company.id,
        contact_id: company.contact,
        title: works[at % works.length],
        currency,
        items,
        send: false,
      };
      const [{ id } = { id: "" }] = await within<{ id: string }[]>`
        select private.request_payment(${JSON.stringify(asked)}::jsonb || jsonb_build_object(
          'issued_on', public.office_today() - ${age}::int, 'due_on', public.office_today() - ${age}::int + 21)) as id`;
      const [made] = await within<{ amount_minor: number }[]>`
        update public.payment_requests set created_by = ${admin.user_id} where id = ${id} returning amount_minor`;
      // Three of four old ones are paid, some by half, one too much.
      const share =
        age > 60
          ? at % 5 === 4
            ? 0
            : at % 7 === 3
              ? 0.5
              : 1
          : age > 18
            ? at % 3 === 0
              ? 1
              : at % 3 === 1
                ? 0.5
                : 0
            : 0;
      if (share > 0)
        await within`
          insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, provider, provider_id, entered_by, reference)
          values (${id}, 'payment', ${Math.floor(made!.amount_minor * share) + (at === 11 ? 25_00 : 0)}, ${currency}, ${at % 4 === 2 ? "other" : "bank"},
            public.office_today() - ${Math.max(age - 12 - (at % 9), 1)}::int, 'entry', ${`demo ${at}`}, ${admin.user_id}, ${`TRANSFER ${1000 + at}`})`;
    }
    await within`
      update public.events set at = least(now(), told.day + interval '10 hours')
      from (select events.id, coalesce(case when events.kind = 'requested' then request.issued_on end,
              (select max(received_on) from public.payments where request_id = request.id), request.issued_on) as day
            from public.events join public.payment_requests as request on request.id = events.record_id
            where events.record_type = 'payment_request') as told
      where events.id = told.id`;
  });
}

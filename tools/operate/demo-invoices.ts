// A made-up year of invoices for `npm run demo`: a client a month, one in two instalments, one credited in part, one in dispute, drafts. Numbers
// and days run alike, so what is older than the requests of demo-payments.ts is written before them, and the rest after.
import type { Sql, TransactionSql } from "#server/platform/database/sql.ts";

const works = [
  "Advice, monthly",
  "Reading of contracts",
  "Workshop for the board",
  "Dispatch desk, support",
  "Evaluation of models",
] as const;
const outside = [{ name: "", category: "O", rate_pcm: 0, reason: "Services: no sales tax" }];

async function people(sql: Sql) {
  const [admin] = await sql<
    { user_id: string }[]
  >`select user_id from public.staff where active order by created_at limit 1`;
  const companies = await sql<{ id: string; name: string; contact: string | null }[]>`
    select accounts.id, accounts.name, (select contacts.id from public.contacts where account_id = accounts.id and email is not null order by created_at limit 1) as contact
    from public.accounts where archived_at is null order by created_at desc, id limit 8`;
  return { admin, companies };
}

const draft = async (
  within: TransactionSql,
  company: { id: string; contact: string | null },
  at: number,
  more: object = {},
) => {
  const asked = {
    account_id: company.id,
    contact_id: company.contact,
    title: works[at % works.length],
    currency: "USD",
    lines: [
      {
        description: works[at % works.length],
        quantity_milli: 1000 * (1 + (at % 3)),
        unit: "days",
        unit_minor: 180_000 + at * 12_500,
        taxes: outside,
      },
      ...(at % 3 === 0 ? [{ description: "Travel, as agreed", unit_minor: 32_050, taxes: outside }] : []),
    ],
    ...more,
  };
  const [made] = await within<{ id: string }[]>`
    select private.draft_invoice(${JSON.stringify(asked)}::jsonb || jsonb_build_object('supply_from', public.office_today() - 1)) as id`;
  return made!.id;
};
const issue = async (within: TransactionSql, id: string, age: number) => {
  await within`update public.invoice_drafts set supply_from = public.office_today() - ${age + 20}::int, supply_to = public.office_today() - ${age}::int where id = ${id}`;
  await within`select private.issue_draft(${id}, public.office_today() - ${age}::int)`;
};
const pay = (within: TransactionSql, invoice: string, age: number, by: string, part = 1) => within`
  insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, provider, provider_id, entered_by, reference)
  select id, 'payment', floor(amount_minor * ${part}::numeric)::bigint, currency, 'bank', public.office_today() - ${age}::int, 'entry', 'demo invoice ' || id, ${by}, 'TRANSFER ' || number
  from public.payment_requests where invoice_id = ${invoice} and state = 'open'`;

/** What a firm has to say before it may issue, and eleven months of invoices. */
export async function fillWithEarlierInvoices(sql: Sql): Promise<void> {
  const { admin, companies } = await people(sql);
  if (!admin || companies.length === 0) return;
  await sql.begin(async (within) => {
    await within`select set_config('guidevane.actor', 'Noor', true)`;
    // Requests with lines are written the old way first: as by a firm that switches this module on later.
    await within`update public.modules set live = (key = 'payments') where key in ('payments', 'invoices')`;
    await within`update public.firm set legal_name = coalesce(legal_name, 'Guidevane Advisory LLC'), street = coalesce(street, '14 Customs Wharf'), postal_code = coalesce(postal_code, '04101'), city = coalesce(city, 'Portland'), region = coalesce(region, 'Maine'),
      country = coalesce(country, 'US'), tax_number = coalesce(tax_number, '01-0000000'), email = coalesce(email, 'office@guidevane.example')`;
    for (const place of ["home", "outside"])
      await within`insert into public.tax_rules (class_id, place, from_on, parts) select id, ${place}, '2020-01-01', ${JSON.stringify(outside)}::jsonb from public.tax_classes where is_default on conflict do nothing`;
    for (const [at, company] of companies.entries())
      await within`
        insert into public.billing_profiles (account_id, legal_name, street, postal_code, city, country, terms_days)
        values (${company.id}, ${`${company.name} Inc.`}, ${`${12 + at * 7} Harbor Street`}, ${`0${4100 + at}`}, 'Portland', 'US', ${at % 2 === 0 ? 30 : 14}) on conflict do nothing`;
    for (let at = 0; at < 12; at += 1) {
      const age = 362 - at * 16;
      const id = await draft(within, companies[at % companies.length]!, at);
      await issue(within, id, age);
      if (at !== 4) await pay(within, id, age - 14, admin.user_id);
      if (at === 4)
        await within`select private.issue_draft(private.draft_credit(${id}, '{"kind": "whole", "reason": "Billed to the wrong company"}'), public.office_today() - ${age - 1}::int)`;
    }
    await within`update public.payment_requests set created_by = ${admin.user_id} where created_by is null`;
  });
}

/** The last week: one that is open, one in instalments, one in dispute, and drafts that wait. */
export async function fillWithInvoices(sql: Sql): Promise<void> {
  const { admin, companies } = await people(sql);
  if (!admin || companies.length === 0) return;
  await sql.begin(async (within) => {
    await within`select set_config('guidevane.actor', 'Noor', true)`;
    await within`update public.modules set live = true where key = 'invoices'`;
    const disputed = await draft(within, companies[1]!, 7, { title: "Workshop for the board, second day" });
    await issue(within, disputed, 6);
    await within`insert into public.invoice_disputes (invoice_id, words, since) values (${disputed}, 'They say the second day was not ordered.', public.office_today() - 2)`;
    const parted = await draft(within, companies[2]!, 9, { title: "Dispatch desk, support for a quarter" });
    await within`
      update public.invoice_drafts set instalments = jsonb_build_array(
        jsonb_build_object('amount_minor', (private.draft_totals(invoice_drafts) ->> 'payable_minor')::bigint / 2, 'due_on', public.office_today() + 10),
        jsonb_build_object('amount_minor', (private.draft_totals(invoice_drafts) ->> 'payable_minor')::bigint - (private.draft_totals(invoice_drafts) ->> 'payable_minor')::bigint / 2, 'due_on', public.office_today() + 40))
      where id = ${parted}`;
    await issue(within, parted, 4);
    const open = await draft(within, companies[3]!, 11);
    await issue(within, open, 2);
    await within`
      select private.issue_draft(private.draft_credit(${open}, '{"kind": "amounts", "reason": "A day less than planned", "amounts": [{"category": "O", "name": "", "rate_pcm": 0, "net_minor": 45000}]}'))`;
    await draft(within, companies[4 % companies.length]!, 13, { title: "Advice, next month" });
    const bare = await draft(within, companies[0]!, 14, { title: "Reading of the master agreement" });
    await within`update public.invoice_drafts set supply_from = null, supply_to = null where id = ${bare}`;
    await within`update public.payment_requests set created_by = ${admin.user_id} where created_by is null`;
    await within`
      update public.events set at = least(now(), told.issued_on + interval '11 hours')
      from (select id, issued_on from public.invoices) as told where events.record_type = 'invoice' and events.record_id = told.id`;
  });
}

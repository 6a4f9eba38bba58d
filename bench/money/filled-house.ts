// 50,000 invoices of 500 companies over three years, copies of one that was issued, with their requests and payments.
import type { Sql } from "../../server/platform/database/sql.ts";
import { invoicesHouse } from "../../server/testing/invoices-for-tests.ts";

export const invoices = 50_000;
export const companies = 500;
/** Requests without an invoice, all open, that a bank's file pays. */
export const openRequests = 10_000;

export async function filledHouse(sql: Sql) {
  const house = await invoicesHouse(sql);
  const { id: model } = await house.issued();
  const [own] = await sql<{ columns: string }[]>`
    select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
    where attrelid = 'public.invoices'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
  const copied = own!.columns;
  // One in thirty is open, one in a hundred credited whole.
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into public.accounts (id, name) select md5('company ' || n)::uuid, 'Company ' || n from generate_series(0, ${companies - 1}::int) as n`;
    await tx`create temporary table made on commit drop as
      select n, md5('invoice ' || n)::uuid as id, md5('request ' || n)::uuid as request, md5('company ' || n % ${companies}::int)::uuid as account,
        public.office_today() - 1 - (1095 - n * 1095 / ${invoices}::int) as day from generate_series(2, ${invoices}::int) as n`;
    const copies = (from: string, changes: string) =>
      tx.unsafe(
        `insert into public.invoices (${copied}) select ${copied} from (
           select filled.* from ${from} join public.invoices as bill on bill.id = $1 cross join lateral jsonb_populate_record(bill, jsonb_build_object(${changes})) as filled) as copy`,
        [model],
      );
    await copies(
      "made",
      `'id', made.id, 'number', format('I-%s-%s', extract(year from made.day), made.n), 'seq', made.n, 'year', extract(year from made.day)::int, 'account_id', made.account,
       'contact_id', null, 'issued_on', made.day, 'due_on', made.day + 14, 'title', 'Advice ' || made.n`,
    );
    await tx`insert into public.payment_requests (id, number, account_id, invoice_id, title, amount_minor, currency, issued_on, due_on, state, cancelled_on)
      select request, 'R-9999-' || n, account, id, 'Advice ' || n, 119000, 'EUR', day, day + 14, case when n % 100 = 7 then 'cancelled' else 'open' end, case when n % 100 = 7 then day + 1 end from made`;
    await tx`insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, provider, provider_id)
      select request, 'payment', 119000, 'EUR', 'bank', least(day + 10, public.office_today()), 'entry', 'bench ' || n from made where n % 30 <> 0 and n % 100 <> 7`;
    await copies(
      "(select * from made where n % 100 = 7) as made",
      `'id', md5('credit ' || made.n)::uuid, 'number', 'C-9999-' || made.n, 'series', 'C', 'seq', made.n, 'type', 'credit', 'account_id', made.account,
       'issued_on', made.day + 1, 'title', 'Advice ' || made.n, 'credit_of', made.id, 'total_minor', -119000, 'payable_minor', -119000`,
    );
    await tx`insert into public.invoice_files (invoice_id, kind, file_id, sha256, size, made_at) select id, 'pdf', null, null, null, null from made where n % 1000 = 0`;
  });
  // What triggers would have written.
  await sql`update public.payment_requests as request set settled_on = now.settled_on, settled_with_credit = now.with_credit
    from public.payment_requests as same cross join lateral private.settlement(same) as now where request.id = same.id`;
  await sql`insert into public.invoice_tax_rows (invoice_id, no, issued_on, currency, category, name, rate_pcm, base_minor, tax_minor)
    select id, 1, issued_on, currency, 'S', 'VAT', 19000, case when credit_of is null then 100000 else -100000 end, case when credit_of is null then 19000 else -19000 end
    from public.invoices on conflict do nothing`;
  await sql`update public.modules set live = true where key in ('cash', 'retainers')`;
  await sql`select private.rebuild_search()`;
  await sql`vacuum analyze`;
  return house;
}

/** No two have the same amount, so that an amount identifies its request. */
export async function addOpenRequests(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into public.payment_requests (id, number, account_id, title, amount_minor, currency, issued_on, due_on, state)
      select md5('open ' || n)::uuid, 'R-8888-' || lpad(n::text, 5, '0'), md5('company ' || n % ${companies}::int)::uuid, 'Support ' || n, 200000 + n, 'EUR',
        public.office_today() - 20, public.office_today() - 6, 'open' from generate_series(1, ${openRequests}::int) as n`;
  });
  await sql`vacuum analyze`;
}

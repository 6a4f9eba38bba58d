// Cash for `npm run demo`: what the accountant has taken is closed, one quarter was opened once more for a receipt that came late, and a statement of
// the bank was read: some of it is matched, some waits for a press, some is of nobody we know.
import { createHash } from "node:crypto";
import type { Sql, TransactionSql } from "#server/platform/database/sql.ts";

export async function fillWithCash(sql: Sql): Promise<void> {
  await sql`
    insert into public.closed_periods (starts_on, ends_on, closed_by, closed_at, reopened_by, reopened_at, why)
    select first.day, (first.day + interval '3 months')::date - 1, someone.user_id, first.day + interval '101 days 9 hours' + interval '1 day' * again, case again when 0 then someone.user_id end,
      case again when 0 then first.day + interval '101 days 15 hours' end, case again when 0 then 'A receipt of the hotel came late' end
    from (select (date_trunc('quarter', public.office_today()) - interval '6 months')::date as day) as first,
      (select user_id from public.staff order by name limit 1) as someone, generate_series(0, 1) as again`;
  await sql.begin(fillWithBankLines);
}

interface Line {
  age: number;
  minor: number;
  name: string;
  iban?: string;
  words: string;
}

async function fillWithBankLines(within: TransactionSql): Promise<void> {
  const [admin] = await within<{ user_id: string }[]>`
    select user_id from public.staff where user_id in (select user_id from public.user_roles) limit 1`;
  const [own] = await within<{ account: string; currency: string }[]>`
    select account, currency from private.bank_accounts() where currency = (select currency from public.office) limit 1`;
  if (!admin || !own) return;
  const open = await within<{ id: string; said: string; minor: number; name: string }[]>`
    select stood.id, coalesce(invoices.number, stood.number) as said, stood.open_minor::float8 as minor, accounts.name
    from private.request_states(public.office_today(), null, true) as stood join public.accounts on accounts.id = stood.account_id left join public.invoices on invoices.id = stood.invoice_id
    where stood.bucket is not null and stood.currency = ${own.currency} and not exists (select from public.invoice_disputes where invoice_id = stood.invoice_id)
    order by stood.due_on, stood.number limit 6`;
  const [first, second, third, fourth, fifth, sixth] = open;
  if (!first || !second || !third || !fourth || !fifth || !sixth) return;
  const lines: Line[] = [
    {
      age: 26,
      minor: first.minor,
      name: `${first.name} Inc.`,
      iban: "NO8330001234567",
      words: `Invoice ${first.said}`,
    },
    { age: 24, minor: -840_000, name: "Customs Wharf Properties", words: "Rent" },
    {
      age: 19,
      minor: second.minor,
      name: second.name.toUpperCase(),
      iban: "NO1315032080119",
      words: `${second.said} THANK YOU`,
    },
    { age: 16, minor: 250_000, name: "Guidevane Advisory LLC", words: "From savings" },
    { age: 12, minor: -31_900, name: "Skagen Handelsbank", words: "Fees of the quarter" },
    // Certain: our number and what is open. Likely: the number, less a fee of a bank between. Weak: only the amount.
    {
      age: 6,
      minor: third.minor,
      name: `${third.name} Inc.`,
      iban: "NO2812064595310",
      words: `Payment for ${third.said.replaceAll("-", " ")}`,
    },
    {
      age: 5,
      minor: fourth.minor - 1_500,
      name: fourth.name,
      iban: "SE4550000000058398257466",
      words: `Inv ${fourth.said}, charges shared`,
    },
    {
      age: 3,
      minor: fifth.minor,
      name: "A. Holm Consulting",
      iban: "DK5000400440116243",
      words: "Final payment, autumn",
    },
    // What a client who paid from this account before owes besides.
    { age: 2, minor: 120_000, name: second.name.toUpperCase(), iban: "NO1315032080119", words: "On account" },
    { age: 1, minor: 4_312, name: "Skagen Handelsbank", words: "Interest" },
    { age: 1, minor: -1_200_000, name: "Payroll", words: "Salaries" },
  ];
  await within`select set_config('request.jwt.claims', ${JSON.stringify({ role: "authenticated", sub: admin.user_id })}, true)`;
  const file = {
    sha256: createHash("sha256").update("demo").digest("hex"),
    file_name: "skagen-statement.xml",
    format: "camt.053.001.08",
    lines: lines.map(({ age, minor, name, iban = null, words }, n) => ({
      n,
      age,
      source: "camt",
      account: own.account,
      currency: own.currency,
      key: `demo-${n}`,
      amount_minor: minor,
      name,
      iban,
      words,
      reference: `SKH${4100 + n}`,
    })),
  };
  const [taken] = await within<{ taken: { import: string } }[]>`
    select public.take_bank_file(jsonb_set(given, '{lines}', (select jsonb_agg(line || jsonb_build_object('day', public.office_today() - (line ->> 'age')::int)) from jsonb_array_elements(given -> 'lines') as line))
      || jsonb_build_object('statements', jsonb_build_array(jsonb_build_object('account', ${own.account}::text, 'currency', ${own.currency}::text, 'opening_minor', 18450000,
        'closing_minor', 18450000 + (select sum((line ->> 'amount_minor')::bigint) from jsonb_array_elements(given -> 'lines') as line),
        'starts_on', public.office_today() - 27, 'ends_on', public.office_today() - 1)))) as taken
    from (select ${JSON.stringify(file)}::jsonb as given) as file`;
  const [matched] = await within<
    { id: string }[]
  >`select id from public.bank_lines where import_id = ${taken!.taken.import} and key = 'demo-0'`;
  const [other] = await within<
    { id: string }[]
  >`select id from public.bank_lines where import_id = ${taken!.taken.import} and key = 'demo-2'`;
  for (const [line, request] of [
    [matched!, first],
    [other!, second],
  ] as const)
    await within`select public.match_bank_line(${line.id}, ${JSON.stringify([{ request: request.id, amount_minor: request.minor }])}::jsonb, array['number', 'amount'])`;
  await within`select public.ignore_bank_lines(array(select id from public.bank_lines where import_id = ${taken!.taken.import} and key = 'demo-3'), 'Between our own accounts')`;
}

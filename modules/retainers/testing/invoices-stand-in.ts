// In place of the module that bills: hooks of its own in the test's database, and what they were asked for. Rows of it are written in the
// transaction of the period, so that they are there if and only if the period is.
import type { Sql } from "#server/platform/database/sql.ts";

interface Draft {
  id: string;
  dedupe_key: string;
  supply_from: string;
  supply_to: string;
  lines: { quantity_milli?: number; unit_minor: number; description: string }[];
}

const sqlText = `
create table if not exists private.billed_in_test (id uuid primary key default gen_random_uuid(), asked jsonb not null, issued boolean not null default false,
  sent boolean not null default false, paid boolean not null default false, at bigint generated always as identity);
create table if not exists private.billing_refuses (words text);
create function private.test_draft_invoice(asked jsonb) returns uuid language sql volatile security definer set search_path = '' as
  $$ insert into private.billed_in_test (asked) values (asked) returning id $$;
create function private.test_issue_invoice(draft uuid) returns uuid language plpgsql volatile security definer set search_path = '' as $$
declare words text := (select max(billing_refuses.words) from private.billing_refuses);
begin
  if words is not null then raise check_violation using message = words; end if;
  update private.billed_in_test set issued = true where id = draft; return draft;
end $$;
create function private.test_send_invoice(invoice uuid) returns void language sql volatile security definer set search_path = '' as
  $$ update private.billed_in_test set sent = true where id = invoice $$;
create function private.test_is_paid(invoice uuid) returns boolean language sql volatile security definer set search_path = '' as
  $$ select paid from private.billed_in_test where id = invoice and issued $$;`;
const hooks = [
  ["draft invoice", "private.test_draft_invoice(jsonb)"],
  ["issue invoice", "private.test_issue_invoice(uuid)"],
  ["send invoice", "private.test_send_invoice(uuid)"],
  ["invoice is paid", "private.test_is_paid(uuid)"],
] as const;

export async function standInForInvoices(sql: Sql) {
  await sql.unsafe(sqlText);
  // Whatever bills in this release is not asked.
  const off = async () => {
    await sql`delete from private.hooks where occasion = any (${hooks.map(([occasion]) => occasion)})`;
  };
  const on = async () => {
    await off();
    for (const [occasion, routine] of hooks)
      await sql`select private.register_hook(${occasion}, ${routine}::regprocedure)`;
  };
  await on();
  const rows = () =>
    sql<(Draft & { issued: boolean; sent: boolean })[]>`
      select id, issued, sent, asked ->> 'dedupe_key' as dedupe_key, asked ->> 'supply_from' as supply_from, asked ->> 'supply_to' as supply_to,
        asked -> 'lines' as lines from private.billed_in_test order by at`;
  return {
    on,
    off,
    rows,
    reset: () => sql`truncate private.billed_in_test, private.billing_refuses`,
    pay: (id: string) => sql`update private.billed_in_test set paid = true where id = ${id}`,
    refuse: (words: string) => sql`insert into private.billing_refuses values (${words})`,
  };
}

// The demo's firm: its owner has a name, colleagues and rates of exchange, and every company of the sample a deal or two.
import type { Sql, TransactionSql } from "#server/platform/database/sql.ts";
import { addDeals } from "#server/sample-firm/deals.ts";

const colleagues = ["Ada Lind", "Dov Rasmussen", "Nils Ferrante"] as const;

/** Colleagues without a way to sign in: they own deals, and are names on cards. */
async function addColleagues(sql: Sql | TransactionSql, owner: string): Promise<string[]> {
  const rows = await sql<{ user_id: string }[]>`
    insert into public.staff (user_id, name) select gen_random_uuid(), name from unnest(${[...colleagues]}::text[]) as name returning user_id`;
  return [owner, ...rows.map(({ user_id }) => user_id)];
}

export async function fillWithDeals(sql: Sql): Promise<void> {
  const [admin] = await sql<{ user_id: string }[]>`select user_id from public.staff limit 1`;
  const companies = await sql<
    { id: string; name: string }[]
  >`select id, name from public.accounts order by created_at desc, id`;
  if (!admin || companies.length === 0) return;
  await sql.begin(async (within) => {
    await within`select set_config('guidevane.actor', 'Noor', true)`;
    const owners = await addColleagues(within, admin.user_id);
    await within`update auth.users set raw_user_meta_data = raw_user_meta_data || '{"name": "Noor Marchetti"}' where id = ${admin.user_id}`;
    await within`update public.currencies set rate = case code when 'EUR' then 1.08 else 1.27 end where code in ('EUR', 'GBP')`;
    await addDeals(within, { companies, owners, count: 96, currencies: ["USD", "EUR"] });
  });
}

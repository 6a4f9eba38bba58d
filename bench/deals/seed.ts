// 20,000 deals with three stage events each, as a few years of work leave them: one in ten open, most of the others lost.
import type { Sql } from "../../server/platform/database/sql.ts";

export async function seedDeals(sql: Sql, people: readonly string[], count = 20_000): Promise<void> {
  // Without a hundred thousand entries of history: what is measured is the board.
  await sql.begin(async (within) => {
    await within`select set_config('guidevane.batch', gen_random_uuid()::text, true)`;
    await within`insert into public.accounts (name) select 'Company ' || n from generate_series(1, 4000) n`;
    await within`
      with companies as (select array_agg(id) as ids from public.accounts)
      insert into public.contacts (account_id, name) select ids[1 + n % 4000], 'Person ' || n from companies, generate_series(1, 8000) n`;
    // Made in the first stage, at the moment that the deal would have begun.
    await within`
      with companies as (select array_agg(id) as ids from public.accounts)
      insert into public.deals (name, account_id, amount_minor, currency, expected_close, owner_id, module, created_at, updated_at, stage_since)
      select 'Assistant for team ' || n, ids[1 + n % 4000], case when n % 9 > 0 then (n % 400) * 25000 + 50000 end, 'USD',
        public.office_today() + (n % 200) - 60, (${people}::uuid[])[1 + n % ${people.length}],
        (array['RLCT', 'Publisher', 'Workshops'])[1 + n % 3], begun, begun, begun
      from companies, generate_series(1, ${count}::int) n,
        lateral (select now() - interval '30 days' - (n % 1000) * interval '1 day' as begun) as at`;
    // Then two moves each: to another open stage, and for nine of ten to an end.
    const stage = (key: string) => within`(select id from public.deal_stages where key = ${key})`;
    await within`
      update public.deals set stage_since = stage_since + interval '6 days', stage_id = case when right(id::text, 1) < '8'
        then ${stage("discovery")} else ${stage("proposal")} end`;
    await within`
      with numbered as (select id, row_number() over (order by id) as n from public.deals)
      update public.deals set stage_since = stage_since + interval '11 days',
        amount_minor = coalesce(amount_minor, case when n % 10 < 4 then 100000 end),
        close_reason_id = case when n % 10 between 4 and 8 then (select id from public.close_reasons where name = 'Price') end,
        stage_id = case when n % 10 < 4 then ${stage("won")} when n % 10 < 9 then ${stage("lost")} else ${stage("negotiation")} end
      from numbered where numbered.id = deals.id`;
    await within`
      insert into public.deal_contacts (deal_id, contact_id, is_primary)
      select deals.id, contacts.id, true from (select id, row_number() over (order by id) as n from public.deals) as deals
      join (select id, row_number() over (order by id) as n from public.contacts) as contacts on contacts.n = 1 + deals.n % 8000`;
    // Open ones are spread over their columns again, and half of them have a next step.
    await within`
      with open as (select id, row_number() over (order by id) as n from public.deals where stage_kind = 'open')
      update public.deals set stage_since = now() - (n % 20) * interval '1 day',
        stage_id = (array[${stage("new")}, ${stage("discovery")}, ${stage("proposal")}, ${stage("negotiation")}])[1 + n % 4]
      from open where open.id = deals.id and n % 4 < 3`;
    await within`
      insert into public.tasks (title, due_on, deal_id, assignee_id)
      select 'Call about ' || name, public.office_today() + 3, id, owner_id from public.deals where stage_kind = 'open' and right(id::text, 1) < '8'`;
  });
  await sql`vacuum analyze`;
}

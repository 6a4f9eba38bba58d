// Three years of made-up work: 20,000 deals, three stage events each, a tenth of them open.
import type { Sql } from "../../server/platform/database/sql.ts";

export async function seedDeals(sql: Sql, people: readonly string[]) {
  await sql`update public.modules set live = true where key in ('deals', 'inquiries', 'tasks', 'reports')`;
  await sql.begin(async (within) => {
    // Without its own history and without the triggers that would place each card: what is measured is the reading.
    await within`select set_config('session_replication_role', 'replica', true)`;
    await within`insert into public.accounts (name) select 'Company ' || n from generate_series(1, 2000) n`;
    await within`
      insert into public.inquiries (id, reference, kind, state, name, email, email_key, subject_key, received_at, due_at, answered_at, answered_by, assignee_id)
      select gen_random_uuid(), 'GV-' || lpad(n::text, 4, '0'), 'contact', 'answered', 'Person ' || n, 'p' || n || '@example.com', 'p' || n || '@example.com',
        (array['ai-consult', 'workshop-inquiry', 'build-inquiry', 'speaking-engagement', 'strategic-consulting'])[1 + n % 5],
        at, at + interval '3 days', at + (n % 100) * interval '1 hour', (${people}::uuid[])[1 + n % 4], (${people}::uuid[])[1 + n % 4]
      from generate_series(1, 6000) n, lateral (select now() - (n % 1080) * interval '1 day' - interval '4 days' as at) as received`;
    await within`
      with companies as (select array_agg(id) as ids from public.accounts), asked as (select array_agg(id) as ids from public.inquiries),
      stages as (select array_agg(id order by sort) as ids from public.deal_stages),
      reasons as (select array_agg(id) filter (where kind = 'lost') as lost from public.close_reasons where not needs_note)
      insert into public.deals (id, name, account_id, stage_id, stage_kind, amount_minor, currency, base_rate, expected_close, owner_id, module,
        inquiry_id, stage_since, closed_at, closed_on, close_reason_id, created_at, updated_at)
      select uuidv7(), 'Deal ' || n, companies.ids[1 + n % 2000], stages.ids[case when kind = 'open' then 1 + n % 4 when kind = 'won' then 5 else 6 end],
        kind, case when n % 17 > 0 or kind = 'won' then (n % 900 + 1) * 10000 end,
        case when n % 11 = 0 then 'EUR' else 'USD' end, case when n % 11 = 0 then 1.1 else 1 end,
        case when n % 7 > 0 then (made + interval '45 days')::date end, (${people}::uuid[])[1 + n % 4], (array['RLCT', 'Publisher', 'Workshops'])[1 + n % 3],
        case when n <= 6000 then asked.ids[n] end, made + interval '20 days', case when kind <> 'open' then made + interval '20 days' end,
        case when kind <> 'open' then (made + interval '20 days')::date end, case when kind = 'lost' then reasons.lost[1 + n % 3] end, made, made
      from companies, asked, stages, reasons, generate_series(1, 20000) n,
        lateral (select case when n % 10 = 0 then 'open' when n % 3 = 0 then 'won' else 'lost' end as kind,
          case when n % 10 = 0 then now() - (n % 60) * interval '1 day' else now() - (n % 1050 + 25) * interval '1 day' end as made) as each`;
    await within`
      insert into public.deal_stage_events (deal_id, at, by, from_stage, to_stage, from_kind, to_kind, base_minor, probability, seconds_in_from)
      select deals.id, case step when 1 then deals.created_at when 2 then deals.created_at + (deals.stage_since - deals.created_at) / 2 else deals.stage_since end,
        deals.owner_id, case step when 1 then null when 2 then first.id else second.id end, case step when 1 then first.id when 2 then second.id else deals.stage_id end,
        case when step > 1 then 'open' end, case when step < 3 then 'open' else deals.stage_kind end, deals.base_minor,
        case step when 1 then 10 when 2 then 50 else 75 end, case when step > 1 then 864000 end
      from public.deals, generate_series(1, 3) as step,
        lateral (select id from public.deal_stages where key = 'new') as first, lateral (select id from public.deal_stages where key = 'proposal') as second
      order by deals.id, step`;
    await within`
      insert into public.tasks (title, done_at, done_by) select 'Task ' || n, now() - (n % 900) * interval '1 day', (${people}::uuid[])[1 + n % 4]
      from generate_series(1, 20000) n`;
    // Every tenth deal was put off once.
    await within`
      insert into public.events (at, kind, record_type, record_id, deal_id, changes)
      select created_at + interval '5 days', 'changed', 'deal', id, id,
        jsonb_build_object('expected_close', jsonb_build_array((expected_close - 30)::text, expected_close::text))
      from public.deals where expected_close is not null and hashtext(id::text) % 10 = 0`;
  });
  await sql`vacuum analyze`;
  const [counts] = await sql<Record<"deals" | "open" | "events" | "inquiries" | "tasks", number>[]>`
    select (select count(*)::int from public.deals) as deals, (select count(*)::int from public.deals where stage_kind = 'open') as open,
      (select count(*)::int from public.deal_stage_events) as events, (select count(*)::int from public.inquiries) as inquiries,
      (select count(*)::int from public.tasks) as tasks`;
  return counts!;
}

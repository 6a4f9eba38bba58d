-- Money that is not asked for yet: what was agreed (steps of accepted proposals, periods of retainers) and what was offered. A line has the day on
-- which its money would be due; null where nobody knows it, and then it is listed and in no week.

-- Accepted, and not asked for by the end of the day. Steps in their order, each at most what is left of the signed total; a step that was billed
-- or asked for goes, and what no step covers is a line of its own.
create function private.cash_agreed_proposals(as_of date)
returns table (day date, amount_minor bigint, currency text, source text, source_id uuid, number text, title text, account_id uuid)
language sql stable security definer set search_path = ''
as $$
  with deals as (
    select offer.id, offer.number, offer.account_id, offer.currency, coalesce(version.title, '') as title, coalesce(version.payment_days, 14) as payment_days,
      decision.total_minor - billed.minor - asked.minor as rest, asked.any_deposit, billed.is_final, billed.steps
    from public.proposals as offer
    join public.proposal_decisions as decision on decision.proposal_id = offer.id and decision.kind = 'accepted'
    left join public.proposal_versions as version on version.id = decision.version_id
    cross join lateral (
      select coalesce(sum(bill.total_minor + notes.minor), 0) as minor, coalesce(bool_or(bill.type = 'final' and bill.total_minor + notes.minor <> 0), false) as is_final,
        coalesce(array_agg(bill.schedule_no) filter (where bill.schedule_no is not null and bill.total_minor + notes.minor <> 0), '{}') as steps
      from public.invoices as bill
      cross join lateral (select coalesce(sum(note.total_minor), 0) as minor from public.invoices as note where note.credit_of = bill.id and note.issued_on <= as_of) as notes
      where bill.proposal_id = offer.id and bill.credit_of is null and bill.issued_on <= as_of) as billed
    cross join lateral (
      select coalesce(sum(request.amount_minor), 0) as minor, count(*) > 0 as any_deposit
      from public.payment_requests as request left join public.invoices as bill on bill.id = request.invoice_id and bill.issued_on <= as_of
      where request.proposal_id = offer.id and bill.id is null and request.issued_on <= as_of and (request.state = 'open' or request.cancelled_on > as_of)) as asked
    where (decision.decided_at at time zone offer.timezone)::date <= as_of
  ), steps as (
    select deals.id, step ->> 'label' as label, (step ->> 'on')::date as on_day, (step ->> 'gross_minor')::bigint as gross,
      coalesce(sum((step ->> 'gross_minor')::bigint) over (partition by deals.id order by (step ->> 'no')::int rows between unbounded preceding and 1 preceding), 0) as before
    from deals cross join lateral private.schedule_of_proposal(deals.id) as step
    where deals.rest > 0 and not deals.is_final and not (step ->> 'no')::int = any (deals.steps) and not (step ->> 'when' = 'accepted' and deals.any_deposit)
  ), covered as (
    select id, sum(gross) as minor from steps group by id
  )
  select steps.on_day + deals.payment_days, greatest(least(steps.gross, deals.rest - steps.before), 0)::bigint, deals.currency, 'proposal', deals.id, deals.number, steps.label, deals.account_id
  from steps join deals using (id) where deals.rest - steps.before > 0 and steps.gross > 0
  union all
  select null, (deals.rest - coalesce(covered.minor, 0))::bigint, deals.currency, 'proposal', deals.id, deals.number, coalesce(nullif(deals.title, ''), deals.number), deals.account_id
  from deals left join covered using (id) where deals.rest - coalesce(covered.minor, 0) > 0 and not deals.is_final
$$;

-- What lines come to with the taxes of today's rules, as an invoice would have them.
create function private.cash_worth(lines jsonb, account uuid, currency text) returns bigint
language sql volatile security definer set search_path = ''
as $$
  select (public.document_totals(private.draft_lines(private.invoice_lines(lines), account, public.office_today()), currency,
    jsonb_build_object('withheld_pcm', coalesce((select withheld_pcm from public.billing_profiles where billing_profiles.account_id = cash_worth.account), 0))) ->> 'payable_minor')::bigint
$$;

-- Periods that are billed from that day on, and those that were billed by a draft that nobody has issued by then. `until` is the last day on
-- which money is looked for.
create function private.cash_agreed_retainers(as_of date, until date)
returns table (day date, amount_minor bigint, currency text, source text, source_id uuid, number text, title text, account_id uuid)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own public.retainers;
  terms int;
  period record;
  priced jsonb;
  priced_before jsonb;
  worth bigint;
begin
  for own in select * from public.retainers where state in ('active', 'paused', 'ended') and (created_at at time zone (select time_zone from public.office))::date <= as_of loop
    terms := coalesce((select terms_days from public.billing_profiles where billing_profiles.account_id = own.account_id), (select terms_days from public.invoice_settings));
    priced_before := null;
    for period in
      select rows.starts_on, rows.ends_on, case own.timing when 'advance' then rows.starts_on else rows.ends_on + 1 end as due_on, rows.lines
      from public.retainer_periods as rows left join public.invoices as bill on bill.id = rows.invoice_id
      where rows.retainer_id = own.id and rows.result <> 'skipped' and (bill.id is null or bill.issued_on > as_of)
      union all
      (select next.starts_on, next.ends_on, next.due_on, private.lines_of_period(own, next.whole_from, next.whole_to, next.starts_on, next.ends_on)
      from private.periods_from(own, private.next_period_day(own), 1 + (greatest(until - private.next_period_day(own), 0) / 28 / own.every_months)) as next
      where own.state <> 'ended' and next.due_on + terms <= until and private.pause_of_period(own.id, next.starts_on, next.ends_on) is null)
      order by 1
    loop
      continue when jsonb_array_length(period.lines) = 0;
      -- Whole periods at one price are worked out once.
      if period.lines is distinct from priced_before then
        worth := private.cash_worth(period.lines, own.account_id, own.currency);
        priced_before := period.lines;
      end if;
      continue when worth = 0;
      day := period.due_on + terms;
      amount_minor := worth; currency := own.currency; source := 'retainer'; source_id := own.id;
      number := null; title := own.title; account_id := own.account_id;
      return next;
    end loop;
  end loop;
end
$$;

-- Offered and not answered: its total by the chance of its deal. Without a deal nobody has said a chance: it is listed with nothing.
create function private.cash_perhaps(as_of date)
returns table (day date, amount_minor bigint, currency text, source text, source_id uuid, number text, title text, account_id uuid, whole_minor bigint, chance int)
language sql stable security definer set search_path = ''
as $$
  select deal.expected_close + version.payment_days, coalesce(round(version.total_minor * deal.chance / 100.0), 0)::bigint, offer.currency, 'proposal', offer.id, offer.number,
    version.title, offer.account_id, version.total_minor, deal.chance
  from public.proposals as offer
  join public.proposal_versions as version on version.proposal_id = offer.id and version.no = offer.current_version
  left join lateral (select deals.expected_close, coalesce(deals.probability_own, stage.probability)::int as chance
    from public.deals join public.deal_stages as stage on stage.id = deals.stage_id where deals.id = offer.deal_id and deals.stage_kind = 'open') as deal on true
  where offer.state in ('sent', 'viewed') and (offer.valid_until is null or offer.valid_until >= as_of) and version.sent_at is not null and version.total_minor > 0
    -- Chances are those of today: for a day that has passed nobody knows them.
    and as_of = public.office_today()
$$;

-- Billing what was agreed: parts of an accepted proposal, and the rest. Percents are cumulative, an amount is what is to be paid, and the
-- last invoice takes off every earlier one with its very tax, so that all of them come to the agreed total.

-- The accepted lines as an invoice has them, with the discount on the whole.
create function private.agreed_lines(proposal uuid) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  select private.draft_lines((
      select jsonb_agg(jsonb_build_object('description', btrim(concat_ws(E'\n', item ->> 'title', nullif(item ->> 'description', ''))), 'unit', item -> 'unit', 'quantity_milli', item -> 'quantity_milli',
        'unit_minor', item -> 'unit_minor', 'discount_bp', item -> 'discount_bp', 'tax_bp', item -> 'tax_bp', 'taxes', item -> 'taxes') order by place)
      from jsonb_array_elements(decision.content -> 'items') with ordinality as each (item, place)
      where not coalesce((item ->> 'optional')::boolean, false) or coalesce((item ->> 'selected')::boolean, false)), proposals.account_id, public.office_today())
  from public.proposals join public.proposal_decisions as decision on decision.proposal_id = proposals.id and decision.kind = 'accepted'
  where proposals.id = proposal and decision.content is not null
$$;

create function private.agreed_options(proposal uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object('discount_bp', nullif((content ->> 'discount_bp')::numeric, 0)))
  from public.proposal_decisions where proposal_id = proposal and kind = 'accepted'
$$;

-- What was billed of a proposal, less what was credited.
create function private.billed_of(proposal uuid) returns table (invoice_id uuid, number text, type text, schedule_no int, share_pcm int, total_minor bigint, net_minor bigint, issued_on date)
language sql stable security definer set search_path = ''
as $$
  select bill.id, bill.number, bill.type, bill.schedule_no, bill.share_pcm,
    (bill.total_minor + coalesce((select sum(note.total_minor) from public.invoices as note where note.credit_of = bill.id), 0))::bigint,
    ((bill.totals ->> 'net_minor')::numeric + coalesce((select sum((note.totals ->> 'net_minor')::numeric) from public.invoices as note where note.credit_of = bill.id), 0))::bigint, bill.issued_on
  from public.invoices as bill where bill.proposal_id = proposal and bill.type <> 'credit'
  order by bill.issued_on, bill.seq
$$;

create function private.billed_rows(proposal uuid) returns setof jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(billed) from private.billed_of(proposal) as billed
$$;

select private.register_hook('billed of proposal', 'private.billed_rows(uuid)', 'invoices');

-- All that "Bill" shows: what was agreed, what is billed, what comes next, and the rest.
create function private.bill_state(proposal uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  offer public.proposals := (select proposals from public.proposals where id = proposal);
  decision public.proposal_decisions := (select proposal_decisions from public.proposal_decisions where proposal_id = proposal and kind = 'accepted');
  lines jsonb := private.agreed_lines(proposal);
  totals jsonb;
  billed jsonb;
  schedule jsonb;
begin
  if lines is null then raise check_violation using message = 'Only an accepted proposal is billed.'; end if;
  totals := public.document_totals(lines, offer.currency, private.agreed_options(proposal));
  select coalesce(jsonb_agg(to_jsonb(each)), '[]') into billed from private.billed_of(proposal) as each;
  select jsonb_agg(step::jsonb) into schedule from private.call_hooks('schedule of proposal', proposal::text) as step;
  if schedule is null and decision.deposit_minor > 0 then
    schedule := jsonb_build_array(
      jsonb_build_object('no', 1, 'label', 'Deposit on acceptance', 'when', 'accepted',
        'on', public.office_day(decision.decided_at), 'gross_minor', decision.deposit_minor, 'rest', false),
      jsonb_build_object('no', 2, 'label', 'The rest', 'when', 'milestone', 'on', null, 'gross_minor', (totals ->> 'total_minor')::bigint - decision.deposit_minor, 'rest', true));
  end if;
  return jsonb_build_object('proposal_id', proposal, 'number', offer.number, 'title', (select title from public.proposal_versions where id = decision.version_id),
    'currency', offer.currency, 'net_minor', totals -> 'net_minor', 'tax_minor', totals -> 'tax_minor', 'total_minor', totals -> 'total_minor', 'billed', billed,
    'billed_minor', (select coalesce(sum((each ->> 'total_minor')::bigint), 0) from jsonb_array_elements(billed) as each),
    -- One that was taken back whole lets go.
    'is_final', exists (select from public.invoices as last where last.proposal_id = proposal and last.type = 'final' and (not exists (select from public.invoices where credit_of = last.id)
      or last.total_minor + (select sum(total_minor) from public.invoices where credit_of = last.id) <> 0)),
    'drafts', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'title', title, 'type', type)), '[]')
      -- What a retainer drafts is no part of what was agreed to be paid once.
      from public.invoice_drafts where proposal_id = proposal and type in ('deposit', 'final')),
    'schedule', coalesce((select jsonb_agg(step || jsonb_build_object('billed', (select each ->> 'number' from jsonb_array_elements(billed) as each
      where (each ->> 'schedule_no')::int = (step ->> 'no')::int and (each ->> 'total_minor')::bigint <> 0 limit 1)) order by place) from jsonb_array_elements(schedule) with ordinality as steps (step, place)), '[]'));
end
$$;

create function public.bill_state(proposal uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('invoices', 'read');
  return private.bill_state(proposal);
end
$$;

-- What a press of "Bill" is of the agreed total, taxes and all. {"kind": "share", "pcm"}, {"kind": "amount", "gross_minor"},
-- {"kind": "schedule", "no"} or {"kind": "rest"}: null, for that is no part.
create function private.part_of(state jsonb, asked jsonb) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  total numeric := (state ->> 'total_minor')::numeric;
  step jsonb;
  pcm numeric;
  before record;
begin
  case asked ->> 'kind'
    when 'rest' then return null;
    when 'amount' then
      return private.number_of(asked -> 'gross_minor', 1, 9000000000000000, 0, 'The amount')::bigint;
    when 'schedule' then
      select value into step from jsonb_array_elements(state -> 'schedule') where (value ->> 'no')::int = (asked ->> 'no')::int;
      if step is null then raise check_violation using message = 'There is no such step.'; end if;
      if step ->> 'billed' is not null then raise check_violation using message = format('%s was billed already: %s.', step ->> 'label', step ->> 'billed'); end if;
      return case when (step ->> 'rest')::boolean then null else (step ->> 'gross_minor')::bigint end;
    when 'share' then
      pcm := private.number_of(asked -> 'pcm', 1, 100000, 0, 'The share, in thousandths of a percent,');
      select coalesce(sum((each ->> 'share_pcm')::numeric), 0) as pcm, coalesce(sum((each ->> 'total_minor')::numeric), 0) as minor into before
      from jsonb_array_elements(state -> 'billed') as each where each ->> 'share_pcm' is not null and (each ->> 'total_minor')::numeric <> 0;
      if before.pcm + pcm > 100000 then raise check_violation using message = format('%s %% were billed already.', trim_scale(before.pcm / 1000)); end if;
      return (round(total * (before.pcm + pcm) / 100000) - before.minor)::bigint;
    else raise check_violation using message = 'Say what is billed: a share, an amount, a step, or the rest.';
  end case;
end
$$;

create function private.draft_of_proposal(proposal uuid, asked jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  offer public.proposals;
  state jsonb;
  gross bigint;
  lines jsonb;
  label text;
  made uuid;
begin
  select * into offer from public.proposals where id = proposal for no key update;
  if offer.id is null then raise sqlstate 'PT404' using message = 'This proposal no longer exists.'; end if;
  state := private.bill_state(proposal);
  if (state ->> 'is_final')::boolean then raise check_violation using message = format('%s was billed whole.', offer.number); end if;
  gross := private.part_of(state, asked);
  if gross is null then
    select id into made from public.invoice_drafts where proposal_id = proposal and type = 'final';
    if made is not null then return made; end if;
    made := private.draft_invoice(jsonb_build_object('type', 'final', 'account_id', offer.account_id, 'contact_id', offer.contact_id, 'deal_id', offer.deal_id, 'proposal_id', proposal,
      'title', left(coalesce(nullif(state ->> 'title', ''), offer.number), 200), 'currency', offer.currency, 'lines', private.agreed_lines(proposal),
      'discount_bp', private.agreed_options(proposal) -> 'discount_bp',
      'schedule_no', case when asked ->> 'kind' = 'schedule' then asked -> 'no' end));
    return made;
  end if;
  if gross = 0 then raise check_violation using message = 'This part comes to nothing.'; end if;
  if gross + (state ->> 'billed_minor')::bigint > (state ->> 'total_minor')::bigint then
    raise check_violation using message = format('Only %s is left of what was agreed.', private.money_text((state ->> 'total_minor')::numeric - (state ->> 'billed_minor')::numeric, offer.currency));
  end if;
  label := coalesce((select value ->> 'label' from jsonb_array_elements(state -> 'schedule') where asked ->> 'kind' = 'schedule' and (value ->> 'no')::int = (asked ->> 'no')::int),
    case when asked ->> 'kind' = 'share' then trim_scale((asked ->> 'pcm')::numeric / 1000) || ' %' else 'Part payment' end);
  select jsonb_agg(line || jsonb_build_object('description', left(label || ', ' || offer.number || coalesce(': ' || nullif(state ->> 'title', ''), ''), 2000))) into lines
  from jsonb_array_elements(public.document_part(private.agreed_lines(proposal), offer.currency, private.agreed_options(proposal), gross)) as line;
  return private.draft_invoice(jsonb_build_object('type', 'deposit', 'account_id', offer.account_id, 'contact_id', offer.contact_id, 'deal_id', offer.deal_id, 'proposal_id', proposal,
    'title', left(label || ', ' || coalesce(nullif(state ->> 'title', ''), offer.number), 200), 'currency', offer.currency, 'lines', lines,
    'schedule_no', case when asked ->> 'kind' = 'schedule' then asked -> 'no' end, 'share_pcm', case when asked ->> 'kind' = 'share' then asked -> 'pcm' end));
exception when unique_violation then
  raise check_violation using message = 'There is a draft of this step already.';
end
$$;

create function public.bill_proposal(proposal uuid, asked jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('invoices', 'add');
  if not private.module_is_live('invoices') then raise check_violation using message = 'Invoices are switched off.'; end if;
  return private.draft_of_proposal(proposal, asked);
end
$$;

-- The sums before and after, while one chooses.
create function public.bill_preview(proposal uuid, asked jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  state jsonb;
  gross bigint;
  part jsonb;
  problem text;
begin
  perform private.require_may('invoices', 'read');
  state := private.bill_state(proposal);
  begin
    gross := coalesce(private.part_of(state, asked), (state ->> 'total_minor')::bigint - (state ->> 'billed_minor')::bigint);
    if gross + (state ->> 'billed_minor')::bigint > (state ->> 'total_minor')::bigint then problem := 'More than is left of what was agreed.'; end if;
    if gross <> 0 and asked ->> 'kind' <> 'rest' then
      part := public.document_totals(public.document_part(private.agreed_lines(proposal), state ->> 'currency', private.agreed_options(proposal), gross), state ->> 'currency');
    end if;
  exception when check_violation then problem := sqlerrm;
  end;
  return jsonb_build_object('problem', problem, 'total_minor', state -> 'total_minor', 'billed_minor', state -> 'billed_minor', 'this_minor', coalesce(gross, 0),
    'rest_minor', (state ->> 'total_minor')::bigint - (state ->> 'billed_minor')::bigint - coalesce(gross, 0), 'net_minor', part -> 'net_minor', 'tax_minor', part -> 'tax_minor', 'currency', state -> 'currency');
end
$$;

-- Under the lock of the proposal: all invoices of it together come to no more than what was agreed, and a step is billed once.
create function private.demand_within_agreed(draft public.invoice_drafts, totals jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  state jsonb := private.bill_state(draft.proposal_id);
  agreed bigint := (state ->> 'total_minor')::bigint;
  billed bigint := (state ->> 'billed_minor')::bigint;
begin
  if (state ->> 'is_final')::boolean then raise check_violation using message = format('%s was billed whole meanwhile.', state ->> 'number'); end if;
  if draft.type = 'deposit' and billed + (totals ->> 'total_minor')::bigint > agreed then
    raise check_violation using message = format('Only %s is left of what was agreed.', private.money_text(agreed - billed, draft.currency));
  end if;
  if draft.schedule_no is not null and exists (select from jsonb_array_elements(state -> 'billed') as each
    where (each ->> 'schedule_no')::int = draft.schedule_no and (each ->> 'total_minor')::bigint <> 0) then
    raise check_violation using message = 'This step was billed meanwhile.';
  end if;
end
$$;

grant execute on function public.bill_state, public.bill_proposal, public.bill_preview to authenticated, service_role;

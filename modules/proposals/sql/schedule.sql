-- When the total of a version is paid: shares of it, fixed amounts, and the rest. Amounts are gross, and add up to the total whatever is chosen.

create trigger proposal_schedule_keep before insert or update or delete on public.proposal_schedule for each row execute function private.keep_sent_items();

-- The parts with their amounts: [{"no", "label", "due", "due_on", "due_days", "share_bp", "is_rest", "amount_minor"}]. A share is what all shares
-- so far come to, rounded once, less what they came to before: three thirds are the whole.
create function private.schedule_content(of_version uuid, total bigint) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  part public.proposal_schedule;
  shares numeric := 0;
  of_shares bigint := 0;
  asked bigint := 0;
  amount bigint;
  parts jsonb := '[]';
begin
  for part in select * from public.proposal_schedule where version_id = of_version order by no loop
    if part.share_bp is not null then
      shares := shares + part.share_bp;
      amount := round(total * shares / 10000) - of_shares;
      of_shares := of_shares + amount;
    elsif part.is_rest then
      amount := total - asked;
    else
      amount := part.amount_minor;
    end if;
    asked := asked + amount;
    parts := parts || jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('no', part.no, 'label', part.label, 'due', part.due, 'due_on', part.due_on,
      'due_days', part.due_days, 'share_bp', part.share_bp, 'is_rest', part.is_rest, 'amount_minor', amount)));
  end loop;
  return parts;
end
$$;

-- What is asked for at once when it is accepted.
create function private.due_on_acceptance(schedule jsonb, total bigint) returns bigint
language sql immutable set search_path = ''
as $$
  select least(greatest(coalesce(sum((part ->> 'amount_minor')::bigint) filter (where part ->> 'due' = 'accepted'), 0), 0), greatest(total, 0))::bigint
  from jsonb_array_elements(schedule) as part
$$;

create function private.save_schedule(of_version uuid, parts jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.proposal_schedule where version_id = of_version;
  insert into public.proposal_schedule (version_id, no, label, due, due_on, due_days, share_bp, amount_minor, is_rest)
  select of_version, place, btrim(part ->> 'label'), part ->> 'due', (part ->> 'due_on')::date, (part ->> 'due_days')::int, (part ->> 'share_bp')::int,
    (part ->> 'amount_minor')::bigint, coalesce((part ->> 'is_rest')::boolean, false)
  from jsonb_array_elements(parts) with ordinality as given (part, place);
  if exists (select from public.proposal_schedule where version_id = of_version and is_rest
    and no < (select max(no) from public.proposal_schedule where version_id = of_version)) then
    raise check_violation using message = 'The rest is the last part of the schedule.';
  end if;
  if (select sum(share_bp) from public.proposal_schedule where version_id = of_version) > 10000 then
    raise check_violation using message = format('The shares of the schedule come to %s %%: at most 100 %%.',
      (select trim_scale(round(sum(share_bp) / 100.0, 2)) from public.proposal_schedule where version_id = of_version));
  end if;
end
$$;

-- Before a version is sent: its parts add up to the total, also to the least one that can be chosen.
create function private.check_schedule(of_version uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  content jsonb := private.proposal_content(of_version);
  least_content jsonb := private.proposal_content(of_version, private.least_choices(of_version));
  has_rest boolean := exists (select from public.proposal_schedule where version_id = of_version and is_rest);
  has_amounts boolean := exists (select from public.proposal_schedule where version_id = of_version and amount_minor is not null);
begin
  if not exists (select from public.proposal_schedule where version_id = of_version) then return; end if;
  if not has_rest and ((select sum((part ->> 'amount_minor')::bigint) from jsonb_array_elements(content -> 'schedule') as part)
      <> (content #>> '{totals,total_minor}')::bigint or (has_amounts and private.has_choices(of_version))) then
    raise check_violation using message = 'The parts of the schedule do not add up to the total. Make the last part the rest.';
  end if;
  if exists (select from jsonb_array_elements(content -> 'schedule') as part where (part ->> 'amount_minor')::bigint < 0)
    or exists (select from jsonb_array_elements(least_content -> 'schedule') as part where (part ->> 'amount_minor')::bigint < 0) then
    raise check_violation using message = 'The parts of the schedule come to more than the total, or than the least that the client can choose.';
  end if;
end
$$;

-- As it was accepted, for what bills it, in order.
create function private.schedule_of_proposal(proposal uuid) returns setof jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('no', part -> 'no', 'label', part ->> 'label', 'when', part ->> 'due', 'on', case part ->> 'due'
      when 'accepted' then accepted.on_day when 'day' then (part ->> 'due_on')::date when 'days_after' then accepted.on_day + (part ->> 'due_days')::int end,
    'gross_minor', (part ->> 'amount_minor')::bigint, 'rest', coalesce((part ->> 'is_rest')::boolean, false))
  from public.proposal_decisions as decision
  join public.proposals on proposals.id = decision.proposal_id
  cross join lateral (select (decision.decided_at at time zone proposals.timezone)::date as on_day) as accepted
  cross join lateral jsonb_array_elements(coalesce(decision.content -> 'schedule', '[]')) with ordinality as given (part, place)
  where decision.proposal_id = schedule_of_proposal.proposal and decision.kind = 'accepted'
  order by place
$$;

select private.register_hook('schedule of proposal', 'private.schedule_of_proposal(uuid)', 'proposals');

select private.allow('public.proposal_schedule', 'proposals');

grant select on public.proposal_schedule to authenticated, service_role;

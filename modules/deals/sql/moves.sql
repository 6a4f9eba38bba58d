-- How cards move on the board, and what becomes of its stages.

-- Written out once, so that its plan is kept.
do $make$
begin
  execute format(
    $function$
      create function private.deal_card(of_deal uuid) returns json
      language plpgsql stable security definer set search_path = ''
      as $body$
      begin
        return (
          select %s from public.deals join public.deal_stages as stage on stage.id = deals.stage_id
          cross join (select public.office_today() as today) as office where deals.id = of_deal);
      end
      $body$
    $function$, private.card_of_deal());
end
$make$;

create function private.column_totals(of_stage uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', of_stage, 'count', count(*), 'sum_minor', coalesce(sum(base_minor), 0)::bigint,
    'weighted_minor', coalesce(sum(public.weighted_minor(base_minor, coalesce(probability_own,
      (select probability from public.deal_stages where id = of_stage)))), 0)::bigint)
  from public.deals where stage_id = of_stage and archived_at is null
$$;

-- Cards that were put into one gap again and again: the column gets wide steps again, in the same order. A power of two is
-- halved sixteen times before it has a fraction.
create function private.rebalance_positions(of_stage uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.deal_places set position = ordered.place * 65536
  from (select deal_id, row_number() over (order by position) as place from private.deal_places where stage_id = of_stage) as ordered
  where deal_places.deal_id = ordered.deal_id and deal_places.stage_id = of_stage
$$;

-- The place for a card in a locked column: right below `after`, or right above `before`, by the order that everyone sees. Cards
-- that a filter hides stand between as they did. Half of a sum is exact in numeric.
create function private.place_between(of_stage uuid, moving uuid, after uuid, before uuid, at_end boolean) returns numeric
language plpgsql volatile security definer set search_path = ''
as $$
declare
  above numeric;
  below numeric;
begin
  select position into above from private.deal_places where deal_id = after and stage_id = of_stage and deal_id <> moving;
  if above is null then
    select position into below from private.deal_places where deal_id = before and stage_id = of_stage and deal_id <> moving;
  end if;
  if above is not null then
    select min(position) into below from private.deal_places where stage_id = of_stage and position > above and deal_id <> moving;
  elsif below is not null then
    select max(position) into above from private.deal_places where stage_id = of_stage and position < below and deal_id <> moving;
  elsif at_end then
    select max(position) into above from private.deal_places where stage_id = of_stage and deal_id <> moving;
  else
    select min(position) into below from private.deal_places where stage_id = of_stage and deal_id <> moving;
  end if;
  return case
    when above is null and below is null then 0
    when above is null then floor(below) - 65536
    when below is null then ceil(above) + 65536
    else (above + below) * 0.5 end;
end
$$;

-- Moves a deal to a stage and a place in it: below `after`, or above `before`, or to the end, or to the top. `close` is what
-- closing needs, {reason, note, amount_minor, currency, closed_on}, and may say {ask_again_on, end_tasks, probability_own}.
-- `seen` is the updated_at that anyone who moves it saw. The answer says how to undo it.
create function public.move_deal(
  deal uuid, to_stage uuid, after uuid default null, before uuid default null, seen timestamptz default null,
  close jsonb default null, keep_probability boolean default false, at_end boolean default false
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was public.deals;
  old_place private.deal_places;
  spot numeric;
  above uuid;
  below uuid;
  target public.deal_stages;
  undo_close jsonb;
  ended uuid[];
  column_now jsonb;
begin
  perform private.require_may('deals', 'edit');
  -- Moves into one column wait for each other. Every way to move a deal locks in this order, so that none blocks another for good:
  -- stages by id, then deals by id, then places.
  select * into target from public.deal_stages where id = to_stage for no key update;
  select * into was from public.deals where id = deal for no key update;
  if was.id is null then raise sqlstate 'PT404' using message = 'This deal no longer exists.'; end if;
  if seen is not null and was.updated_at <> seen then
    raise sqlstate 'PT409' using message = format('Someone else changed "%s" meanwhile.', was.name), detail = private.deal_card(deal)::text;
  end if;
  if target.id is null then raise sqlstate 'PT404' using message = 'This stage no longer exists.'; end if;
  select * into old_place from private.deal_places where deal_id = deal;
  select deal_id into above from private.deal_places
  where stage_id = old_place.stage_id and position < old_place.position and not archived order by position desc limit 1;
  select deal_id into below from private.deal_places
  where stage_id = old_place.stage_id and position > old_place.position and not archived order by position limit 1;

  spot := private.place_between(to_stage, deal, after, before, at_end);
  if length(spot::text) > 20 then
    perform private.rebalance_positions(to_stage);
    spot := private.place_between(to_stage, deal, after, before, at_end);
  end if;
  update private.deal_places set stage_id = to_stage, position = spot where deal_id = deal;

  if was.stage_id <> to_stage or close is not null then
    perform set_config('guidevane.stages_locked', 'yes', true);
    perform set_config('guidevane.keep_probability', case when keep_probability then 'yes' else '' end, true);
    update public.deals set
      stage_id = to_stage,
      amount_minor = case when close ? 'amount_minor' then (close ->> 'amount_minor')::bigint else amount_minor end,
      currency = coalesce(close ->> 'currency', currency),
      probability_own = case when close ? 'probability_own' then (close ->> 'probability_own')::smallint else probability_own end,
      closed_on = case when target.kind <> 'open' and close ->> 'closed_on' is not null then (close ->> 'closed_on')::date else closed_on end,
      close_reason_id = case when target.kind <> 'open' and close ? 'reason' then (close ->> 'reason')::uuid else close_reason_id end,
      close_note = case when target.kind <> 'open' and close ? 'note' then close ->> 'note' else close_note end
    where id = deal;
    perform set_config('guidevane.keep_probability', '', true);
    perform set_config('guidevane.stages_locked', '', true);
    if (close ->> 'end_tasks')::boolean then
      with done as (
        update public.tasks set done_at = now(), done_by = private.me()
        where id in (select tasks.id from public.tasks where deal_id = deal and done_at is null order by tasks.id for update) returning id
      ) select array_agg(id) into ended from done;
    end if;
    if close ->> 'ask_again_on' is not null then
      insert into public.tasks (title, kind, due_on, deal_id, assignee_id, source)
      values (left('Ask again: ' || was.name, 300), 'call', (close ->> 'ask_again_on')::date, deal, coalesce(was.owner_id, private.me()), 'deal');
    end if;
    undo_close := jsonb_build_object('amount_minor', was.amount_minor, 'currency', was.currency, 'probability_own', was.probability_own)
      || case when was.stage_kind <> 'open' then
        jsonb_build_object('reason', was.close_reason_id, 'note', was.close_note, 'closed_on', was.closed_on) else '{}' end;
  end if;

  column_now := private.column_totals(to_stage);
  return jsonb_build_object(
    'card', private.deal_card(deal),
    'from', case when was.stage_id = to_stage then column_now else private.column_totals(was.stage_id) end,
    'to', column_now,
    'place', (select count(*) from private.deal_places where stage_id = to_stage and not archived and position <= spot),
    'of', column_now -> 'count',
    'ended_tasks', coalesce(to_jsonb(ended), '[]'),
    'undo', jsonb_build_object('deal', deal, 'to_stage', was.stage_id, 'after', above, 'before', below,
      'seen', (select updated_at from public.deals where id = deal), 'close', undo_close, 'keep_probability', true));
end
$$;

-- To the first stage of an outcome, 'won' or 'lost'.
create function public.close_deal(deal uuid, outcome text, close jsonb default '{}', seen timestamptz default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if outcome not in ('won', 'lost') then
    raise check_violation using message = 'A deal is closed as won or lost.';
  end if;
  return public.move_deal(deal, (select id from public.deal_stages where kind = outcome and archived_at is null order by sort limit 1),
    seen => seen, close => coalesce(close, '{}'));
end
$$;

-- Back to the open stage it came from, or to the first; date, reason and note are cleared.
create function public.reopen_deal(deal uuid, to_stage uuid default null, seen timestamptz default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  target uuid := coalesce(to_stage,
    (select stage.id from public.deal_stage_events as event join public.deal_stages as stage on stage.id = event.to_stage
     where event.deal_id = deal and stage.kind = 'open' and stage.archived_at is null order by event.id desc limit 1),
    private.first_stage());
begin
  if (select kind from public.deal_stages where id = target) is distinct from 'open' then
    raise check_violation using message = 'A deal is reopened in an open stage.';
  end if;
  return public.move_deal(deal, target, seen => seen);
end
$$;

-- Many at once. Each answers what was there before, so that it can be undone.
create function public.move_deals(ids uuid[], to_stage uuid, close jsonb default null)
returns table (id uuid, was_stage_id uuid)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  one public.deals;
begin
  perform private.require_may('deals', 'edit');
  perform from public.deal_stages where deal_stages.id = to_stage for no key update;
  for one in select * from public.deals where deals.id = any (ids) order by deals.id for no key update loop
    continue when one.stage_id = to_stage;
    perform public.move_deal(one.id, to_stage, close => close);
    id := one.id;
    was_stage_id := one.stage_id;
    return next;
  end loop;
end
$$;

create function public.assign_deals(ids uuid[], owner uuid) returns table (id uuid, was_owner_id uuid)
language sql volatile set search_path = ''
as $$
  with before as (select deals.id, deals.owner_id from public.deals where deals.id = any (private.no_more_than(10000, ids)) order by deals.id for no key update)
  update public.deals set owner_id = owner from before
  where deals.id = before.id and deals.owner_id is distinct from owner
  returning deals.id, before.owner_id
$$;

create function public.archive_deals(ids uuid[], archive boolean default true) returns setof uuid
language sql volatile set search_path = ''
as $$
  with before as (select deals.id from public.deals where deals.id = any (private.no_more_than(10000, ids)) order by deals.id for no key update)
  update public.deals set archived_at = case when archive then now() end from before
  where deals.id = before.id and (archived_at is null) = archive returning deals.id
$$;

-- Stages ------------------------------------------------------------------------------------------------------------------------

create function public.order_stages(ids uuid[]) returns void
language sql volatile set search_path = ''
as $$
  with locked as materialized (select id, sort from public.deal_stages order by id for no key update)
  update public.deal_stages set sort = ordered.place
  from (
    select stage.id, row_number() over (order by coalesce(array_position(private.no_more_than(100, ids), stage.id), 1000), stage.sort) as place from locked as stage
  ) as ordered
  where deal_stages.id = ordered.id and deal_stages.sort <> ordered.place
$$;

-- Its deals, also closed and archived ones, go to another stage of its kind, in their order below those that are there.
create function public.retire_stage(stage uuid, move_to uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone public.deal_stages;
  target public.deal_stages;
  moved int;
  below numeric;
begin
  perform private.require_may('deals', 'edit');
  perform from public.deal_stages where id in (stage, move_to) order by id for no key update;
  select * into gone from public.deal_stages where id = stage;
  select * into target from public.deal_stages where id = move_to;
  if gone.id is null then raise sqlstate 'PT404' using message = 'This stage no longer exists.'; end if;
  if target.id is null or target.id = gone.id or target.archived_at is not null then
    raise check_violation using message = 'Say which other stage its deals go to.';
  end if;
  if target.kind <> gone.kind then
    raise check_violation using message = format('Deals of "%s" go to another stage for %s deals.', gone.name, gone.kind);
  end if;
  perform private.suppress_history(true);
  perform from public.deals where stage_id = gone.id order by id for no key update;
  select coalesce(max(position), 0) into below from private.deal_places where stage_id = target.id;
  update private.deal_places set stage_id = target.id, position = ordered.place
  from (select deal_id, ceil(below) + 65536 * row_number() over (order by position) as place from private.deal_places where stage_id = gone.id) as ordered
  where deal_places.deal_id = ordered.deal_id;
  perform set_config('guidevane.stages_locked', 'yes', true);
  perform set_config('guidevane.keep_probability', 'yes', true);
  update public.deals set stage_id = target.id where stage_id = gone.id;
  get diagnostics moved = row_count;
  perform set_config('guidevane.keep_probability', '', true);
  perform set_config('guidevane.stages_locked', '', true);
  update public.subjects set stage_id = target.id where stage_id = gone.id;
  update public.deal_stages set archived_at = now() where id = gone.id;
  perform private.suppress_history(false);
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, changes)
  values ('retired', auth.uid(), private.actor_name(), 'deal_stage', gone.id, gone.name, jsonb_build_object('stage', jsonb_build_array(gone.name, target.name), 'deals', moved));
  set constraints all immediate;
  return jsonb_build_object('moved', moved, 'to', private.column_totals(target.id));
end
$$;

grant execute on function public.move_deal, public.close_deal, public.reopen_deal, public.move_deals, public.assign_deals, public.archive_deals,
  public.order_stages, public.retire_stage to authenticated, service_role;

-- What the board of deals shows. Positions never leave the database.

-- What a deal is worth by its chance; the sum of these is the weighted sum, so that rows and totals agree to the cent.
create function public.weighted_minor(base_minor bigint, probability int) returns bigint
language sql immutable
as $$
  select (base_minor * probability + 50) / 100
$$;

-- The conditions on `deals` that a filter stands for; board, list and totals all take them from here:
--   search, owner (an id, or 'none'), service, account, stage (ids), closing ('overdue', 'this_month', 'this_quarter', 'none'), stale, archived
-- With `found_before`, what the search finds stands in a table expression `found` of the query: it is looked up once, and not for
-- each part of a board.
create function private.deal_conditions(filter jsonb, found_before boolean default false) returns text
language sql stable set search_path = ''
as $$
  select concat_ws(' and ',
    case when (filter ->> 'archived')::boolean then 'deals.archived_at is not null' else 'deals.archived_at is null' end,
    case when nullif(btrim(filter ->> 'search'), '') is not null then
      case when found_before then 'deals.id in (select found.id from found)'
        else format('deals.id in (select found.id from private.all_found(''deals'', %L) as found (id))', filter ->> 'search') end end,
    case when filter ->> 'owner' = 'none' then 'deals.owner_id is null'
      when nullif(filter ->> 'owner', '') is not null then format('deals.owner_id = %L::uuid', filter ->> 'owner') end,
    case when nullif(filter ->> 'service', '') is not null then format('deals.service_line = %L', filter ->> 'service') end,
    case when nullif(filter ->> 'account', '') is not null then format('deals.account_id = %L::uuid', filter ->> 'account') end,
    case when jsonb_typeof(filter -> 'stage') = 'array' then
      format('deals.stage_id = any (%L::uuid[])', array(select jsonb_array_elements_text(filter -> 'stage'))) end,
    case when filter ->> 'kind' is not null then format('deals.stage_kind = %L', filter ->> 'kind') end,
    case filter ->> 'closing'
      when 'overdue' then 'deals.stage_kind = ''open'' and deals.expected_close < public.office_today()'
      when 'none' then 'deals.stage_kind = ''open'' and deals.expected_close is null'
      when 'this_month' then 'date_trunc(''month'', coalesce(deals.closed_on, deals.expected_close)) = date_trunc(''month'', public.office_today())'
      when 'this_quarter' then 'date_trunc(''quarter'', coalesce(deals.closed_on, deals.expected_close)) = date_trunc(''quarter'', public.office_today())'
    end,
    case when (filter ->> 'stale')::boolean then
      'deals.stage_kind = ''open'' and exists (select from public.deal_stages as stage where stage.id = deals.stage_id
        and deals.stage_since <= now() - make_interval(days => stage.stale_after_days))' end)
$$;

-- A card as the board shows it, of `deals` and its `stage`; names of companies and titles of tasks only to who may read those. As json, which is only written: jsonb sorts its keys first, a quarter of the
-- board's time.
create function private.card_of_deal() returns text
language sql immutable set search_path = ''
as $$
  select $card$ json_build_object(
    'id', deals.id, 'name', deals.name, 'account_id', deals.account_id,
    'account_name', case when (select private.caller_may('crm', 'read')) then (select accounts.name from public.accounts where accounts.id = deals.account_id)
      else '' end,
    'amount_minor', deals.amount_minor, 'currency', deals.currency, 'base_minor', deals.base_minor,
    'probability', coalesce(deals.probability_own, stage.probability), 'probability_own', deals.probability_own,
    'expected_close', deals.expected_close, 'owner_id', deals.owner_id,
    'owner_name', (select staff.name from public.staff where staff.user_id = deals.owner_id),
    'service_line', deals.service_line, 'stage_id', deals.stage_id, 'stage_since', date_trunc('second', deals.stage_since),
    'stale', coalesce(stage.kind = 'open' and deals.stage_since <= now() - make_interval(days => stage.stale_after_days), false),
    'overdue', coalesce(stage.kind = 'open' and deals.expected_close < office.today, false),
    'closed_on', deals.closed_on,
    'people', (select count(*) from public.deal_contacts where deal_contacts.deal_id = deals.id),
    'next_task', (select json_build_object('title', tasks.title, 'due_on', tasks.due_on) from public.tasks
      where tasks.deal_id = deals.id and tasks.done_at is null and (select private.caller_may('tasks', 'read'))
      order by tasks.due_on nulls last, tasks.due_at nulls last, tasks.created_at limit 1),
    'updated_at', deals.updated_at) $card$
$$;

-- What the cards of a column are ordered by, of `deals` and their `place`: by hand (null), or in the words of the list's sort, by
-- the day of closing, soonest first, or by amount, largest first, in the currency of the column's sum. Cards without one come last,
-- and equal ones stand as by hand, so that no two share a rank.
create function private.card_rank(sort text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if sort is null then
    return 'place.position';
  elsif sort = 'expected_close' then
    return 'array[extract(epoch from coalesce(deals.closed_on, deals.expected_close, ''infinity'')), place.position]';
  elsif sort = '-amount_minor' then
    return 'array[coalesce(-deals.base_minor::numeric, ''Infinity''), place.position]';
  end if;
  raise check_violation using message = 'Cards are sorted by expected_close or by -amount_minor.';
end
$$;

-- Columns of all live stages: count, sum and weighted sum of all deals that match, and the first cards of the open ones. Won and
-- lost are a strip below the columns that draws no card: theirs come with deal_board_more.
create function public.deal_board(filter jsonb default '{}', per_stage int default 30, sort text default null) returns json
language plpgsql stable security definer set search_path = '' set max_parallel_workers_per_gather = 0
as $$
declare
  answer json;
begin
  perform private.require_may('deals', 'read');
  execute format(
    $query$
      with office as materialized (
        select currency, $2 as today from public.office
      ), found as materialized (
        select found.id from private.all_found('deals', $3) as found (id)
      ), totals as materialized (
        select deals.stage_id, count(*) as count, coalesce(sum(deals.base_minor), 0)::bigint as sum_minor,
          coalesce(sum(public.weighted_minor(deals.base_minor, coalesce(deals.probability_own, stage.probability))), 0)::bigint as weighted_minor,
          count(*) - count(deals.amount_minor) as without_amount,
          count(*) filter (where deals.amount_minor is not null and deals.currency <> (select currency from office)) as converted
        from public.deals join public.deal_stages as stage on stage.id = deals.stage_id
        where %1$s
        group by deals.stage_id
      )
      select json_build_object('currency', (select currency from office), 'sort', $4, 'stages', json_agg(
        json_build_object('id', stage.id, 'key', stage.key, 'name', stage.name, 'kind', stage.kind, 'probability', stage.probability,
          'stale_after_days', stage.stale_after_days, 'count', coalesce(totals.count, 0), 'sum_minor', coalesce(totals.sum_minor, 0),
          'weighted_minor', coalesce(totals.weighted_minor, 0), 'without_amount', coalesce(totals.without_amount, 0),
          'converted', coalesce(totals.converted, 0), 'cards', coalesce(page.cards, '[]'), 'more', page.more)
        order by stage.sort))
      from public.deal_stages as stage
      cross join office
      left join totals on totals.stage_id = stage.id
      cross join lateral (
        select json_agg(%2$s order by chosen.place) filter (where chosen.place <= $1) as cards, count(*) > $1 as more
        from (
          select id, row_number() over (order by rank) as place
          from (
            -- Walked in its order, or read whole where it is sorted.
            select %4$s as rank, deals.id from private.deal_places as place join public.deals on deals.id = place.deal_id
            where stage.kind = 'open' and totals.count > 0 and place.stage_id = stage.id and %3$s %5$s and %1$s
            order by rank limit $1 + 1
          ) as first
        ) as chosen
        join public.deals on deals.id = chosen.id
      ) as page
      where stage.archived_at is null
    $query$, private.deal_conditions(filter, found_before => true), private.card_of_deal(),
    case when (filter ->> 'archived')::boolean then 'place.archived' else 'not place.archived' end, private.card_rank(sort),
    -- True of every deal there; said only where it helps the planner to find them all.
    case when sort is not null then 'and deals.stage_id = place.stage_id and deals.stage_kind = ''open''' end)
  into answer using least(greatest(coalesce(per_stage, 30), 0), 200), public.office_today(), filter ->> 'search', sort;
  return answer;
end
$$;

-- The cards of one column that come after one, or its first. Of won and lost those of the last 90 days.
create function public.deal_board_more(filter jsonb, stage uuid, after uuid, per_stage int default 30, sort text default null) returns json
language plpgsql stable security definer set search_path = '' set max_parallel_workers_per_gather = 0
as $$
declare
  answer json;
begin
  perform private.require_may('deals', 'read');
  execute format(
    $query$
      with office as materialized (
        select $4 as today
      ), found as materialized (
        select found.id from private.all_found('deals', $5) as found (id)
      ), chosen as (
        select deals.id, row_number() over (order by %4$s) as place
        from private.deal_places as place
        join public.deals on deals.id = place.deal_id
        where place.stage_id = $2 and %3$s %6$s
          and %4$s > coalesce(
            (select %4$s from private.deal_places as place join public.deals on deals.id = place.deal_id
             where place.deal_id = $3 and place.stage_id = $2), %5$L)
          and (deals.stage_kind = 'open' or deals.closed_on > $4 - 90) and %1$s
        order by %4$s limit $1 + 1
      )
      select json_build_object(
        'cards', coalesce(json_agg(%2$s order by chosen.place) filter (where chosen.place <= $1), '[]'), 'more', count(*) > $1)
      from chosen
      join public.deals on deals.id = chosen.id
      join public.deal_stages as stage on stage.id = deals.stage_id
      cross join office
    $query$, private.deal_conditions(filter, found_before => true), private.card_of_deal(),
    case when (filter ->> 'archived')::boolean then 'place.archived' else 'not place.archived' end, private.card_rank(sort),
    case when sort is null then '-Infinity' else '{-Infinity}' end,
    case when sort is not null then 'and deals.stage_id = place.stage_id' end)
  into answer using least(greatest(coalesce(per_stage, 30), 1), 200), stage, after, public.office_today(), filter ->> 'search';
  return answer;
end
$$;

-- The rows behind a board: the same conditions, as rows that can be sorted, paged, counted and narrowed further.
-- Its number of rows is a guess that makes PostgreSQL join their companies, not look each up.
create function public.filter_deals(filter jsonb default '{}') returns setof public.deals
language plpgsql stable set search_path = '' rows 10000
as $$
begin
  return query execute 'select deals.* from public.deals where ' || private.deal_conditions(filter);
end
$$;

grant execute on function public.weighted_minor, private.deal_conditions, public.deal_board, public.deal_board_more, public.filter_deals
  to authenticated, service_role;

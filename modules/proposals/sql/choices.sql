-- What a client may choose: options, one line of each group, quantities within a range.
--   choices: {"chosen": [positions of options and of lines of groups], "quantities": {"3": 2000}}; null: as it was sent

create function private.proposal_lines(of_version uuid, choices jsonb default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  -- Keys that came with groups, quantities and services are there only where they say something: what was sent before keeps its text.
  select coalesce(jsonb_agg(jsonb_build_object('position', position, 'title', title, 'description', description, 'unit', unit,
    'quantity_milli', case when private.quantity_chosen(item, choices) between qty_min_milli and qty_max_milli
      then private.quantity_chosen(item, choices)::bigint else quantity_milli end,
    'unit_minor', unit_minor, 'discount_bp', discount_bp, 'tax_bp', tax_bp,
    -- A line of a group counts only while it is chosen, as an option does.
    'optional', optional or group_key is not null,
    'selected', case when not optional and group_key is null then true when choices is null then selected else choices -> 'chosen' @> to_jsonb(position) end)
    || jsonb_strip_nulls(jsonb_build_object('group', group_key, 'qty_min_milli', qty_min_milli, 'qty_max_milli', qty_max_milli, 'every_months', every_months,
      'taxes', taxes))
    order by position), '[]')
  from public.proposal_items as item where version_id = of_version
$$;

-- Null where none was chosen, or where what was typed is no number.
create function private.quantity_chosen(item public.proposal_items, choices jsonb) returns numeric
language sql immutable set search_path = ''
as $$
  select case when item.qty_max_milli > item.qty_min_milli and jsonb_typeof(choices -> 'quantities' -> item.position::text) = 'number'
    then (choices -> 'quantities' ->> item.position::text)::numeric end
$$;

-- Lines of one rhythm; null: those that are billed once.
create function private.lines_every(lines jsonb, months int) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(line order by place), '[]') from jsonb_array_elements(lines) with ordinality as each (line, place)
  where (line ->> 'every_months')::int is not distinct from months
$$;

-- Lines that are billed again and again: [{"every_months", "items", "totals"}]. A retainer bills them; they are no part of the total.
create function private.recurring_content(lines jsonb, currency text) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('every_months', months, 'items', private.lines_every(lines, months),
    'totals', public.document_totals(private.lines_every(lines, months), currency)) order by months), '[]')
  from (select distinct (line ->> 'every_months')::int as months from jsonb_array_elements(lines) as line where line ? 'every_months') as rhythms
$$;

-- What is wrong with choices: [{"group", "title"}] without exactly one line, [{"position", "title", "min", "max"}] out of its range. Positions
-- that are not in the offer are no one's.
create function private.choice_problems(of_version uuid, choices jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(problem), '[]') from (
    select jsonb_build_object('group', item.group_key, 'title', private.group_title(of_version, item.group_key)) as problem
    from public.proposal_items as item where item.version_id = of_version and item.group_key is not null and choices is not null
    group by item.group_key having count(*) filter (where choices -> 'chosen' @> to_jsonb(item.position)) <> 1
    union all
    select jsonb_build_object('position', item.position, 'title', item.title, 'min', item.qty_min_milli, 'max', item.qty_max_milli)
    from public.proposal_items as item
    where item.version_id = of_version and item.qty_max_milli > item.qty_min_milli and choices -> 'quantities' ? item.position::text
      and (private.quantity_chosen(item, choices) is null or private.quantity_chosen(item, choices) <> trunc(private.quantity_chosen(item, choices))
        or private.quantity_chosen(item, choices) not between item.qty_min_milli and item.qty_max_milli)
  ) as problems
$$;

create function private.group_title(of_version uuid, key text) returns text
language sql stable security definer set search_path = ''
as $$
  select given ->> 'title' from public.proposal_versions, jsonb_array_elements(groups) as given
  where proposal_versions.id = of_version and given ->> 'key' = group_title.key
$$;

-- Only what can be chosen, in one way of writing: what is kept with an answer.
create function private.tidy_choices(of_version uuid, choices jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'chosen', coalesce(jsonb_agg(item.position order by item.position) filter (where (item.optional or item.group_key is not null)
      and choices -> 'chosen' @> to_jsonb(item.position)), '[]'),
    'quantities', coalesce(jsonb_object_agg(item.position::text, private.quantity_chosen(item, choices))
      filter (where private.quantity_chosen(item, choices) is not null), '{}'))
  from public.proposal_items as item where item.version_id = of_version
$$;

-- The least that a client can choose: no option, the cheapest of each group, the smallest quantities.
create function private.least_choices(of_version uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'chosen', (select coalesce(jsonb_agg(position), '[]') from (
      select distinct on (group_key) position from public.proposal_items where version_id = of_version and group_key is not null
      order by group_key, case when every_months is null then unit_minor * coalesce(qty_min_milli, quantity_milli)::numeric * (10000 - discount_bp) else 0 end, position) as cheapest),
    'quantities', (select coalesce(jsonb_object_agg(position::text, case when unit_minor < 0 then qty_max_milli else qty_min_milli end), '{}')
      from public.proposal_items where version_id = of_version and qty_max_milli > qty_min_milli))
$$;

create function private.has_choices(of_version uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.proposal_items where version_id = of_version and (optional or group_key is not null or qty_max_milli > qty_min_milli))
$$;

-- Before a version is sent: groups have a title and two lines or more, one of them chosen; every line has a price.
create function private.check_choices(of_version uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  wrong record;
begin
  select position, title into wrong from public.proposal_items where version_id = of_version and price_missing order by position limit 1;
  if found then
    raise check_violation using message = format('Line %s (%s) has no price in this currency: type one first.', wrong.position, wrong.title);
  end if;
  select group_key, count(*) as lines, count(*) filter (where selected) as chosen, private.group_title(of_version, group_key) as title into wrong
  from public.proposal_items where version_id = of_version and group_key is not null
  group by group_key having count(*) < 2 or count(*) filter (where selected) <> 1 or coalesce(btrim(private.group_title(of_version, group_key)), '') = '' limit 1;
  if found then
    raise check_violation using message = case
      when coalesce(btrim(wrong.title), '') = '' then 'A group has no title: say what is chosen there.'
      when wrong.lines < 2 then format('"%s" has one line: a group has two or more to choose from.', wrong.title)
      else format('"%s" has %s lines that are chosen first: say which one is.', wrong.title, wrong.chosen) end;
  end if;
end
$$;

create function private.save_items(of_version uuid, items jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.proposal_items where version_id = of_version;
  insert into public.proposal_items (version_id, position, title, description, unit, quantity_milli, unit_minor, discount_bp, tax_bp, tax_class_id, taxes, optional, selected,
    service_id, price_missing, group_key, qty_min_milli, qty_max_milli, every_months)
  select of_version, place, btrim(item ->> 'title'), coalesce(item ->> 'description', ''), coalesce(item ->> 'unit', ''),
    coalesce((item ->> 'quantity_milli')::bigint, 1000), coalesce((item ->> 'unit_minor')::bigint, 0), private.share_of(item -> 'discount_bp', place, 'discount'),
    case when nullif(item -> 'taxes', 'null') is null then private.share_of(item -> 'tax_bp', place, 'tax rate') else 0 end, (item ->> 'tax_class_id')::uuid,
    private.tax_parts(item -> 'taxes', format('Line %s', place)), coalesce((item ->> 'optional')::boolean, false) and nullif(item ->> 'group_key', '') is null,
    (not coalesce((item ->> 'optional')::boolean, false) and nullif(item ->> 'group_key', '') is null) or coalesce((item ->> 'selected')::boolean, true),
    (item ->> 'service_id')::uuid, coalesce((item ->> 'price_missing')::boolean, false), nullif(item ->> 'group_key', ''),
    (item ->> 'qty_min_milli')::bigint, (item ->> 'qty_max_milli')::bigint, (item ->> 'every_months')::smallint
  from jsonb_array_elements(items) with ordinality as given (item, place)
$$;

create function private.copy_items(from_version uuid, to_version uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.proposal_items (version_id, position, title, description, unit, quantity_milli, unit_minor, discount_bp, tax_bp, tax_class_id, taxes, optional, selected,
    service_id, price_missing, group_key, qty_min_milli, qty_max_milli, every_months)
  select to_version, position, title, description, unit, quantity_milli, unit_minor, discount_bp, tax_bp, tax_class_id, taxes, optional, selected,
    service_id, price_missing, group_key, qty_min_milli, qty_max_milli, every_months
  from public.proposal_items where version_id = from_version;
  insert into public.proposal_schedule (version_id, no, label, due, due_on, due_days, share_bp, amount_minor, is_rest)
  select to_version, no, label, due, due_on, due_days, share_bp, amount_minor, is_rest from public.proposal_schedule where version_id = from_version
$$;

-- How many lines came from a service.
create function private.lines_of_service(service uuid) returns int
language sql stable security definer set search_path = ''
as $$
  select count(*)::int from public.proposal_items where service_id = service
$$;

select private.register_hook('lines of service', 'private.lines_of_service(uuid)');

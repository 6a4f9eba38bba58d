-- Deals: work that may be won. What is true of a deal (a lost one has a reason, a won one an amount) is held by checks of the
-- table, so that no way past them exists: board, list, API, import. The order of cards is made here and nowhere else.

-- Stages keep order -------------------------------------------------------------------------------------------------------

create function private.complete_stage() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  plain text;
begin
  if tg_op = 'INSERT' then
    if new.key is null then
      plain := coalesce(nullif(btrim(left(regexp_replace(private.fold(btrim(new.name)), '[^a-z0-9]+', '-', 'g'), 50), '-'), ''), 'stage');
      select plain || coalesce('-' || (max(coalesce(nullif(substring(key from '-([0-9]{1,6})$'), '')::int, 1)) + 1), '') into new.key
      from public.deal_stages where key = plain or key ~ ('^' || plain || '-[0-9]{1,6}$');
    end if;
    new.sort := coalesce(new.sort, (select coalesce(max(sort), 0) + 1 from public.deal_stages));
    return new;
  end if;
  new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  if (new.kind <> old.kind or (new.archived_at is not null and old.archived_at is null))
    and exists (select from public.deals where stage_id = old.id) then
    raise check_violation using message = case when new.kind <> old.kind
      then format('"%s" has deals, so its kind stays.', old.name)
      else format('"%s" has deals. Retire it and say where they go.', old.name) end;
  end if;
  return new;
end
$$;

create trigger deal_stages_complete before insert or update on public.deal_stages for each row execute function private.complete_stage();

create function private.keep_each_kind() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  missing text;
begin
  select needed into missing from unnest(array['open', 'won', 'lost']) as needed
  where not exists (select from public.deal_stages as stage where stage.kind = needed and stage.archived_at is null) limit 1;
  if missing is not null then
    raise check_violation using message = format('The last stage for %s deals cannot go.', missing);
  end if;
  return null;
end
$$;

create constraint trigger deal_stages_keep_each_kind after update or delete on public.deal_stages
  deferrable initially deferred for each row execute function private.keep_each_kind();

-- What a row of deals says by itself ---------------------------------------------------------------------------------------

-- Minor unit to minor unit of the office's currency.
create function private.base_rate_of(of_currency text) returns numeric
language plpgsql stable security definer set search_path = ''
as $$
declare
  base text := (select currency from public.office);
  rate numeric;
begin
  if of_currency = base then return 1; end if;
  select given.rate * power(10::numeric, coalesce(own.minor_digits, 2) - given.minor_digits) into rate
  from public.currencies as given left join public.currencies as own on own.code = base where given.code = of_currency;
  if rate is null then
    raise check_violation using message = format('There is no rate from %s to %s yet. An administrator sets it in Settings, Deals.', of_currency, base),
      detail = 'page:/admin/settings?tab=deals';
  end if;
  return rate;
end
$$;

create function private.complete_deal() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  stage public.deal_stages;
  reason public.close_reasons;
  is_new boolean := tg_op = 'INSERT';
  moves boolean := tg_op = 'INSERT' or new.stage_id <> old.stage_id;
begin
  if private.restoring() and is_new then return new; end if;
  -- A form or a file that leaves these empty means what is usual, or what was there.
  if is_new then
    new.stage_id := coalesce(new.stage_id, private.first_stage());
    new.currency := coalesce(new.currency, (select currency from public.office));
  else
    new.stage_id := coalesce(new.stage_id, old.stage_id);
    new.currency := coalesce(new.currency, old.currency);
    moves := new.stage_id <> old.stage_id;
  end if;
  if moves then
    -- Moves into one column, and new cards of it, wait for each other; other edits do not.
    select * into stage from public.deal_stages where id = new.stage_id for no key update;
    if stage.archived_at is not null then
      raise check_violation using message = format('The stage "%s" is retired.', stage.name);
    end if;
    new.stage_kind := coalesce(stage.kind, new.stage_kind);
    if is_new then
      new.stage_since := coalesce(new.stage_since, new.created_at);
    elsif new.stage_since = old.stage_since then
      new.stage_since := clock_timestamp();
    end if;
    -- Its own probability was said about the stage before.
    if not is_new and new.probability_own = old.probability_own and coalesce(current_setting('guidevane.keep_probability', true), '') <> 'yes' then
      new.probability_own := null;
    end if;
    if new.stage_kind = 'open' then
      new.closed_at := null;
      new.closed_on := null;
      new.close_reason_id := null;
      new.close_note := null;
    elsif is_new or old.stage_kind <> new.stage_kind then
      if not is_new then
        if new.closed_at is not distinct from old.closed_at then new.closed_at := null; end if;
        if new.closed_on is not distinct from old.closed_on then new.closed_on := null; end if;
        if new.close_reason_id is not distinct from old.close_reason_id then new.close_reason_id := null; end if;
        if old.stage_kind <> 'open' and new.close_note is not distinct from old.close_note then new.close_note := null; end if;
      end if;
      new.closed_at := coalesce(new.closed_at, new.stage_since);
      new.closed_on := coalesce(new.closed_on, public.office_day(new.closed_at));
    end if;
  end if;
  if is_new or new.currency <> old.currency or (old.stage_kind <> 'open' and new.stage_kind = 'open') then
    new.base_rate := private.base_rate_of(new.currency);
  end if;
  if new.close_reason_id is not null and (is_new or moves or new.close_reason_id is distinct from old.close_reason_id
    or new.close_note is distinct from old.close_note or new.stage_kind <> old.stage_kind) then
    select * into reason from public.close_reasons where id = new.close_reason_id;
    if reason.kind <> new.stage_kind then
      raise check_violation using message = format('"%s" is a reason for %s deals.', reason.name, reason.kind);
    end if;
    if reason.needs_note and nullif(btrim(new.close_note), '') is null then
      raise check_violation using message = format('"%s" needs a note.', reason.name);
    end if;
  end if;
  return new;
end
$$;

create trigger deals_tidy before insert or update on public.deals for each row execute function private.tidy();

-- A new rate alone is no edit.
create trigger deals_touch before update on public.deals for each row when (new.base_rate = old.base_rate)
  execute function private.touch_updated_at();

-- After the two above: PostgreSQL takes triggers by name.
create trigger deals_whole_row before insert or update on public.deals for each row execute function private.complete_deal();

-- A form or a file sets the stage as a column, and PostgreSQL locks the deal before a row's trigger runs. The stages are therefore
-- locked before the statement, in the order in which move_deal locks them.
create function private.lock_stages() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.deal_stages order by id for no key update;
  return null;
end
$$;

create trigger deals_lock_stages before insert or update of stage_id on public.deals for each statement
  when (coalesce(current_setting('guidevane.stages_locked', true), '') <> 'yes') execute function private.lock_stages();

create trigger deal_contacts_tidy before insert or update on public.deal_contacts for each row execute function private.tidy();

-- Somebody else became the first of the people while this one was deleted.
create function private.one_primary_again() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.restoring() and exists (select from public.deal_contacts where deal_id = new.deal_id and is_primary) then
    new.is_primary := false;
  end if;
  return new;
end
$$;

create trigger deal_contacts_one_primary before insert on public.deal_contacts for each row when (new.is_primary)
  execute function private.one_primary_again();

create trigger deal_contacts_touch before update on public.deal_contacts for each row execute function private.touch_updated_at();

-- New cards, and cards that came by any other way than move_deal, stand on top of their column. The column is locked by now. What came in one
-- statement is placed at once, the last on top: a file has thousands.
create function private.place_new_deals() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- One that comes back from the trash has its place there.
  if private.restoring() then return null; end if;
  insert into private.deal_places (deal_id, stage_id, position, archived)
  with top as materialized (
    select stages.stage_id, private.top_of(stages.stage_id) as position from (select distinct stage_id from kept) as stages
  )
  select came.id, came.stage_id, top.position - 65536 * (came.n - 1), came.archived
  from (select id, stage_id, archived_at is not null as archived, row_number() over () as n from kept) as came join top using (stage_id);
  return null;
end
$$;

create function private.place_deal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.deal_places set
    stage_id = new.stage_id,
    position = case when stage_id = new.stage_id then position else private.top_of(new.stage_id) end,
    archived = new.archived_at is not null
  where deal_id = new.id and (stage_id <> new.stage_id or archived <> (new.archived_at is not null));
  return null;
end
$$;

create function private.top_of(stage uuid) returns numeric
language sql volatile set search_path = ''
as $$
  select coalesce((select position - 65536 from private.deal_places where stage_id = stage order by position limit 1), 0)
$$;

create trigger deals_place after update of stage_id, archived_at on public.deals for each row execute function private.place_deal();

create trigger deals_place_new after insert on public.deals referencing new table as kept for each statement execute function private.place_new_deals();

create function private.write_first_stages() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.restoring() then return null; end if;
  insert into public.deal_stage_events (deal_id, at, by, to_stage, to_kind, base_minor, probability)
  select kept.id, kept.stage_since, auth.uid(), kept.stage_id, kept.stage_kind, kept.base_minor, coalesce(kept.probability_own, stage.probability)
  from kept join public.deal_stages as stage on stage.id = kept.stage_id;
  return null;
end
$$;

create trigger deals_first_stage after insert on public.deals referencing new table as kept for each statement execute function private.write_first_stages();

create function private.write_stage_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.stage_id = old.stage_id or private.restoring() then return null; end if;
  insert into public.deal_stage_events (deal_id, at, by, from_stage, to_stage, from_kind, to_kind, base_minor, probability, seconds_in_from)
  values (new.id, new.stage_since, auth.uid(), old.stage_id, new.stage_id, old.stage_kind, new.stage_kind,
    new.base_minor, coalesce(new.probability_own, (select probability from public.deal_stages where id = new.stage_id)),
    greatest(0, extract(epoch from new.stage_since - old.stage_since))::bigint);
  return null;
end
$$;

create trigger deals_stage_event after update of stage_id on public.deals for each row execute function private.write_stage_event();

-- Money that came in stays told: what was won once is archived.
create function private.keep_won_deals() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.deal_stage_events where deal_id = old.id and to_kind = 'won')
    -- Taking an import back is no loss of history.
    and not exists (select from public.imports where id = nullif(current_setting('guidevane.batch', true), '')::uuid) then
    raise sqlstate 'PT409' using message = format('"%s" was won once. Archive it instead: its money is part of the figures.', old.name);
  end if;
  return old;
end
$$;

create trigger deals_keep_won before delete on public.deals for each row execute function private.keep_won_deals();

-- The rate a deal had at a moment. Closed deals keep theirs, so what changed after they were closed did not touch them.
create function private.rate_at(at timestamptz, of_currency text, closed_at timestamptz, base_rate numeric) returns numeric
language sql stable security definer set search_path = ''
as $$
  select coalesce((select past.base_rate from private.past_rates as past
    where past.currency = of_currency and past.until >= rate_at.at and (rate_at.closed_at is null or past.until <= rate_at.closed_at)
    order by past.until, past.id limit 1), rate_at.base_rate)
$$;

-- Rates change: open deals follow, closed ones keep theirs.
create function private.deals_follow_rate() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.rate is not null and new.code <> (select currency from public.office) then
    if old.rate is not null then
      insert into private.past_rates (currency, base_rate)
      select old.code, old.rate * power(10::numeric, coalesce(own.minor_digits, 2) - old.minor_digits)
      from public.office left join public.currencies as own on own.code = office.currency;
    end if;
    perform from public.deals where currency = new.code and stage_kind = 'open' order by id for no key update;
    update public.deals set base_rate = private.base_rate_of(new.code) where currency = new.code and stage_kind = 'open';
  end if;
  return null;
end
$$;

create trigger deals_follow_rate after update of rate, minor_digits on public.currencies for each row
  when (new.rate is distinct from old.rate or new.minor_digits is distinct from old.minor_digits) execute function private.deals_follow_rate();

-- The office counts in another currency: all figures are told in it, each by the same factor, and rates with them.
create function private.deals_follow_office() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  own numeric := (select rate from public.currencies where code = new.currency);
  digits int := coalesce((select minor_digits from public.currencies where code = new.currency), 2);
  old_digits int := coalesce((select minor_digits from public.currencies where code = old.currency), 2);
  factor numeric := power(10::numeric, digits - old_digits) / own;
begin
  if factor is null and exists (select from public.deals where amount_minor is not null) then
    raise check_violation using message = format('Set a rate from %s to %s first: deals are counted in %2$s.', new.currency, old.currency);
  end if;
  update public.deals set base_rate = case when currency = new.currency then 1 else base_rate * factor end where factor is not null;
  update public.deal_stage_events set base_minor = round(base_minor * factor) where factor is not null;
  update private.past_rates set base_rate = base_rate * factor where factor is not null;
  update public.currencies set rate = case when code = new.currency then null when code = old.currency then 1 / own else rate / own end;
  return null;
end
$$;

create trigger deals_follow_office after update of currency on public.office for each row
  when (new.currency is distinct from old.currency) execute function private.deals_follow_office();

-- One entry per deal and save. A move is one, with the days that were spent in the stage before.
create function private.write_deal_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  dull text[] := array['stage_kind', 'stage_since', 'closed_at', 'base_rate', 'base_minor', 'amount_minor', 'currency', 'archived_at', 'inquiry_id'];
begin
  if nullif(current_setting('guidevane.batch', true), '') is not null then return null; end if;
  if tg_op = 'INSERT' then
    insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, deal_id, inquiry_id)
    select 'created', auth.uid(), private.actor_name(), 'deal', id, name, account_id, id, inquiry_id from kept;
  elsif tg_op = 'DELETE' then
    insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, deal_id)
    select 'deleted', auth.uid(), private.actor_name(), 'deal', id, name, account_id, id from gone;
  else
    insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, deal_id, changes)
    select told.kind, (select auth.uid()), (select private.actor_name()), 'deal', kept.id, kept.name, kept.account_id, kept.id, told.changes
    from kept join gone using (id)
    cross join lateral (
      select case
          when kept.stage_id <> gone.stage_id then 'moved'
          when kept.archived_at is not null and gone.archived_at is null then 'archived'
          when kept.archived_at is null and gone.archived_at is not null then 'restored'
          else 'changed' end as kind,
        nullif(coalesce(private.changed_fields(to_jsonb(gone) - dull, to_jsonb(kept) - dull), '{}')
          || case when (kept.amount_minor, kept.currency) is distinct from (gone.amount_minor, gone.currency)
              and num_nonnulls(kept.amount_minor, gone.amount_minor) > 0 then
              jsonb_build_object('amount', jsonb_build_array(
                private.amount(gone.amount_minor, gone.currency), private.amount(kept.amount_minor, kept.currency))) else '{}' end
          || case when kept.stage_id <> gone.stage_id then jsonb_build_object(
              'days', greatest(0, floor(extract(epoch from kept.stage_since - gone.stage_since) / 86400))::int,
              'outcome', jsonb_build_array(gone.stage_kind, kept.stage_kind)) else '{}' end, '{}') as changes
      -- Compared once for each deal, not once for the condition and once for the column.
      offset 0
    ) as told
    where told.changes is not null or told.kind <> 'changed';
  end if;
  return null;
end
$$;

create trigger history_of_new after insert on public.deals referencing new table as kept
  for each statement execute function private.write_deal_events();

create trigger history_of_changes after update on public.deals referencing old table as gone new table as kept
  for each statement execute function private.write_deal_events();

create trigger history_of_gone after delete on public.deals referencing old table as gone
  for each statement execute function private.write_deal_events();

select private.note_deletions('public.deals', 'deal', 'name');

select private.enable_trash('deals', area => 'deals', title => 'name', record_type => 'deal');

select private.tell_owners('deal', 'public.deals', 'owner_id');
select private.tell_of('deal', 'moved:' || outcome, outcome) from unnest(array['won', 'lost']) as outcome;

-- Who is on a deal, told on the deal, the person and the company.
create function private.write_deal_contact_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  one public.deal_contacts := case tg_op when 'DELETE' then old else new end;
  deal public.deals;
begin
  if nullif(current_setting('guidevane.batch', true), '') is not null then return null; end if;
  if tg_op = 'UPDATE' and (new.role, new.is_primary) is not distinct from (old.role, old.is_primary) then return null; end if;
  select * into deal from public.deals where id = one.deal_id;
  -- Gone with the deal or the person, whose entry tells it.
  if deal.id is null or not exists (select from public.contacts where id = one.contact_id) then return null; end if;
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id, deal_id, changes)
  values (case tg_op when 'INSERT' then 'added' when 'UPDATE' then 'changed' else 'removed' end, auth.uid(), private.actor_name(), 'deal_contact',
    one.id, (select name from public.contacts where id = one.contact_id), deal.account_id, one.contact_id, deal.id,
    -- A person or a company may have several deals: which one it is about.
    jsonb_build_object('deal_id', jsonb_build_array(null, deal.id))
      || case tg_op when 'UPDATE' then private.changed_fields(to_jsonb(old) - array['updated_at'], to_jsonb(new) - array['updated_at']) else '{}' end);
  return null;
end
$$;

create trigger history_of_deal_contacts after insert or update or delete on public.deal_contacts
  for each row execute function private.write_deal_contact_event();

grant select, insert (id, name, kind, probability, stale_after_days), update (name, sort, kind, probability, stale_after_days, archived_at)
  on public.deal_stages to authenticated;

grant select, insert (id, kind, name, hint, needs_note, sort), update (name, hint, needs_note, sort, archived_at) on public.close_reasons to authenticated;

-- What triggers fill is not the browser's to say.
grant select, delete,
  insert (id, name, account_id, stage_id, amount_minor, currency, probability_own, expected_close, owner_id, service_line, subject_key, closed_on,
    close_reason_id, close_note, tags, created_at),
  update (name, account_id, stage_id, amount_minor, currency, probability_own, expected_close, owner_id, service_line, subject_key, closed_on,
    close_reason_id, close_note, tags, archived_at)
  on public.deals to authenticated;

grant select, insert, update, delete on public.deal_contacts to authenticated;

grant select on public.deal_stage_events to authenticated, service_role;

grant all on public.deal_stages, public.close_reasons, public.deals, public.deal_contacts to service_role;

select private.register_types('deals', 'deal', 'deal_contact', 'deal_stage');

select private.allow('public.deal_stages', 'deals', adds => 'edit', edits => 'edit');
select private.allow('public.close_reasons', 'deals', adds => 'edit', edits => 'edit');
select private.allow('public.deals', 'deals', adds => 'add', edits => 'edit', deletes => 'delete');
select private.allow('public.deal_contacts', 'deals', adds => 'edit', edits => 'edit', deletes => 'edit');
select private.allow('public.deal_stage_events', 'deals');

grant execute on function private.rate_at, private.first_stage to authenticated, service_role;

select private.announce_changes('public.deals', 'deals');

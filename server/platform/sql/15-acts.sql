-- The audit log: what people changed of how the product works, from what to what, and what left or was removed. Written by triggers and
-- functions in the transaction of the act, so that both are there or neither is.

grant select on public.acts to authenticated, service_role;

select private.allow('public.acts', 'audit');

-- Append-only, for the owner of the tables too. Entries are kept for good; only erasing a person replaces their words in them.
create function private.keep_acts() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and current_setting('guidevane.anonymise', true) = 'yes'
    and (new.id, new.at, new.actor_id) is not distinct from (old.id, old.at, old.actor_id) then
    return new;
  end if;
  raise insufficient_privilege using message = 'The audit log is append-only.';
end
$$;

create trigger acts_are_kept before update or delete on public.acts for each row execute function private.keep_acts();

create trigger acts_are_not_emptied before truncate on public.acts for each statement execute function private.keep_acts();

-- The one way to write to it. Who: the person of the request, the secret key, or the name that a command gave itself (guidevane.actor);
-- otherwise `themself`, where a link from a mail is the only proof; otherwise the server. Never pass a key, token or hash.
create function private.note_act(act text, subject text, was jsonb, becomes jsonb, themself uuid default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request text := nullif(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-request-id', '');
  named text := coalesce(private.actor_name(), case auth.role() when 'service_role' then 'Secret key' end);
begin
  insert into public.acts (actor_id, actor_name, act, subject, was, becomes, request_id)
  values (
    coalesce(auth.uid(), case when named is null and request is not null then themself end),
    coalesce(named, case when request is not null then private.name_of_user(themself) end, 'Server'),
    act, left(subject, 200), was, becomes, coalesce(left(request, 100), 'transaction ' || pg_current_xact_id()));
end
$$;

-- For settings, on each row. Arguments: the act, the column that says on what ('' if there is one row only), the columns to watch.
create function private.note_setting() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  changed text[] := array(select field from unnest(tg_argv[2:]) as field where before -> field is distinct from after -> field);
begin
  if changed = '{}' then return null; end if;
  perform private.note_act(tg_argv[0], coalesce(after, before) ->> tg_argv[1],
    (select jsonb_object_agg(field, before -> field) from unnest(changed) as field where before is not null),
    (select jsonb_object_agg(field, after -> field) from unnest(changed) as field where after is not null));
  return null;
end
$$;

-- Roles. The account may be gone already.
create function private.note_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  perform private.note_act(
    case tg_op when 'INSERT' then 'role given' when 'DELETE' then 'role taken away' else 'role changed' end,
    coalesce((select email from auth.users where id = person), (select name from public.staff where user_id = person), person::text),
    case when tg_op <> 'INSERT' then to_jsonb(old.role) end, case when tg_op <> 'DELETE' then to_jsonb(new.role) end);
  return null;
end
$$;

create trigger acts_of_roles after insert or update or delete on public.user_roles for each row execute function private.note_role();

create trigger acts_of_modules after update on public.modules
  for each row execute function private.note_setting('module switched', 'key', 'live');

create trigger acts_of_office after update on public.office
  for each row execute function private.note_setting('office changed', '', 'time_zone', 'currency', 'work_days', 'opens_at', 'closes_at');

create trigger acts_of_holidays after insert or update or delete on public.office_holidays
  for each row execute function private.note_setting('holiday changed', 'day', 'day', 'name');

create trigger acts_of_names after update on public.staff
  for each row execute function private.note_setting('colleague renamed', 'name', 'name');

create trigger acts_of_rates after insert or update or delete on public.currencies
  for each row execute function private.note_setting('exchange rate changed', 'code', 'rate');

create trigger acts_of_limits after update on private.outbox_gate
  for each row execute function private.note_setting('sending limits changed', '', 'per_address_a_day', 'per_host_a_day', 'in_all_a_day');

create function private.note_pause() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_act(case when new.paused_at is null then 'sending resumed' else 'sending paused' end, null, null, null);
  return null;
end
$$;

create trigger acts_of_pauses after update of paused_at on private.outbox_gate for each row
  when ((old.paused_at is null) <> (new.paused_at is null)) execute function private.note_pause();

-- Deletions -------------------------------------------------------------------------------------------------------------------

-- The table that a statement names. Rows that foreign keys take along are told of at the same depth, but their deletion starts deeper.
create function private.start_of_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if pg_trigger_depth() = 1 then perform set_config('guidevane.deleted_from', tg_relid::text, true); end if;
  return null;
end
$$;

-- One entry per statement; what foreign keys take along belongs to it. Merges, erasures and undone imports write their own entry.
-- Arguments: the record type, the column with the record's name.
create function private.note_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  gone_rows int := (select count(*) from gone);
begin
  if gone_rows = 0 or current_setting('guidevane.deleted_from', true) is distinct from tg_relid::text
    or nullif(current_setting('guidevane.batch', true), '') is not null then
    return null;
  end if;
  perform private.note_act('records deleted',
    case when gone_rows = 1 then tg_argv[0] || ' ' || coalesce((select to_jsonb(gone) ->> tg_argv[1] from gone), '')
    else gone_rows || ' of kind ' || tg_argv[0] end,
    jsonb_build_object('count', gone_rows, 'ids', (select jsonb_agg(id) from (select id from gone limit 100) as first)), null);
  return null;
end
$$;

-- private.keep_history does this for its tables; the others call it.
create function private.note_deletions(of_table regclass, record_type text, name_column text) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('create trigger acts_of_deleting before delete on %s for each statement execute function private.start_of_deletion()', of_table);
  execute format('create trigger acts_of_gone after delete on %s referencing old table as gone
    for each statement execute function private.note_deletion(%L, %L)', of_table, record_type, name_column);
end
$$;

-- Exports -----------------------------------------------------------------------------------------------------------------------

-- The browser makes CSV files from rows it may read anyway: it says what it handed over.
create function public.note_export(area text, what text, records int) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may(area, 'export', 'to export');
  perform private.note_act('exported', left(what, 200), null, jsonb_build_object('records', records));
end
$$;

-- What the filters of the screen offer.
create function public.act_choices() returns table (filter text, choice text)
language sql stable set search_path = ''
as $$
  select distinct 'who', actor_name from public.acts union all select distinct 'what', act from public.acts order by 1, 2
$$;

grant execute on function public.note_export, public.act_choices to authenticated, service_role;

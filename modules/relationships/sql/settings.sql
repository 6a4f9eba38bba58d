-- How it is counted: a version is added, never changed.

select private.register_types('relationships', 'relationship_settings');
select private.allow('public.relationship_settings', 'relationships');
grant select on public.relationship_settings to authenticated;
grant all on public.relationship_settings, public.talks, public.introductions, public.contact_jobs, public.suggestions, public.tie_snoozes to service_role;

create function private.keep_settings() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'DELETE' or (new.version, new.half_life, new.weights, new.reads_signatures, new.made_at) is distinct from
    (old.version, old.half_life, old.weights, old.reads_signatures, old.made_at) then
    raise insufficient_privilege using message = 'A version of the settings is never changed: save a new one.';
  end if;
  return new;
end
$$;

create trigger settings_are_kept before update or delete on public.relationship_settings for each row execute function private.keep_settings();

-- Who asks may, and something is computed. Every answer names people and companies, so it is for those who may read them.
create function private.require_mining(action text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_may('relationships', action);
  perform private.require_may('crm', 'read');
  if not private.mines() then
    raise sqlstate 'PT404' using message = 'Relationship mining is off: nothing is computed.';
  end if;
end
$$;

create function public.save_relationship_settings(half_life int, weights jsonb, reads_signatures boolean default true) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  live public.relationship_settings;
  field record;
  made int;
begin
  perform private.require_mining('edit');
  if half_life is null or half_life not between 30 and 365 then
    raise sqlstate 'PT422' using message = 'The half-life is 30 to 365 days.', detail = 'half_life';
  end if;
  -- One after the other: the second sees the first.
  perform pg_advisory_xact_lock(3803);
  select * into live from public.relationship_settings where state = 'live';
  for field in select * from jsonb_each(weights) loop
    if not live.weights ? field.key then
      raise sqlstate 'PT422' using message = format('There is no kind of contact called "%s".', field.key), detail = field.key;
    end if;
    if jsonb_typeof(field.value) <> 'number' or (field.value #>> '{}')::numeric not between 0 and 10 then
      raise sqlstate 'PT422' using message = 'A weight is 0 to 10.', detail = field.key;
    end if;
  end loop;
  if (live.half_life, live.weights, live.reads_signatures) = (half_life, live.weights || weights, reads_signatures)
    and not exists (select from public.relationship_settings where state = 'building') then
    return live.version;
  end if;
  -- One that is still being counted is overtaken.
  perform set_config('guidevane.swapping', 'yes', true);
  update public.relationship_settings set state = 'old', built_to = null where state = 'building';
  insert into public.relationship_settings (version, half_life, weights, reads_signatures, made_by)
  select max(version) + 1, save_relationship_settings.half_life, live.weights || save_relationship_settings.weights, save_relationship_settings.reads_signatures, private.me()
  from public.relationship_settings returning version into made;
  perform private.note_act('relationship settings changed', null, jsonb_build_object('half_life', live.half_life, 'weights', live.weights, 'reads_signatures', live.reads_signatures),
    jsonb_build_object('version', made, 'half_life', half_life, 'weights', live.weights || weights, 'reads_signatures', reads_signatures));
  perform pg_notify('relationships_due', '');
  return made;
end
$$;

-- The examples of the documentation by the live settings, computed and not remembered.
create function public.relationship_examples(half_life int, weights jsonb) returns table (what text, strength int)
language sql stable security definer set search_path = ''
as $$
  with fade as (select n, power(2::float8, -n::float8 / half_life) as by_age from generate_series(0, 99) as n),
    w as (select (weights ->> 'mail')::float8 as mail, (weights ->> 'meeting')::float8 as meeting)
  select sums.what, private.strength(least(i, 3 * o) + least(o, 3 * i)) from (
    select 1 as no, 'one mail each way today' as what, mail as i, mail as o from w
    union all select 2, 'the same, 90 days later', mail * power(2::float8, -90::float8 / half_life), mail * power(2::float8, -90::float8 / half_life) from w
    union all select 3, 'a meeting today', meeting, meeting from w
    union all select 4, 'mail each way on the last ten days', mail * s, mail * s from w, (select sum(by_age) as s from fade where n < 10) as ten
    union all select 5, 'they wrote on 100 days, we never', mail * s, 0 from w, (select sum(by_age) as s from fade) as hundred
    union all select 6, 'they wrote on 100 days, we once today', mail * s, mail from w, (select sum(by_age) as s from fade) as hundred) as sums
  where public.may('relationships', 'read')
  order by no
$$;

-- What the head of the page says: {"is_on", "is_counting", "version", "next_version", "mail_is_counted", "cold", "suggestions", "introducers", "ties"}.
create function public.relationship_state() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('relationships', 'read');
  if not private.mines() then return jsonb_build_object('is_on', false); end if;
  return (select jsonb_build_object('is_on', true, 'is_counting', state.counting_from is not null,
    'version', private.live_version(),
    'next_version', (select version from public.relationship_settings where relationship_settings.state = 'building'),
    'mail_is_counted', private.module_is_live('mailbox') and exists (select from public.mailboxes where counts_for_ties and mailboxes.state <> 'removed'),
    'has_ties', exists (select from private.ties where version = private.live_version()),
    'cold', (select count(*) from (select from private.cold_ties(public.office_today()) limit 1000) as cold),
    'suggestions', (select count(*) from (select from public.suggestions where suggestions.state = 'open' limit 1000) as open),
    'introducers', (select count(distinct coalesce(by_contact, by_staff)) from public.introductions),
    'half_life', private.half_life())
    from private.relationship_mining as state);
end
$$;

grant execute on function public.save_relationship_settings, public.relationship_examples, public.relationship_state to authenticated, service_role;

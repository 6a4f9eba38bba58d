-- Sequences: mails and tasks that follow one another. Rows say what is due; a job of the server (modules/sequences/server) sweeps
-- them, renders and writes. Every moment is computed here, in one place: days by local clocks, then moved into the window.

create function private.check_timezone() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from pg_catalog.pg_timezone_names where name = new.timezone) then
    raise check_violation using message = format('There is no time zone called "%s"', new.timezone);
  end if;
  return new;
end
$$;

create trigger sequences_timezone before insert or update of timezone on public.sequences for each row execute function private.check_timezone();

create trigger contact_zones_timezone before insert or update on private.contact_zones for each row execute function private.check_timezone();

create trigger sequences_tidy before insert or update on public.sequences for each row execute function private.tidy();

create trigger sequences_touch before update on public.sequences for each row execute function private.touch_updated_at();

-- Frozen once anyone is enrolled in it.
create function private.steps_stay() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  old_step public.sequence_steps := case tg_op when 'INSERT' then new else old end;
begin
  if exists (select from public.enrolments where sequence_id = old_step.sequence_id and version = old_step.version)
    and exists (select from public.sequences where id = old_step.sequence_id) then
    raise exception 'Version % has people in it and is not changed any more.', old_step.version using errcode = 'check_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;

create trigger sequence_steps_stay before insert or update or delete on public.sequence_steps for each row execute function private.steps_stay();

-- The clock of sequences. A test brings its own for one transaction; the API cannot.
create function private.sequence_clock() returns timestamptz
language sql stable set search_path = ''
as $$
  select coalesce(nullif(current_setting('guidevane.now', true), '')::timestamptz, now())
$$;

create trigger acts_of_settings after update on public.sequence_settings
  for each row execute function private.note_setting('sequence settings changed', '', 'one_at_a_time', 'stop_whole_account', 'domain_cap');

grant select on public.sequence_settings, public.sequences, public.sequence_steps, public.enrolments, public.step_runs to authenticated, service_role;

grant update (one_at_a_time, stop_whole_account, domain_cap) on public.sequence_settings to authenticated, service_role;

select private.register_types('sequences', 'sequence', 'sequence_step');

select private.allow('public.sequence_settings', 'sequences', edits => 'edit');
select private.allow('public.sequences', 'sequences');
select private.allow('public.sequence_steps', 'sequences');
select private.allow('public.enrolments', 'sequences');
select private.allow('public.step_runs', 'sequences');

-- Finding.
select private.enable_search('sequences', area => 'sequences', title => 'name', searched => array['name']);

select private.show_when_found('sequences', 'sequences', $query$
  select record.id, record.name, record.status, null, null::uuid, best.place from unnest($1::uuid[]) with ordinality as best (id, place)
    join public.sequences as record on record.id = best.id 
$query$);

select private.announce_changes('public.sequences', 'sequences');
select private.announce_changes('public.enrolments', 'sequences');

-- Its mails are signed by its owner, and its tasks are theirs.
select private.hand_over_with('sequences', 'public.sequences', 'owner_id', still_open => $$status <> 'archived'$$);

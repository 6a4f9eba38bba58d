-- Who of us knows someone, for the panels: today from the ties, on any other day counted from the evidence up to it.

create function private.ties_on(contacts uuid[], on_day date) returns setof private.ties
language plpgsql stable security definer set search_path = ''
as $$
begin
  if on_day = public.office_today() then
    return query select ties.* from private.ties where contact_id = any (contacts) and version = private.live_version();
  else
    return query select * from private.counted_ties(private.live_version(), contacts, null, on_day);
  end if;
end
$$;

-- For every tie: how strong it is, and what each side gave, as of that day. `given_in` and `given_out` are the sums of the formula.
create function private.told_ties(contacts uuid[], on_day date)
returns table (
  contact_id uuid, contact_name text, title text, staff_id uuid, staff_name text, staff_left boolean, is_hidden boolean, strength int, measure float8,
  given_in float8, given_out float8, days int, mails int, first_on date, last_on date, last_in date, last_out date, cold_on date)
language sql stable security definer set search_path = ''
as $$
  select tie.contact_id, contacts.name, contacts.title, case when hidden then null else tie.staff_id end, case when hidden then 'A colleague' else staff.name end, not staff.active, hidden,
    private.strength(private.tie_measure(tie.mass_in, tie.mass_out, on_day, half)), private.tie_measure(tie.mass_in, tie.mass_out, on_day, half),
    tie.mass_in * private.fading(on_day, half), tie.mass_out * private.fading(on_day, half),
    tie.days, tie.mails, tie.first_on, tie.last_on, tie.last_in, tie.last_out, tie.cold_on
  from (select private.half_life() as half, private.colleagues_who_hide() as others) as known, private.ties_on(contacts, on_day) as tie
  join public.contacts on contacts.id = tie.contact_id and not contacts.no_mining
  join public.staff on staff.user_id = tie.staff_id
  cross join lateral (select tie.staff_id = any (known.others) as hidden) as shown
$$;

create function public.ties_of_contact(contact uuid, as_of date default null)
returns table (
  contact_id uuid, contact_name text, title text, staff_id uuid, staff_name text, staff_left boolean, is_hidden boolean, strength int, measure float8,
  given_in float8, given_out float8, days int, mails int, first_on date, last_on date, last_in date, last_out date, cold_on date)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_mining('read');
  return query select told.* from private.told_ties(array[contact], coalesce(as_of, public.office_today())) as told order by told.measure desc, told.staff_name, told.staff_id;
end
$$;

-- The days behind one number, newest first. Adding `share` up for each side and putting it into the formula gives the strength.
create function public.tie_evidence(contact uuid, colleague uuid, as_of date default null)
returns table (day date, kind text, inward boolean, n int, weight float8, share float8, counts boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  on_day date := coalesce(as_of, public.office_today());
  rules public.relationship_settings;
begin
  perform private.require_mining('read');
  if colleague = any (private.colleagues_who_hide()) then
    raise insufficient_privilege using message = 'These days are a colleague''s own.';
  end if;
  select * into rules from public.relationship_settings where state = 'live';
  return query
    select found.day, found.kind, found.inward, found.n, (rules.weights ->> found.kind)::float8,
      case when told.counts then (rules.weights ->> found.kind)::float8 * power(2::float8, (found.day - on_day)::float8 / rules.half_life) else 0 end, told.counts
    from private.tie_days as found
    cross join lateral (select found.kind <> 'round' or not exists (select from private.tie_days as direct where direct.contact_id = found.contact_id
      and direct.staff_id = found.staff_id and direct.day = found.day and direct.kind = 'mail' and direct.inward = found.inward
      and (rules.weights ->> 'mail')::float8 >= (rules.weights ->> 'round')::float8) as counts) as told
    where found.contact_id = contact and found.staff_id = colleague and found.day <= on_day
      and not exists (select from public.contacts where id = contact and no_mining)
    order by found.day desc, found.kind, found.inward;
end
$$;

-- Everyone of us with everyone of theirs.
create function public.ties_of_account(account uuid, as_of date default null)
returns table (
  contact_id uuid, contact_name text, title text, staff_id uuid, staff_name text, staff_left boolean, is_hidden boolean, strength int, measure float8,
  given_in float8, given_out float8, days int, mails int, first_on date, last_on date, last_in date, last_out date, cold_on date)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_mining('read');
  return query select told.* from private.told_ties(array(select id from public.contacts where account_id = account), coalesce(as_of, public.office_today())) as told
    order by told.measure desc, told.contact_name, told.contact_id, told.staff_name;
end
$$;

-- The company as a whole: what its people add up to, with each of us, and with all of us (without a name).
create function public.account_strength(account uuid, as_of date default null)
returns table (staff_id uuid, staff_name text, staff_left boolean, strength int, days int)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_mining('read');
  return query
    with told as (select * from private.told_ties(array(select id from public.contacts where account_id = account), coalesce(as_of, public.office_today())))
    select told.staff_id, told.staff_name, told.staff_left, private.strength(sum(told.measure order by told.measure)), sum(told.days)::int
    from told group by grouping sets ((told.staff_id, told.staff_name, told.staff_left), ()) having count(*) > 0
    order by 4 desc, 2 nulls first;
end
$$;

-- By hand -------------------------------------------------------------------------------------------------------------------

create policy "who may read relationships reads talks" on public.talks for select to authenticated using ((select public.may('relationships', 'read')));
grant select on public.talks to authenticated;

-- "We talked": evidence, and with words also a note in the timeline.
create function public.note_talk(contact uuid, on_day date, words text default null) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me uuid := private.me();
  note uuid;
  made uuid;
begin
  perform private.require_mining('edit');
  if me is null then raise insufficient_privilege using message = 'A talk is noted by the colleague who had it.'; end if;
  if not exists (select from public.contacts where id = contact) then raise sqlstate 'PT404' using message = 'This contact no longer exists'; end if;
  if on_day is null or on_day > public.office_today() then raise sqlstate 'PT422' using message = 'A talk was today or earlier.', detail = 'on_day'; end if;
  if exists (select from public.contacts where id = contact and no_mining) then
    raise sqlstate 'PT409' using message = 'Nothing is counted of this person.';
  end if;
  if private.trimmed(words) is not null and private.module_is_live('timeline') then
    perform private.require_may('crm', 'add', 'to write a note');
    insert into public.notes (body, contact_id) values (words, contact) returning id into note;
  end if;
  insert into public.talks (contact_id, staff_id, day, note_id) values (contact, me, on_day, note) returning id into made;
  return made;
end
$$;

create function public.take_back_talk(talk uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_mining('edit');
  delete from public.notes where id = (select note_id from public.talks where id = talk and staff_id = private.me());
  delete from public.talks where id = talk and staff_id = private.me();
end
$$;

-- Nothing is counted of this person, or again.
create function public.set_no_mining(contact uuid, off boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('relationships', 'edit');
  perform private.require_may('crm', 'edit');
  update public.contacts set no_mining = set_no_mining.off where id = contact;
  if not found then raise sqlstate 'PT404' using message = 'This contact no longer exists'; end if;
end
$$;

-- "Ask Dana": a task for a colleague, with the sentence. Nothing is sent.
create function public.ask_colleague(colleague uuid, contact uuid, words text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_mining('read');
  perform private.require_may('tasks', 'add', 'to add tasks');
  if not exists (select from public.staff where user_id = colleague and active) then raise sqlstate 'PT404' using message = 'This colleague no longer works here.'; end if;
  if not private.module_is_live('tasks') then raise sqlstate 'PT404' using message = 'Tasks are not switched on.'; end if;
  perform private.call_hooks('make task', jsonb_build_object('title', left(private.trimmed(words), 300), 'kind', 'todo', 'assignee_id', colleague,
    'source', 'relationships', 'contact_id', contact)::text);
end
$$;

-- For the copy of a person's data: the numbers as of today and where they come from. The words are the server's.
create function private.copy_of_ties(contact uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('part', 'ties', 'rows', coalesce(jsonb_agg(jsonb_build_object('colleague', told.staff_name, 'strength', told.strength,
    'days', told.days, 'mails', told.mails, 'last_on', told.last_on, 'half_life_days', private.half_life()) order by told.measure desc, told.staff_name), '[]'))
  from private.told_ties(array[contact], public.office_today()) as told where private.mines() and public.may('relationships', 'read')
$$;

select private.register_hook('copy of person', 'private.copy_of_ties(uuid)', 'relationships');

grant execute on function private.copy_of_ties to authenticated, service_role;

grant execute on function public.ties_of_contact, public.tie_evidence, public.ties_of_account, public.account_strength, public.note_talk,
  public.take_back_talk, public.set_no_mining, public.ask_colleague to authenticated, service_role;

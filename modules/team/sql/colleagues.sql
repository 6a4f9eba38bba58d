-- Colleagues: who they are, what they hold, how they come and how they go.

-- `second_factor` is 'app', 'key' or null; `holds` is {"deals": 4}: what they would hand over.
create function public.team_list()
returns table (user_id uuid, name text, email text, role_id uuid, role_key text, role_name text, is_active boolean, left_at timestamptz,
  second_factor text, asks_second_factor boolean, passkeys int, last_seen timestamptz, holds jsonb, is_me boolean, is_last_owner boolean, is_above_me boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('staff', 'read', 'to see the team');
  return query
    select staff.user_id, staff.name, users.email::text, held.id, held.key, held.name, staff.active, staff.left_at,
      (select case factor_type::text when 'totp' then 'app' else 'key' end from auth.mfa_factors where mfa_factors.user_id = staff.user_id and status = 'verified' limit 1),
      coalesce(held.asks_second_factor, false), private.passkeys_of(staff.user_id),
      (select max(coalesce(sessions.refreshed_at at time zone 'utc', sessions.created_at)) from auth.sessions where sessions.user_id = staff.user_id),
      private.holdings_of(staff.user_id), staff.user_id = auth.uid(),
      held.key = 'admin' and (select count(*) from public.user_roles where role = 'admin') = 1,
      held.id is not null and not private.is_within_mine(held.role)
    from public.staff
    left join auth.users on users.id = staff.user_id
    left join lateral (
      select roles.id, roles.key, roles.name, roles.asks_second_factor, roles as role
      from public.user_roles join public.roles on roles.key = user_roles.role
      where user_roles.user_id = staff.user_id order by roles.key = 'admin' desc, roles.name limit 1) as held on true
    where staff.active or staff.left_at is not null or users.id is not null
    order by staff.active desc, held.key = 'admin' desc nulls last, lower(staff.name);
end
$$;

-- The table is missing in a Supabase database from before passkeys.
create function private.passkeys_of(person uuid) returns int
language plpgsql stable security definer set search_path = ''
as $$
declare
  count int := 0;
begin
  if to_regclass('auth.webauthn_credentials') is not null then
    execute 'select count(*) from auth.webauthn_credentials where user_id = $1' into count using person;
  end if;
  return count;
end
$$;

create function private.holdings_of(person uuid, said text default 'count') returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(held ->> 'kind', held -> said) filter (where (held ->> 'count')::int > 0), '{}')
  from private.call_hooks('holdings of colleague', person::text) as answer, lateral (select answer::jsonb as held) as parsed
$$;

-- What a colleague who goes leaves behind and what ends.
create function public.leaving_preview(person uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('staff', 'delete', 'to deactivate colleagues');
  return jsonb_build_object(
    'sessions', (select count(*)::int from auth.sessions where user_id = person),
    'passkeys', private.passkeys_of(person),
    'factors', (select count(*)::int from auth.mfa_factors where user_id = person and status = 'verified'),
    'holds', private.holdings_of(person),
    'falls_to', private.holdings_of(person, 'falls_to'));
end
$$;

-- Everything ends in one transaction. `heirs` says per kind who takes over ({"deals": id}); what is not named goes to the owner of the
-- record's company, or to the one who does this (private.hand_over_with).
create function public.deactivate_colleague(person uuid, heirs jsonb default '{}') returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  leaving public.staff;
  heir record;
  held jsonb;
begin
  perform private.require_may('staff', 'delete', 'to deactivate colleagues');
  if person = auth.uid() then raise check_violation using message = 'You cannot deactivate yourself. Ask another owner to do it.'; end if;
  leaving := private.colleague_to_change(person);
  if not leaving.active then raise check_violation using message = format('%s is deactivated already.', leaving.name); end if;
  held := private.holdings_of(person);
  for heir in select key as kind, value::uuid as id from jsonb_each_text(coalesce(heirs, '{}')) loop
    if not exists (select from public.staff where user_id = heir.id and active and user_id <> person) then
      raise check_violation using message = 'Choose a colleague who is active to take over.';
    end if;
  end loop;
  perform private.call_hooks('hand over', person::text, heirs::text, (private.me())::text);
  update public.staff set left_at = now(), left_roles = array(select role from public.user_roles where user_id = person) where user_id = person;
  delete from public.user_roles where user_id = person;
  -- staff_follow_roles has made it inactive; what it remembers stays.
  update public.staff set active = false where user_id = person;
  delete from auth.sessions where user_id = person;
  delete from auth.one_time_tokens where user_id = person;
  if to_regclass('auth.webauthn_credentials') is not null then execute 'delete from auth.webauthn_credentials where user_id = $1' using person; end if;
  update auth.users set banned_until = now() + interval '100 years', updated_at = now() where id = person;
  perform private.call_hooks('colleague left', person::text);
  perform private.note_act('colleague deactivated', leaving.name, held, heirs);
end
$$;

create function public.reactivate_colleague(person uuid, role_key text default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  back public.staff;
  given public.roles;
begin
  perform private.require_may('staff', 'delete', 'to reactivate colleagues');
  back := private.colleague_to_change(person);
  if back.active then raise check_violation using message = format('%s is active.', back.name); end if;
  if not exists (select from auth.users where id = person) then
    raise check_violation using message = 'This account was deleted. Invite the person again.';
  end if;
  given := private.role_to_give(coalesce(role_key, back.left_roles[1]));
  update auth.users set banned_until = null, updated_at = now() where id = person;
  insert into public.user_roles (user_id, role) values (person, given.key);
  perform private.note_act('colleague reactivated', back.name, null, to_jsonb(given.name));
end
$$;

-- Someone who may send is asked to: a task for the company's owner if they may, else for the first owner. Answers whose task it is.
create function public.ask_for_release(area text, title text, about jsonb default '{}') returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked uuid;
begin
  if not (public.may(area, 'edit') or public.may(area, 'read')) then perform private.require_may(area, 'edit', 'to ask for this'); end if;
  if private.is_viewing() then perform private.require_may(area, 'edit', 'to ask for this'); end if;
  select staff.user_id into asked
  from public.staff join public.user_roles using (user_id) join public.roles on roles.key = user_roles.role
  where staff.active and staff.user_id <> auth.uid()
    and (roles.key = 'admin' or exists (select from public.role_grants where role_id = roles.id and role_grants.area = ask_for_release.area and action = 'send'))
  order by staff.user_id = (select owner_id from public.accounts where id = (about ->> 'account_id')::uuid) desc nulls last, roles.key = 'admin' desc, staff.created_at
  limit 1;
  if asked is null then raise check_violation using message = 'There is no one to ask. An owner can give you the right to send.'; end if;
  if not private.module_is_live('tasks') then raise check_violation using message = format('Ask %s to send it.', (select name from public.staff where user_id = asked)); end if;
  perform private.call_hooks('make task', jsonb_build_object('title', left(title, 300), 'assignee_id', asked, 'kind', 'todo', 'source', 'release',
    'account_id', about ->> 'account_id', 'contact_id', about ->> 'contact_id', 'deal_id', about ->> 'deal_id', 'inquiry_id', about ->> 'inquiry_id')::text);
  return (select name from public.staff where user_id = asked);
end
$$;

grant execute on function public.team_list, public.leaving_preview, public.deactivate_colleague, public.reactivate_colleague,
  public.ask_for_release to authenticated, service_role;

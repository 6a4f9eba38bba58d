-- Whether a caller's session still counts, for statements that answer a request in one message: they run as the role
-- authenticated, which sees neither sessions nor other people. The rest of the schema stays closed to it.
grant usage on schema server to authenticated;

create function server.session_is_live(session text, person text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions join auth.users on users.id = sessions.user_id
    where sessions.id = session::uuid and sessions.user_id = person::uuid
      and (sessions.not_after is null or sessions.not_after > now())
      and (users.banned_until is null or users.banned_until <= now())
      and users.deleted_at is null
  )
$$;

revoke all on function server.session_is_live(text, text) from public;
grant execute on function server.session_is_live(text, text) to authenticated;

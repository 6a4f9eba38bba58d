-- Databases made before this schema was written anew: their tables and functions move into the schema "earlier", whole. The file
-- earlier_rows copies the rows. Nothing is deleted; in a new database both files find nothing to do.
do $$
declare
  thing record;
begin
  if to_regclass('public.accounts') is null then
    return;
  end if;
  if to_regprocedure('server.session_is_live(text, text)') is not null then
    drop function server.session_is_live(text, text);
    revoke usage on schema server from authenticated;
  end if;
  create schema earlier;
  for thing in
    select oid::regclass as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname in ('user_roles', 'accounts', 'contacts', 'import_parts')
  loop
    execute format('alter table %s set schema earlier', thing.name);
  end loop;
  for thing in
    select oid::regprocedure as name from pg_proc
    where pronamespace = 'public'::regnamespace and proname in (
      'is_admin', 'tidy_account', 'tidy_contact', 'touch_updated_at', 'domain_key', 'email_key', 'my_sessions', 'end_my_session',
      'search_accounts', 'search_contacts', 'count_found_accounts', 'count_found_contacts', 'delete_accounts', 'delete_contacts',
      'count_contacts_of', 'check_accounts_import', 'check_contacts_import', 'import_accounts', 'import_contacts'
    )
  loop
    execute format('alter function %s set schema earlier', thing.name);
  end loop;
end
$$;

-- Applied before every other file here and in modules/*/sql. What those files register is registered again each time they are applied, so
-- that nothing stays registered whose file is gone.

-- Nothing is open to the roles of the API until a file grants it. (A Supabase project would open everything in public.)
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

delete from private.hooks;
delete from private.followers;
delete from private.record_parts;
delete from private.trash_kinds;
delete from private.shown_when_found;
delete from private.record_types;
update private.findable set is_registered = false;

-- Called after the last file: builds what follows from all registrations and from the tables.
create function private.finish_registrations() returns void
language plpgsql volatile set search_path = ''
as $$
declare
  gone text;
begin
  for gone in select kind from private.findable where not is_registered loop
    execute format('drop table if exists private.%I', gone || '_search');
    delete from private.findable where kind = gone;
  end loop;
  perform private.sync_own_columns();
  -- Lines may hold titles of kinds that were registered later.
  perform private.build_search(kind) from private.findable;
  -- What a deletion takes along is known by the foreign keys.
  perform private.keep_deletions();
  perform private.build_facts();
  perform private.prepare_samples();
  perform private.build_record_owners();
end
$$;

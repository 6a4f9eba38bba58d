-- Which modules of the back office are live. Everyone who is signed in may know; administrators switch them.

create function private.note_switch() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.changed_at := private.now();
  new.changed_by := auth.uid();
  return new;
end
$$;

create trigger modules_note_switch before update on public.modules for each row execute function private.note_switch();

grant select, update (live) on public.modules to authenticated;

grant all on public.modules to service_role;

create policy "members see modules" on public.modules for select to authenticated using (true);

create policy "admins switch modules" on public.modules
  for update to authenticated using ((select public.may('settings', 'edit'))) with check ((select public.may('settings', 'edit')));

-- Whether a module is switched on, for functions and triggers.
create function private.module_is_live(key text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((select modules.live from public.modules where modules.key = module_is_live.key), false)
$$;

grant execute on function private.module_is_live to authenticated, service_role;

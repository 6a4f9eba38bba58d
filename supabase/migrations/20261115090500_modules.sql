-- Which modules of the back office are live. Everyone who is signed in may know; administrators switch them.

create table public.modules (
  key text primary key,
  live boolean not null default false,
  -- Null until someone, or the setting MODULES, has switched it.
  changed_at timestamptz,
  changed_by uuid default auth.uid() references auth.users (id) on delete set null
);

insert into public.modules (key)
values ('inquiries'), ('deals'), ('tasks'), ('timeline'), ('reports'), ('outbox'), ('templates'), ('sequences'), ('proposals'),
  ('payments'), ('documents');

create function private.note_switch() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.changed_at := now();
  new.changed_by := auth.uid();
  return new;
end
$$;
create trigger modules_note_switch before update on public.modules for each row execute function private.note_switch();

alter table public.modules enable row level security;
grant select, update (live) on public.modules to authenticated;
grant all on public.modules to service_role;
create policy "members see modules" on public.modules for select to authenticated using (true);
create policy "admins switch modules" on public.modules
  for update to authenticated using ((select public.may('settings', 'edit'))) with check ((select public.may('settings', 'edit')));

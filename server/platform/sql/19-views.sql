-- Saved views of lists. People see their own and those for all of what they may read; who made a view, or may edit settings, changes it.

-- The newest choice of a default is the one.
create function private.one_default_view() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.views set is_default = false
  where entity = new.entity and is_default and id <> new.id and shared = new.shared and (shared or owner_id = new.owner_id);
  return new;
end
$$;

create trigger views_one_default before insert or update of is_default, shared on public.views for each row
  when (new.is_default) execute function private.one_default_view();

create trigger views_tidy before insert or update on public.views for each row execute function private.tidy();

create trigger views_touch before update on public.views for each row execute function private.touch_updated_at();

grant select, delete, insert (id, entity, name, shared, is_default, definition), update (name, shared, is_default, definition) on public.views to authenticated;

grant all on public.views to service_role;

select private.keep_while_viewing('public.views');

create policy "people see their own views and those for all" on public.views for select to authenticated
  using (entity = any ((select private.readable_kinds())::text[]) and (shared or owner_id = (select auth.uid())));

create policy "people save views of what they may read" on public.views for insert to authenticated
  with check (entity = any ((select private.readable_kinds())::text[]) and owner_id = (select auth.uid()));

create policy "people change their own views, administrators those for all" on public.views for update to authenticated
  using (owner_id = (select auth.uid()) or (shared and (select public.may('settings', 'edit'))))
  with check (owner_id = (select auth.uid()) or (shared and (select public.may('settings', 'edit'))));

create policy "people delete their own views, administrators those for all" on public.views for delete to authenticated
  using (owner_id = (select auth.uid()) or (shared and (select public.may('settings', 'edit'))));

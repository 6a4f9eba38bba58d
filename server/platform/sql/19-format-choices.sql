-- How a person reads dates and numbers: theirs alone.

create trigger format_choices_touch before update on public.format_choices for each row execute function private.touch_updated_at();

grant select, insert (user_id, locale, week_starts_on, hours_24), update (user_id, locale, week_starts_on, hours_24) on public.format_choices to authenticated;

grant all on public.format_choices to service_role;

select private.keep_while_viewing('public.format_choices');

create policy "people read their own formats" on public.format_choices
  for select to authenticated using (user_id = (select auth.uid()));

create policy "people choose their own formats" on public.format_choices
  for insert to authenticated with check (user_id = (select auth.uid()));

create policy "people change their own formats" on public.format_choices
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

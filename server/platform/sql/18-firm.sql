-- The firm: names, addresses, bank details, sender and signature, as administrators set them; and what is still to be set up.

-- Whether the check digits of an IBAN fit the rest (ISO 7064, mod 97): one mistyped character never does.
create function private.iban_fits(iban text) returns boolean
language plpgsql immutable strict set search_path = ''
as $$
declare
  turned text := substr(iban, 5) || substr(iban, 1, 4);
  digit text;
  rest integer := 0;
begin
  foreach digit in array string_to_array(turned, null) loop
    rest := case when digit between '0' and '9' then (rest * 10 + digit::integer) % 97 else (rest * 100 + ascii(digit) - 55) % 97 end;
  end loop;
  return rest = 1;
end
$$;

create function private.note_firm_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.changed_at := private.now();
  new.changed_by := auth.uid();
  -- What looks like an IBAN is one; other account numbers are taken as they are.
  if new.bank_account is distinct from old.bank_account and upper(replace(new.bank_account, ' ', '')) ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]*$'
    and not (length(replace(new.bank_account, ' ', '')) between 15 and 34 and private.iban_fits(upper(replace(new.bank_account, ' ', '')))) then
    raise check_violation using message = 'IBAN has its check digits';
  end if;
  -- Pages that ask for money say since when these hold.
  if (new.bank_holder, new.bank_name, new.bank_account, new.bank_bic) is distinct from (old.bank_holder, old.bank_name, old.bank_account, old.bank_bic) then
    if auth.uid() is not null then perform private.require_may('payments', 'money', 'to change bank details'); end if;
    new.bank_changed_at := case when new.bank_account is not null then private.now() end;
  end if;
  if auth.uid() is not null and not private.caller_may('settings', 'edit') and (to_jsonb(new) - '{bank_holder,bank_name,bank_account,bank_bic,bank_changed_at,changed_at,changed_by}'::text[])
    is distinct from (to_jsonb(old) - '{bank_holder,bank_name,bank_account,bank_bic,bank_changed_at,changed_at,changed_by}'::text[]) then
    perform private.require_may('settings', 'edit', 'to change the firm');
  end if;
  return new;
end
$$;

create trigger firm_note_change before update on public.firm for each row execute function private.note_firm_change();

create trigger acts_of_bank after update on public.firm
  for each row execute function private.note_setting('bank details changed', '', 'bank_holder', 'bank_name', 'bank_account', 'bank_bic');

create trigger acts_of_firm after update on public.firm
  for each row execute function private.note_setting('firm changed', '',
    'legal_name', 'street', 'postal_code', 'city', 'region', 'country', 'tax_number', 'email', 'sender', 'signature');

create function private.note_logo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_act('logo changed', null, null, null);
  return null;
end
$$;

create trigger acts_of_logo after update of logo on public.firm for each row
  when (old.logo is distinct from new.logo) execute function private.note_logo();

grant select, update (legal_name, street, postal_code, city, region, country, tax_number, logo, email, sender, signature,
  bank_holder, bank_name, bank_account, bank_bic) on public.firm to authenticated;

grant all on public.firm, public.skipped_steps to service_role;

-- With bank details: for those who set them, or work with papers that show them.
create policy "who may read settings or money sees the firm" on public.firm for select to authenticated
  using ((select public.may('settings', 'read')) or (select public.may('payments', 'read')) or (select public.may('invoices', 'read')));

-- The trigger above tells bank details from the rest.
create policy "who may edit settings or money changes the firm" on public.firm for update to authenticated
  using ((select public.may('settings', 'edit')) or (select public.may('payments', 'money')))
  with check ((select public.may('settings', 'edit')) or (select public.may('payments', 'money')));

-- A picture belongs to its person; colleagues see it.
grant update (picture) on public.staff to authenticated;

create function private.guard_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null and auth.uid() <> new.user_id then
    raise insufficient_privilege using message = 'People choose their own picture.';
  end if;
  return new;
end
$$;

create trigger staff_guard_picture before update of picture on public.staff for each row
  when (old.picture is distinct from new.picture) execute function private.guard_picture();

-- First run -------------------------------------------------------------------------------------------------------------

grant select, insert, delete on public.skipped_steps to authenticated;

create policy "admins see what was put aside" on public.skipped_steps for select to authenticated using ((select public.may('settings', 'read')));

create policy "admins put steps aside" on public.skipped_steps for insert to authenticated with check ((select public.may('settings', 'edit')));

create policy "admins take steps up again" on public.skipped_steps for delete to authenticated using ((select public.may('settings', 'edit')));

-- What the caller has still to do. `done` follows from the settings themselves, so that a step done elsewhere counts; whether mail leaves is
-- what the server was told and what was pasted.
create function public.first_steps() returns table (step text, done boolean, skipped boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  ours public.firm := (select kept from public.firm as kept);
begin
  if not private.caller_may('settings', 'read') then raise insufficient_privilege; end if;
  return query
  select steps.step, steps.done, exists (select from public.skipped_steps where skipped_steps.step = steps.step)
  from (values
    ('you', private.signing_name(auth.uid()) is not null),
    ('firm', ours.legal_name is not null and ours.bank_account is not null),
    ('office', (select changed_by from public.office) is not null),
    ('modules', exists (select from public.modules where live)),
    ('mail', (select has_mail from private.outbox_gate)),
    ('publishing', (select is_open or is_fixed from private.outbox_gate)),
    ('team', (select count(*) from public.staff where active) > 1)
  ) as steps (step, done);
end
$$;

grant execute on function public.first_steps to authenticated, service_role;

-- How a person has arranged the dashboard -------------------------------------------------------------------------------

grant select, insert, update (user_id, tiles), delete on public.dashboard_layouts to authenticated;

grant all on public.dashboard_layouts to service_role;

select private.keep_while_viewing('public.dashboard_layouts');

create policy "people see their own dashboard" on public.dashboard_layouts for select to authenticated using (user_id = (select auth.uid()));

create policy "people keep their own dashboard" on public.dashboard_layouts for insert to authenticated with check (user_id = (select auth.uid()));

create policy "people arrange their own dashboard" on public.dashboard_layouts
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "people forget their own dashboard" on public.dashboard_layouts for delete to authenticated using (user_id = (select auth.uid()));

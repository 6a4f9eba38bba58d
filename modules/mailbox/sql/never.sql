-- What is never read: addresses, domains, folders and labels, of one person's mailboxes or of all.

create policy "people see their own rules and those of the firm" on public.mail_never for select to authenticated
  using ((select public.may('mailbox', 'read')) and value is not null and (owner_id is null or owner_id = (select auth.uid())));

grant select (id, owner_id, kind, value, made_at, made_by) on public.mail_never to authenticated;

grant select on public.mail_never to service_role;

create function private.normal_never(kind text, value text) returns text
language sql immutable set search_path = ''
as $$
  select case kind when 'address' then lower(btrim(value)) when 'domain' then ltrim(lower(btrim(value)), '@.') else btrim(value) end
$$;

-- Whether an address is one that is never read, for the mailboxes of this owner. A domain takes those below it along.
create function private.is_never(address text, owner uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.mail_never
    where (owner_id is null or owner_id = owner) and (
      (kind = 'address' and (value = address or key_hmac = private.address_key(address)))
      or (kind = 'domain' and (split_part(address, '@', 2) = value or split_part(address, '@', 2) like '%.' || value))))
$$;

-- The filed mails to which a rule applies, of mailboxes that it holds for.
create function private.mails_of_never(kind text, value text, owner uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct mail_people.mail_id from public.mail_people
  where mails_of_never.kind in ('address', 'domain') and mail_people.role in ('from', 'to', 'cc')
    and (case mails_of_never.kind when 'address' then address_key = mails_of_never.value
      else split_part(address_key, '@', 2) = mails_of_never.value or split_part(address_key, '@', 2) like '%.' || mails_of_never.value end)
    and (owner is null or exists (select from public.mail_copies join public.mailboxes on mailboxes.id = mail_copies.mailbox_id
      where mail_copies.mail_id = mail_people.mail_id and mailboxes.owner_id = owner))
  union
  select mail_id from public.mail_copies join public.mailboxes on mailboxes.id = mail_copies.mailbox_id
  where mails_of_never.kind = 'folder' and folder = mails_of_never.value and (owner is null or mailboxes.owner_id = owner)
$$;

create function private.require_never(everyone boolean) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('mailbox', case when everyone then 'edit' else 'add' end, 'to change what is never read');
end
$$;

-- How many filed mails a rule would have kept out: said before it is made.
create function public.count_mail_never(kind text, value text, everyone boolean default false) returns int
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_never(everyone);
  return (select count(*)::int from private.mails_of_never(kind, private.normal_never(kind, value), case when not everyone then auth.uid() end));
end
$$;

-- With `remove_filed` nothing is left of what was filed before, evidence included. A mail that lies in a colleague's mailbox as well stays there,
-- unless the rule is for everyone.
create function public.add_mail_never(kind text, value text, everyone boolean default false, remove_filed boolean default false) returns uuid
language plpgsql volatile security definer set search_path = '' set statement_timeout = '120s'
as $$
#variable_conflict use_column
declare
  made uuid;
  owner uuid := case when not everyone then auth.uid() end;
  told text := private.normal_never(kind, value);
begin
  perform private.require_never(everyone);
  if (kind = 'address' and told !~ '^[^@[:space:]]+@[^@[:space:]]+$') or (kind = 'domain' and told !~ '^[^@[:space:]]+[.][^@[:space:]]+$') or told = '' then
    raise check_violation using message = 'Give an address, a domain, a folder or a label.';
  end if;
  insert into public.mail_never (owner_id, kind, value, made_by) values (owner, kind, told, (select user_id from public.staff where user_id = auth.uid()))
  on conflict (kind, value, (coalesce(owner_id, '00000000-0000-0000-0000-000000000000'::uuid))) where mail_never.value is not null
  do update set made_by = excluded.made_by returning id into made;
  if remove_filed then
    perform private.remove_from_mailboxes(array(select private.mails_of_never(kind, told, owner)), owner, 'never');
  end if;
  return made;
end
$$;

create function public.remove_mail_never(id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  rule public.mail_never := (select mail_never from public.mail_never where mail_never.id = remove_mail_never.id and mail_never.value is not null
    and (owner_id is null or owner_id = auth.uid()));
begin
  if rule.id is null then raise sqlstate 'PT404' using message = 'This rule no longer exists.'; end if;
  perform private.require_never(rule.owner_id is null);
  delete from public.mail_never where mail_never.id = rule.id;
end
$$;

grant execute on function public.count_mail_never, public.add_mail_never, public.remove_mail_never to authenticated, service_role;

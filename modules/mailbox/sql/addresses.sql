-- Whose an address is: what contacts are and were reached by, and our own people.

create policy "addresses are read by who may read contacts" on public.contact_addresses for select to authenticated
  using ((select public.may('crm', 'read')));

grant select on public.contact_addresses to authenticated, service_role;

-- They come and go with their contact, so they keep none from going when an import is undone, and are not counted when two become one.
insert into private.record_parts (place, field) values ('public.contact_addresses', 'contact_id');

create function private.mail_key(address text) returns text
language sql immutable set search_path = ''
as $$
  select lower(btrim(normalize(address, NFKC)))
$$;

-- A person who is added (again) is read from then on, whatever was forgotten before.
create function private.note_contact_addresses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- What stands in for an erased address reaches no one.
  if private.restoring() or current_setting('guidevane.anonymise', true) = 'yes' then return null; end if;
  if tg_op = 'UPDATE' then
    update public.contact_addresses set until = now()
    from gone join kept using (id)
    where contact_addresses.contact_id = gone.id and contact_addresses.email_key = private.mail_key(gone.email) and contact_addresses.until is null
      and private.mail_key(kept.email) is distinct from private.mail_key(gone.email);
    insert into public.contact_addresses (contact_id, email_key)
    select kept.id, private.mail_key(kept.email) from kept join gone using (id)
    where char_length(private.mail_key(kept.email)) >= 3 and private.mail_key(kept.email) is distinct from private.mail_key(gone.email)
    on conflict (contact_id, email_key) do update set until = null;
  else
    insert into public.contact_addresses (contact_id, email_key)
    select id, private.mail_key(email) from kept where char_length(private.mail_key(email)) >= 3
    on conflict (contact_id, email_key) do update set until = null;
  end if;
  if exists (select from public.mail_never where key_hmac is not null) then
    delete from public.mail_never where key_hmac in (select private.address_key(kept.email) from kept where kept.email is not null);
  end if;
  return null;
end
$$;

-- Triggers fire in the order of their names: these after contacts_found_when_added, whose new statistics keep the foreign key's checks of a
-- large import from reading all contacts for each address.
create trigger mailbox_notes_new_addresses after insert on public.contacts referencing new table as kept
  for each statement execute function private.note_contact_addresses();

create trigger mailbox_notes_changed_addresses after update on public.contacts referencing old table as gone new table as kept
  for each statement execute function private.note_contact_addresses();

-- One row for each address: the contact, the oldest of several, and how many more there are.
create function private.contacts_by_address(addresses text[]) returns table (email_key text, contact_id uuid, same_address int)
language sql stable security definer set search_path = ''
as $$
  select found.email_key, (array_agg(contacts.id order by contacts.created_at, contacts.id))[1], count(*)::int - 1
  from public.contact_addresses as found join public.contacts on contacts.id = found.contact_id
  where found.email_key = any (addresses) and contacts.name <> 'Erased person'
  group by found.email_key
$$;

-- Addresses of ours and whose they are: colleagues who sign in, mailboxes, senders of the outbox.
create function private.our_addresses(addresses text[]) returns table (email_key text, staff_id uuid)
language sql stable security definer set search_path = ''
as $$
  select distinct on (ours.email_key) ours.email_key, ours.staff_id
  from (
    select private.mail_key(users.email) as email_key, staff.user_id as staff_id, 1 as place from auth.users join public.staff on staff.user_id = users.id
    where lower(users.email) = any (addresses)
    union all
    select mailboxes.address_key, case mailboxes.kind when 'personal' then mailboxes.owner_id end, 2 from public.mailboxes where mailboxes.address_key = any (addresses)
    union all
    select private.mail_key(coalesce(substring(identity from '<([^<>]+)>'), identity)), null, 3 from private.outbox_gate, unnest(identities) as identity
    union all
    select private.mail_key(inbound_address), null, 4 from private.outbox_gate where inbound_address is not null
  ) as ours
  where ours.email_key = any (addresses)
  order by ours.email_key, ours.staff_id is null, ours.place
$$;

-- Two become one: each address belongs to the one that stays, also those under which only the other was known. Mails follow by their foreign key.
create function private.merge_contact_addresses(keep uuid, gone uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.contact_addresses as theirs using public.contact_addresses as ours
  where theirs.contact_id = gone and ours.contact_id = keep and ours.email_key = theirs.email_key;
  update public.contact_addresses set contact_id = keep, source = 'merge' where contact_id = gone;
end
$$;

select private.register_hook('merge contacts', 'private.merge_contact_addresses(uuid, uuid)');

-- A colleague leaves: nothing is read with their word any more.
create function private.stop_mailboxes_of(person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.mailbox_secrets using public.mailboxes
  where mailboxes.id = mailbox_secrets.mailbox_id and mailboxes.owner_id = person and mailboxes.kind = 'personal';
  update public.mailboxes set state = 'paused', reason = 'colleague_left', reason_detail = null, next_try_at = null, lease_until = null, lease_by = null
  where owner_id = person and kind = 'personal' and state <> 'removed';
end
$$;

select private.register_hook('colleague left', 'private.stop_mailboxes_of(uuid)');

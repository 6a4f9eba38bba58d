-- What goes: mails that people delete, that a rule keeps out, that time ends, and the words of a person who is erased.

-- For good, with what is told of them. Others hear of it first ('mail removed'), so that they can let go of what followed from it.
create function private.remove_mails(ids uuid[], why text) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone int;
begin
  if coalesce(cardinality(ids), 0) = 0 then return 0; end if;
  perform private.call_hooks('mail removed', ids::text, why);
  if why <> 'retention' then
    insert into private.mail_tombstones (identity, why) select identity, remove_mails.why from public.mails where id = any (ids) on conflict do nothing;
  end if;
  delete from public.events where record_type = 'mail' and record_id = any (ids);
  perform private.change_mails(true);
  delete from public.mail_filings where thread_id in (select thread_id from public.mails where id = any (ids))
    and not exists (select from public.mails as other where other.thread_id = mail_filings.thread_id and other.id <> all (ids));
  delete from public.mails where id = any (ids);
  get diagnostics gone = row_count;
  perform private.change_mails(false);
  return gone;
end
$$;

-- From some mailboxes: a mail that lies elsewhere, too, stays there.
create function private.remove_copies(ids uuid[], boxes uuid[], why text) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  alone uuid[] := array(select mails.id from public.mails where mails.id = any (ids)
    and not exists (select from public.mail_copies where mail_copies.mail_id = mails.id and mail_copies.mailbox_id <> all (boxes)) order by 1);
begin
  insert into private.mail_tombstones (identity, mailbox_id, why)
  select distinct mails.identity, mail_copies.mailbox_id, remove_copies.why from public.mail_copies join public.mails on mails.id = mail_copies.mail_id
  where mails.id = any (ids) and mails.id <> all (alone) and mail_copies.mailbox_id = any (boxes) on conflict do nothing;
  delete from public.mail_copies where mail_id = any (ids) and mail_id <> all (alone) and mailbox_id = any (boxes);
  perform private.drop_words(array(select one from unnest(ids) as one where one <> all (alone)));
  return private.remove_mails(alone, why);
end
$$;

create function private.remove_from_mailboxes(ids uuid[], owner uuid, why text) returns int
language sql volatile security definer set search_path = ''
as $$
  select case when owner is null then private.remove_mails(ids, why)
    else private.remove_copies(ids, array(select id from public.mailboxes where owner_id = owner), why) end
$$;

-- All that was filed from a mailbox, where no other has it.
create function private.drop_copies(mailbox uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  elsewhere uuid[];
begin
  perform private.remove_mails(array(
    select distinct mail_id from public.mail_copies as own where mailbox_id = mailbox
      and not exists (select from public.mail_copies as other where other.mail_id = own.mail_id and other.mailbox_id <> mailbox)), 'mailbox');
  -- Connected again, it may be read again.
  delete from private.mail_tombstones where why = 'mailbox';
  elsewhere := array(select distinct mail_id from public.mail_copies where mailbox_id = mailbox);
  delete from public.mail_copies where mailbox_id = mailbox;
  perform private.drop_words(elsewhere);
end
$$;

-- Mails of one's own mailboxes, and for who may delete mail those of the firm. Reading everything again does not bring them back.
create function public.delete_mails(mails uuid[]) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  boxes uuid[];
  asked uuid[];
begin
  perform private.require_may('mailbox', 'read', 'to delete mail');
  if private.is_viewing() then perform private.require_may('mailbox', 'delete'); end if;
  boxes := array(select id from public.mailboxes where owner_id = auth.uid() or (kind = 'shared' and public.may('mailbox', 'delete')));
  asked := array(select distinct mail_id from public.mail_copies where mail_id = any (private.no_more_than(1000, delete_mails.mails)) and mailbox_id = any (boxes));
  if asked = '{}' then
    raise insufficient_privilege using message = 'These mails are in mailboxes of others.';
  end if;
  perform private.remove_copies(asked, boxes, 'deleted');
  return cardinality(asked);
end
$$;

-- No one else sees a thread of the caller's mailboxes; what colleagues have of it in theirs is theirs.
create function public.set_thread_private(thread uuid, is_private boolean) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  changed int;
begin
  perform private.require_may('mailbox', 'read', 'to make mail private');
  if private.is_viewing() then raise insufficient_privilege using message = 'You are looking through another role: nothing can be changed.'; end if;
  update public.mail_copies set is_private = set_thread_private.is_private
  from public.mails, public.mailboxes
  where mails.id = mail_copies.mail_id and mailboxes.id = mail_copies.mailbox_id and mailboxes.owner_id = auth.uid()
    and mails.thread_id = coalesce((select named.thread_id from public.mails as named where named.id = set_thread_private.thread), set_thread_private.thread);
  get diagnostics changed = row_count;
  if set_thread_private.is_private then perform private.untell_private(); end if;
  return changed;
end
$$;

-- Entries of the history of mails that no one but an owner sees any more.
create function private.untell_private() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.events where record_type = 'mail' and record_id in (
    select mail_id from public.mail_copies as own where is_private
      and not exists (select from public.mail_copies as other join public.mailboxes on mailboxes.id = other.mailbox_id
        where other.mail_id = own.mail_id and not other.is_private and mailboxes.colleagues_see <> 'nothing'))
$$;

create function private.untell_mails(mailbox uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.events where record_type = 'mail' and (
    (record_id = mailbox and kind = 'mails read')
    or record_id in (
      select mail_id from public.mail_copies as own where own.mailbox_id = mailbox
        and not exists (select from public.mail_copies as other join public.mailboxes on mailboxes.id = other.mailbox_id
          where other.mail_id = own.mail_id and not other.is_private and mailboxes.colleagues_see <> 'nothing')))
$$;

-- A mailbox keeps less than before: what no other mailbox keeps goes.
create function private.keep_less(mailbox uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.mail_bodies using public.mail_copies as own
  where own.mail_id = mail_bodies.mail_id and own.body_hash = mail_bodies.body_hash and own.mailbox_id = mailbox
    and not exists (select from public.mail_copies join public.mailboxes on mailboxes.id = mail_copies.mailbox_id
      where mail_copies.mail_id = own.mail_id and mail_copies.body_hash = own.body_hash and mailboxes.keep = 'text');
  delete from public.mail_heads using public.mail_copies as own
  where own.mail_id = mail_heads.mail_id and own.body_hash = mail_heads.body_hash and own.mailbox_id = mailbox
    and not exists (select from public.mail_copies join public.mailboxes on mailboxes.id = mail_copies.mailbox_id
      where mail_copies.mail_id = own.mail_id and mail_copies.body_hash = own.body_hash and mailboxes.keep in ('snippet', 'text'));
  perform private.say_words(array(select distinct mail_id from public.mail_copies where mailbox_id = mailbox));
end
$$;

-- Words of these mails go, that they were exchanged stays.
create function private.empty_mails(ids uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.mail_bodies where mail_id = any (ids);
  delete from public.mail_heads where mail_id = any (ids);
  perform private.change_mails(true);
  update public.mails set words = 'emptied' where id = any (ids) and words <> 'emptied';
  perform private.change_mails(false);
end
$$;

-- A person is erased: their words, names and addresses go. Identities stay, so that no mailbox brings them back, and the key of each address,
-- so that nothing of theirs is read until someone adds them again.
create function private.erase_mail_of_contact(contact uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  addresses text[] := array(select email_key from public.contact_addresses where contact_id = contact
    union select private.mail_key(email) from public.contacts where id = contact and email is not null);
  ids uuid[] := array(select distinct mail_id from public.mail_people where contact_id = contact or address_key = any (addresses));
begin
  -- Mail that is being filed with this person waits, or has been filed and is found here.
  perform pg_advisory_xact_lock(3801);
  ids := array(select distinct mail_id from public.mail_people where contact_id = contact or address_key = any (addresses));
  perform private.empty_mails(ids);
  insert into private.mail_tombstones (identity, why) select identity, 'erased' from public.mails where id = any (ids) on conflict do nothing;
  perform private.change_mails(true);
  update public.mails set message_id = null, refers_to = '{}' where id = any (ids);
  perform private.change_mails(false);
  update public.mail_people set address_key = '', shown_name = '', same_address = 0
  where contact_id = contact or address_key = any (addresses);
  insert into public.mail_never (kind, key_hmac) select 'address', private.address_key(one) from unnest(addresses) as one on conflict do nothing;
  delete from private.mail_strangers where address_key = any (addresses);
  delete from public.contact_addresses where contact_id = contact;
end
$$;

select private.register_hook('erase contact', 'private.erase_mail_of_contact(uuid)');

-- For the copy of what is kept about a person: the mails that they are on, with the words that are open to the caller. Of the others it says that
-- there are some, as far as the caller sees that; owners see who took a copy of their words.
create function private.copy_of_mail(contact uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  most constant int := 5000;
  ids uuid[] := array(select mail_id from public.mail_people where contact_id = contact group by mail_id having private.may_see_mail(mail_id, 'headers')
    order by max(at) desc, mail_id);
begin
  perform private.note_mail_read(one, words.body_hash) from unnest(ids[:most]) as one cross join private.words_open(one) as words where words.with_text;
  return (select jsonb_build_object('part', 'mails', 'instead_of', array['mail_people'], 'left_out', greatest(cardinality(ids) - most, 0),
    'rows', coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('at', mails.at, 'direction', mails.direction,
      'from', who.said -> 'from', 'to', who.said -> 'to', 'cc', who.said -> 'cc', 'subject', head.subject, 'first_words', nullif(head.snippet, ''),
      'text', body.text, 'files', nullif((select jsonb_agg(file ->> 'name') from jsonb_array_elements(head.files) as file), 'null'),
      'words_are_closed', case when head.mail_id is null and mails.words in ('snippet', 'text') then true end)) order by mails.at), '[]'))
    from unnest(ids[:most]) as one (id) join public.mails using (id)
    left join private.words_open(mails.id) as words on true
    left join public.mail_heads as head on head.mail_id = mails.id and head.body_hash = words.body_hash
    left join public.mail_bodies as body on body.mail_id = mails.id and body.body_hash = words.body_hash and words.with_text
    cross join lateral (select jsonb_object_agg(role, people) as said from (
      select role, jsonb_agg(concat_ws(' ', nullif(shown_name, ''), address_key) order by no) as people from public.mail_people
      where mail_id = mails.id and role in ('from', 'to', 'cc') group by role) as roles) as who);
end
$$;

select private.register_hook('copy of person', 'private.copy_of_mail(uuid)', 'mailbox');

grant execute on function private.copy_of_mail to authenticated, service_role;

-- What time ends, once an hour: mails that every mailbox has kept long enough, words of those that were deleted in every mailbox (half a day
-- after, because a mail that is moved is gone for a moment), and people we once wrote to.
create function private.tidy_mails(at timestamptz, most int default 5000) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.remove_mails(array(
    select mails.id from public.mails
    where mails.at < tidy_mails.at - (select min(keep_months) * interval '1 month' from public.mailboxes)
      and not exists (select from public.mail_copies join public.mailboxes on mailboxes.id = mail_copies.mailbox_id
        where mail_copies.mail_id = mails.id and mails.at >= tidy_mails.at - keep_months * interval '1 month')
    order by mails.at limit most), 'retention');
  perform private.empty_mails(array(
    select distinct own.mail_id from public.mail_copies as own join public.mails on mails.id = own.mail_id
    where own.gone_at < tidy_mails.at - interval '12 hours' and mails.words <> 'emptied'
      and not exists (select from public.mail_copies as other where other.mail_id = own.mail_id
        and (other.gone_at is null or other.gone_at >= tidy_mails.at - interval '12 hours'))
    limit most));
  delete from private.mail_strangers where last_on < (tidy_mails.at - interval '90 days')::date;
end
$$;

grant execute on function public.delete_mails, public.set_thread_private to authenticated, service_role;

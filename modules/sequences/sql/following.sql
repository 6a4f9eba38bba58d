-- What enrolments follow besides: answers of machines, and contacts that change, are erased or become one.

-- Automatic answers -----------------------------------------------------------------------------------------------------------
-- They are no replies. One that names the day of return pauses until then.

create function private.day_of_return(words text, today date) returns date
language plpgsql immutable set search_path = ''
as $$
declare
  month constant text := '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[.]?';
  about constant text := '(?:until|till|back|return(?:ing|s)?|through|to)[^0-9\n]{0,40}?';
  found text[];
  day date;
begin
  words := lower(left(words, 5000));
  begin
    found := regexp_match(words, about || '([0-9]{4})-([0-9]{2})-([0-9]{2})');
    if found is not null then
      day := make_date(found[1]::int, found[2]::int, found[3]::int);
    else
      found := regexp_match(words, about || '([0-9]{1,2})(?:st|nd|rd|th)?[ ]+(?:of[ ]+)?' || month || '(?:,?[ ]+([0-9]{4}))?');
      if found is null then
        found := regexp_match(words, '(?:until|till|back|return(?:ing|s)?|through|to)[^0-9\n]{0,40}?' || month || '[ ]+([0-9]{1,2})(?:st|nd|rd|th)?(?:,?[ ]+([0-9]{4}))?');
        found := case when found is not null then array[found[2], found[1], found[3]] end;
      end if;
      if found is null then return null; end if;
      day := to_date(format('%s %s %s', found[1], found[2], coalesce(found[3], extract(year from today)::text)), 'DD Mon YYYY');
      if found[3] is null and day < today then day := day + interval '1 year'; end if;
    end if;
  exception when others then
    return null;
  end;
  return case when day between today and today + 120 then day end;
end
$$;

create function private.pause_for_automatic_answer() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  back date := private.day_of_return(new.subject || E'\n' || new.body_text, public.office_today());
  one public.enrolments;
  until timestamptz;
begin
  if back is null then return null; end if;
  for one in
    select * from public.enrolments where to_key = new.from_key and state = 'active' order by id for update
  loop
    until := private.local_instant(back + time '00:00', one.timezone);
    update public.enrolments set state = 'paused', paused_until = until where id = one.id;
    perform private.hold_steps(null, one.id, 'enrolment_paused');
    perform private.record_enrolment_event(one, 'paused', jsonb_build_object('until', until, 'reason', 'automatic_answer'));
  end loop;
  return null;
end
$$;

create trigger pause_for_automatic_answer after insert on public.mail_replies for each row
  when (new.is_automatic and new.doubt is null) execute function private.pause_for_automatic_answer();

-- People --------------------------------------------------------------------------------------------------------------------

-- A person who gets another address is found by that one.
create function private.enrolments_follow_contact() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.enrolments set to_key = private.folded_address(new.email) where contact_id = new.id and state in ('active', 'paused');
  return null;
end
$$;

create trigger enrolments_follow_contact after update of email on public.contacts for each row
  when (new.email is distinct from old.email) execute function private.enrolments_follow_contact();

-- Anyone who goes, their mails stay here.
create function private.cancel_with_enrolment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.cancel_steps(old.id, 'contact_deleted');
  return old;
end
$$;

create trigger cancel_with_enrolment before delete on public.enrolments for each row execute function private.cancel_with_enrolment();

create function private.erase_from_sequences(contact uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  one uuid;
begin
  for one in select id from public.enrolments where contact_id = contact order by id for update loop
    perform private.end_enrolment(one, 'stopped', 'erased', null);
    perform private.cancel_steps(one, 'erased');
  end loop;
  update public.enrolments set to_key = null, stop_event = null where contact_id = contact;
  delete from private.contact_zones where contact_id = contact;
end
$$;

select private.register_hook('erase contact', 'private.erase_from_sequences(uuid)');

-- Two people become one: of two enrolments that cannot both go on, the one of the person who stays does.
create function private.merge_in_sequences(keep uuid, gone uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  one uuid;
begin
  for one in
    select theirs.id from public.enrolments as theirs
    where theirs.contact_id = gone and theirs.state in ('active', 'paused') and exists (
      select from public.enrolments as ours
      where ours.contact_id = keep and ours.state in ('active', 'paused')
        and (ours.sequence_id = theirs.sequence_id or (ours.exclusive and theirs.exclusive and ours.state = 'active' and theirs.state = 'active')))
    order by theirs.id for update
  loop
    perform private.end_enrolment(one, 'stopped', 'contact_merged', null);
  end loop;
  update public.enrolments set to_key = private.folded_address((select coalesce(kept.email, other.email) from public.contacts as kept, public.contacts as other
    where kept.id = keep and other.id = gone)) where contact_id = gone and state in ('active', 'paused');
  insert into private.contact_zones select keep, timezone from private.contact_zones where contact_id = gone on conflict do nothing;
end
$$;

select private.register_hook('merge contacts', 'private.merge_in_sequences(uuid, uuid)');

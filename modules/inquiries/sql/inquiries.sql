-- What visitors send: received in one transaction (receive_inquiry), answered in time. The server alone receives; staff
-- read the table and act through the functions at the end. Everything typed by a visitor stays text.

create trigger inquiries_touch before update on public.inquiries for each row execute function private.touch_updated_at();

-- Not generated columns: PostgreSQL prepares those for every company or person that is deleted, to look for its inquiries, which was a
-- quarter of the time.
create function private.name_inquiry() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.reference := 'GV-' || case when new.number < 10000 then lpad(new.number::text, 4, '0') else new.number::text end;
  new.email_key := lower(btrim(new.email));
  return new;
end
$$;

create trigger inquiries_named before insert or update of email, email_key, reference on public.inquiries
  for each row execute function private.name_inquiry();

select private.register_types('inquiries', 'inquiry', 'consent');

select private.keep_history('public.inquiries', 'inquiry', 'reference',
  'inquiry_id=id', 'account_id=account_id', 'contact_id=contact_id', 'deal_id=deal_id');

select private.tell_owners('inquiry', 'public.inquiries', 'assignee_id');
select private.tell_of('inquiry', event, 'answered') from unnest(array['answered', 'answered by mail']) as event;

select private.enable_search(
  'inquiries', area => 'inquiries', title => 'reference',
  searched => array['reference', 'name', 'email', 'company', 'subject_text', 'message']);

select private.show_when_found('inquiries', 'inquiries', $query$
  select record.id, concat_ws(' ', record.reference, nullif(record.name, '')), coalesce(nullif(record.subject_text, ''), left(record.message, 80)), null, null::uuid, best.place from unnest($1::uuid[]) with ordinality as best (id, place)
    join public.inquiries as record on record.id = best.id where record.erased_at is null
$query$);

create trigger acts_of_subjects after insert or update or delete on public.subjects
  for each row execute function private.note_setting('routing of a subject changed', 'label', 'service_line', 'makes_deal', 'stage_id', 'owner_id', 'task_title', 'archived_at');

grant select, update (service_line, makes_deal, stage_id, owner_id, task_title, archived_at) on public.subjects to authenticated;

grant select on public.inquiries to authenticated, service_role;

grant select, insert, delete on public.blocked_senders to authenticated;

grant all on public.subjects, public.blocked_senders to service_role;

-- The number of inquiries in each tab of the inbox; how many of the waiting ones have a deadline; and how many, waiting or quarantined, are
-- past it by the caller's clock: the sender of a quarantined message was promised the same day. One answer, because the sidebar asks for it
-- on every page. Row level security applies.
create function public.inquiry_counts(at timestamptz default now())
returns table (waiting bigint, held bigint, answered bigint, closed bigint, spam bigint, due bigint, overdue bigint)
language sql stable set search_path = ''
as $$
  select count(*) filter (where state = 'new'), count(*) filter (where state = 'held'), count(*) filter (where state = 'answered'),
    count(*) filter (where state = 'closed'), count(*) filter (where state = 'spam'),
    count(*) filter (where state = 'new' and due_at is not null), count(*) filter (where state in ('new', 'held') and due_at < inquiry_counts.at)
  from public.inquiries
$$;

select private.allow('public.subjects', 'inquiries', edits => 'edit');
select private.allow('public.inquiries', 'inquiries');
select private.allow('public.blocked_senders', 'inquiries', adds => 'edit', deletes => 'edit');

grant execute on function public.inquiry_counts to authenticated, service_role;

select private.announce_changes('public.inquiries', 'inquiries');

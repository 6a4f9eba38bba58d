-- Pages with a price. The request for payment, and what its money does, are the module payments'.

-- A request whose payment confirms the meeting; where the page keeps unpaid meetings it goes out by mail, and the meeting stands.
create function private.ask_for_payment(meeting uuid, at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.meetings := (select meetings from public.meetings where id = meeting);
  of_page public.booking_pages := (select booking_pages from public.booking_pages where id = kept.page_id);
  request uuid;
begin
  if of_page.price_minor is null or kept.state not in ('awaiting_payment', 'confirmed') or kept.account_id is null or kept.payment_id is not null then return; end if;
  select max(answer)::uuid into request from private.call_hooks('ask for payment', jsonb_build_object('dedupe_key', 'meeting:' || kept.id, 'account_id', kept.account_id,
    'contact_id', kept.contact_id, 'deal_id', kept.deal_id, 'title', kept.title || ' ' || kept.reference, 'amount_minor', of_page.price_minor, 'currency', of_page.currency,
    'due_on', greatest(public.office_day(kept.starts_at), public.office_today()), 'send', kept.state = 'confirmed', 'reminders_on', kept.state = 'confirmed')::text) as answer;
  perform private.suppress_history(true);
  update public.meetings set payment_id = request where id = meeting;
  perform private.suppress_history(false);
end
$$;

-- The money is here: the time is theirs. Money that came too late is with the request, and a person decides what becomes of it.
create function private.meeting_was_paid(request uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  paid uuid := (select id from public.meetings where payment_id = request);
  kept public.meetings;
begin
  if paid is null then return; end if;
  kept := private.meeting_to_change(paid);
  if kept.state = 'awaiting_payment' then
    perform private.suppress_history(true);
    update public.meetings set state = 'confirmed', answer_by = null, sequence = meetings.sequence + 1 where id = paid;
    perform private.suppress_history(false);
    perform private.record_meeting_event(paid, 'paid');
    perform private.drop_meeting_mails(paid, 'meeting_changed');
    perform private.write_meeting_mails(paid, 'confirmed', now());
  elsif kept.state in ('released', 'cancelled', 'declined', 'expired') then
    perform private.call_hooks('make task', jsonb_build_object('title', left(format('%s %s was paid after it was off: give another time or the money back', kept.title, kept.reference), 200),
      'kind', 'todo', 'source', 'meetings', 'assignee_id', kept.host_id, 'account_id', kept.account_id)::text);
  end if;
end
$$;

select private.register_hook('money came: payment', 'private.meeting_was_paid(uuid)');

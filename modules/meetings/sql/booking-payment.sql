-- Pages with a price. The request for payment, and what its money does, are the module payments'.

-- A request whose payment confirms the meeting. Without the module, or without anyone to ask, nothing is asked for and a person decides.
create function private.ask_for_payment(meeting uuid, at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.meetings := (select meetings from public.meetings where id = meeting);
  of_page public.booking_pages := (select booking_pages from public.booking_pages where id = kept.page_id);
  request uuid;
begin
  if kept.state <> 'awaiting_payment' or kept.account_id is null then return; end if;
  select max(answer)::uuid into request from private.call_hooks('ask for payment', jsonb_build_object('dedupe_key', 'meeting:' || kept.id, 'account_id', kept.account_id,
    'contact_id', kept.contact_id, 'deal_id', kept.deal_id, 'title', kept.title, 'amount_minor', of_page.price_minor, 'currency', of_page.currency,
    'due_on', public.office_day(kept.starts_at), 'send', false, 'reminders_on', false)::text) as answer;
  perform private.suppress_history(true);
  update public.meetings set payment_id = request where id = meeting;
  perform private.suppress_history(false);
end
$$;

-- A mail that a person writes to one contact, outside of an inquiry or a proposal.

-- `mail` is {id, contact_id, subject, text, despite}: the same id again is the same mail. It passes the gate like every mail. To someone
-- who opted out of outreach it is written only with a reason, which is kept.
create function public.write_mail(mail jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person public.contacts;
  stopped text;
  why text := nullif(btrim(mail ->> 'despite'), '');
begin
  perform private.require_may('outbox', 'edit', 'to write mail');
  select * into person from public.contacts where id = (mail ->> 'contact_id')::uuid;
  if person.id is null then raise check_violation using message = 'This contact no longer exists.'; end if;
  if coalesce(btrim(person.email), '') = '' then raise check_violation using message = 'This contact has no e-mail address.'; end if;
  if coalesce(btrim(mail ->> 'subject'), '') = '' or coalesce(btrim(mail ->> 'text', E' \t\r\n'), '') = '' then
    raise check_violation using message = 'A mail has a subject and a text.';
  end if;
  stopped := private.suppression_code(person.email, 'transactional');
  if stopped is not null then raise check_violation using message = format('Nothing is sent to this address: %s.',
    case stopped when 'address_bounced' then 'the address bounced' when 'complained' then 'they complained' else 'on the stop list' end); end if;
  stopped := private.suppression_code(person.email, 'outreach');
  if stopped is not null and why is null then
    raise check_violation using message = 'They opted out. Say why you write all the same.', detail = 'despite';
  end if;
  return private.put_in_outbox(jsonb_build_object(
    'class', 'transactional', 'dedupe_key', 'mail:' || coalesce(nullif(mail ->> 'id', ''), gen_random_uuid()::text), 'origin_kind', 'mail',
    'account_id', person.account_id, 'contact_id', person.id, 'to_address', person.email, 'subject', mail ->> 'subject',
    'body_text', btrim(mail ->> 'text', E' \t\r\n'), 'despite', case when stopped is not null then why end,
    -- A moment in which it can still be taken back.
    'not_before', now() + interval '10 seconds'));
end
$$;

grant execute on function public.write_mail to authenticated, service_role;

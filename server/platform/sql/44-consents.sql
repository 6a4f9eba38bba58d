-- Consents: to what a person has agreed, and that they have taken it back. The gate asks before a message that needs one leaves.

-- The latest word of an address on a purpose, or null.
create function private.consent_of(address text, for_purpose text) returns text
language sql stable security definer set search_path = ''
as $$
  select state from public.consents
  where email_key = lower(btrim(address)) and purpose = for_purpose order by id desc limit 1
$$;

-- The person pressed the button behind the link. True when the address has agreed now.
create function private.give_consent(asked uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  question public.consents := (select consents from public.consents where id = asked);
  latest public.consents;
begin
  if question.email_key is null then return false; end if;
  perform pg_advisory_xact_lock(3601, hashtext(question.email_key));
  select * into latest from public.consents
  where email_key = question.email_key and purpose = question.purpose order by id desc limit 1;
  if latest.state = 'given' then return true; end if;
  -- A word that was taken back after the question is not given by an old link.
  if question.expires_at <= private.now() or (latest.state = 'withdrawn' and latest.id > question.id) then return false; end if;
  insert into public.consents (email_key, contact_id, purpose, state, wording, asked_at, decided_at, inquiry_id, form)
  values (question.email_key, question.contact_id, question.purpose, 'given', question.wording, question.asked_at, private.now(),
    question.inquiry_id, question.form);
  perform private.write_consent_event(question, 'given');
  return true;
end
$$;

-- Blocks sending at once: what waits for this consent is stopped in the same transaction.
create function private.withdraw_consent(address text, of_purpose text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  key text := lower(btrim(address));
  latest public.consents;
begin
  perform pg_advisory_xact_lock(3601, hashtext(key));
  select * into latest from public.consents where email_key = key and purpose = of_purpose order by id desc limit 1;
  if latest.id is null or latest.state = 'withdrawn' then return; end if;
  insert into public.consents (email_key, contact_id, purpose, state, wording, asked_at, decided_at, inquiry_id, form)
  values (key, latest.contact_id, of_purpose, 'withdrawn', latest.wording, latest.asked_at, private.now(), latest.inquiry_id, latest.form);
  update public.outbox set state = 'suppressed', gate_code = 'consent_withdrawn', finished_at = private.now()
  where to_key = key and state in ('held', 'queued')
    and (consent_purpose = of_purpose
      or (origin_kind = 'consent' and origin_id in (select id from public.consents where email_key = key and purpose = of_purpose)));
  perform private.write_consent_event(latest, 'withdrawn');
end
$$;

create function private.write_consent_event(consent public.consents, verb text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id, inquiry_id, changes)
  select verb, auth.uid(), private.actor_name(), 'consent', consent.id, initcap(consent.purpose), contacts.account_id, consent.contact_id,
    consent.inquiry_id, jsonb_build_object(consent.purpose, jsonb_build_array(consent.state, verb))
  from (select 1) as one left join public.contacts on contacts.id = consent.contact_id
$$;

-- For staff: the person said it by other means, a call or a letter.
create function public.withdraw_consent(address text, purpose text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('inquiries', 'edit', 'to change consents');
  perform private.withdraw_consent(address, purpose);
end
$$;

create function private.forget_consents(address text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  of_purpose text;
begin
  for of_purpose in select distinct purpose from public.consents where email_key = address and state <> 'withdrawn' loop
    perform private.withdraw_consent(address, of_purpose);
  end loop;
  update public.consents set email_key = null where email_key = address;
end
$$;

select private.allow('public.consents', 'inquiries');
select private.allow('public.free_mail_hosts', 'inquiries', adds => 'edit', deletes => 'edit');

grant select on public.consents to authenticated, service_role;

grant select, insert, delete on public.free_mail_hosts to authenticated;

grant all on public.free_mail_hosts to service_role;

grant execute on function public.withdraw_consent to authenticated, service_role;

-- Who gets nothing any more, and how we learn of it: by their own word, by bounces and complaints, by a person in the office. Kept
-- under a keyed hash of the address, so that it outlives the contact; the address stands beside it until the person is erased.

create function private.address_key(address text) returns bytea
language sql stable security definer set search_path = ''
as $$
  select sha256(outer_pad || sha256(inner_pad || convert_to(lower(btrim(normalize(address, NFKC))), 'UTF8'))) from private.suppression_key
$$;

grant select on public.suppressions to authenticated, service_role;

select private.allow('public.suppressions', 'outbox');

-- Why nothing is sent to this address, or null. `despite`: a person gave a reason to write although they opted out.
create function private.suppression_code(of_address text, of_class text, despite boolean default false) returns text
language sql stable security definer set search_path = ''
as $$
  select case reason when 'unsubscribe' then 'unsubscribed' when 'hard_bounce' then 'address_bounced'
    when 'complaint' then 'complained' else 'stop_list' end
  from public.suppressions
  where key_hmac = private.address_key(of_address) and lifted_at is null
    and (scope = 'all' or (of_class = 'outreach' and not despite))
$$;

-- Makes public.suppressions follow its facts; the gravest of those that hold counts.
create function private.apply_suppression_facts(key bytea, known_address text, by_person uuid default null, why text default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  holds private.suppression_facts;
  scoped text;
begin
  select * into holds from private.suppression_facts
  where key_hmac = key and set_at is not null and (lifted_at is null or lifted_at < set_at)
  order by array_position(array['complaint', 'hard_bounce', 'manual', 'unsubscribe'], split_part(reason, ':', 1)),
    reason, set_at, source limit 1;
  if holds.key_hmac is null then
    update public.suppressions set lifted_at = coalesce(lifted_at, private.now()), lifted_by = by_person, lifted_why = why
    where key_hmac = key and lifted_at is null;
    return;
  end if;
  scoped := case when holds.reason in ('complaint', 'hard_bounce', 'manual:all') then 'all' else 'outreach' end;
  insert into public.suppressions as kept (key_hmac, address, scope, reason, source_event, created_at)
  values (key, known_address, scoped, split_part(holds.reason, ':', 1), holds.source_event, holds.set_at)
  on conflict (key_hmac) do update set scope = excluded.scope, reason = excluded.reason, source_event = excluded.source_event,
    created_at = excluded.created_at, lifted_at = null, lifted_by = null, lifted_why = null;
end
$$;

-- Of everyone who would get it, the first who gets nothing, and why.
create function private.first_suppressed(message public.outbox, out address text, out code text)
language sql stable set search_path = ''
as $$
  select one, why from unnest(private.recipients_of(message)) with ordinality as each (one, place),
    lateral private.suppression_code(one, message.class, message.despite is not null) as why
  where why is not null order by place limit 1
$$;

-- Stops an address from now on, in one transaction: what waits for it, what was claimed and has not been handed over, its sequences.
create function private.record_suppression(
  address text, in_scope text, for_reason text, from_source text, event text, at timestamptz default private.now()) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  folded text := lower(btrim(address));
  key bytea := private.address_key(address);
  fact text := case when for_reason = 'manual' then 'manual:' || in_scope else for_reason end;
begin
  if folded = '' then return; end if;
  perform pg_advisory_xact_lock(3602, hashtext(folded));
  insert into private.suppression_facts as kept (key_hmac, reason, source, set_at, source_event)
  values (key, fact, from_source, at, event)
  on conflict (key_hmac, reason, source) do update set
    source_event = case when kept.set_at is null or excluded.set_at > kept.set_at then excluded.source_event else kept.source_event end,
    set_at = greatest(kept.set_at, excluded.set_at);
  perform private.apply_suppression_facts(key, folded);
  perform private.stop_suppressed(folded, for_reason, event);
end
$$;

create function private.stop_suppressed(folded text, for_reason text, event text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := private.suppression_code(folded, 'outreach');
begin
  if why is null then return; end if;
  perform private.call_hooks('address stopped', folded,
    case for_reason when 'unsubscribe' then 'unsubscribed' when 'hard_bounce' then 'bounced' when 'complaint' then 'complained' else 'stopped' end, event);
  update public.outbox set state = 'suppressed', gate_code = why, finished_at = private.now(), phase = null, lease_until = null,
    lease_by = null
  where to_key = folded and (state in ('held', 'queued') or (state = 'sending' and phase = 'claimed')) and channel in ('email', 'calendar')
    and class <> 'system' and private.suppression_code(folded, class, despite is not null) is not null;
end
$$;

-- Postmark took a stop back: only what Postmark itself had set.
create function private.lift_postmark(address text, at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  key bytea := private.address_key(address);
begin
  perform pg_advisory_xact_lock(3602, hashtext(lower(btrim(address))));
  insert into private.suppression_facts as kept (key_hmac, reason, source, lifted_at)
  select key, fact, 'postmark', at from unnest(array['hard_bounce', 'complaint', 'unsubscribe']) as fact
  on conflict (key_hmac, reason, source) do update set lifted_at = greatest(kept.lifted_at, excluded.lifted_at);
  perform private.apply_suppression_facts(key, lower(btrim(address)), null, 'Postmark lifted it');
end
$$;

-- The recipient's own word ---------------------------------------------------------------------------------------------------
-- The link of kind 'unsubscribe' in a message has the message as its subject. Done once or often, the end is the same.
create function private.unsubscribe(message uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  told public.outbox;
begin
  select * into told from public.outbox where id = message;
  if told.id is null then return false; end if;
  if told.to_key = '' then
    -- The person was erased since: the address is known by its key alone.
    insert into private.suppression_facts as kept (key_hmac, reason, source, set_at, source_event)
    select key_hmac, 'unsubscribe', 'recipient', private.now(), message::text from private.unsubscribe_keys where outbox_id = message
    on conflict (key_hmac, reason, source) do update set set_at = excluded.set_at;
    perform private.apply_suppression_facts(key_hmac, null) from private.unsubscribe_keys where outbox_id = message;
    return found;
  end if;
  perform private.record_suppression(told.to_key, 'outreach', 'unsubscribe', 'recipient', message::text);
  if told.consent_purpose is not null then perform private.withdraw_consent(told.to_key, told.consent_purpose); end if;
  if told.contact_id is not null and private.module_is_live('outbox')
    and not exists (select from public.events where record_type = 'message' and kind = 'unsubscribed' and record_id = told.id) then
    insert into public.events (kind, actor_name, record_type, record_id, record_name, account_id, contact_id)
    values ('unsubscribed', 'Recipient', 'message', told.id, told.subject, told.account_id, told.contact_id);
  end if;
  return true;
end
$$;

-- By hand ---------------------------------------------------------------------------------------------------------------------

create function public.suppress_address(address text, scope text default 'outreach', why text default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := private.demand_outbox('edit');
begin
  if suppress_address.scope not in ('outreach', 'all') or suppress_address.address !~ '^[^@[:space:]]+@[^@[:space:]]+$' then
    raise exception 'Give an address, and what it no longer gets: outreach or all.' using errcode = 'check_violation';
  end if;
  perform private.record_suppression(suppress_address.address, suppress_address.scope, 'manual', 'person', left(why, 500));
end
$$;

-- Every reason is lifted at once; why is kept.
create function public.lift_suppression(id uuid, why text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := private.demand_outbox('edit');
  key bytea := (select key_hmac from public.suppressions where suppressions.id = lift_suppression.id and lifted_at is null);
begin
  if char_length(btrim(coalesce(why, ''))) < 3 then
    raise exception 'Say why this address may be written to again.' using errcode = 'check_violation';
  end if;
  if key is null then
    raise exception 'This address is not stopped any more.' using errcode = 'check_violation';
  end if;
  update private.suppression_facts set lifted_at = greatest(lifted_at, private.now(), set_at + interval '1 microsecond')
  where key_hmac = key;
  perform private.apply_suppression_facts(key, null, person, left(btrim(why), 500));
end
$$;

-- For lists and enrolments: which of these addresses get no mail of a class, and why.
create function public.suppressed_among(addresses text[], class text default 'outreach') returns table (address text, reason text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('outbox', 'read');
  return query
    select asked.one, told.why from unnest(addresses) as asked (one),
      lateral (select private.suppression_code(asked.one, suppressed_among.class) as why) as told
    where told.why is not null;
end
$$;

-- What providers tell ---------------------------------------------------------------------------------------------------------

-- The row a provider speaks of: by the id we gave along, or by the provider's own.
create function private.message_of(our_id text, their_id text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select id from public.outbox
      where id = case when our_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then our_id::uuid end),
    (select id from public.outbox where provider_id = nullif(their_id, '') limit 1))
$$;

-- One word on a message. Its state is made from all words: complained before bounced before delivered, whatever came first. It also
-- decides an uncertain one: a provider that delivered or bounced it has had it.
create function private.note_outbox_news(message uuid, event text, word text, at timestamptz, words text default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  told public.outbox;
  becomes text;
begin
  select * into told from public.outbox where id = message for update;
  if told.id is null then return; end if;
  insert into private.outbox_news (event_key, outbox_id, kind, at, detail) values (event, message, word, at, words) on conflict do nothing;
  if told.state not in ('sending', 'sent', 'delivered', 'bounced', 'complained', 'uncertain', 'failed') then return; end if;
  select kind into becomes from private.outbox_news where outbox_id = message
  order by array_position(array['complained', 'bounced', 'delivered'], kind) limit 1;
  update public.outbox set state = becomes, phase = null, lease_until = null, ask_at = null, secret = null,
    sent_at = coalesce(sent_at, taken_at, at), finished_at = coalesce(finished_at, at),
    delivered_at = (select min(news.at) from private.outbox_news as news where outbox_id = message and kind = 'delivered'),
    gate_code = case when detail is not null then 'provider' end, gate_detail = detail
  from (select min(news.detail) as detail from private.outbox_news as news where outbox_id = message and kind = becomes) as said
  where id = message;
end
$$;

-- A passing bounce counts on its day; three days within fourteen, with no delivery between, are as good as a lasting one.
create function private.note_address_news(address text, event text, word text, at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  key bytea := private.address_key(address);
  reached timestamptz;
begin
  perform pg_advisory_xact_lock(3602, hashtext(lower(btrim(address))));
  insert into private.address_news (event_key, key_hmac, kind, at) values (event, key, word, at) on conflict do nothing;
  select max(soft.at) into reached
  from private.address_news as soft
  where soft.key_hmac = key and soft.kind = 'soft' and 3 <= (
    select count(distinct (earlier.at at time zone 'utc')::date) from private.address_news as earlier
    where earlier.key_hmac = key and earlier.kind = 'soft' and earlier.at <= soft.at and earlier.at > soft.at - interval '14 days'
      and not exists (
        select from private.address_news as delivery
        where delivery.key_hmac = key and delivery.kind = 'delivered' and delivery.at >= earlier.at and delivery.at < soft.at));
  insert into private.suppression_facts as kept (key_hmac, reason, source, set_at, source_event)
  values (key, 'hard_bounce', 'soft', reached, 'three days of passing bounces')
  on conflict (key_hmac, reason, source) do update set set_at = excluded.set_at;
  perform private.apply_suppression_facts(key, lower(btrim(address)));
  if reached is not null then perform private.stop_suppressed(lower(btrim(address)), 'hard_bounce', event); end if;
end
$$;

grant select on public.mail_replies to authenticated, service_role;

create policy "who may read a message reads its replies" on public.mail_replies for select to authenticated
  using ((select public.may('outbox', 'read')) and (outbox_id is null or exists (select from public.outbox where outbox.id = mail_replies.outbox_id)));

-- Finds what an answer belongs to: by our Message-IDs that it names or the key in the address it came to (both in `message_ids`), else by the newest outreach to that address in 90 days. A
-- person's answer stops the sequences of its address. `checks` is what SPF, DKIM and DMARC came to ('pass', 'fail', 'none'); one in
-- doubt stops nothing. Who names our mail has had it; without that the checks must prove the sender. Null when it answers nothing of ours.
create function private.note_reply(from_address text, message_ids text[], is_automatic boolean, event text default null, checks text default 'none')
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  folded text := lower(btrim(from_address));
  answered public.outbox;
  is_named boolean;
  doubt text;
begin
  select * into answered from public.outbox
  where class <> 'system' and (message_id = any (message_ids)
    or substring(headers ->> 'Reply-To' from '\+([^@+]+)@') = any (message_ids)
    or id = any (array(select one::uuid from unnest(message_ids) as one where one ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')))
  order by created_at desc limit 1;
  is_named := answered.id is not null;
  if not is_named then
    select * into answered from public.outbox
    where to_key = folded and class = 'outreach' and taken_at > private.now() - interval '90 days'
    order by taken_at desc limit 1;
  end if;
  if answered.id is null then return null; end if;
  doubt := case when checks = 'fail' then 'failed_checks' when regexp_replace(answered.to_key, '\+[^@]*@', '@') <> regexp_replace(folded, '\+[^@]*@', '@')
      and folded <> all (private.recipients_of(answered)) then 'other_address'
    when not is_named and checks <> 'pass' then 'unproved' end;
  if not is_automatic and doubt is null then
    perform pg_advisory_xact_lock(3602, key) from (select distinct hashtext(one) as key from unnest(array[folded, answered.to_key]) as one order by 1) as keys;
    perform private.call_hooks('address stopped', one, 'replied', coalesce(event, answered.id::text))
    from (select distinct one from unnest(array[folded, answered.to_key]) as one order by 1) as addresses;
  end if;
  if answered.contact_id is not null and private.module_is_live('outbox') then
    insert into public.events (kind, actor_name, record_type, record_id, record_name, account_id, contact_id, deal_id)
    values (case when doubt is not null then 'answered in doubt' when is_automatic then 'answered by a machine' else 'replied' end,
      case when doubt is null then 'Recipient' else 'Unproved sender' end, 'message', answered.id, answered.subject,
      answered.account_id, answered.contact_id, answered.deal_id);
  end if;
  return jsonb_build_object('outbox_id', answered.id, 'account_id', answered.account_id, 'contact_id', answered.contact_id,
    'origin_kind', answered.origin_kind, 'origin_id', answered.origin_id, 'address', answered.to_key, 'is_automatic', is_automatic, 'doubt', doubt);
end
$$;

-- Erasing: words and addresses go, everywhere; that an address gets nothing stays.
create function private.erase_outbox_of_contact(contact uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  folded text := (select lower(btrim(email)) from public.contacts where id = contact);
begin
  update public.suppressions set address = null where address = folded;
  update public.mail_replies set from_address = '', real_sender = null, subject = '', body_text = '' where contact_id = contact or from_key = folded;
  update private.inbound_events set payload = '{}' where provider = 'postmark-inbound' and lower(payload ->> 'from') = folded;
  update public.outbox set to_address = '', also_to = '{}', cc = '{}', subject = 'Erased', body_text = '', body_html = null, mail_data = null, headers = '{}', attachments = '[]',
    state = case when state in ('held', 'queued') then 'cancelled' else state end,
    gate_code = case when state in ('held', 'queued') then 'erased' else gate_code end, gate_detail = null,
    finished_at = case when state in ('held', 'queued') then private.now() else finished_at end
  where (contact_id = contact or to_key = folded) and state <> 'sending' and class <> 'system';
  -- Of mail to others that named them as well, the address goes.
  update public.outbox set also_to = array(select one from unnest(also_to) as one where lower(one) <> folded), cc = array(select one from unnest(cc) as one where lower(one) <> folded)
  where (also_to <> '{}' or cc <> '{}') and folded = any (array(select lower(one) from unnest(also_to || cc) as one));
end
$$;

select private.register_hook('erase contact', 'private.erase_outbox_of_contact(uuid)');

grant execute on function public.suppress_address, public.lift_suppression, public.suppressed_among to authenticated, service_role;

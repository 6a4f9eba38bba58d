-- How an inquiry is received: one transaction from the message to the company, the person, the deal, the task, the history
-- and the rows of the outbox. All of it is there or nothing is.

-- What a message says about a person and a company that exist, where it differs from what they have.
create function private.suggestions_of(inquiry public.inquiries, person public.contacts, company public.accounts) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('record', record, 'id', id, 'field', field, 'have', have, 'typed', typed)), '[]')
  from (
    values ('contact', person.id, 'name', person.name, nullif(btrim(inquiry.name), '')),
      ('contact', person.id, 'phone', person.phone, nullif(left(btrim(inquiry.fields ->> 'phone'), 50), '')),
      ('contact', person.id, 'title', person.title, nullif(left(btrim(coalesce(inquiry.fields ->> 'title', inquiry.fields ->> 'role')), 200), '')),
      ('account', company.id, 'name', company.name, nullif(btrim(inquiry.company), ''))
  ) as given (record, id, field, have, typed)
  where id is not null and typed is not null and private.same_key('name', have) is distinct from private.same_key('name', typed)
$$;

-- The company whose domain or website the sender's address is at, or null. Free mail is no one's domain.
create function private.company_at(inquiry public.inquiries) returns public.accounts
language sql stable security definer set search_path = ''
as $$
  select accounts.*
  from (
    -- email.acme.example, then acme.example: the nearest first, and nothing above what a company can register.
    select array_to_string(labels[n:], '.') as name, n
    from (select string_to_array(split_part(inquiry.email_key, '@', 2), '.') as labels) as split, generate_series(1, cardinality(labels) - 1) as n
  ) as candidate
  join public.accounts on private.host_key(accounts.domain) = candidate.name or private.host_key(accounts.website) = candidate.name
  where length(candidate.name) >= length(coalesce(inquiry.company_host, split_part(inquiry.email_key, '@', 2)))
  order by candidate.n, (private.host_key(accounts.domain) = candidate.name) is true desc, accounts.created_at, accounts.id
  limit 1
$$;

-- A company that a message made and that no colleague of ours has had anything to do with since: so far only visitors speak for it, and
-- anyone who writes from its domain joins them. Every act of a colleague on the company or anything of it is in its history.
create function private.is_unconfirmed(of_account uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.inquiries where account_id = of_account and made ->> 'account' = of_account::text)
    and not exists (select from public.events where account_id = of_account and actor_id is not null)
$$;

-- A new contact of `company`, or of a new one, as the message describes them. The inquiry is not written here.
create function private.make_sender(inquiry public.inquiries, company uuid) returns public.inquiries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  typed_name text := nullif(btrim(inquiry.name), '');
  typed_company text := nullif(btrim(inquiry.company), '');
  registered text := coalesce(inquiry.company_host, split_part(inquiry.email_key, '@', 2));
  is_free boolean := exists (select from public.free_mail_hosts where host in (split_part(inquiry.email_key, '@', 2), registered));
begin
  inquiry.account_id := company;
  if company is null then
    insert into public.accounts (name, domain, is_individual)
    values (
      left(coalesce(typed_company, case when not is_free then inquiry.company_guess end, typed_name, split_part(inquiry.email_key, '@', 1)), 200),
      case when not is_free then registered end,
      is_free and typed_company is null)
    returning id into inquiry.account_id;
    inquiry.made := inquiry.made || jsonb_build_object('account', inquiry.account_id);
  end if;
  insert into public.contacts (account_id, name, email, phone, title)
  values (inquiry.account_id, left(coalesce(typed_name, split_part(inquiry.email, '@', 1)), 200), inquiry.email,
    nullif(left(btrim(inquiry.fields ->> 'phone'), 50), ''),
    nullif(left(btrim(coalesce(inquiry.fields ->> 'title', inquiry.fields ->> 'role')), 200), ''))
  returning id into inquiry.contact_id;
  inquiry.made := inquiry.made || jsonb_build_object('contact', inquiry.contact_id);
  inquiry.same_address := 1;
  return inquiry;
end
$$;

-- Finds or makes the person and the company of an inquiry. Anyone can type anyone's address, so no record that exists is changed: what
-- the message says about it is a suggestion, and so is the company of an unknown sender when that company is one of ours.
create function private.match_sender(inquiry public.inquiries) returns public.inquiries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  registered text := coalesce(inquiry.company_host, split_part(inquiry.email_key, '@', 2));
  person public.contacts;
  company public.accounts;
begin
  if inquiry.is_robot or inquiry.email_key = '' then return inquiry; end if;

  -- Two messages from one address wait for each other; those of others do not.
  perform pg_advisory_xact_lock(3601, hashtext(inquiry.email_key));
  select count(*) into inquiry.same_address from public.contacts where lower(email) = inquiry.email_key;
  select * into person from public.contacts where lower(email) = inquiry.email_key order by created_at, id limit 1;
  if person.id is not null then
    select * into company from public.accounts where id = person.account_id;
    inquiry.contact_id := person.id;
    inquiry.account_id := company.id;
    inquiry.suggestions := private.suggestions_of(inquiry, person, company);
    return inquiry;
  end if;

  if not exists (select from public.free_mail_hosts where host in (split_part(inquiry.email_key, '@', 2), registered)) then
    -- Two colleagues who write for the first time at the same moment find one company.
    perform pg_advisory_xact_lock(3602, hashtext(registered));
    company := private.company_at(inquiry);
    if company.id is not null and not private.is_unconfirmed(company.id) then
      inquiry.suggestions := jsonb_build_array(jsonb_build_object(
        'record', 'account', 'id', company.id, 'field', 'member', 'have', company.name, 'typed', inquiry.email));
      return inquiry;
    end if;
  end if;
  inquiry := private.make_sender(inquiry, company.id);
  if company.id is not null then inquiry.suggestions := private.suggestions_of(inquiry, null, company); end if;
  return inquiry;
end
$$;

-- The reply task, if tasks are live. The inquiry names it before it exists: both are written in one transaction.
create function private.add_reply_task(inquiry public.inquiries) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  route public.subjects;
begin
  select * into route from public.subjects where subjects.key = inquiry.subject_key or (inquiry.subject_key is null and is_default);
  insert into public.tasks (id, title, kind, priority, due_at, assignee_id, inquiry_id, account_id, source)
  values (
    inquiry.task_id,
    left(replace(replace(replace(route.task_title,
      '{name}', coalesce(nullif(inquiry.name, ''), inquiry.email)),
      '{company}', inquiry.company), '{subject}', inquiry.subject_text), 200),
    'reply', 'high', inquiry.due_at, inquiry.assignee_id, inquiry.id, inquiry.account_id, 'inquiry');
end
$$;

-- Mails of an inquiry that passed: one receipt for an address a day, one question for an address, purpose and day. None
-- repeats what was typed, because no one has proved that the address is theirs.
create function private.send_mails_of(inquiry public.inquiries) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  addressed text := encode(sha256(convert_to(inquiry.email_key, 'UTF8')), 'hex');
  day text := public.office_today()::text;
  asked record;
  kept public.consents;
  base jsonb := jsonb_build_object(
    'class', 'transactional', 'account_id', inquiry.account_id, 'contact_id', inquiry.contact_id, 'to_address', inquiry.email,
    'unproved_address', true);
begin
  if inquiry.waiting_mails is null or inquiry.is_robot or inquiry.email_key = '' then return; end if;
  if inquiry.waiting_mails ? 'receipt' and inquiry.due_at is not null then
    perform private.put_in_outbox(base || jsonb_build_object(
      'dedupe_key', 'receipt:' || addressed || ':' || day, 'origin_kind', 'inquiry', 'origin_id', inquiry.id,
      'mail_kind', 'inquiries.receipt',
      'mail_data', jsonb_build_object('reference', inquiry.reference, 'answer_by', private.office_clock(inquiry.due_at))));
  end if;
  for asked in
    select item ->> 'purpose' as purpose, item ->> 'wording' as wording
    from jsonb_array_elements(inquiry.waiting_mails -> 'consents') as item
  loop
    -- Anyone who has agreed is not asked again.
    continue when private.consent_of(inquiry.email_key, asked.purpose) = 'given';
    insert into public.consents (email_key, contact_id, purpose, state, wording, inquiry_id, form, expires_at)
    values (inquiry.email_key, inquiry.contact_id, asked.purpose, 'asked', asked.wording, inquiry.id, inquiry.kind, now() + interval '7 days')
    returning * into kept;
    perform private.put_in_outbox(base || jsonb_build_object(
      'dedupe_key', 'confirm:' || asked.purpose || ':' || addressed || ':' || day, 'origin_kind', 'consent', 'origin_id', kept.id,
      'mail_kind', 'inquiries.question', 'mail_data', jsonb_build_object('purpose', asked.purpose, 'wording', asked.wording),
      'expires_at', kept.expires_at));
  end loop;
end
$$;

-- Receives what the server has checked. The same id again answers what is there already, whatever else is sent with it.
--   id, kind, subject, name, email, company, message, fields, held_because, is_robot, company_host, company_guess, mails,
--   page_path, entry_path, referrer_host, utm, pages_seen
create function public.receive_inquiry(sent jsonb) returns public.inquiries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  inquiry public.inquiries;
  route public.subjects;
  words text := regexp_replace(lower(coalesce(sent ->> 'message', '')), '[^[:alnum:]]+', '', 'g');
begin
  perform pg_advisory_xact_lock(3600, hashtext(sent ->> 'id'));
  select * into inquiry from public.inquiries where id = (sent ->> 'id')::uuid;
  if inquiry.id is not null then return inquiry; end if;
  perform set_config('guidevane.actor', 'Website', true);

  inquiry.id := (sent ->> 'id')::uuid;
  inquiry.kind := sent ->> 'kind';
  inquiry.received_at := now();
  inquiry.updated_at := now();
  inquiry.subject_text := coalesce(btrim(sent ->> 'subject'), '');
  inquiry.name := coalesce(btrim(sent ->> 'name'), '');
  inquiry.email := coalesce(btrim(sent ->> 'email'), '');
  inquiry.email_key := lower(inquiry.email);
  inquiry.company := coalesce(btrim(sent ->> 'company'), '');
  inquiry.message := coalesce(sent ->> 'message', '');
  inquiry.fields := coalesce(sent -> 'fields', '{}');
  inquiry.is_robot := coalesce((sent ->> 'is_robot')::boolean, false);
  inquiry.company_host := nullif(sent ->> 'company_host', '');
  inquiry.company_guess := nullif(sent ->> 'company_guess', '');
  inquiry.waiting_mails := nullif(sent -> 'mails', 'null');
  inquiry.page_path := sent ->> 'page_path';
  inquiry.entry_path := sent ->> 'entry_path';
  inquiry.referrer_host := sent ->> 'referrer_host';
  inquiry.utm := nullif(sent -> 'utm', 'null');
  inquiry.pages_seen := (sent ->> 'pages_seen')::int;
  inquiry.same_address := 0;
  inquiry.suggestions := '[]';
  inquiry.made := '{}';
  inquiry.held_because := coalesce(
    (select array_agg(reason) from jsonb_array_elements_text(nullif(sent -> 'held_because', 'null')) as reason), '{}');
  inquiry.content_key := case when words <> '' then encode(sha256(convert_to(words, 'UTF8')), 'hex') end;
  if inquiry.kind in ('contact', 'training') then
    inquiry.due_at := public.business_deadline(inquiry.received_at, 2);
  end if;

  select * into route from public.subjects
  where lower(label) = lower(inquiry.subject_text) and not is_default and archived_at is null;
  inquiry.subject_key := route.key;
  if route.key is null then select * into route from public.subjects where is_default; end if;
  inquiry.assignee_id := (select user_id from public.staff where user_id = route.owner_id and active);

  -- The same words from several addresses are no one's own words.
  if length(words) >= 30 and (
    select count(distinct email_key) >= 2 from public.inquiries
    where content_key = inquiry.content_key and email_key <> inquiry.email_key and received_at > now() - interval '7 days'
  ) then
    inquiry.held_because := inquiry.held_because || 'repeated'::text;
  end if;
  inquiry.state := case
    when exists (
      select from public.blocked_senders
      where key in ('email:' || inquiry.email_key, 'host:' || split_part(inquiry.email_key, '@', 2), 'host:' || inquiry.company_host)
        and (until is null or until > now())
    ) then 'spam'
    when inquiry.held_because <> '{}' then 'held'
    -- No one waits for an answer to these.
    when inquiry.due_at is null then 'closed'
    else 'new' end;
  if inquiry.state = 'spam' then inquiry.held_because := inquiry.held_because || 'blocked'::text; end if;

  if inquiry.state in ('new', 'closed') then return private.route_inquiry(inquiry, is_new => true); end if;
  return private.write_inquiry(inquiry, is_new => true);
end
$$;

-- Company, person, deal, task, history, outbox; for a new inquiry and for one that was held.
create function private.route_inquiry(inquiry public.inquiries, is_new boolean) returns public.inquiries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  written public.inquiries;
begin
  inquiry := private.match_sender(inquiry);
  if inquiry.due_at is not null then
    inquiry.deal_id := (select max(answer)::uuid from private.call_hooks('deal for inquiry', inquiry::text, 'false') as answer);
    if private.module_is_live('tasks') then inquiry.task_id := uuidv7(); end if;
  end if;
  if not is_new then perform private.suppress_history(true); end if;
  written := private.write_inquiry(inquiry, is_new);
  if not is_new then
    perform private.suppress_history(false);
    perform private.record_inquiry_event(written, 'accepted');
  end if;
  if written.task_id is not null then perform private.add_reply_task(written); end if;
  written.waiting_mails := inquiry.waiting_mails;
  perform private.send_mails_of(written);
  written.waiting_mails := null;
  return written;
end
$$;

-- The row in one statement, so that its history is one entry. The texts of mails stay only while it is held.
create function private.write_inquiry(inquiry public.inquiries, is_new boolean) returns public.inquiries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  written public.inquiries;
  waiting jsonb := case when inquiry.state in ('held', 'spam') then inquiry.waiting_mails end;
begin
  if is_new then
    insert into public.inquiries (
      id, kind, received_at, subject_key, subject_text, name, email, company, message, fields, state, held_because, content_key,
      due_at, assignee_id, contact_id, account_id, deal_id, task_id, same_address, suggestions, made, is_robot, company_host,
      company_guess, waiting_mails, page_path, entry_path, referrer_host, utm, pages_seen)
    values (
      inquiry.id, inquiry.kind, inquiry.received_at, inquiry.subject_key, inquiry.subject_text, inquiry.name, inquiry.email,
      inquiry.company, inquiry.message, inquiry.fields, inquiry.state, inquiry.held_because, inquiry.content_key, inquiry.due_at,
      inquiry.assignee_id, inquiry.contact_id, inquiry.account_id, inquiry.deal_id, inquiry.task_id, inquiry.same_address,
      inquiry.suggestions, inquiry.made, inquiry.is_robot, inquiry.company_host, inquiry.company_guess, waiting, inquiry.page_path,
      inquiry.entry_path, inquiry.referrer_host, inquiry.utm, inquiry.pages_seen)
    returning * into written;
  else
    update public.inquiries set
      state = inquiry.state, held_because = inquiry.held_because, contact_id = inquiry.contact_id, account_id = inquiry.account_id,
      deal_id = inquiry.deal_id, task_id = inquiry.task_id, same_address = inquiry.same_address, suggestions = inquiry.suggestions,
      made = inquiry.made, waiting_mails = waiting
    where id = inquiry.id
    returning * into written;
  end if;
  return written;
end
$$;

-- The team hears of a new message by chat, where that is set up: what it is about and by when it is to be answered. Of quarantined
-- messages it hears once an hour, however many come. No name, no words and no address of a page: chat is a third place.
create function private.notify_team_of_inquiry() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select has_chat from private.outbox_gate) and private.module_is_live('outbox') then
    perform private.put_in_outbox(jsonb_build_object(
      'channel', 'slack', 'class', 'transactional',
      'dedupe_key', case new.state when 'held' then 'team:check:' || to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24') else 'team:inquiry:' || new.id end,
      'origin_kind', 'inquiry', 'origin_id', new.id, 'to_address', 'Team chat', 'expires_at', now() + interval '1 day',
      'mail_kind', 'inquiries.team',
      'mail_data', jsonb_build_object('reference', new.reference, 'quarantined', new.state = 'held',
        'subject', (select label from public.subjects where key = new.subject_key), 'answer_by', private.office_clock(new.due_at))));
  end if;
  return null;
end
$$;

create trigger inquiries_tell_team after insert on public.inquiries for each row
  when (new.state in ('new', 'held')) execute function private.notify_team_of_inquiry();

grant execute on function public.receive_inquiry to service_role;

grant execute on function private.host_key to authenticated, service_role;

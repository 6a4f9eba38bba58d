-- Proposals as clients read and answer them, and what can be proved afterwards.

-- The page -----------------------------------------------------------------------------------------------------------------

-- What a link shows: the version in the client's hands with these choices (choices.sql), or why there is nothing to see. A colleague's
-- preview shows the draft too.
create function private.proposal_page(proposal uuid, choices jsonb, at timestamptz, preview boolean default false) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  offer public.proposals;
  version public.proposal_versions;
  decision public.proposal_decisions;
  content jsonb;
  state text;
begin
  select * into offer from public.proposals where id = proposal and anonymised_at is null;
  if offer.id is null then return null; end if;
  select * into version from public.proposal_versions where proposal_id = proposal and no = offer.current_version;
  select * into decision from public.proposal_decisions where proposal_id = proposal;
  state := private.proposal_state(offer.state, offer.valid_until, offer.timezone, at);
  if not preview and state in ('draft', 'withdrawn') then
    return jsonb_build_object('id', offer.id, 'number', offer.number, 'state', case state when 'draft' then 'revising' else state end,
      'change_asked', exists (select from public.change_requests join public.proposal_versions as before on before.id = version_id
        where before.proposal_id = proposal and before.no = offer.current_version - 1 and kind = 'change'));
  end if;
  content := case
    when decision.proposal_id is not null then decision.content
    when choices is null and version.content is not null then version.content
    else private.proposal_content(version.id, choices) end;
  return jsonb_build_object('id', offer.id, 'number', offer.number, 'state', state, 'version', version.no, 'content', content, 'canonical', content::text,
    'sha256', private.hash_of(content), 'sent_on', (version.sent_at at time zone offer.timezone)::date,
    'days_left', offer.valid_until - (at at time zone offer.timezone)::date,
    'decision', case when decision.proposal_id is not null then jsonb_build_object('kind', decision.kind, 'typed_name', decision.typed_name,
      'decided_at', decision.decided_at, 'reason', decision.reason, 'reference', upper(left(decision.content_sha256, 8)),
      'local', to_char(decision.decided_at at time zone offer.timezone, 'FMMonth FMDD, YYYY, HH24:MI'),
      'canonical', private.decision_record(decision)::text, 'payment_request_id', decision.payment_request_id,
      'deposit_is_paid', coalesce((select bool_or(given::boolean) from private.call_hooks('request is paid', decision.payment_request_id::text) as given), false)) end,
    'owner_email', (select email from auth.users where id = offer.owner_id),
    'problems', case when decision.proposal_id is null then private.choice_problems(version.id, choices) else '[]' end,
    'requests', private.requests_about(offer.id, for_client => true),
    -- What the client had before this version, for what changed.
    'before', (select earlier.content from public.proposal_versions as earlier where earlier.proposal_id = proposal and earlier.no < version.no
      and earlier.content is not null order by earlier.no desc limit 1));
end
$$;

-- What was answered, as it is hashed into the chain and embedded into the signed PDF.
create function private.decision_record(decision public.proposal_decisions) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('proposal', decision.proposal_id, 'kind', decision.kind, 'content_sha256', decision.content_sha256,
    'chosen', to_jsonb(decision.chosen), 'typed_name', decision.typed_name, 'email', decision.email, 'consent', decision.consent_text,
    'reason', decision.reason, 'total_minor', decision.total_minor, 'deposit_minor', decision.deposit_minor,
    'decided_at', to_char(decision.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'ip', decision.ip,
    'user_agent', decision.user_agent, 'link', decision.link_id)
    || case when decision.quantities = '{}' then '{}' else jsonb_build_object('quantities', decision.quantities) end
$$;

-- The answer ---------------------------------------------------------------------------------------------------------------

-- What follows from an acceptance, all in its transaction.
create function private.win_proposal_deal(offer public.proposals, net bigint) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  claims text := coalesce(current_setting('request.jwt.claims', true), '');
  deal public.deals;
  next_stage uuid;
  outcome text := 'none';
begin
  if offer.deal_id is null or not private.module_is_live('deals') then return outcome; end if;
  -- Stages before the deal, as every move locks them.
  perform from public.deal_stages order by id for no key update;
  select * into deal from public.deals where id = offer.deal_id for no key update;
  if deal.id is null or deal.stage_kind = 'won' then return outcome; end if;
  perform set_config('request.jwt.claims', '{"role":"service_role"}', true);
  begin
    perform public.close_deal(deal.id, 'won', case when net is null then '{}' else jsonb_build_object('amount_minor', net, 'currency', offer.currency) end);
    outcome := 'won';
  exception when check_violation or raise_exception or foreign_key_violation or not_null_violation then
    -- Something that winning needs is missing, such as a rate for the currency: one step further, and a person sees to it.
    outcome := 'kept';
    select stage.id into next_stage from public.deal_stages as stage join public.deal_stages as present on present.id = deal.stage_id
    where stage.kind = 'open' and stage.archived_at is null and stage.sort > present.sort order by stage.sort limit 1;
    if next_stage is not null and deal.stage_kind = 'open' then
      perform public.move_deal(deal.id, next_stage);
      outcome := 'moved';
    end if;
  end;
  perform set_config('request.jwt.claims', claims, true);
  return outcome;
end
$$;

create function private.follow_up_proposal(offer public.proposals, title text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.module_is_live('tasks') then return; end if;
  insert into public.tasks (title, due_on, deal_id, contact_id, account_id, assignee_id, created_by, source)
  values (left(follow_up_proposal.title, 300), public.next_work_day(public.office_today()), offer.deal_id, case when offer.deal_id is null then offer.contact_id end,
    offer.account_id, offer.owner_id, null, 'proposal');
end
$$;

-- `what` is the end of a kind in mails.ts.
create function private.mail_owner_of_proposal(offer public.proposals, what text, key text, facts jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  address text := (select email from auth.users where id = offer.owner_id);
begin
  -- Notices tell the owner in the way that they chose.
  if nullif(address, '') is null or private.module_is_live('notices') then return; end if;
  perform private.put_in_outbox(jsonb_build_object('class', 'transactional', 'dedupe_key', format('proposal:%s:%s:owner', offer.id, key),
    'origin_kind', 'proposal notice', 'origin_id', offer.id, 'account_id', offer.account_id, 'to_address', address,
    'mail_kind', 'proposals.owner_' || what, 'mail_data', facts || jsonb_build_object('number', offer.number)));
end
$$;

-- answer: {kind, version, sha256, chosen, quantities, typed_name, consent, reason, ip, user_agent, link}. Says what came of it:
--   accepted or declined: this answer counts
--   already accepted, already declined, withdrawn, expired, revising: another was faster
--   changed: the page showed something else than what is there
--   impossible: none or two lines of a group, or a quantity out of its range
create function private.answer_proposal(proposal uuid, answer jsonb, at timestamptz default clock_timestamp()) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  accepts boolean := answer ->> 'kind' = 'accepted';
  choices jsonb := jsonb_build_object('chosen', coalesce(answer -> 'chosen', '[]'), 'quantities', coalesce(answer -> 'quantities', '{}'));
  offer public.proposals;
  version public.proposal_versions;
  decision public.proposal_decisions;
  content jsonb;
  outcome text;
begin
  if answer ->> 'kind' not in ('accepted', 'declined') then raise check_violation using message = 'An answer is yes or no.'; end if;
  if exists (select from private.proposal_previews where link_id = (answer ->> 'link')::uuid) then return 'preview'; end if;
  select * into version from public.proposal_versions where proposal_id = proposal and no = (answer ->> 'version')::int and sent_at is not null;
  if version.id is not null then
    if accepts and private.choice_problems(version.id, choices) <> '[]' then return 'impossible'; end if;
    -- Never what the browser says an item costs: computed again from what was sent, and compared with the hash that the page showed.
    choices := private.tidy_choices(version.id, choices);
    content := private.proposal_content(version.id, choices);
  end if;

  perform private.lock_messages_of('proposal', array[proposal]);
  offer := private.settle_proposal(proposal, answer ->> 'kind', version.no, at, content, answer ->> 'sha256');
  if offer.id is null then return private.why_unheard(proposal, at); end if;

  insert into public.proposal_decisions (proposal_id, version_id, content_sha256, content, chosen, quantities, kind, typed_name, email, consent_text, reason,
    total_minor, deposit_minor, decided_at, ip, user_agent, link_id)
  values (proposal, version.id, answer ->> 'sha256', content, array(select jsonb_array_elements_text(choices -> 'chosen')::int), choices -> 'quantities', answer ->> 'kind', nullif(btrim(answer ->> 'typed_name'), ''),
    version.sent_as ->> 'email', case when accepts and (answer ->> 'consent')::boolean then version.consent_text end, nullif(btrim(answer ->> 'reason'), ''),
    (content #>> '{totals,total_minor}')::bigint, (content #>> '{totals,deposit_minor}')::bigint, at, answer ->> 'ip', left(answer ->> 'user_agent', 500),
    (answer ->> 'link')::uuid)
  returning * into decision;
  perform private.add_proposal_event(proposal, decision.kind, jsonb_build_object('version', version.no, 'content_sha256', decision.content_sha256,
    'decision_sha256', private.hash_of(private.decision_record(decision)), 'link', decision.link_id), at);
  perform set_config('guidevane.actor', coalesce(decision.typed_name, 'Client page'), true);
  perform private.record_proposal_event(proposal, decision.kind, case when decision.reason is not null then jsonb_build_object('reason', jsonb_build_array(null, decision.reason)) end);
  perform private.stop_proposal_mail(proposal, 'proposal_' || decision.kind);
  perform private.mail_proposal(proposal, decision.kind);

  if accepts then
    if decision.deposit_minor > 0 then
      decision.payment_request_id := (select max(made)::uuid from private.call_hooks('proposal accepted', jsonb_build_object('proposal_id', proposal,
        'account_id', offer.account_id, 'contact_id', offer.contact_id, 'amount_minor', decision.deposit_minor, 'currency', offer.currency,
        'due_on', greatest((at at time zone offer.timezone)::date, public.office_today()) + version.payment_days, 'deal_id', offer.deal_id, 'title', left(format('Deposit for %s, %s', offer.number, version.title), 200),
        'dedupe_key', format('proposal:%s:deposit', proposal))::text) as made);
      update public.proposal_decisions set payment_request_id = decision.payment_request_id
      where proposal_id = proposal and decision.payment_request_id is not null;
    end if;
    if decision.email is not null then
      perform private.call_hooks('address stopped', decision.email, 'accepted', format('proposal %s', offer.number));
    end if;
    -- Deals are net: sales tax is never revenue.
    -- What only recurs has no amount of its own: the deal keeps the one that was typed.
    outcome := private.win_proposal_deal(offer, case when content -> 'items' <> '[]' then (content #>> '{totals,net_minor}')::bigint end);
    if coalesce(content -> 'recurring', '[]') <> '[]' then
      perform private.call_hooks('retainers accepted', jsonb_build_object('proposal_id', proposal, 'account_id', offer.account_id, 'contact_id', offer.contact_id,
        'owner_id', offer.owner_id, 'currency', offer.currency, 'title', version.title, 'number', offer.number, 'recurring', content -> 'recurring',
        'on', (at at time zone offer.timezone)::date)::text);
    end if;
    perform private.follow_up_proposal(offer, format('Begin: %s', version.title));
    if outcome in ('kept', 'moved') then
      perform private.follow_up_proposal(offer, format('%s was accepted, but its deal could not be won by itself', offer.number));
    end if;
    perform private.mail_owner_of_proposal(offer, 'accepted', 'accepted', jsonb_build_object('title', version.title, 'by', decision.typed_name));
  else
    perform private.follow_up_proposal(offer, format('%s was declined: %s', offer.number, version.title));
    perform private.mail_owner_of_proposal(offer, 'declined', 'declined', jsonb_build_object('title', version.title, 'reason', decision.reason));
  end if;
  perform set_config('guidevane.actor', '', true);
  return decision.kind;
end
$$;

-- The client asks for a later day, once a day.
create function private.request_extension(proposal uuid, link uuid, at timestamptz) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  offer public.proposals;
begin
  select * into offer from public.proposals where id = proposal for no key update;
  if private.proposal_state(offer.state, offer.valid_until, offer.timezone, at) is distinct from 'expired'
    or exists (select from private.proposal_previews where link_id = link) then return false; end if;
  if exists (select from public.proposal_events where proposal_id = proposal and kind = 'asked for a new day' and proposal_events.at > request_extension.at - interval '1 day') then return true; end if;
  perform private.add_proposal_event(proposal, 'asked for a new day', jsonb_build_object('link', link), at);
  perform set_config('guidevane.actor', 'Client page', true);
  perform private.record_proposal_event(proposal, 'asked for a new day');
  perform private.follow_up_proposal(offer, format('A new day is asked for: %s', offer.number));
  perform private.mail_owner_of_proposal(offer, 'asked_again', 'asked for again:' || to_char(at, 'YYYY-MM-DD'), '{}');
  perform set_config('guidevane.actor', '', true);
  return true;
end
$$;

-- Says once that a proposal has ended; that it has is computed whenever someone looks.
create function private.note_expired_proposals(at timestamptz) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  ended uuid;
  offer public.proposals;
  noted int := 0;
begin
  for ended in select id from public.proposals where state in ('sent', 'viewed') and private.proposal_state(state, valid_until, timezone, at) = 'expired'
    and not exists (select from public.proposal_events as event where event.proposal_id = proposals.id and event.kind = 'expired'
      and (event.data ->> 'version')::int = proposals.current_version)
    order by id limit 200
  loop
    perform private.lock_messages_of('proposal', array[ended]);
    select * into offer from public.proposals where id = ended and state in ('sent', 'viewed')
      and private.proposal_state(state, valid_until, timezone, at) = 'expired' for no key update skip locked;
    continue when offer.id is null or exists (select from public.proposal_events as event where event.proposal_id = offer.id
      and event.kind = 'expired' and (event.data ->> 'version')::int = offer.current_version);
    perform private.stop_proposal_mail(offer.id, 'proposal_expired');
    perform private.add_proposal_event(offer.id, 'expired', jsonb_build_object('version', offer.current_version), at);
    perform private.record_proposal_event(offer.id, 'expired');
    noted := noted + 1;
  end loop;
  return noted;
end
$$;

-- Proof --------------------------------------------------------------------------------------------------------------------

-- Recomputes everything: {"number": ..., "checks": [{"what", "ok", "stored", "computed"}]}.
create function private.verify_proposal(proposal uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  offer public.proposals;
  version public.proposal_versions;
  decision public.proposal_decisions;
  event public.proposal_events;
  prev text := repeat('0', 64);
  next_no int := 1;
  checks jsonb := '[]';
  computed jsonb;
begin
  select * into offer from public.proposals where id = proposal;
  if offer.id is null then return null; end if;
  for version in select * from public.proposal_versions where proposal_id = proposal and sent_at is not null order by no loop
    if offer.anonymised_at is not null then
      checks := checks || jsonb_build_object('what', format('version %s: words were erased on request, the hash is kept', version.no), 'ok', true,
        'stored', version.content_sha256, 'computed', null);
      continue;
    end if;
    computed := private.proposal_content(version.id);
    checks := checks || jsonb_build_array(
      jsonb_build_object('what', format('version %s: text, items and totals', version.no), 'ok', private.hash_of(computed) = version.content_sha256,
        'stored', version.content_sha256, 'computed', private.hash_of(computed), 'differs', private.what_differs(version.content, computed)),
      jsonb_build_object('what', format('version %s: the kept copy', version.no), 'ok', private.hash_of(version.content) = version.content_sha256,
        'stored', version.content_sha256, 'computed', private.hash_of(version.content)),
      jsonb_build_object('what', format('version %s: number, names and days', version.no), 'ok', version.sent_as ->> 'number' = offer.number
        and (version.no <> offer.current_version or ((version.sent_as ->> 'valid_until')::date is not distinct from offer.valid_until
          and version.sent_as ->> 'currency' = offer.currency and version.sent_as ->> 'timezone' = offer.timezone)),
        'stored', version.sent_as ->> 'number', 'computed', offer.number),
      jsonb_build_object('what', format('version %s: the entry of its writing', version.no), 'ok', exists (select from public.proposal_events as sent
        where sent.proposal_id = proposal and sent.kind = 'written' and (sent.data ->> 'version')::int = version.no and sent.data ->> 'content_sha256' = version.content_sha256),
        'stored', version.content_sha256, 'computed', null));
  end loop;
  select * into decision from public.proposal_decisions where proposal_id = proposal;
  if decision.proposal_id is not null then
    if offer.anonymised_at is null then
      computed := private.proposal_content(decision.version_id, jsonb_build_object('chosen', to_jsonb(decision.chosen), 'quantities', decision.quantities));
      checks := checks || jsonb_build_array(
        jsonb_build_object('what', 'the answer: what was shown', 'ok', private.hash_of(computed) = decision.content_sha256, 'stored', decision.content_sha256,
          'computed', private.hash_of(computed), 'differs', private.what_differs(decision.content, computed)),
        jsonb_build_object('what', 'the answer: the kept copy', 'ok', private.hash_of(decision.content) = decision.content_sha256, 'stored', decision.content_sha256,
          'computed', private.hash_of(decision.content)),
        jsonb_build_object('what', 'the answer: who, when and how', 'ok', exists (select from public.proposal_events as answered
          where answered.proposal_id = proposal and answered.kind = decision.kind and answered.data ->> 'decision_sha256' = private.hash_of(private.decision_record(decision))),
          'stored', (select data ->> 'decision_sha256' from public.proposal_events where proposal_id = proposal and kind = decision.kind limit 1),
          'computed', private.hash_of(private.decision_record(decision))));
    end if;
    checks := checks || jsonb_build_object('what', 'the state agrees with the answer', 'ok', offer.state = decision.kind, 'stored', offer.state, 'computed', decision.kind);
  else
    checks := checks || jsonb_build_object('what', 'no answer, and no state that says so', 'ok', offer.state not in ('accepted', 'declined'), 'stored', offer.state, 'computed', null);
  end if;
  for event in select * from public.proposal_events where proposal_id = proposal order by no loop
    if event.no <> next_no or event.prev_hash <> prev
      or event.hash <> private.event_hash(event.prev_hash, proposal, event.no, event.at, event.kind, event.data) then
      checks := checks || jsonb_build_object('what', format('entry %s (%s)', event.no, event.kind), 'ok', false, 'stored', event.hash,
        'computed', private.event_hash(prev, proposal, next_no, event.at, event.kind, event.data));
    end if;
    prev := event.hash;
    next_no := event.no + 1;
  end loop;
  checks := checks || jsonb_build_object('what', format('chain of %s entries', next_no - 1), 'ok', not exists (
    select from jsonb_array_elements(checks) as each (item) where item ->> 'what' like 'entry %' and not (item ->> 'ok')::boolean), 'stored', prev, 'computed', null);
  return jsonb_build_object('number', offer.number, 'state', offer.state, 'checks', checks,
    'content_sha256', coalesce(decision.content_sha256, version.content_sha256));
end
$$;

-- Keys of the top level whose values are not the same.
create function private.what_differs(stored jsonb, computed jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(key order by key), '[]') from (
    select jsonb_object_keys(coalesce(stored, '{}') || coalesce(computed, '{}')) as key) as keys
  where stored -> key is distinct from computed -> key
$$;

create function public.verify_proposal(proposal uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('proposals', 'read');
  return private.verify_proposal(proposal);
end
$$;

-- Forgetting ---------------------------------------------------------------------------------------------------------------

-- Words and names go, the pages end; amounts, hashes, the answer and the chain stay.
create function private.erase_contact_from_proposals(contact uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  theirs uuid[] := array(select id from public.proposals where contact_id = contact);
begin
  perform private.lock_messages_of('proposal', theirs);
  perform set_config('guidevane.anonymise', 'yes', true);
  update public.proposals set anonymised_at = coalesce(anonymised_at, now()) where id = any (theirs);
  update public.proposal_versions set intro = '', body = '', sent_as = sent_as || '{"contact": "Erased person", "email": null}', content = null
  where proposal_id = any (theirs);
  update public.proposal_decisions set typed_name = 'Erased person', email = null, reason = null, ip = null, user_agent = null, content = null
  where proposal_id = any (theirs);
  perform private.erase_requests_about(theirs);
  update private.access_links set revoked_at = coalesce(revoked_at, now()) where kind = 'proposal' and subject_id = any (theirs);
  update public.outbox set body_text = 'Erased', body_html = null, subject = 'Erased', mail_data = null where origin_kind in ('proposal', 'proposal notice') and origin_id = any (theirs);
  perform set_config('guidevane.anonymise', '', true);
end
$$;

select private.register_hook('erase contact', 'private.erase_contact_from_proposals(uuid)');

-- Who may ------------------------------------------------------------------------------------------------------------------

create function private.signer_words(contact uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(distinct jsonb_build_object('name', typed_name, 'address', email)), '[]') from (
    select typed_name, email from public.proposal_decisions join public.proposals on proposals.id = proposal_id where contact_id = contact
    union all
    select typed_name, null from public.change_requests join public.proposal_versions as version on version.id = version_id
      join public.proposals on proposals.id = version.proposal_id where contact_id = contact) as signed
$$;

select private.register_hook('words of person', 'private.signer_words(uuid)');

-- Accepted proposals stay under their number, with the signed papers.
create function private.keep_proposals_by_law(contact uuid, names text, addresses text) returns void
language sql volatile set search_path = ''
as $$
  insert into private.kept_by_law (kind, number, subject_id, contact_id, kept, file_ids)
  select 'proposal', proposals.number, proposals.id, contact,
    jsonb_build_object('proposal', to_jsonb(proposals), 'decision', to_jsonb(decision),
      'versions', (select jsonb_agg(to_jsonb(version) || jsonb_build_object('items',
        (select coalesce(jsonb_agg(to_jsonb(item) order by item.position), '[]') from public.proposal_items as item where item.version_id = version.id)) order by version.no)
        from public.proposal_versions as version where version.proposal_id = proposals.id)),
    array(select file_id::uuid from private.call_hooks('files of origin', array[proposals.id::text, proposals.number]::text) as file_id)
  from public.proposals join public.proposal_decisions as decision on decision.proposal_id = proposals.id and decision.kind = 'accepted'
  where proposals.contact_id = contact and proposals.anonymised_at is null
  on conflict do nothing
$$;

select private.register_hook('kept by law', 'private.keep_proposals_by_law(uuid, text, text)');

create function private.preview_erased_proposals(contact uuid, names text) returns setof jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('sort', 'proposal', 'number', proposals.number) from public.proposals
  join public.proposal_decisions as decision on decision.proposal_id = proposals.id and decision.kind = 'accepted'
  where proposals.contact_id = contact
$$;

select private.register_hook('erase preview', 'private.preview_erased_proposals(uuid, text)');

grant execute on function public.verify_proposal to authenticated, service_role;

-- What a client asks: a question leaves the offer as it is, a request for a change ends this version and begins the next draft. Both wait
-- for an answer, and no newer version is sent before every one of them has it. The words are strangers'.

-- The one statement that decides about a version in the client's hands: accepted, declined, or asked to be changed. Anyone who comes second finds
-- another state, version or day.
create function private.settle_proposal(proposal uuid, to_state text, version_no int, at timestamptz, content jsonb, sha256 text) returns public.proposals
language sql volatile security definer set search_path = ''
as $$
  update public.proposals set state = to_state,
    decided_at = case when to_state in ('accepted', 'declined') then settle_proposal.at end,
    current_version = current_version + case when to_state = 'draft' then 1 else 0 end
  where id = proposal and state in ('sent', 'viewed') and anonymised_at is null and current_version = version_no
    and (valid_until is null or settle_proposal.at < private.proposal_ends_at(valid_until, timezone))
    and (to_state = 'draft' or private.hash_of(content) = sha256)
  returning *
$$;

-- Which answer came first, for who was second.
create function private.why_unheard(proposal uuid, at timestamptz) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select case when outcome in ('accepted', 'declined') then 'already ' || outcome when outcome = 'draft' then 'revising'
      when outcome in ('withdrawn', 'expired') then outcome else 'changed' end
    from (select private.proposal_state(offer.state, offer.valid_until, offer.timezone, why_unheard.at) as outcome
      from public.proposals as offer where offer.id = proposal) as now), 'gone')
$$;

-- The next version begins as a copy of this one.
create function private.begin_version(proposal uuid, after_no int, by uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  old_version public.proposal_versions;
  version uuid;
begin
  select * into old_version from public.proposal_versions where proposal_id = proposal and no = after_no;
  insert into public.proposal_versions (proposal_id, no, title, intro, body, terms, dates, tax_note, discount_bp, deposit_bp, payment_days, consent_text, groups, created_by)
  values (proposal, after_no + 1, old_version.title, old_version.intro, old_version.body, old_version.terms, old_version.dates, old_version.tax_note,
    old_version.discount_bp, old_version.deposit_bp, old_version.payment_days, old_version.consent_text, old_version.groups, by)
  returning id into version;
  perform private.copy_items(old_version.id, version);
  perform private.write_proposal_totals(version);
  perform private.stop_proposal_mail(proposal, 'proposal_revised');
  perform private.add_proposal_event(proposal, 'new version', jsonb_build_object('version', after_no + 1), clock_timestamp());
end
$$;

-- asked: {kind: question | change, version, typed_name, comments: [{section, words}], nonce, link}. Says what came of it:
--   asked: it is kept; already asked: this form was sent before; too many: five questions of this link wait for an answer
--   already accepted, already declined, withdrawn, expired, revising, changed, gone, preview: as of an answer
create function private.ask_about_proposal(proposal uuid, asked jsonb, at timestamptz default clock_timestamp()) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  is_change boolean := asked ->> 'kind' = 'change';
  link uuid := (asked ->> 'link')::uuid;
  offer public.proposals;
  version public.proposal_versions;
  event text := case when is_change then 'asked for a change' else 'asked a question' end;
begin
  if asked ->> 'kind' not in ('question', 'change') or jsonb_array_length(asked -> 'comments') not between 1 and 40 then
    raise check_violation using message = 'Write what you ask.';
  end if;
  if exists (select from private.proposal_previews where link_id = link) then return 'preview'; end if;
  select * into version from public.proposal_versions where proposal_id = proposal and no = (asked ->> 'version')::int and sent_at is not null;
  if exists (select from public.change_requests where version_id = version.id and nonce = asked ->> 'nonce') then return 'already asked'; end if;

  perform private.lock_messages_of('proposal', array[proposal]);
  if is_change then
    offer := private.settle_proposal(proposal, 'draft', version.no, at, null, null);
  else
    select * into offer from public.proposals where id = proposal for no key update;
    if private.proposal_state(offer.state, offer.valid_until, offer.timezone, at) not in ('sent', 'viewed')
      or offer.current_version is distinct from version.no or offer.anonymised_at is not null then offer.id := null; end if;
  end if;
  -- The same form again, which waited for its first sending.
  if exists (select from public.change_requests where version_id = version.id and nonce = asked ->> 'nonce') then return 'already asked'; end if;
  if offer.id is null then return private.why_unheard(proposal, at); end if;
  if not is_change and (select count(*) from public.change_requests join public.proposal_versions as each on each.id = version_id
    where each.proposal_id = proposal and answer is null and link_id is not distinct from link) >= 5 then return 'too many'; end if;

  insert into public.change_requests (version_id, kind, section_key, words, typed_name, link_id, nonce, place, asked_at)
  select version.id, asked ->> 'kind', left(coalesce(comment ->> 'section', ''), 80), left(comment ->> 'words', 2000), left(asked ->> 'typed_name', 200), link,
    asked ->> 'nonce', place, at
  from jsonb_array_elements(asked -> 'comments') with ordinality as given (comment, place);
  perform private.add_proposal_event(proposal, event, jsonb_build_object('version', version.no, 'link', link), at);
  if is_change then perform private.begin_version(proposal, version.no, null); end if;
  perform set_config('guidevane.actor', 'Client page', true);
  perform private.record_proposal_event(proposal, event);
  -- No words of theirs: a title of a task may be a subject of a mail.
  perform private.follow_up_proposal(offer, format(case when is_change then 'A change is asked for: %s' else 'A question about %s' end, offer.number));
  perform private.mail_owner_of_proposal(offer, case when is_change then 'change_asked' else 'question_asked' end, 'asked:' || (asked ->> 'nonce'), '{}');
  perform set_config('guidevane.actor', '', true);
  return 'asked';
end
$$;

-- For screens and pages, in the order they came. `for_client` leaves out what only colleagues see.
create function private.requests_about(proposal uuid, for_client boolean default false) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', request.id, 'version', version.no, 'kind', request.kind, 'section', request.section_key, 'words', request.words,
    'typed_name', request.typed_name, 'asked_at', request.asked_at, 'answer', case when shows then request.answer end, 'result', case when shows then request.result end,
    'answered_at', case when shows then request.answered_at end) order by request.asked_at, request.place), '[]')
  from public.change_requests as request join public.proposal_versions as version on version.id = request.version_id
  cross join lateral (select not for_client or request.kind = 'question' or exists (
    select from public.proposal_versions as newer where newer.proposal_id = proposal and newer.no > version.no and newer.sent_at is not null) as shows) as told
  where version.proposal_id = proposal
$$;

-- A question is answered at once and by mail; a request for a change with the version that follows it, and until then the answer may change.
create function public.answer_change_request(request uuid, answer text, result text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked public.change_requests;
  version public.proposal_versions;
  offer public.proposals;
begin
  perform private.require_may('proposals', 'edit');
  select * into asked from public.change_requests where id = request;
  select * into version from public.proposal_versions where id = asked.version_id;
  if version.id is null then raise sqlstate 'PT404' using message = 'This comment no longer exists.'; end if;
  offer := private.open_proposal(version.proposal_id, null);
  select * into asked from public.change_requests where id = request for no key update;
  if offer.anonymised_at is not null then raise sqlstate 'PT409' using message = 'The person asked to be forgotten.'; end if;
  if btrim(coalesce(answer_change_request.answer, '')) = '' then raise check_violation using message = 'Write an answer.'; end if;
  if asked.kind = 'question' and asked.answer is not null then raise sqlstate 'PT409' using message = 'This question has its answer.'; end if;
  if asked.kind = 'change' then
    if answer_change_request.result is null then raise check_violation using message = 'Say whether it was done.'; end if;
    if exists (select from public.proposal_versions as newer where newer.proposal_id = offer.id and newer.no > version.no and newer.sent_at is not null) then
      raise sqlstate 'PT409' using message = 'The next version was sent with its answers.';
    end if;
  end if;
  update public.change_requests set answer = btrim(answer_change_request.answer), result = case when kind = 'change' then answer_change_request.result end,
    answered_by = private.me(), answered_at = clock_timestamp() where id = request;
  if asked.kind = 'question' then
    perform private.add_proposal_event(offer.id, 'answered a question', jsonb_build_object('version', version.no), clock_timestamp());
    perform private.record_proposal_event(offer.id, 'answered a question');
    if offer.state in ('sent', 'viewed') and offer.current_version = version.no then perform private.mail_proposal(offer.id, 'answered:' || request); end if;
  end if;
  -- Whoever edits the draft goes on from here.
  return private.proposal_record(offer.id);
end
$$;

create function private.require_answers(proposal uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  open int := (select count(*) from public.change_requests join public.proposal_versions as version on version.id = version_id
    where version.proposal_id = proposal and answer is null);
begin
  if open > 0 then
    raise sqlstate 'PT409' using message = format('%s of the client %s no answer yet. Answer first: the answers go with this version.',
      case open when 1 then 'One comment' else open || ' comments' end, case open when 1 then 'has' else 'have' end);
  end if;
end
$$;

-- An answer may name them, too.
create function private.erase_requests_about(proposals uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.change_requests set words = '', typed_name = 'Erased person', answer = case when answer is not null then '' end
  from public.proposal_versions as version where version.id = version_id and version.proposal_id = any (proposals)
$$;

create function private.client_asks_about_proposal(proposal uuid, asked jsonb, at timestamptz) returns text
language sql volatile security definer set search_path = ''
as $$
  select case when exists (select from private.client_proposals where id = proposal and may_answer) and private.client_may_write()
    then private.ask_about_proposal(proposal, asked - 'link', at) else 'gone' end
$$;

select private.allow('public.change_requests', 'proposals');

select private.tell_of('proposal', 'asked for a change', 'change asked');
select private.tell_of('proposal', 'asked a question', 'question asked');

grant select on public.change_requests to authenticated, service_role;

grant execute on function private.client_asks_about_proposal, public.answer_change_request to authenticated, service_role;

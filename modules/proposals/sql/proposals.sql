-- Proposals: what a client reads and answers on their own page. A version that was sent never changes again; who answers first
-- decides, in one statement; what was answered can be recomputed from these rows and from the PDF. Amounts come from
-- public.document_totals and from nowhere else.

create trigger proposals_touch before update on public.proposals for each row execute function private.touch_updated_at();

-- Who offers: as set in Settings, Firm; otherwise what content/ says, which the server writes down at its start.
create function private.proposal_house_name() returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce((select legal_name from public.firm), (select name from private.proposal_house))
$$;

-- What was sent stays ------------------------------------------------------------------------------------------------------

create function private.keep_sent_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.sent_at is null or coalesce(current_setting('guidevane.anonymise', true), '') = 'yes' then return coalesce(new, old); end if;
  -- Gone with its proposal is another matter.
  if tg_op = 'DELETE' and not exists (select from public.proposals where id = old.proposal_id) then return old; end if;
  raise sqlstate 'PT409' using message = 'This version is final. Make a new one to change it.';
end
$$;

create trigger proposal_versions_keep before update or delete on public.proposal_versions for each row execute function private.keep_sent_version();

create function private.keep_sent_items() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  parent uuid := case tg_op when 'INSERT' then new.version_id else old.version_id end;
begin
  if private.restoring() or (tg_op = 'UPDATE' and coalesce(current_setting('guidevane.anonymise', true), '') = 'yes') then return new; end if;
  if exists (select from public.proposal_versions where id = parent and sent_at is not null)
    or (tg_op = 'UPDATE' and new.version_id <> old.version_id) then
    raise sqlstate 'PT409' using message = 'This version is final. Make a new one to change it.';
  end if;
  return coalesce(new, old);
end
$$;

create trigger proposal_items_keep before insert or update or delete on public.proposal_items for each row execute function private.keep_sent_items();

create function private.keep_answers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce(current_setting('guidevane.anonymise', true), '') = 'yes' and tg_op = 'UPDATE' then return new; end if;
  -- An acceptance is given its deposit once, in its own transaction.
  if tg_op = 'UPDATE' and tg_table_name = 'proposal_decisions' and to_jsonb(old) ->> 'payment_request_id' is null
    and to_jsonb(new) - 'payment_request_id' = to_jsonb(old) - 'payment_request_id' then return new; end if;
  if tg_op = 'DELETE' and not exists (select from public.proposals where id = old.proposal_id) then return old; end if;
  raise sqlstate 'PT409' using message = 'An answer and what happened stay as they are.';
end
$$;

create trigger proposal_decisions_keep before update or delete on public.proposal_decisions for each row execute function private.keep_answers();

create trigger proposal_events_keep before update or delete on public.proposal_events for each row execute function private.keep_answers();

-- A company or person that answered stays: it would take the proposal along, or empty its place there. Asked of the proposals and
-- not of anyone who is deleted, so that companies and people without any cost nothing.
create function private.keep_answered() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (tg_op = 'DELETE' or (old.contact_id is not null and new.contact_id is null))
    and exists (select from public.proposal_decisions where proposal_id = old.id) then
    raise sqlstate 'PT409' using message = format(
      'Proposal %s was answered, and that is kept. Archive the company or erase the person instead.', old.number);
  end if;
  return coalesce(new, old);
end
$$;

create trigger proposals_keep_answered before delete or update of contact_id on public.proposals
  for each row execute function private.keep_answered();

-- What the page shows, and its hash ----------------------------------------------------------------------------------------

-- The end of the last day, by the clocks of the zone: the first moment at which it can no longer be accepted.
create function private.proposal_ends_at(valid_until date, timezone text) returns timestamptz
language sql stable set search_path = ''
as $$
  select (valid_until + 1)::timestamp at time zone timezone
$$;

create function private.proposal_state(state text, valid_until date, timezone text, at timestamptz) returns text
language sql stable set search_path = ''
as $$
  select case when state in ('sent', 'viewed') and at >= private.proposal_ends_at(valid_until, timezone) then 'expired' else state end
$$;

-- The newest that waits for this person's answer, for {{proposal_url}} in a mail to that very address; null when none does.
create function private.proposal_waiting_for(contact uuid, address text, at timestamptz) returns uuid
language sql stable security definer set search_path = ''
as $$
  select proposals.id from public.proposals
  join public.contacts on contacts.id = proposals.contact_id
  join public.proposal_versions as version on version.proposal_id = proposals.id and version.no = proposals.current_version
  where proposals.contact_id = contact and lower(btrim(contacts.email)) = lower(btrim(address))
    and private.proposal_state(proposals.state, proposals.valid_until, proposals.timezone, at) in ('sent', 'viewed')
    and private.module_is_live('proposals')
  order by version.sent_at desc, proposals.id desc limit 1
$$;

create function private.hash_of(content jsonb) returns text
language sql immutable strict set search_path = ''
as $$
  select encode(sha256(convert_to(content::text, 'UTF8')), 'hex')
$$;

-- Names, days and currency of a version: as they were when it was sent, or as they are.
create function private.proposal_parties(of_version public.proposal_versions) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(of_version.sent_as, (
    select jsonb_build_object('number', proposals.number, 'account', accounts.name, 'contact', contacts.name, 'email', contacts.email,
      'from', private.signing_name(proposals.owner_id), 'house', private.proposal_house_name(), 'currency', proposals.currency, 'timezone', proposals.timezone,
      'valid_until', proposals.valid_until)
    from public.proposals
    join public.accounts on accounts.id = proposals.account_id
    left join public.contacts on contacts.id = proposals.contact_id
    where proposals.id = of_version.proposal_id))
$$;

-- All that a page of this version shows with these choices (choices.sql; null: as it was sent). The text of this JSON is what is hashed,
-- so nothing that can be read is left out.
create function private.proposal_content(of_version uuid, choices jsonb default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  version public.proposal_versions;
  parties jsonb;
  lines jsonb;
  totals jsonb;
  schedule jsonb;
  discount jsonb;
  content jsonb;
begin
  select * into version from public.proposal_versions where id = of_version;
  parties := private.proposal_parties(version);
  lines := private.proposal_lines(of_version, choices);
  content := jsonb_build_object('format', 'guidevane proposal ' || version.format, 'version', version.no, 'parties', parties, 'title', version.title,
    'intro', version.intro, 'body', version.body, 'terms', version.terms, 'dates', version.dates, 'tax_note', version.tax_note,
    'discount_bp', version.discount_bp, 'deposit_bp', version.deposit_bp, 'payment_days', version.payment_days,
    'consent', version.consent_text, 'items', lines);
  if version.format = 1 then
    return content || jsonb_build_object('totals', public.document_totals(lines, parties ->> 'currency',
      jsonb_build_object('discount_bp', version.discount_bp, 'deposit_bp', version.deposit_bp)));
  end if;
  discount := jsonb_build_object('discount_bp', version.discount_bp);
  totals := public.document_totals(private.lines_every(lines, null), parties ->> 'currency', discount || jsonb_build_object('deposit_bp', version.deposit_bp));
  schedule := private.schedule_content(version.id, (totals ->> 'total_minor')::bigint);
  if schedule <> '[]' then
    -- The schedule says what is asked for on acceptance.
    content := content || '{"deposit_bp": 0}';
    totals := public.document_totals(private.lines_every(lines, null), parties ->> 'currency',
      discount || jsonb_build_object('deposit_minor', private.due_on_acceptance(schedule, (totals ->> 'total_minor')::bigint)));
  end if;
  return content || jsonb_build_object('items', private.lines_every(lines, null), 'totals', totals, 'groups', version.groups, 'schedule', schedule,
    'recurring', private.recurring_content(lines, parties ->> 'currency'));
end
$$;

-- What happened ------------------------------------------------------------------------------------------------------------

create function private.event_hash(prev_hash text, proposal uuid, no int, at timestamptz, kind text, data jsonb) returns text
language sql immutable set search_path = ''
as $$
  select encode(sha256(convert_to(prev_hash || E'\n' || jsonb_build_object('proposal', proposal, 'no', no,
    'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'kind', kind, 'data', data)::text, 'UTF8')), 'hex')
$$;

-- The caller holds the proposal's row: entries of one proposal come one after the other.
create function private.add_proposal_event(proposal uuid, kind text, data jsonb, at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  before public.proposal_events;
  own_no int;
  own_prev text;
begin
  select * into before from public.proposal_events where proposal_id = proposal order by no desc limit 1;
  own_no := coalesce(before.no, 0) + 1;
  own_prev := coalesce(before.hash, repeat('0', 64));
  insert into public.proposal_events (proposal_id, no, at, kind, data, prev_hash, hash)
  values (proposal, own_no, at, kind, data, own_prev, private.event_hash(own_prev, proposal, own_no, at, kind, data));
end
$$;

-- In the timelines of deal, company and person.
create function private.record_proposal_event(proposal uuid, kind text, changes jsonb default null) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id, deal_id, changes)
  select kind, auth.uid(), private.actor_name(), 'proposal', proposals.id,
    left(proposals.number || coalesce(' ' || nullif(version.title, ''), ''), 200), proposals.account_id, proposals.contact_id, proposals.deal_id, changes
  from public.proposals
  left join public.proposal_versions as version on version.proposal_id = proposals.id and version.no = proposals.current_version
  where proposals.id = proposal
$$;

-- A page was opened ('fetched', perhaps by a scanner), read by a person ('viewed') or its file taken ('downloaded'). One entry in
-- five minutes is enough: what counts is how often and when last.
create function private.proposal_was_seen(proposal uuid, link uuid, how text, seen_at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was public.proposals;
begin
  if exists (select from private.proposal_previews where link_id = link) or exists (
    select from public.proposal_events as event where event.proposal_id = proposal and event.kind = how and event.data ->> 'link' = link::text
      and event.at > seen_at - interval '5 minutes') then return; end if;
  select * into was from public.proposals where id = proposal for no key update;
  if was.id is null or was.state = 'draft' then return; end if;
  perform private.add_proposal_event(proposal, how, jsonb_build_object('link', link, 'version', was.current_version), seen_at);
  if how <> 'viewed' then return; end if;
  if was.state = 'sent' and private.proposal_state(was.state, was.valid_until, was.timezone, seen_at) = 'sent' then
    update public.proposals set state = 'viewed' where id = proposal;
  end if;
  perform set_config('guidevane.actor', 'Client page', true);
  perform private.record_proposal_event(proposal, 'viewed');
  perform set_config('guidevane.actor', '', true);
end
$$;

-- Finding: by number, company and person, and by the title of any version.
select private.enable_search('proposals', area => 'proposals', title => 'number', searched => array['number'], through => array['account_id', 'contact_id', 'deal_id']);

select private.enable_search('proposal_versions', area => 'proposals', title => 'title', searched => array['title'], through => array['proposal_id']);

select private.show_when_found('proposals', 'proposals', $query$
  select record.id, record.number, version.title, null, null::uuid, best.place from unnest($1::uuid[]) with ordinality as best (id, place)
    join public.proposals as record on record.id = best.id
    left join public.proposal_versions as version on version.proposal_id = record.id and version.no = record.current_version
$query$);

select private.show_when_found('proposal_versions', 'proposals', $query$
  select record.id, record.number, version.title, null, null::uuid, min(best.place) from unnest($1::uuid[]) with ordinality as best (id, place)
    join public.proposal_versions as found on found.id = best.id join public.proposals as record on record.id = found.proposal_id
    join public.proposal_versions as version on version.proposal_id = record.id and version.no = record.current_version
    group by record.id, record.number, version.title
$query$);

-- Who may: staff read; writing goes through functions that ask who calls.
select private.register_types('proposals', 'proposal', 'proposal notice');

select private.allow('public.proposals', 'proposals');
select private.allow('public.proposal_versions', 'proposals');
select private.allow('public.proposal_items', 'proposals');
select private.allow('public.proposal_decisions', 'proposals');
select private.allow('public.proposal_events', 'proposals');

select private.note_deletions('public.proposals', 'proposal', 'number');
select private.enable_trash('proposals', area => 'proposals', title => 'number', record_type => 'proposal');

select private.tell_owners('proposal', 'public.proposals', 'owner_id');
select private.tell_of('proposal', 'accepted', 'signed');
select private.tell_of('proposal', 'declined', 'declined');
select private.tell_of('proposal', 'asked for a new day', 'asked');

grant select on public.proposals, public.proposal_versions, public.proposal_items, public.proposal_decisions, public.proposal_events
  to authenticated, service_role;

select private.announce_changes('public.proposals', 'proposals');

-- One that waits for its client names who to ask.
select private.hand_over_with('proposals', 'public.proposals', 'owner_id', company => 'account_id', still_open => $$state in ('draft', 'sent', 'viewed')$$);

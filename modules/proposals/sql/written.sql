-- Proposals as colleagues write, send and find them.

-- Locked after its messages, as anyone who writes saw it.
create function private.open_proposal(proposal uuid, seen timestamptz) returns public.proposals
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was public.proposals;
begin
  perform private.lock_messages_of('proposal', array[proposal]);
  select * into was from public.proposals where id = proposal for no key update;
  if was.id is null then raise sqlstate 'PT404' using message = 'This proposal no longer exists.'; end if;
  if seen is not null and was.updated_at <> seen then
    raise sqlstate 'PT409' using message = format('Someone else changed %s meanwhile.', was.number);
  end if;
  return was;
end
$$;

-- P-2026-001: counted for each year of the office.
create function private.next_proposal_number() returns text
language sql volatile security definer set search_path = ''
as $$
  with counted as (
    insert into private.proposal_numbers as numbers (year, last) values (extract(year from (
      select (now() at time zone time_zone) from public.office))::int, 1)
    on conflict (year) do update set last = numbers.last + 1 returning year, last)
  select 'P-' || year || '-' || lpad(last::text, greatest(3, length(last::text)), '0') from counted
$$;

create function private.usual_consent(account uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select left(format('I may sign this for %s, and I accept the scope, the price and the terms on this page.', name), 1000)
  from public.accounts where id = account
$$;

create function private.write_proposal_totals(of_version uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  totals jsonb := private.proposal_content(of_version) -> 'totals';
begin
  update public.proposal_versions set subtotal_minor = (totals ->> 'subtotal_minor')::bigint, discount_minor = (totals ->> 'discount_minor')::bigint,
    tax_minor = (totals ->> 'tax_minor')::bigint, total_minor = (totals ->> 'total_minor')::bigint, deposit_minor = (totals ->> 'deposit_minor')::bigint
  where id = of_version;
end
$$;

-- Of a deal ({"deal": id}: company, person and amount come with it), a company, a person, or another proposal ({"copy": id}).
create function public.create_proposal(of_record jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  deal public.deals;
  original public.proposals;
  old_version public.proposal_versions;
  person public.contacts;
  company uuid;
  made uuid;
  version uuid;
begin
  perform private.require_may('proposals', 'add');
  select * into original from public.proposals where id = (of_record ->> 'copy')::uuid;
  select * into deal from public.deals where id = coalesce((of_record ->> 'deal')::uuid, original.deal_id);
  select * into person from public.contacts where id = coalesce((of_record ->> 'contact')::uuid, original.contact_id, (
    select contact_id from public.deal_contacts where deal_id = deal.id order by is_primary desc, created_at limit 1));
  company := coalesce(original.account_id, deal.account_id, (of_record ->> 'account')::uuid, person.account_id);
  if company is null then raise check_violation using message = 'Say for which company the proposal is.'; end if;
  if person.id is null then
    select * into person from public.contacts where account_id = company and email is not null order by created_at limit 1;
  end if;

  insert into public.proposals (number, account_id, contact_id, deal_id, owner_id, refers_to, valid_until, timezone, currency, created_by)
  select private.next_proposal_number(), company, person.id, deal.id, coalesce(private.me(), deal.owner_id), original.id,
    public.office_today() + 30, office.time_zone, coalesce(original.currency, deal.currency, office.currency), private.me()
  from public.office returning id into made;
  select * into old_version from public.proposal_versions where proposal_id = original.id and no = original.current_version;
  insert into public.proposal_versions (proposal_id, no, title, intro, body, terms, dates, tax_note, discount_bp, deposit_bp, payment_days, consent_text, groups, created_by)
  values (made, 1, coalesce(old_version.title, deal.name, ''), coalesce(old_version.intro, ''), coalesce(old_version.body, ''), coalesce(old_version.terms, ''),
    coalesce(old_version.dates, '[]'), coalesce(old_version.tax_note, ''), coalesce(old_version.discount_bp, 0), coalesce(old_version.deposit_bp, 3000),
    coalesce(old_version.payment_days, 14), private.usual_consent(company), coalesce(old_version.groups, '[]'), private.me())
  returning id into version;
  if old_version.id is not null then
    perform private.copy_items(old_version.id, version);
  else
    insert into public.proposal_items (version_id, position, title, unit_minor, taxes)
    values (version, 1, coalesce(deal.name, 'Work'), coalesce(deal.amount_minor, 0), private.taxes_for(null, private.place_of_account(company), public.office_today()));
  end if;
  perform private.write_proposal_totals(version);
  perform private.add_proposal_event(made, 'created', case when original.id is null then '{}' else jsonb_build_object('of', original.number) end, clock_timestamp());
  perform private.record_proposal_event(made, 'created');
  return made;
end
$$;

-- A share of a line in basis points, or a sentence that says what is wrong with it.
create function private.share_of(given jsonb, line bigint, what text) returns int
language plpgsql immutable set search_path = ''
as $$
declare
  bp numeric := coalesce(nullif(given, 'null')::text::numeric, 0);
begin
  if bp <> trunc(bp) then
    raise check_violation using message = format('Line %s: a %s has at most two decimals, such as %s %%. %s %% is finer than that.', line, what,
      trim_scale(round(bp / 100, 2)), trim_scale(bp / 100));
  end if;
  if bp not between 0 and 10000 then
    raise check_violation using message = format('Line %s: the %s is from 0 to 100 %%.', line, what);
  end if;
  return bp::int;
end
$$;

-- The whole draft at once, as the editor has it. Amounts are computed here, whatever the browser thinks they are.
create function public.save_proposal(proposal uuid, draft jsonb, seen timestamptz default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was public.proposals;
  version uuid;
begin
  perform private.require_may('proposals', 'edit');
  was := private.open_proposal(proposal, seen);
  if was.state <> 'draft' then raise sqlstate 'PT409' using message = format('%s is no draft any more. Make a new version to change it.', was.number); end if;
  if draft ? 'timezone' and not exists (select from pg_catalog.pg_timezone_names where name = draft ->> 'timezone') then
    raise check_violation using message = format('There is no time zone called "%s"', draft ->> 'timezone');
  end if;
  update public.proposals set
    contact_id = case when draft ? 'contact_id' then (draft ->> 'contact_id')::uuid else contact_id end,
    deal_id = case when draft ? 'deal_id' then (draft ->> 'deal_id')::uuid else deal_id end,
    owner_id = case when draft ? 'owner_id' then (draft ->> 'owner_id')::uuid else owner_id end,
    valid_until = case when draft ? 'valid_until' then (draft ->> 'valid_until')::date else valid_until end,
    timezone = coalesce(draft ->> 'timezone', timezone),
    currency = coalesce(draft ->> 'currency', currency)
  where id = proposal;
  select id into version from public.proposal_versions where proposal_id = proposal and no = was.current_version;
  update public.proposal_versions set
    title = coalesce(btrim(draft ->> 'title'), title), intro = coalesce(draft ->> 'intro', intro), body = coalesce(draft ->> 'body', body),
    terms = coalesce(draft ->> 'terms', terms), dates = coalesce(draft -> 'dates', dates), tax_note = coalesce(draft ->> 'tax_note', tax_note),
    discount_bp = coalesce((draft ->> 'discount_bp')::int, discount_bp), deposit_bp = coalesce((draft ->> 'deposit_bp')::int, deposit_bp),
    payment_days = coalesce((draft ->> 'payment_days')::int, payment_days), consent_text = coalesce(nullif(btrim(draft ->> 'consent_text'), ''), consent_text),
    groups = coalesce(draft -> 'groups', groups)
  where id = version;
  if draft ? 'items' then
    perform private.save_items(version, draft -> 'items');
  end if;
  if draft ? 'schedule' then perform private.save_schedule(version, draft -> 'schedule'); end if;
  perform private.write_proposal_totals(version);
  return private.proposal_record(proposal);
end
$$;

-- Reading --------------------------------------------------------------------------------------------------------------------

-- The mail that brings a version to the client: the newest, if it was written several times.
create function private.proposal_mail_of(proposal uuid, version int) returns public.outbox
language sql stable security definer set search_path = ''
as $$
  select outbox from public.outbox
  where origin_kind = 'proposal' and origin_id = proposal and dedupe_key like format('proposal:%s:v%s:sent:%%', proposal, version)
  order by created_at desc, id desc limit 1
$$;

-- When a version left for the client, by the first of its mails that did.
create function private.proposal_left_at(proposal uuid, version int) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select min(private.message_left_at(outbox)) from public.outbox
  where origin_kind = 'proposal' and origin_id = proposal and dedupe_key like format('proposal:%s:v%s:sent:%%', proposal, version)
$$;

-- The state as screens show it: 'written' is ready for the client while no mail has left and no one has read the page.
create function private.shown_proposal_state(offer public.proposals, at timestamptz) returns text
language sql stable security definer set search_path = ''
as $$
  select case when state = 'sent' and private.proposal_left_at(offer.id, offer.current_version) is null then 'written' else state end
  from (select private.proposal_state(offer.state, offer.valid_until, offer.timezone, at) as state) as stored
$$;

-- All that the editor shows.
create function private.proposal_record(proposal uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(proposals) || jsonb_build_object(
    'shown_state', private.shown_proposal_state(proposals, now()),
    'mail', private.message_facts(private.proposal_mail_of(proposals.id, proposals.current_version)),
    'ends_at', private.proposal_ends_at(proposals.valid_until, proposals.timezone),
    'account_name', (select name from public.accounts where id = proposals.account_id),
    'contact', (select jsonb_build_object('id', id, 'name', name, 'email', email, 'title', title) from public.contacts where id = proposals.contact_id),
    'deal_name', (select name from public.deals where id = proposals.deal_id),
    'owner_name', (select name from public.staff where user_id = proposals.owner_id),
    'refers_to_number', (select number from public.proposals as other where other.id = proposals.refers_to),
    'version', to_jsonb(version) - 'content' - 'sent_as',
    'items', (select coalesce(jsonb_agg(to_jsonb(item) - 'version_id' order by item.position), '[]') from public.proposal_items as item where item.version_id = version.id),
    'schedule', (select coalesce(jsonb_agg(to_jsonb(part) - 'version_id' order by part.no), '[]') from public.proposal_schedule as part where part.version_id = version.id),
    'requests', private.requests_about(proposals.id),
    'totals', shown.content -> 'totals', 'recurring', coalesce(shown.content -> 'recurring', '[]'), 'parts', coalesce(shown.content -> 'schedule', '[]'),
    'versions', (select jsonb_agg(jsonb_build_object('no', no, 'title', title, 'written_at', sent_at, 'left_at', private.proposal_left_at(proposals.id, no), 'total_minor', total_minor, 'sha256', content_sha256) order by no desc)
      from public.proposal_versions where proposal_id = proposals.id),
    -- What exactly was agreed, as it was frozen with the answer: lines with the options that were taken, discounts, tax, totals.
    'accepted', (select jsonb_build_object('items', decision.content -> 'items', 'totals', decision.content -> 'totals',
        'recurring', coalesce(decision.content -> 'recurring', '[]'), 'parts', coalesce(decision.content -> 'schedule', '[]'))
      from public.proposal_decisions as decision where decision.proposal_id = proposals.id and decision.kind = 'accepted' and decision.content is not null),
    'decision', (select to_jsonb(decision) - 'content' from public.proposal_decisions as decision where decision.proposal_id = proposals.id),
    'events', (select coalesce(jsonb_agg(jsonb_build_object('no', no, 'at', at, 'kind', kind, 'data', data) order by no desc), '[]')
      from (select * from public.proposal_events where proposal_id = proposals.id order by no desc limit 100) as event),
    'links', (select coalesce(jsonb_agg(jsonb_build_object('id', link.id, 'hint', link.hint, 'created_at', link.created_at, 'ended', link.revoked_at is not null or coalesce(link.expires_at <= now(), false)) order by link.created_at desc), '[]')
      from private.access_links as link where link.kind = 'proposal' and link.subject_id = proposals.id
        and not exists (select from private.proposal_previews where link_id = link.id)))
  from public.proposals
  join public.proposal_versions as version on version.proposal_id = proposals.id and version.no = proposals.current_version
  cross join lateral (select private.proposal_content(version.id) as content offset 0) as shown
  where proposals.id = proposal
$$;

create function public.proposal_record(proposal uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  found jsonb;
begin
  perform private.require_may('proposals', 'read');
  found := private.proposal_record(proposal);
  if found is null then raise sqlstate 'PT404' using message = 'This proposal no longer exists.'; end if;
  if not private.caller_may('crm', 'read') then found := found || '{"account_name": "", "contact": null}'; end if;
  if not private.caller_may('deals', 'read') then found := found || '{"deal_name": null}'; end if;
  return found;
end
$$;

-- Rows for the list and for panels, newest first, with how many each tab has and what is with clients.
--   filter: tab (all, open, written, drafts, answered), search, owner, account, contact, deal
create function public.proposal_list(filter jsonb default '{}', most int default 50, skipping int default 0) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  answer jsonb;
  words text := '%' || replace(replace(replace(private.fold(coalesce(filter ->> 'search', '')), '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  perform private.require_may('proposals', 'read');
  with found as materialized (
    select proposals.id, proposals.number, proposals.account_id, proposals.contact_id, proposals.deal_id, proposals.owner_id, proposals.state,
      proposals.current_version, proposals.valid_until, proposals.currency, proposals.decided_at, proposals.created_at, proposals.timezone,
      private.shown_proposal_state(proposals, now()) as shown_state,
      version.title, version.sent_at, coalesce(decision.total_minor, version.total_minor) as total_minor,
      case when (select private.caller_may('crm', 'read')) then accounts.name else '' end as account_name, staff.name as owner_name
    from public.proposals
    join public.proposal_versions as version on version.proposal_id = proposals.id and version.no = proposals.current_version
    join public.accounts on accounts.id = proposals.account_id
    left join public.staff on staff.user_id = proposals.owner_id
    left join public.proposal_decisions as decision on decision.proposal_id = proposals.id
    where (filter ->> 'account' is null or proposals.account_id = (filter ->> 'account')::uuid)
      and (filter ->> 'contact' is null or proposals.contact_id = (filter ->> 'contact')::uuid)
      and (filter ->> 'deal' is null or proposals.deal_id = (filter ->> 'deal')::uuid)
      and (nullif(filter ->> 'owner', '') is null or proposals.owner_id = (filter ->> 'owner')::uuid)
      and (nullif(btrim(filter ->> 'search'), '') is null or private.fold(proposals.number || ' ' || version.title || case when (select private.caller_may('crm', 'read')) then ' ' || accounts.name else '' end) like words)
  ), tabbed as (
    select found.*, case when found.state = 'draft' then 'drafts' when found.shown_state = 'written' then 'written' when found.shown_state in ('sent', 'viewed') then 'open' else 'answered' end as tab from found
  ), page as (
    select * from tabbed where coalesce(filter ->> 'tab', 'all') in ('all', tab) order by created_at desc, id desc
    limit least(greatest(most, 1), 200) offset greatest(skipping, 0)
  )
  select jsonb_build_object(
    'rows', coalesce((select jsonb_agg(to_jsonb(page) || jsonb_build_object(
        'mail', private.message_facts(private.proposal_mail_of(page.id, page.current_version)),
        'days_left', page.valid_until - (now() at time zone page.timezone)::date,
        'views', (select count(*) from public.proposal_events as event where event.proposal_id = page.id and event.kind = 'viewed' and (event.data ->> 'version')::int = page.current_version),
        'fetches', (select count(*) from public.proposal_events as event where event.proposal_id = page.id and event.kind = 'fetched' and (event.data ->> 'version')::int = page.current_version),
        'last_seen', (select max(event.at) from public.proposal_events as event where event.proposal_id = page.id and event.kind = 'viewed'))
      order by page.created_at desc, page.id desc) from page), '[]'),
    'count', (select count(*) from tabbed where coalesce(filter ->> 'tab', 'all') in ('all', tab)),
    'tabs', (select jsonb_build_object('all', count(*), 'open', count(*) filter (where tab = 'open'), 'written', count(*) filter (where tab = 'written'), 'drafts', count(*) filter (where tab = 'drafts'),
      'answered', count(*) filter (where tab = 'answered')) from tabbed),
    'open_sums', coalesce((select jsonb_agg(jsonb_build_object('currency', currency, 'total_minor', sum) order by sum desc)
      from (select currency, sum(total_minor) as sum from tabbed where tab = 'open' group by currency) as sums), '[]'),
    'recent', (select jsonb_build_object('answered', count(*), 'accepted', count(*) filter (where state = 'accepted')) from (
      select state from tabbed where state in ('accepted', 'declined') order by decided_at desc limit 16) as last))
  into answer;
  return answer;
end
$$;

-- Sending --------------------------------------------------------------------------------------------------------------------

-- What mails about a proposal are composed from (mails.ts).
create function private.proposal_mail_facts(proposal uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('number', offer.number, 'title', version.title, 'name', contacts.name, 'valid_until', offer.valid_until,
    'signer', private.signing_name(offer.owner_id), 'house', private.proposal_house_name())
  from public.proposals as offer
  join public.proposal_versions as version on version.proposal_id = offer.id and version.no = offer.current_version
  join public.contacts on contacts.id = offer.contact_id
  where offer.id = proposal
$$;

-- Without a person with an address there is none.
create function private.mail_proposal(proposal uuid, what text, not_before timestamptz default null) returns uuid
language sql volatile security definer set search_path = ''
as $$
  select private.put_in_outbox(jsonb_build_object('class', 'transactional', 'dedupe_key', format('proposal:%s:v%s:%s', proposal, offer.current_version, what),
    'origin_kind', 'proposal', 'origin_id', proposal, 'account_id', offer.account_id, 'contact_id', offer.contact_id,
    'to_address', contacts.email,
    'mail_kind', 'proposals.' || split_part(what, ':', 1), 'mail_data', private.proposal_mail_facts(proposal),
    'not_before', not_before, 'expires_at', coalesce(not_before, now()) + interval '14 days'))
  from public.proposals as offer join public.contacts on contacts.id = offer.contact_id and contacts.email is not null
  where offer.id = proposal
$$;

create function private.end_proposal_links(proposal uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.access_links set revoked_at = now() where kind = 'proposal' and subject_id = proposal and revoked_at is null
$$;

create function private.stop_proposal_mail(proposal uuid, code text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.cancel_outbox(id, code) from public.outbox where origin_kind = 'proposal' and origin_id = proposal and state in ('held', 'queued');
end
$$;

-- Freezes the version and puts its mail into the outbox. The page can be answered from now on; the proposal is sent when the mail
-- leaves (private.proposal_mail_left), which also writes the reminders.
create function public.send_proposal(proposal uuid, seen timestamptz default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was public.proposals;
  version public.proposal_versions;
  frozen jsonb;
begin
  perform private.require_may('proposals', 'send');
  was := private.open_proposal(proposal, seen);
  if was.state <> 'draft' then raise sqlstate 'PT409' using message = format('%s is no draft any more.', was.number); end if;
  select * into version from public.proposal_versions where proposal_id = proposal and no = was.current_version;
  if (select email from public.contacts where id = was.contact_id) is null then
    raise check_violation using message = 'Choose a person with a mail address first.';
  end if;
  if btrim(version.title) = '' then raise check_violation using message = 'Give the proposal a title first.'; end if;
  if not exists (select from public.proposal_items where version_id = version.id) then raise check_violation using message = 'Add an item first.'; end if;
  if clock_timestamp() >= private.proposal_ends_at(was.valid_until, was.timezone) then
    raise check_violation using message = 'The last day is over. Choose a later one first.';
  end if;
  perform private.require_answers(proposal);
  perform private.write_proposal_totals(version.id);
  perform private.check_choices(version.id);
  perform private.check_schedule(version.id);
  if (select total_minor from public.proposal_versions where id = version.id) < 0 then
    raise check_violation using message = 'The total is below zero.';
  end if;
  -- First what the hash covers, then the hash.
  update public.proposal_versions set sent_as = private.proposal_parties(proposal_versions) where id = version.id;
  frozen := private.proposal_content(version.id);
  update public.proposal_versions set content = frozen, content_sha256 = private.hash_of(frozen), sent_at = clock_timestamp() where id = version.id;
  update public.proposals set state = 'sent' where id = proposal;
  perform private.end_proposal_links(proposal);
  perform private.add_proposal_event(proposal, 'written', jsonb_build_object('version', was.current_version, 'content_sha256', private.hash_of(frozen)), clock_timestamp());
  perform private.mail_proposal(proposal, 'sent:1');
  perform private.record_proposal_event(proposal, 'written');
  return private.proposal_record(proposal);
end
$$;

-- Once more: a fresh link, and the old ones end. Not while the mail before it may still leave.
create function public.resend_proposal(proposal uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was public.proposals;
  times int;
begin
  perform private.require_may('proposals', 'send');
  was := private.open_proposal(proposal, null);
  if private.proposal_state(was.state, was.valid_until, was.timezone, clock_timestamp()) not in ('sent', 'viewed') then
    raise sqlstate 'PT409' using message = format('%s is not with the client any more.', was.number);
  end if;
  if (select email from public.contacts where id = was.contact_id) is null then
    raise check_violation using message = 'Choose a person with a mail address first.';
  end if;
  if (private.proposal_mail_of(proposal, was.current_version)).state in ('held', 'queued', 'sending') then
    raise sqlstate 'PT409' using message = 'Its mail has not left yet. Release it in the outbox.';
  end if;
  perform private.end_proposal_links(proposal);
  select count(*) + 1 into times from public.proposal_events where proposal_id = proposal and kind in ('written', 'written again') and (data ->> 'version')::int = was.current_version;
  perform private.add_proposal_event(proposal, 'written again', jsonb_build_object('version', was.current_version), clock_timestamp());
  perform private.mail_proposal(proposal, 'sent:' || times);
  perform private.record_proposal_event(proposal, 'written again');
  return private.proposal_record(proposal);
end
$$;

-- The mail left: the client has it. Two reminders wait in the outbox, three and seven days from now; a decision takes them back.
create function private.proposal_mail_left(message uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  mail public.outbox := (select outbox from public.outbox where id = message);
  version int := substring(mail.dedupe_key from ':v(\d+):sent:')::int;
  time_no text := substring(mail.dedupe_key from ':sent:(\d+)$');
  offer public.proposals;
  moment timestamptz;
  again text;
begin
  if version is null then return; end if;
  select * into offer from public.proposals where id = mail.origin_id for no key update;
  if offer.id is null then return; end if;
  again := case when exists (select from public.proposal_events as event where event.proposal_id = offer.id and event.kind = 'sent'
    and (event.data ->> 'version')::int = version) then 'sent again' else 'sent' end;
  perform private.add_proposal_event(offer.id, again, jsonb_build_object('version', version, 'message', mail.id), clock_timestamp());
  perform set_config('guidevane.actor', coalesce((select name from public.staff where user_id = mail.created_by), ''), true);
  perform private.record_proposal_event(offer.id, again);
  perform set_config('guidevane.actor', '', true);
  if offer.current_version <> version or offer.state not in ('sent', 'viewed') or exists (
    select from public.outbox where origin_kind = 'proposal' and origin_id = offer.id and dedupe_key like format('proposal:%s:v%s:reminder:%%', offer.id, version)
      and state not in ('cancelled', 'suppressed', 'failed', 'expired', 'bounced')) then return; end if;
  foreach moment in array array[private.message_left_at(mail) + interval '3 days', private.message_left_at(mail) + interval '7 days'] loop
    if offer.valid_until is null or moment < private.proposal_ends_at(offer.valid_until, offer.timezone) then
      perform private.mail_proposal(offer.id, format('reminder:%s%s', extract(day from moment - private.message_left_at(mail)),
        case when time_no <> '1' then ':' || time_no else '' end), moment);
    end if;
  end loop;
end
$$;

select private.register_hook('message left: proposal', 'private.proposal_mail_left(uuid)');

-- It bounced: no one got it, and no one is reminded of it.
create function private.proposal_mail_did_not_arrive(message uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  mail public.outbox := (select outbox from public.outbox where id = message);
  version int := substring(mail.dedupe_key from ':v(\d+):sent:')::int;
begin
  if version is null or mail.state <> 'bounced' then return; end if;
  perform from public.proposals where id = mail.origin_id for no key update;
  if not found then return; end if;
  perform private.add_proposal_event(mail.origin_id, 'bounced', jsonb_build_object('version', version, 'message', mail.id), clock_timestamp());
  perform private.record_proposal_event(mail.origin_id, 'bounced');
  perform private.cancel_outbox(id, 'proposal_bounced') from public.outbox
  where origin_kind = 'proposal' and origin_id = mail.origin_id and dedupe_key like format('proposal:%s:v%s:reminder:%%', mail.origin_id, version) and state in ('held', 'queued');
end
$$;

select private.register_hook('message did not arrive: proposal', 'private.proposal_mail_did_not_arrive(uuid)');

-- Withdrawn, or reopened as a draft for another version: only while the client has it, so that it cannot be answered at the same time.
create function private.take_back_proposal(proposal uuid, to_state text) returns public.proposals
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was public.proposals;
  answered text;
begin
  perform private.lock_messages_of('proposal', array[proposal]);
  update public.proposals set state = to_state where id = proposal and state in ('sent', 'viewed') returning * into was;
  if was.id is not null then return was; end if;
  select state, number into answered, was.number from public.proposals where id = proposal;
  if answered is null then raise sqlstate 'PT404' using message = 'This proposal no longer exists.'; end if;
  raise sqlstate 'PT409' using message = case answered
    when 'accepted' then format('%s was accepted meanwhile. A change is a new proposal.', was.number)
    when 'declined' then format('%s was declined meanwhile.', was.number)
    when 'withdrawn' then format('%s was withdrawn.', was.number)
    else format('%s is a draft.', was.number) end;
end
$$;

create function public.withdraw_proposal(proposal uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('proposals', 'edit');
  perform private.take_back_proposal(proposal, 'withdrawn');
  perform private.stop_proposal_mail(proposal, 'proposal_withdrawn');
  perform private.add_proposal_event(proposal, 'withdrawn', '{}', clock_timestamp());
  perform private.record_proposal_event(proposal, 'withdrawn');
  return private.proposal_record(proposal);
end
$$;

create function public.revise_proposal(proposal uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was public.proposals;
begin
  perform private.require_may('proposals', 'edit');
  perform private.lock_messages_of('proposal', array[proposal]);
  -- One that was withdrawn may be rewritten; no one can answer it.
  update public.proposals set state = 'draft' where id = proposal and state = 'withdrawn' returning * into was;
  if was.id is null then was := private.take_back_proposal(proposal, 'draft'); end if;
  update public.proposals set current_version = was.current_version + 1,
    valid_until = case when valid_until <= public.office_today() then public.office_today() + 30 else valid_until end
  where id = proposal;
  perform private.begin_version(proposal, was.current_version, private.me());
  perform private.record_proposal_event(proposal, 'new version');
  return private.proposal_record(proposal);
end
$$;

-- Only what no one outside has seen.
create function public.delete_proposal(proposal uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was public.proposals;
begin
  perform private.require_may('proposals', 'delete');
  was := private.open_proposal(proposal, null);
  if exists (select from public.proposal_versions where proposal_id = proposal and sent_at is not null) then
    raise sqlstate 'PT409' using message = format('%s was given to the client once. Withdraw it instead: what was given out is kept.', was.number);
  end if;
  perform private.record_proposal_event(proposal, 'deleted');
  delete from public.proposals where id = proposal;
end
$$;

grant execute on function public.create_proposal, public.delete_proposal, public.proposal_list, public.proposal_record, public.resend_proposal,
  public.revise_proposal, public.save_proposal, public.send_proposal, public.withdraw_proposal to authenticated, service_role;

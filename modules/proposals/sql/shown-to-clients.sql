-- Proposals in the client's area: those that were sent to the company, or to the person.
create view private.client_proposals with (security_barrier) as
select proposals.id, proposals.account_id, proposals.number, version.title, proposals.currency, proposals.valid_until, version.no as version,
  private.proposal_state(proposals.state, proposals.valid_until, proposals.timezone, now()) as state,
  coalesce(decision.total_minor, (version.content #>> '{totals,total_minor}')::bigint) as total_minor,
  (version.sent_at at time zone proposals.timezone)::date as sent_on, (proposals.decided_at at time zone proposals.timezone)::date as decided_on,
  decision.typed_name, proposals.valid_until - (now() at time zone proposals.timezone)::date as days_left,
  -- Who reads along does not sign: it is addressed to one person.
  mine.contact_id = proposals.contact_id or proposals.contact_id is null as may_answer, contacts.name as addressee
from private.client_scope('proposals') as mine
join public.proposals on proposals.account_id = mine.account_id and (mine.scope = 'all' or proposals.contact_id = mine.contact_id)
join public.proposal_versions as version on version.proposal_id = proposals.id and version.no = proposals.current_version
left join public.proposal_decisions as decision on decision.proposal_id = proposals.id
left join public.contacts on contacts.id = proposals.contact_id
where proposals.state in ('sent', 'viewed', 'accepted', 'declined') and proposals.anonymised_at is null and (select private.module_is_live('proposals'));

create function private.client_proposal(proposal uuid, choices jsonb, at timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.proposal_page(proposal, choices, at) || jsonb_build_object('may_answer', bool_or(may_answer), 'addressee', max(addressee), 'account_id', max(account_id::text))
  from private.client_proposals where id = proposal having count(*) > 0
$$;

-- The same statement decides as on the page behind a link; there is no link here.
create function private.client_answers_proposal(proposal uuid, answer jsonb, at timestamptz) returns text
language sql volatile security definer set search_path = ''
as $$
  select case when exists (select from private.client_proposals where id = proposal and may_answer) and private.client_may_write()
    then private.answer_proposal(proposal, answer - 'link', at) else 'gone' end
$$;

create function private.client_requests_extension(proposal uuid, at timestamptz) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select case when exists (select from private.client_proposals where id = proposal and may_answer) and private.client_may_write()
    then private.request_extension(proposal, null, at) else false end
$$;

-- 'viewed' or 'downloaded', as by a link.
create function private.client_saw_proposal(proposal uuid, how text, at timestamptz) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.proposal_was_seen(proposal, null, how, at) where how in ('viewed', 'downloaded')
    and exists (select from private.client_proposals where id = proposal) and private.client_may_write()
    and not exists (select from public.proposal_events as event where event.proposal_id = proposal and event.kind = how
      and event.data ->> 'link' is null and event.at > client_saw_proposal.at - interval '5 minutes')
$$;

grant select on private.client_proposals to authenticated;
grant execute on function private.proposal_ends_at, private.proposal_state, private.client_proposal, private.client_answers_proposal, private.client_requests_extension, private.client_saw_proposal to authenticated, service_role;

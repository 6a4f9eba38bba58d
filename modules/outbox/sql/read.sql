-- What the screen of the outbox reads besides its rows.

-- Counts per state, what the safe mode holds, the last day, and what the gate was told.
create function public.outbox_summary() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('outbox', 'read');
  return (
    with seen as not materialized (
      select * from public.outbox where class <> 'system' and (origin_kind is null or origin_kind <> all ((select private.hidden_types())::text[])))
    select jsonb_build_object(
      'states', (select coalesce(jsonb_object_agg(counted.state, counted.count), '{}')
        from (select state, count(*)::int as count from seen group by state) as counted),
      'held_by_safe', (select count(*)::int from seen where state = 'held' and gate_code = 'safe_mode'),
      -- Due, and not taken up yet: messages that the sender has not reached, and steps of sequences that are not planned yet.
      'due', (select count(*)::int from seen where state = 'queued' and not_before <= now()),
      'steps_due', (select coalesce(sum(answer::int), 0)::int from private.call_hooks('steps due') as answer),
      'last_day', (select jsonb_build_object('sent', count(*) filter (where state in ('sent', 'delivered')), 'bounced', count(*) filter (where state = 'bounced'),
          'complained', count(*) filter (where state = 'complained'), 'failed', count(*) filter (where state = 'failed'))
        from seen where taken_at > now() - interval '1 day' and taken_at is not null),
      'safe', not gate.is_open or private.is_copy(), 'paused_at', gate.paused_at, 'paused_by', (select name from public.staff where user_id = gate.paused_by),
      'identities', to_jsonb(gate.identities), 'replies_are_seen', gate.inbound_address is not null
        or exists (select from private.call_hooks('replies are seen') as answer where answer::boolean),
      'one_click', gate.site_is_https,
      'caps', jsonb_build_object('per_address_a_day', gate.per_address_a_day, 'per_host_a_day', gate.per_host_a_day, 'in_all_a_day', gate.in_all_a_day))
    from private.outbox_gate as gate);
end
$$;

-- What becomes of a mail that is written now: held by the safe mode, waiting for the end of a pause, stopped, or leaving. Shown before
-- someone confirms it; the gate decides when it is claimed.
create function public.next_message_state(address text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  closed record;
begin
  perform private.require_may('outbox', 'read', 'to see messages');
  select * into closed from private.gate_closed(true);
  return jsonb_build_object(
    'state', case when closed.state is not null then closed.state when private.suppression_code(address, 'transactional') is not null then 'suppressed' else 'leaving' end,
    'code', coalesce(closed.code, private.suppression_code(address, 'transactional')));
end
$$;

-- Ids of messages whose address or subject has all the words, newest first.
create function public.search_outbox(term text) returns table (id uuid)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('outbox', 'read');
  -- Written out, so that the trigram index is used.
  return query execute 'select id from public.outbox where class <> ''system'' and (origin_kind is null or origin_kind <> all ((select private.hidden_types())::text[]))
      and (origin_id is null or origin_id <> all ((select private.hidden_origins())::uuid[]) or created_by = (select auth.uid()) or (select public.may(''outbox'', ''send'')))' || coalesce((
      select string_agg(format(' and lower(to_address || '' '' || subject) like %L', '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), '')
      from (select word from regexp_split_to_table(lower(left(term, 200)), '[[:space:]]+') as word where word <> '' limit 8) as words), '')
    || ' order by created_at desc, id limit 1000';
end
$$;

grant execute on function public.outbox_summary, public.next_message_state, public.search_outbox to authenticated, service_role;

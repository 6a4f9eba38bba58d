-- The switch of external publishing. AUTO_PUBLISH in the environment of the server fixes it; while that is not set, administrators
-- switch it. private.outbox_gate.is_open is the value that holds, for the gate, the screens and every process of the server.

-- Whether it is on, whether the environment has fixed it, and who switched it last.
create function public.publishing_state() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Everyone who works here sees whether messages leave.
  if not public.is_colleague() then perform private.require_may('settings', 'read', 'to see this setting'); end if;
  return (
    select jsonb_build_object('is_on', gate.is_open, 'is_fixed', gate.is_fixed, 'switched_at', last.at, 'switched_by', last.actor_name,
      'switched_on', (last.becomes = 'true'), 'held', (select count(*)::int from public.outbox where state = 'held' and class <> 'system' and private.caller_may('outbox', 'read')))
    from private.outbox_gate as gate
    left join lateral (select * from public.acts where act = 'publishing switched' order by id desc limit 1) as last on true);
end
$$;

-- Switched on, it releases nothing by itself: what is held stays held. Switched off, what waits is held at once.
create function public.set_publishing(is_on boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  gate private.outbox_gate;
begin
  perform private.require_may('settings', 'edit', 'to switch publishing');
  if is_on is null then raise check_violation using message = 'Publishing is on or off.'; end if;
  select * into gate from private.outbox_gate for update;
  if gate.is_fixed then
    raise check_violation using message = format('AUTO_PUBLISH=%s is set in the environment of the server, and decides.', to_jsonb(gate.is_open));
  end if;
  if gate.is_open = is_on then return; end if;
  update private.outbox_gate set is_open = is_on, switched_on = is_on;
  perform private.note_act('publishing switched', null, to_jsonb(gate.is_open), to_jsonb(is_on));
  if not is_on then perform private.hold_for_safe_mode(); end if;
end
$$;

grant execute on function public.publishing_state, public.set_publishing to authenticated, service_role;

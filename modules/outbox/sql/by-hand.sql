-- What people do by hand with messages: release, cancel, edit, settle, pause.

-- Held rows leave when a person says so, and only while the gate is open; each then passes the gate like any other.
create function public.release_outbox(ids uuid[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := private.demand_outbox('send');
  released integer;
begin
  if private.is_copy() then
    raise exception 'This is a copy: nothing leaves before it goes live.' using errcode = 'check_violation';
  end if;
  if not (select is_open from private.outbox_gate) then
    raise exception 'The safe mode is on: nothing leaves.' using errcode = 'check_violation';
  end if;
  update public.outbox set state = 'queued', gate_code = null, released_at = now(), released_by = person
  where id = any (ids) and state = 'held' and expires_at > now() and (origin_kind is null or origin_kind <> all ((select private.hidden_types())::text[]));
  get diagnostics released = row_count;
  if released > 0 then perform private.note_act('messages released', null, null, to_jsonb(released)); end if;
  return released;
end
$$;

-- Which held rows a filter means: {"class", "channel", "origin_kind", "origin_id", "account_id", "contact_id"}, all of them optional.
create function private.held_outbox(filter jsonb) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select id from public.outbox
  where state = 'held' and class <> 'system' and expires_at > now() and (origin_kind is null or origin_kind <> all ((select private.hidden_types())::text[]))
    and (filter ->> 'class' is null or class = filter ->> 'class')
    and (filter ->> 'channel' is null or channel = filter ->> 'channel')
    and (filter ->> 'origin_kind' is null or origin_kind = filter ->> 'origin_kind')
    and (filter ->> 'origin_id' is null or origin_id = (filter ->> 'origin_id')::uuid)
    and (filter ->> 'account_id' is null or account_id = (filter ->> 'account_id')::uuid)
    and (filter ->> 'contact_id' is null or contact_id = (filter ->> 'contact_id')::uuid)
$$;

-- `expected` is how many the person saw in the question they confirmed: more or fewer, and nothing leaves.
create function public.release_all_outbox(filter jsonb default '{}', expected int default null) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := private.demand_outbox('send');
  ids uuid[] := array(select private.held_outbox(filter));
begin
  if expected is not null and cardinality(ids) <> expected then
    raise exception 'There are % now, not %. Look again.', cardinality(ids), expected using errcode = 'check_violation';
  end if;
  return public.release_outbox(ids);
end
$$;

create function public.cancel_outbox_rows(ids uuid[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := private.demand_outbox('edit');
begin
  return (select count(*)::int from public.outbox where id = any (ids) and private.sees_message(id) and private.cancel_outbox(id, 'cancelled_by_hand'));
end
$$;

-- What was held is read again and changed before it leaves. Its page is made from the text again.
create function public.edit_outbox(id uuid, subject text, body_text text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := private.demand_outbox('edit');
begin
  update public.outbox set
    subject = private.subject_line(edit_outbox.subject), body_text = edit_outbox.body_text, body_html = null, mail_data = null
  where outbox.id = edit_outbox.id and state = 'held' and channel = 'email' and private.sees_message(outbox.id);
  if not found then
    raise exception 'Only a held message can be changed.' using errcode = 'check_violation';
  end if;
end
$$;

-- An uncertain one, once a person has looked: it is 'sent', or it is to be sent 'again'.
create function public.settle_outbox(id uuid, "as" text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := private.demand_outbox('send');
begin
  if "as" not in ('sent', 'again') then
    raise exception 'An uncertain message is settled as sent or again.' using errcode = 'check_violation';
  end if;
  update public.outbox set
    state = case "as" when 'sent' then 'sent' else 'queued' end, settled_at = now(), settled_by = person, gate_code = null, ask_at = null,
    sent_at = case "as" when 'sent' then coalesce(taken_at, now()) end,
    taken_at = case "as" when 'sent' then taken_at end,
    not_before = case "as" when 'sent' then not_before else now() end,
    expires_at = case "as" when 'sent' then expires_at else greatest(expires_at, now() + interval '7 days') end,
    finished_at = case "as" when 'sent' then now() end
  where outbox.id = settle_outbox.id and state = 'uncertain' and class <> 'system' and (origin_kind is null or origin_kind <> all ((select private.hidden_types())::text[]));
  if not found then
    raise exception 'This message is no longer uncertain.' using errcode = 'check_violation';
  end if;
end
$$;

-- Writing to someone who has opted out needs a reason, and the reason stays. Bounces and complaints cannot be overruled.
create function public.send_despite(id uuid, why text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := private.demand_outbox('send');
  message public.outbox;
begin
  if char_length(btrim(coalesce(why, ''))) < 3 then
    raise exception 'Say why you write although they opted out.' using errcode = 'check_violation';
  end if;
  select * into message from public.outbox where outbox.id = send_despite.id and state = 'suppressed' and (origin_kind is null or origin_kind <> all ((select private.hidden_types())::text[])) for update;
  if message.id is null then
    raise exception 'This message is not stopped.' using errcode = 'check_violation';
  end if;
  if private.suppression_code(message.to_key, message.class, true) is not null then
    raise exception 'This address bounced or complained: nothing is sent to it.' using errcode = 'check_violation';
  end if;
  update public.outbox set state = case when (select is_open from private.outbox_gate) then 'queued' else 'held' end,
    gate_code = case when not (select is_open from private.outbox_gate) then 'safe_mode' end,
    despite = btrim(why), finished_at = null, released_at = now(), released_by = person,
    expires_at = greatest(expires_at, now() + interval '7 days')
  where outbox.id = message.id;
  perform private.note_act('message released despite an opt-out', 'message ' || message.id, null, jsonb_build_object('reason', btrim(why)));
end
$$;

create function public.set_outbox_paused(paused boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := private.demand_outbox('edit');
begin
  update private.outbox_gate set paused_at = case when paused then coalesce(paused_at, now()) end, paused_by = case when paused then person end;
  if not paused then
    update public.outbox set gate_code = null where state = 'queued' and gate_code = 'paused';
    perform pg_notify('outbox_due', '');
  end if;
end
$$;

create function public.set_outbox_caps(per_address_a_day int, per_host_a_day int, in_all_a_day int) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := private.demand_outbox('edit');
begin
  update private.outbox_gate set per_address_a_day = set_outbox_caps.per_address_a_day,
    per_host_a_day = set_outbox_caps.per_host_a_day, in_all_a_day = set_outbox_caps.in_all_a_day;
end
$$;

-- A person who goes takes along what has not left. The foreign key has just emptied the message's place for the person.
create function private.cancel_outbox_of_contact() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.contact_id is null and not exists (select from public.contacts where id = old.contact_id) then
    update public.outbox set state = 'cancelled', gate_code = 'contact_deleted', finished_at = now()
    where id = new.id and state in ('held', 'queued');
  end if;
  return null;
end
$$;

create trigger outbox_of_gone after update of contact_id on public.outbox for each row execute function private.cancel_outbox_of_contact();

-- The person is brought back, and with them what was cancelled because they had gone. What should have left in the meantime waits for someone.
create function private.hold_restored_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.restoring() and new.not_before <= now() then
    new.state := 'held';
    new.gate_code := 'contact_restored';
  end if;
  return new;
end
$$;

create trigger outbox_of_restored before update of state on public.outbox for each row
  when (old.state = 'cancelled' and new.state = 'queued') execute function private.hold_restored_message();

grant execute on function public.release_outbox, public.release_all_outbox, public.cancel_outbox_rows, public.edit_outbox, public.settle_outbox,
  public.send_despite, public.set_outbox_paused, public.set_outbox_caps to authenticated, service_role;

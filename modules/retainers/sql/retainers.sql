-- Retainers as colleagues arrange them, and the one step that bills what is due.

create trigger retainers_tidy before insert or update on public.retainers for each row execute function private.tidy();

create trigger retainers_touch before update on public.retainers for each row execute function private.touch_updated_at();

-- The retainer's row is locked by everyone who bills or arranges it: three servers that find it due come one after the other.
create function private.open_retainer(retainer uuid, seen timestamptz default null) returns public.retainers
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was public.retainers;
begin
  select * into was from public.retainers where id = retainer for no key update;
  if was.id is null then raise sqlstate 'PT404' using message = 'This retainer no longer exists.'; end if;
  if seen is not null and was.updated_at <> seen then
    raise sqlstate 'PT409' using message = format('Someone else changed "%s" meanwhile.', was.title);
  end if;
  return was;
end
$$;

create function private.last_period(retainer uuid) returns public.retainer_periods
language sql stable security definer set search_path = ''
as $$
  select period from public.retainer_periods as period where retainer_id = retainer order by starts_on desc limit 1
$$;

-- The first period without a row.
create function private.next_period_day(retainer public.retainers) returns date
language sql stable security definer set search_path = ''
as $$
  select coalesce((private.last_period(retainer.id)).ends_on + 1, retainer.starts_on)
$$;

create function private.write_next_due(retainer uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own public.retainers := (select retainers from public.retainers where id = retainer);
  due date := (select due_on from private.periods_from(own, private.next_period_day(own), 1));
begin
  update public.retainers set next_due_on = case when own.state in ('active', 'paused') then due end,
    state = case when own.state in ('active', 'paused') and due is null then 'ended' else own.state end
  where id = retainer and (next_due_on is distinct from case when own.state in ('active', 'paused') then due end
    or (own.state in ('active', 'paused') and due is null));
end
$$;

create function private.note_retainer(retainer uuid, kind text, changes jsonb default null) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id, changes)
  select kind, auth.uid(), private.actor_name(), 'retainer', id, title, account_id, contact_id, changes from public.retainers where id = retainer
$$;

-- `about` what it is tells who settles it (private.settle_task).
create function private.task_for_retainer(retainer public.retainers, title text, about text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.call_hooks('make task', jsonb_build_object('id', private.task_about(about), 'title', left(task_for_retainer.title, 300), 'kind', 'todo', 'account_id', retainer.account_id,
    'contact_id', null, 'assignee_id', retainer.owner_id, 'due_on', public.office_today(), 'source', 'retainer')::text);
end
$$;

-- Bills one period, in the transaction that writes its row: the row's key is what makes it one. `is_current`: it is the newest that is due.
-- Missed ones become drafts, whatever the mode, so that nothing leaves in a burst.
create function private.bill_period(own public.retainers, whole_from date, whole_to date, from_on date, to_on date, is_current boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  paused text := private.pause_of_period(own.id, from_on, to_on);
  billed jsonb;
  off jsonb;
  draft uuid;
  issued uuid;
  mode text := case when is_current then own.mode else 'draft' end;
  problem text;
  period text := format('%s, %s to %s', own.title, from_on, to_on);
  unwritten text := format('unwritten %s %s', own.id, from_on);
begin
  insert into public.retainer_periods (retainer_id, starts_on, ends_on, result, why)
  values (own.id, from_on, to_on, case when paused is null then 'planned' else 'skipped' end, paused)
  on conflict (retainer_id, starts_on) do nothing;
  if not found then return; end if;
  if paused is not null then
    perform private.note_retainer(own.id, 'period skipped', jsonb_build_object('period', from_on, 'why', paused));
    return;
  end if;
  billed := private.lines_of_period(own, whole_from, whole_to, from_on, to_on);
  off := private.lines_to_credit(own.id);
  if private.net_of_lines(billed || off, own.currency) < 0 then
    -- More to take off than this period costs: it waits for the next one, or for a credit note.
    off := '[]';
  end if;
  billed := billed || off;
  update public.retainer_periods set lines = billed, net_minor = private.net_of_lines(billed, own.currency) where retainer_id = own.id and starts_on = from_on;
  begin
    select max(made)::uuid into draft from private.call_hooks('draft invoice', jsonb_build_object('account_id', own.account_id, 'contact_id', own.contact_id,
      'proposal_id', own.proposal_id, 'title', own.title, 'currency', own.currency, 'lines', private.invoice_lines(billed), 'supply_from', from_on, 'supply_to', to_on,
      'dedupe_key', format('retainer:%s:%s', own.id, from_on))::text) as made;
  exception when check_violation or raise_exception or foreign_key_violation or not_null_violation or sqlstate 'PT409' then
    problem := sqlerrm;
  end;
  if draft is null then
    update public.retainer_periods set why = left(coalesce(problem, 'Invoices are switched off'), 1000) where retainer_id = own.id and starts_on = from_on;
    perform private.task_for_retainer(own, format('No invoice could be written: %s', period), unwritten);
    return;
  end if;
  update public.retainer_periods set invoice_id = draft, result = 'invoiced', why = null where retainer_id = own.id and starts_on = from_on;
  perform private.settle_task(unwritten);
  if off <> '[]' then
    update public.retainer_periods as each set credited_on = from_on where each.retainer_id = own.id and each.result = 'invoiced' and each.credited_on is null
      and each.starts_on <> from_on and private.pause_of_period(own.id, each.starts_on, each.ends_on) is not null;
  end if;
  if mode <> 'draft' and private.has_two_unpaid(own.id, from_on) then
    update public.retainers set mode = 'draft' where id = own.id;
    mode := 'draft';
    perform private.note_retainer(own.id, 'back to drafts');
    perform private.task_for_retainer(own, format('Two invoices in a row are unpaid, so the next is a draft: %s', own.title), 'unpaid ' || draft);
  end if;
  if mode <> 'draft' then
    begin
      select max(made)::uuid into issued from private.call_hooks('issue invoice', draft::text) as made;
      if issued is not null then update public.retainer_periods set invoice_id = issued where retainer_id = own.id and starts_on = from_on; end if;
      if issued is not null and mode = 'issue_and_send' then perform private.call_hooks('send invoice', issued::text); end if;
    exception when check_violation or raise_exception or foreign_key_violation or not_null_violation or sqlstate 'PT409' then
      problem := sqlerrm;
    end;
  end if;
  if problem is not null then
    update public.retainer_periods set why = left(problem, 1000) where retainer_id = own.id and starts_on = from_on;
    perform private.task_for_retainer(own, format('A draft could not be issued: %s', period), 'draft ' || draft);
  elsif issued is null then
    perform private.task_for_retainer(own, format(case when is_current then 'Look at a draft invoice: %s' else 'A period was missed, its invoice is a draft: %s' end, period), 'draft ' || draft);
  end if;
  perform private.note_retainer(own.id, case when issued is null then 'period drafted' else 'period invoiced' end, jsonb_build_object('period', from_on));
end
$$;

-- As the hook takes them: a line has one text.
create function private.invoice_lines(lines jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(line - 'title' || jsonb_build_object('description', concat_ws(E'\n', nullif(line ->> 'title', ''), nullif(line ->> 'description', ''))) order by place), '[]')
  from jsonb_array_elements(lines) with ordinality as given (line, place)
$$;

-- Of the last two that were invoiced neither is paid, as far as the module that bills knows.
create function private.has_two_unpaid(retainer uuid, before date) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select count(*) = 2 and bool_and(not paid) from (
    select (select bool_or(answer::boolean) from private.call_hooks('invoice is paid', invoice_id::text) as answer) as paid
    from (select invoice_id from public.retainer_periods where retainer_id = retainer and result = 'invoiced' and starts_on < before
      order by starts_on desc limit 2) as last) as known
  where paid is not null
$$;

-- Everything that is due on a day. Called by several servers at once, twice, and with a clock that went back: each period has one row.
create function private.run_retainer(retainer uuid, today date) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own public.retainers := private.open_retainer(retainer);
  period record;
  current date;
  billed int := 0;
begin
  if own.state not in ('active', 'paused') or not private.module_is_live('retainers') then return 0; end if;
  current := (select max(each.starts_on) from private.periods_from(own, private.next_period_day(own), 400) as each where each.due_on <= today);
  for period in select * from private.periods_from(own, private.next_period_day(own), 400) as each where each.due_on <= today order by each.starts_on loop
    perform private.bill_period(own, period.whole_from, period.whole_to, period.starts_on, period.ends_on, period.starts_on = current);
    billed := billed + 1;
  end loop;
  perform private.write_next_due(retainer);
  return billed;
end
$$;

-- Arranging ----------------------------------------------------------------------------------------------------------------

create function private.check_retainer_lines(lines jsonb, currency text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if lines is null or jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) = 0 then raise check_violation using message = 'Add a line first.'; end if;
  if exists (select from jsonb_array_elements(lines) as line where btrim(coalesce(line ->> 'title', '')) = '' or char_length(line ->> 'title') > 200) then
    raise check_violation using message = 'Each line has a title of at most 200 characters.';
  end if;
  perform public.document_totals(lines, currency);
  return lines;
end
$$;

-- retainer: {id?, title, account_id, contact_id, currency, every_months, anchor_on, timing, starts_on, mode, owner_id, lines}. What was billed keeps
-- its periods: then the rhythm is fixed.
create function public.save_retainer(retainer jsonb, seen timestamptz default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own public.retainers;
  kept uuid := (retainer ->> 'id')::uuid;
begin
  perform private.require_may('retainers', case when kept is null then 'add' else 'edit' end);
  if coalesce(retainer ->> 'mode', 'draft') <> 'draft' then perform private.require_may('retainers', 'money'); end if;
  if kept is null then
    insert into public.retainers (title, account_id, contact_id, currency, every_months, anchor_on, timing, starts_on, mode, owner_id, created_by)
    select retainer ->> 'title', (retainer ->> 'account_id')::uuid, (retainer ->> 'contact_id')::uuid, coalesce(retainer ->> 'currency', office.currency),
      coalesce((retainer ->> 'every_months')::int, 1), coalesce((retainer ->> 'anchor_on')::date, (retainer ->> 'starts_on')::date, public.office_today()),
      coalesce(retainer ->> 'timing', 'advance'), coalesce((retainer ->> 'starts_on')::date, public.office_today()), coalesce(retainer ->> 'mode', 'draft'),
      coalesce((retainer ->> 'owner_id')::uuid, private.me()), private.me()
    from public.office returning id into kept;
    insert into public.retainer_prices (retainer_id, from_on, lines)
    select kept, starts_on, private.check_retainer_lines(save_retainer.retainer -> 'lines', retainers.currency) from public.retainers where retainers.id = kept;
    perform private.note_retainer(kept, 'created');
  else
    own := private.open_retainer(kept, seen);
    if own.state <> 'draft' and (retainer ?| array['anchor_on', 'starts_on', 'every_months', 'currency', 'timing', 'account_id'])
      and exists (select from public.retainer_periods where retainer_id = kept) then
      raise sqlstate 'PT409' using message = 'Periods were billed already: end this retainer and begin another.';
    end if;
    update public.retainers set title = coalesce(retainer ->> 'title', title), contact_id = case when retainer ? 'contact_id' then (retainer ->> 'contact_id')::uuid else contact_id end,
      mode = coalesce(retainer ->> 'mode', mode), owner_id = case when retainer ? 'owner_id' then (retainer ->> 'owner_id')::uuid else owner_id end,
      anchor_on = coalesce((retainer ->> 'anchor_on')::date, anchor_on), starts_on = coalesce((retainer ->> 'starts_on')::date, starts_on),
      every_months = coalesce((retainer ->> 'every_months')::int, every_months), timing = coalesce(retainer ->> 'timing', timing)
    where id = kept;
    if own.state = 'draft' and (retainer ? 'lines' or retainer ? 'starts_on') then
      update public.retainer_prices set from_on = (select starts_on from public.retainers where id = kept),
        lines = private.check_retainer_lines(coalesce(save_retainer.retainer -> 'lines', lines), own.currency) where retainer_id = kept;
    end if;
    perform private.note_retainer(kept, 'changed');
  end if;
  perform private.write_next_due(kept);
  return public.retainer_record(kept);
end
$$;

create function public.start_retainer(retainer uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own public.retainers;
begin
  perform private.require_may('retainers', 'edit');
  own := private.open_retainer(retainer);
  if own.state <> 'draft' then raise sqlstate 'PT409' using message = 'It has begun already.'; end if;
  update public.retainers set state = 'active' where id = retainer;
  perform private.note_retainer(retainer, 'started');
  perform private.settle_task('start ' || retainer);
  perform private.write_next_due(retainer);
  return public.retainer_record(retainer);
end
$$;

-- From a day on these lines; a period that has its invoice keeps it.
create function public.set_retainer_price(retainer uuid, from_day date, lines jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own public.retainers;
begin
  perform private.require_may('retainers', 'money');
  own := private.open_retainer(retainer);
  if exists (select from public.retainer_periods where retainer_id = retainer and ends_on >= from_day) then
    raise sqlstate 'PT409' using message = format('The period to %s has been billed: the price can change from %s on.',
      (private.last_period(retainer)).ends_on, (private.last_period(retainer)).ends_on + 1);
  end if;
  insert into public.retainer_prices (retainer_id, from_on, lines) values (retainer, greatest(from_day, own.starts_on), private.check_retainer_lines(set_retainer_price.lines, own.currency))
  on conflict (retainer_id, from_on) do update set lines = excluded.lines;
  perform private.note_retainer(retainer, 'price changed', jsonb_build_object('from', from_day));
  return public.retainer_record(retainer);
end
$$;

-- Without an end until it is resumed. Whole periods are skipped; one that was invoiced is taken off the next invoice.
create function public.pause_retainer(retainer uuid, from_day date, to_day date default null, why text default '') returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own public.retainers;
begin
  perform private.require_may('retainers', 'edit');
  own := private.open_retainer(retainer);
  if own.state <> 'active' then raise sqlstate 'PT409' using message = case own.state when 'paused' then 'It is paused already.' else 'Only what runs can be paused.' end; end if;
  if to_day < from_day then raise check_violation using message = 'A pause ends after it begins.'; end if;
  begin
    insert into public.retainer_pauses (retainer_id, during, why) values (retainer, daterange(from_day, to_day, '[]'), coalesce(btrim(pause_retainer.why), ''));
  exception when exclusion_violation then
    raise sqlstate 'PT409' using message = 'There is a pause on these days already.';
  end;
  if to_day is null then update public.retainers set state = 'paused' where id = retainer; end if;
  perform private.note_retainer(retainer, 'paused', jsonb_build_object('from', from_day, 'to', to_day));
  perform private.write_next_due(retainer);
  return public.retainer_record(retainer);
end
$$;

-- `on_day` is the first day that counts again.
create function public.resume_retainer(retainer uuid, on_day date) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own public.retainers;
begin
  perform private.require_may('retainers', 'edit');
  own := private.open_retainer(retainer);
  if own.state <> 'paused' then raise sqlstate 'PT409' using message = 'It is not paused.'; end if;
  delete from public.retainer_pauses where retainer_id = retainer and upper_inf(during) and lower(during) >= on_day;
  update public.retainer_pauses set during = daterange(lower(during), on_day) where retainer_id = retainer and upper_inf(during);
  update public.retainers set state = 'active' where id = retainer;
  perform private.note_retainer(retainer, 'resumed', jsonb_build_object('from', on_day));
  perform private.write_next_due(retainer);
  return public.retainer_record(retainer);
end
$$;

-- The last day that is billed. Where that is inside a period that was invoiced, the record offers what a credit note would give back.
create function public.end_retainer(retainer uuid, on_day date) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own public.retainers;
begin
  perform private.require_may('retainers', 'edit');
  own := private.open_retainer(retainer);
  if own.state in ('draft', 'ended') then raise sqlstate 'PT409' using message = case own.state when 'ended' then 'It has ended already.' else 'It has not begun: delete the draft.' end; end if;
  if on_day < own.starts_on then raise check_violation using message = 'It ends after it starts.'; end if;
  update public.retainers set ends_on = on_day where id = retainer;
  perform private.note_retainer(retainer, 'ended', jsonb_build_object('on', on_day));
  perform private.write_next_due(retainer);
  return public.retainer_record(retainer);
end
$$;

create function public.delete_retainer(retainer uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own public.retainers;
begin
  perform private.require_may('retainers', 'edit');
  own := private.open_retainer(retainer);
  if own.state <> 'draft' then raise sqlstate 'PT409' using message = 'It has begun: end it instead.'; end if;
  perform private.note_retainer(retainer, 'deleted');
  perform private.settle_task('start ' || retainer, dropped => true);
  delete from public.retainers where id = retainer;
end
$$;

-- What could not be written before, such as while invoices were off.
create function public.bill_retainer_period(retainer uuid, period date) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own public.retainers;
  whole record;
begin
  perform private.require_may('retainers', 'money');
  own := private.open_retainer(retainer);
  delete from public.retainer_periods where retainer_id = retainer and starts_on = period and result = 'planned' and invoice_id is null;
  if not found then raise sqlstate 'PT409' using message = 'This period has its invoice, or is not due.'; end if;
  select * into whole from private.periods_from(own, period, 1);
  perform private.bill_period(own, whole.whole_from, whole.whole_to, whole.starts_on, whole.ends_on, false);
  return public.retainer_record(retainer);
end
$$;

-- Reading ------------------------------------------------------------------------------------------------------------------

-- The periods that were billed, newest first, and the next twelve as they would be today.
create function private.plan_of_retainer(own public.retainers, most int default 12) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('starts_on', each.starts_on, 'ends_on', each.ends_on, 'due_on', each.due_on,
    'paused', private.pause_of_period(own.id, each.starts_on, each.ends_on), 'is_part', (each.starts_on, each.ends_on) <> (each.whole_from, each.whole_to),
    'net_minor', case when private.pause_of_period(own.id, each.starts_on, each.ends_on) is null then private.net_of_lines(priced.lines, own.currency) else 0 end,
    'lines', priced.lines) order by each.starts_on), '[]')
  from private.periods_from(own, private.next_period_day(own), most) as each
  cross join lateral (select private.lines_of_period(own, each.whole_from, each.whole_to, each.starts_on, each.ends_on)
    || case when each.starts_on = private.next_period_day(own) then private.lines_to_credit(own.id) else '[]' end as lines) as priced
$$;

-- What was invoiced beyond the last day: line by line, for a credit note.
create function private.key_of_end(retainer uuid) returns text
language sql immutable set search_path = ''
as $$
  select format('retainer end:%s', retainer)
$$;

create function private.credit_offer(own public.retainers) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('starts_on', period.starts_on, 'invoice_id', period.invoice_id, 'from', own.ends_on + 1, 'to', period.ends_on,
    'credit', (select max(note)::jsonb from private.call_hooks('credit part made', private.key_of_end(own.id)) as note),
    'net_minor', period.net_minor - private.net_of_lines(private.lines_of_period(own, whole.whole_from, whole.whole_to, period.starts_on, own.ends_on), own.currency))
  from public.retainer_periods as period
  cross join lateral private.periods_from(own, period.starts_on, 1) as whole
  where period.retainer_id = own.id and period.result = 'invoiced' and own.ends_on >= period.starts_on and own.ends_on < period.ends_on
$$;

-- The credit note of what was invoiced after the last day: a draft for a person to look at, and the same one at each press.
create function public.credit_retainer_end(retainer uuid) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own public.retainers;
  offer jsonb;
  made uuid;
begin
  perform private.require_may('retainers', 'money');
  own := private.open_retainer(retainer);
  offer := private.credit_offer(own);
  if offer is null then raise sqlstate 'PT409' using message = 'Nothing of it is to be given back.'; end if;
  select max(note)::uuid into made from private.call_hooks('credit part', jsonb_build_object('invoice_id', offer -> 'invoice_id', 'net_minor', offer -> 'net_minor',
    'reason', format('%s ended on %s: %s to %s', own.title, own.ends_on, offer ->> 'from', offer ->> 'to'), 'dedupe_key', private.key_of_end(own.id))::text) as note;
  if made is null then raise check_violation using message = 'Invoices are switched off.'; end if;
  return made;
end
$$;

create function public.retainer_record(retainer uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  own public.retainers := (select retainers from public.retainers where id = retainer);
begin
  perform private.require_may('retainers', 'read');
  if own.id is null then raise sqlstate 'PT404' using message = 'This retainer no longer exists.'; end if;
  return to_jsonb(own) || jsonb_build_object(
    'account_name', case when private.caller_may('crm', 'read') then (select name from public.accounts where id = own.account_id) else '' end,
    'contact_name', case when private.caller_may('crm', 'read') then (select name from public.contacts where id = own.contact_id) end,
    'owner_name', (select name from public.staff where user_id = own.owner_id),
    'prices', (select coalesce(jsonb_agg(jsonb_build_object('from_on', from_on, 'lines', lines, 'net_minor', private.net_of_lines(lines, own.currency)) order by from_on), '[]')
      from public.retainer_prices where retainer_id = retainer),
    'pauses', (select coalesce(jsonb_agg(jsonb_build_object('from', lower(during), 'to', upper(during) - 1, 'why', why) order by during), '[]') from public.retainer_pauses where retainer_id = retainer),
    'periods', (select coalesce(jsonb_agg(to_jsonb(period) - 'retainer_id' order by starts_on desc), '[]')
      from (select * from public.retainer_periods where retainer_id = retainer order by starts_on desc limit 60) as period),
    'plan', case when own.state = 'ended' then '[]' else private.plan_of_retainer(own) end,
    'credit_offer', private.credit_offer(own));
end
$$;

create function public.retainer_list(of_account uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('retainers', 'read');
  return (select coalesce(jsonb_agg(jsonb_build_object('id', own.id, 'title', own.title, 'account_id', own.account_id,
      'account_name', case when (select private.caller_may('crm', 'read')) then accounts.name else '' end, 'currency', own.currency, 'every_months', own.every_months,
      'state', own.state, 'mode', own.mode, 'next_due_on', own.next_due_on, 'ends_on', own.ends_on,
      'net_minor', (select private.net_of_lines(lines, own.currency) from public.retainer_prices where retainer_id = own.id
        order by from_on <= public.office_today() desc, case when from_on <= public.office_today() then from_on end desc, from_on limit 1),
      'waiting', (select count(*) from public.retainer_periods where retainer_id = own.id and result = 'planned'))
      order by array_position(array['active', 'paused', 'draft', 'ended'], own.state), own.next_due_on nulls last, own.title), '[]')
    from public.retainers as own join public.accounts on accounts.id = own.account_id
    where of_account is null or own.account_id = of_account);
end
$$;

-- Of an accepted proposal: one draft for each rhythm, for a person to look at and start.
create function private.retainers_of_proposal(facts jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  each jsonb;
  lines jsonb;
  made uuid;
begin
  for each in select value from jsonb_array_elements(facts -> 'recurring') loop
    select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('title', item ->> 'title', 'description', item ->> 'description', 'unit', item ->> 'unit',
      'quantity_milli', item -> 'quantity_milli', 'unit_minor', item -> 'unit_minor', 'discount_bp', item -> 'discount_bp')) order by place)
    into lines from jsonb_array_elements(each -> 'items') with ordinality as given (item, place) where (item ->> 'selected')::boolean;
    continue when lines is null;
    insert into public.retainers (title, account_id, contact_id, proposal_id, owner_id, currency, every_months, anchor_on, starts_on)
    -- The name of what recurs, not of the work that is billed once.
    values (left((select string_agg(line ->> 'title', ', ' order by place) from jsonb_array_elements(lines) with ordinality as given (line, place)), 200), (facts ->> 'account_id')::uuid, (facts ->> 'contact_id')::uuid, (facts ->> 'proposal_id')::uuid, (facts ->> 'owner_id')::uuid,
      facts ->> 'currency', (each ->> 'every_months')::int, (facts ->> 'on')::date, (facts ->> 'on')::date)
    on conflict (proposal_id, every_months) where proposal_id is not null do nothing returning id into made;
    continue when made is null;
    insert into public.retainer_prices (retainer_id, from_on, lines) values (made, (facts ->> 'on')::date, lines);
    perform private.note_retainer(made, 'created', jsonb_build_object('of', facts ->> 'number'));
    perform private.task_for_retainer((select retainers from public.retainers where id = made), format('Look at the retainer of %s and start it', facts ->> 'number'), 'start ' || made);
  end loop;
end
$$;

select private.register_hook('retainers accepted', 'private.retainers_of_proposal(jsonb)', 'retainers');

select private.allow('public.retainers', 'retainers');
select private.allow('public.retainer_prices', 'retainers');
select private.allow('public.retainer_pauses', 'retainers');
select private.allow('public.retainer_periods', 'retainers');

select private.register_types('retainers', 'retainer');

select private.announce_changes('public.retainers', 'retainers');

grant select on public.retainers, public.retainer_prices, public.retainer_pauses, public.retainer_periods to authenticated, service_role;

grant execute on function public.save_retainer, public.start_retainer, public.set_retainer_price, public.pause_retainer, public.resume_retainer, public.end_retainer,
  public.delete_retainer, public.credit_retainer_end, public.bill_retainer_period, public.retainer_record, public.retainer_list to authenticated, service_role;

select private.hand_over_with('retainers', 'public.retainers', 'owner_id', company => 'account_id', still_open => $$state <> 'ended'$$);

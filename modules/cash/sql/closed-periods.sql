-- Periods that are closed: nothing is issued, paid or corrected inside one. Whoever writes such a row holds a shared lock until the end of the
-- transaction, whoever closes the exclusive one: a period is closed after everything that was under way in it, and before everything else.

create function private.closed_words(day date) returns text
language sql stable security definer set search_path = ''
as $$
  select format('%s to %s is closed: nothing is written on %s any more. Someone who may can open it again under Cash.', starts_on, ends_on, day)
  from public.closed_periods where reopened_at is null and day between starts_on and ends_on
$$;

select private.register_hook('period closed', 'private.closed_words(date)', 'cash');

create function private.demand_open_day(day date) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  told text;
begin
  if day is null or private.restoring() or not private.module_is_live('cash') then return; end if;
  perform pg_advisory_xact_lock_shared(3640, 10);
  told := private.closed_words(day);
  if told is not null then raise check_violation using message = told; end if;
end
$$;

create function private.keep_closed_invoices() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.demand_open_day(new.issued_on);
  return new;
end
$$;

create trigger invoices_closed before insert on public.invoices for each row execute function private.keep_closed_invoices();

-- Money that a provider reports late has come all the same: it is written down on the first day that is open, and says which day it came.
create function private.keep_closed_payments() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  came date := new.received_on;
begin
  if new.provider = 'stripe' and private.module_is_live('cash') and not private.restoring() then
    perform pg_advisory_xact_lock_shared(3640, 10);
    while private.closed_words(new.received_on) is not null loop new.received_on := new.received_on + 1; end loop;
    if came <> new.received_on then new.reference := left(concat_ws(', ', new.reference, format('came %s', came)), 200); end if;
    return new;
  end if;
  perform private.demand_open_day(new.received_on);
  return new;
end
$$;

create trigger payments_closed before insert on public.payments for each row execute function private.keep_closed_payments();

create function private.keep_closed_requests() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then perform private.demand_open_day(new.issued_on);
  elsif new.cancelled_on is distinct from old.cancelled_on then perform private.demand_open_day(new.cancelled_on);
  end if;
  return new;
end
$$;

create trigger payment_requests_closed before insert or update of cancelled_on on public.payment_requests for each row execute function private.keep_closed_requests();

create function private.keep_closed_reductions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.demand_open_day(new.lowered_on);
  return new;
end
$$;

create trigger request_reductions_closed before insert or update on public.request_reductions for each row execute function private.keep_closed_reductions();

-- What a period is, for screens; also those that were opened again.
create function public.closed_period_list()
returns table (id uuid, starts_on date, ends_on date, closed_by text, closed_at timestamptz, reopened_by text, reopened_at timestamptz, why text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('cash', 'read');
  return query select period.id, period.starts_on, period.ends_on, closer.name, period.closed_at, opener.name, period.reopened_at, period.why
  from public.closed_periods as period left join public.staff as closer on closer.user_id = period.closed_by left join public.staff as opener on opener.user_id = period.reopened_by
  order by period.starts_on desc, period.closed_at desc;
end
$$;

-- Only days that are over: what comes today has a day that is open.
create function public.close_period(from_day date, to_day date) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  made uuid;
begin
  perform private.require_may('cash', 'money');
  if from_day is null or to_day is null or to_day < from_day then raise check_violation using message = 'A period has a first and a last day.'; end if;
  if to_day >= public.office_today() then raise check_violation using message = 'Only days that are over are closed.'; end if;
  perform pg_advisory_xact_lock(3640, 10);
  begin
    insert into public.closed_periods (starts_on, ends_on, closed_by) values (from_day, to_day, private.me()) returning closed_periods.id into made;
  exception when exclusion_violation then
    raise sqlstate 'PT409' using message = 'Some of these days are closed already.';
  end;
  perform private.note_act('period closed', format('%s to %s', from_day, to_day), null, jsonb_build_object('from', from_day, 'to', to_day));
  return made;
end
$$;

create function public.reopen_period(period uuid, why text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was public.closed_periods;
  told text := nullif(btrim(reopen_period.why), '');
begin
  perform private.require_may('cash', 'money');
  if told is null then raise check_violation using message = 'Say why it is opened again.'; end if;
  if char_length(told) > 500 then raise check_violation using message = 'The reason has at most 500 characters.'; end if;
  select * into was from public.closed_periods where id = period for update;
  if was.id is null then raise sqlstate 'PT404' using message = 'This period no longer exists.'; end if;
  if was.reopened_at is not null then raise sqlstate 'PT409' using message = 'It was opened again meanwhile.'; end if;
  update public.closed_periods set reopened_at = clock_timestamp(), reopened_by = private.me(), why = told where id = period;
  perform private.note_act('period opened again', format('%s to %s', was.starts_on, was.ends_on), null, jsonb_build_object('from', was.starts_on, 'to', was.ends_on, 'why', told));
end
$$;

select private.allow('public.closed_periods', 'cash');

grant select on public.closed_periods to authenticated, service_role;

grant execute on function public.closed_period_list, public.close_period, public.reopen_period to authenticated, service_role;

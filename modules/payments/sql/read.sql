-- What lists, ageing, statements and the public page say of requests, all from one function: `request_states`.

-- Draft and cancelled are said by people; the rest follows from sums and the day.
create function private.request_state(state text, amount bigint, net bigint, went_back bigint, due_on date, as_of date) returns text
language sql immutable
as $$
  select case
    when state <> 'open' then state
    when went_back < 0 and net <= 0 then 'refunded'
    when net > amount then 'overpaid'
    when net = amount then 'paid'
    when due_on < as_of then 'overdue'
    when net > 0 then 'partly_paid'
    else 'open' end
$$;

create function private.age_bucket(due_on date, as_of date) returns text
language sql immutable
as $$
  select case when as_of <= due_on then 'current' when as_of <= due_on + 30 then '1-30' when as_of <= due_on + 60 then '31-60'
    when as_of <= due_on + 90 then '61-90' else '90+' end
$$;

-- Every request as it stood at the end of a day: asked for by then, with the money that had come by then. Runs as the caller. Only those that are
-- named, or with `only_open` those of which something may be open on that day (settled.sql). Sums are taken all at once, and planned anew for
-- each call: a few are looked up, all are read through.
create function private.request_states(as_of date, only_requests uuid[] default null, only_open boolean default false)
returns table (
  id uuid, number text, title text, account_id uuid, contact_id uuid, deal_id uuid, proposal_id uuid, invoice_id uuid, amount_minor bigint, currency text,
  issued_on date, due_on date, cancelled_on date, reminders_on boolean, state text, received_minor bigint, open_minor bigint, credit_minor bigint,
  paid_on date, bucket text, days_late int
)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '32MB'
as $$
begin
  return query
  with asked as materialized (
    select request.* from public.payment_requests as request
    where (only_requests is null or request.id = any (only_requests)) and (request.issued_on is null or request.issued_on <= as_of)
      and (not only_open or (request.state <> 'draft' and (request.settled_on is null or request.settled_on > as_of)))
  ), money as (
    select payments.request_id, sum(payments.amount_minor) as net,
      coalesce(sum(payments.amount_minor) filter (where payments.kind in ('refund', 'dispute')), 0) as back,
      max(payments.received_on) filter (where payments.kind = 'payment') as last_on
    from public.payments
    where payments.received_on <= as_of and payments.request_id = any (array(select asked.id from asked))
    group by 1
  ), lowered_later as (
    -- What it asked for at the end of that day: what was taken off later is added again.
    select lowered.request_id, sum(lowered.amount_minor) as minor from public.request_reductions as lowered where lowered.lowered_on > as_of group by 1
  ), stood as (
    select asked.*, case when asked.state = 'cancelled' and asked.cancelled_on > as_of then 'open' else asked.state end as state_then,
      (asked.amount_minor + coalesce(lowered_later.minor, 0))::bigint as asked_minor, coalesce(money.net, 0)::bigint as net, coalesce(money.back, 0)::bigint as back, money.last_on
    from asked left join money on money.request_id = asked.id left join lowered_later on lowered_later.request_id = asked.id
  )
  select stood.id, stood.number, stood.title, stood.account_id, stood.contact_id, stood.deal_id, stood.proposal_id, stood.invoice_id,
    stood.asked_minor, stood.currency, stood.issued_on, stood.due_on, stood.cancelled_on, stood.reminders_on,
    private.request_state(stood.state_then, stood.asked_minor, stood.net, stood.back, stood.due_on, as_of),
    stood.net,
    case when stood.state_then = 'open' then greatest(stood.asked_minor - stood.net, 0) else 0 end,
    case stood.state_then when 'open' then greatest(stood.net - stood.asked_minor, 0) when 'cancelled' then greatest(stood.net, 0) else 0 end,
    case when stood.state_then = 'open' and stood.net >= stood.asked_minor then stood.last_on end,
    case when stood.state_then = 'open' and stood.net < stood.asked_minor and not (stood.back < 0 and stood.net <= 0)
      then private.age_bucket(stood.due_on, as_of) end,
    as_of - stood.due_on
  from stood;
end
$$;

-- What is open today of each request, all at once: the same as request_states says of it. Only those are read of which something may be open
-- (settled.sql). Planned for the day: how many are left by it is what decides how they are found.
create function private.open_requests()
returns table (id uuid, number text, account_id uuid, contact_id uuid, invoice_id uuid, currency text, open_minor bigint, due_on date)
language plpgsql stable rows 2000 set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  today date := public.office_today();
begin
  return query
  with asked as materialized (
    select request.id, request.number, request.account_id, request.contact_id, request.invoice_id, request.currency, request.amount_minor, request.due_on
    from public.payment_requests as request
    where request.state = 'open' and (request.settled_on is null or request.settled_on > today) and request.issued_on <= today
  ), came as (
    select payments.request_id, sum(payments.amount_minor) as net from public.payments
    where payments.request_id = any (array(select asked.id from asked)) and payments.received_on <= today group by 1
  )
  select asked.id, asked.number, asked.account_id, asked.contact_id, asked.invoice_id, asked.currency, (asked.amount_minor - coalesce(came.net, 0))::bigint, asked.due_on
  from asked left join came on came.request_id = asked.id where asked.amount_minor > coalesce(came.net, 0);
end
$$;

-- Drafts and open ones first, then newest first. `filter`: as_of, state, account, contact, deal, currency, bucket, search, id. What is open on that
-- day is worked out all at once; the others come in the order of their index and are told apart by what was settled, and only the rows of the
-- page are worked out.
create function public.payment_list(filter jsonb default '{}', at_most int default 50, skip int default 0)
returns table (
  id uuid, number text, title text, account_id uuid, account_name text, contact_id uuid, contact_name text, contact_email text, deal_id uuid,
  proposal_id uuid, invoice_id uuid, amount_minor bigint, currency text, minor_digits int, issued_on date, due_on date, reminders_on boolean,
  state text, received_minor bigint, open_minor bigint, credit_minor bigint, paid_on date, bucket text, days_late int, processing boolean, total_count int
)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  day date := coalesce((filter ->> 'as_of')::date, public.office_today());
  asked text := filter ->> 'state';
  age text := filter ->> 'bucket';
  words text := nullif(btrim(filter ->> 'search'), '');
  only_id uuid := (filter ->> 'id')::uuid;
  size int := least(greatest(coalesce(at_most, 50), 1), 10000);
  place int := greatest(coalesce(skip, 0), 0);
  page uuid[];
  every int;
  -- Of those that were not settled on that day: which are open, and which have the state and age that are asked for.
  open_ids uuid[];
  matching uuid[];
  worded uuid[] := case when words is not null then array(select private.all_found('payment_requests', words)) end;
begin
  select coalesce(array_agg(stood.id) filter (where stood.bucket is not null), '{}'),
    coalesce(array_agg(stood.id) filter (where (age is null or stood.bucket = age)
      and (asked is null or case asked when 'unpaid' then stood.bucket is not null when 'credit' then stood.credit_minor > 0 else stood.state = asked end)), '{}')
  into open_ids, matching
  from private.request_states(day, case when only_id is not null then array[only_id] end, true) as stood;
  with found as not materialized (
    select request.id, request.issued_on, request.number, request.state = 'draft' as is_draft,
      (request.settled_on is null or request.settled_on > day) and (request.state = 'draft' or request.id in (select unnest(open_ids))) as is_front
    from public.payment_requests as request
    where (request.issued_on is null or request.issued_on <= day)
      and (only_id is null or request.id = only_id)
      and (filter ->> 'account' is null or request.account_id = (filter ->> 'account')::uuid)
      and (filter ->> 'contact' is null or request.contact_id = (filter ->> 'contact')::uuid)
      and (filter ->> 'deal' is null or request.deal_id = (filter ->> 'deal')::uuid)
      and (filter ->> 'currency' is null or request.currency = filter ->> 'currency')
      and (worded is null or request.id = any (worded))
      and case
        when age is null and asked is null then true
        when age is null and asked = 'draft' then request.state = 'draft'
        when age is null and asked = 'cancelled' then request.state = 'cancelled' and request.cancelled_on <= day
        when request.id in (select unnest(matching)) then true
        when age is not null or request.settled_on is null or request.settled_on > day then false
        when asked = 'paid' then request.state = 'open' and not request.settled_with_credit
        when asked = 'overpaid' then request.state = 'open' and request.settled_with_credit
        when asked = 'credit' then request.settled_with_credit
        else false end
  ), front as materialized (
    select array(select found.id from found where found.is_front order by found.is_draft desc, found.issued_on desc, found.number desc, found.id desc) as ids
  )
  select front.ids[place + 1 : place + size] || array(
      select found.id from found where not found.is_front order by found.issued_on desc, found.number desc, found.id desc
      limit greatest(least(size, place + size - cardinality(front.ids)), 0) offset greatest(place - cardinality(front.ids), 0)),
    (select count(*) from found)
  into page, every from front;
  return query
  select found.id, found.number, found.title, found.account_id, accounts.name, found.contact_id, contacts.name, contacts.email,
    found.deal_id, found.proposal_id, found.invoice_id, found.amount_minor, found.currency, coalesce(currencies.minor_digits, 2)::int,
    found.issued_on, found.due_on, found.reminders_on, found.state, found.received_minor, found.open_minor, found.credit_minor, found.paid_on,
    found.bucket, found.days_late,
    exists (select from public.checkout_sessions where request_id = found.id and checkout_sessions.state = 'processing'),
    every
  from private.request_states(day, page) as found
  join public.accounts on accounts.id = found.account_id
  left join public.contacts on contacts.id = found.contact_id
  left join public.currencies on currencies.code = found.currency
  order by array_position(page, found.id);
end
$$;

-- What is open by age, for each currency. The same rows as the list: both come from request_states.
create function public.payment_ageing(as_of date default null)
returns table (currency text, minor_digits int, bucket text, requests int, open_minor bigint)
language sql stable set search_path = ''
as $$
  select stood.currency, coalesce(currencies.minor_digits, 2)::int, buckets.bucket,
    (count(*) filter (where stood.bucket = buckets.bucket))::int,
    coalesce(sum(stood.open_minor) filter (where stood.bucket = buckets.bucket), 0)::bigint
  from private.request_states(coalesce(as_of, public.office_today()), null, true) as stood
  left join public.currencies on currencies.code = stood.currency
  cross join unnest(array['current', '1-30', '31-60', '61-90', '90+']) with ordinality as buckets (bucket, place)
  where stood.bucket is not null
  group by stood.currency, currencies.minor_digits, buckets.bucket, buckets.place
  -- The office's own first.
  order by stood.currency is distinct from (select office.currency from public.office), stood.currency, buckets.place
$$;

-- What a company was asked for and what it paid, day by day, with the balance after each; the first row is what stood before.
create function public.account_statement(account uuid, since date, until date)
returns table (day date, what text, number text, title text, currency text, minor_digits int, asked_minor bigint, paid_minor bigint, balance_minor bigint)
language sql stable set search_path = ''
as $$
  with moves as (
    -- Clients and their accountants know the invoice, not the request.
    select request.issued_on as day, 1 as place, 'request' as what, request.number,
      concat_ws(', ', (select bill.number from public.invoices as bill where bill.id = request.invoice_id), request.title) as title, request.currency,
      (request.amount_minor + coalesce((select sum(lowered.amount_minor) from public.request_reductions as lowered where lowered.request_id = request.id), 0))::bigint as asked, 0::bigint as paid, request.id
    from public.payment_requests as request where request.account_id = account and request.state <> 'draft'
    union all
    select lowered.lowered_on, 2, 'credited', note.number, request.title, request.currency, -lowered.amount_minor, 0, lowered.id
    from public.request_reductions as lowered join public.payment_requests as request on request.id = lowered.request_id
    join public.invoices as note on note.id = lowered.credit_id where request.account_id = account
    union all
    select request.cancelled_on, 2, 'cancelled', request.number, request.title, request.currency, -request.amount_minor, 0, request.id
    from public.payment_requests as request where request.account_id = account and request.state = 'cancelled'
    union all
    select payments.received_on, 3, payments.kind, request.number, coalesce(payments.reference, request.title), payments.currency, 0, payments.amount_minor, payments.id
    from public.payments join public.payment_requests as request on request.id = payments.request_id where request.account_id = account
  ), told as (
    select moves.currency, since as day, 0 as place, 'before' as what, null as number, null as title, 0::bigint as asked, 0::bigint as paid,
      sum(moves.asked - moves.paid) as change, null::uuid as id
    from moves where moves.day < since group by moves.currency
    union all
    select moves.currency, moves.day, moves.place, moves.what, moves.number, moves.title, moves.asked, moves.paid, moves.asked - moves.paid, moves.id
    from moves where moves.day between since and until
  )
  select told.day, told.what, told.number, told.title, told.currency, coalesce(currencies.minor_digits, 2)::int, told.asked, told.paid,
    sum(told.change) over (partition by told.currency order by told.day, told.place, told.id nulls first)::bigint
  from told left join public.currencies on currencies.code = told.currency
  order by told.currency, told.day, told.place, told.id nulls first
$$;

-- The money of one request, newest last, with who entered it.
create function public.payments_of(request uuid)
returns table (id uuid, kind text, amount_minor bigint, currency text, method text, received_on date, reference text, entered_name text, provider text,
  corrects_id uuid, stands_minor bigint, created_at timestamptz)
language sql stable set search_path = ''
as $$
  select payments.id, payments.kind, payments.amount_minor, payments.currency, payments.method, payments.received_on, payments.reference, staff.name,
    payments.provider, payments.corrects_id,
    (payments.amount_minor + coalesce((select sum(later.amount_minor) from public.payments as later where later.corrects_id = payments.id), 0))::bigint,
    payments.created_at
  from public.payments left join public.staff on staff.user_id = payments.entered_by
  where payments.request_id = request order by payments.created_at, payments.id
$$;

-- Money that fits no request and was not given to one since.
create function public.unallocated_payments()
returns table (id uuid, amount_minor bigint, currency text, minor_digits int, received_on date, reference text, provider_id text)
language sql stable set search_path = ''
as $$
  select payments.id, payments.amount_minor, payments.currency, coalesce(currencies.minor_digits, 2)::int, payments.received_on, payments.reference, payments.provider_id
  from public.payments left join public.currencies on currencies.code = payments.currency
  where payments.request_id is null and payments.kind = 'payment'
    and not exists (select from public.payments as given where given.corrects_id = payments.id)
  order by payments.created_at
$$;

-- The public page of a request: only what its reader may know. Null for one that is gone, a draft, cancelled, or of a company
-- that was put aside.
create function private.payment_page(request uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'number', stood.number, 'title', stood.title, 'company', accounts.name, 'person', contacts.name,
    'amount_minor', stood.amount_minor, 'received_minor', stood.received_minor, 'open_minor', stood.open_minor, 'credit_minor', stood.credit_minor,
    'currency', stood.currency, 'minor_digits', coalesce(currencies.minor_digits, 2), 'issued_on', stood.issued_on, 'due_on', stood.due_on,
    'state', stood.state, 'paid_on', stood.paid_on,
    'processing', exists (select from public.checkout_sessions where request_id = request and checkout_sessions.state = 'processing'),
    'method', (select payments.method from public.payments where payments.request_id = request and payments.kind = 'payment' order by payments.created_at desc limit 1),
    'invoice', (select to_jsonb(bill) - array['created_by', 'account_id', 'contact_id', 'proposal_id', 'deal_id', 'seller', 'buyer', 'office_currency', 'rate', 'rate_day', 'rate_source',
      'tax_office_minor', 'sha256'] from public.invoices as bill where bill.id = stood.invoice_id),
    'credits', (select coalesce(jsonb_agg(jsonb_build_object('number', note.number, 'total_minor', note.total_minor) order by note.issued_on, note.number), '[]')
      from public.invoices as note where note.credit_of = stood.invoice_id),
    -- Files that a module keeps of the invoice, such as the one that was issued.
    'files', case when stood.invoice_id is null then '[]' else (select coalesce(jsonb_agg(file::jsonb), '[]') from private.call_hooks('files of invoice', stood.invoice_id::text) as file) end,
    'from', private.signing_name(asked.created_by),
    -- Changes with whatever the reader has seen.
    'version', md5(concat_ws(' ', stood.amount_minor, stood.received_minor, stood.state, stood.due_on)))
  from private.request_states(public.office_today(), array[request]) as stood
  join public.payment_requests as asked on asked.id = stood.id
  join public.accounts on accounts.id = stood.account_id
  left join public.contacts on contacts.id = stood.contact_id
  left join public.currencies on currencies.code = stood.currency
  where stood.state not in ('draft', 'cancelled') and accounts.archived_at is null
$$;

-- A person who is erased leaves the words of transfers that name them.
create function private.erase_contact_from_payments(contact uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person text := (select name from public.contacts where id = contact);
begin
  update public.payment_requests set title = left(replace(title, person, 'Erased person'), 200)
  where contact_id = contact and strpos(title, person) > 0;
end
$$;

select private.register_hook('erase contact', 'private.erase_contact_from_payments(uuid)');

-- Invoices and requests that were sent stay under their number.
create function private.keep_payments_by_law(contact uuid, names text, addresses text) returns void
language sql volatile set search_path = ''
as $$
  insert into private.kept_by_law (kind, number, subject_id, contact_id, kept)
  select 'invoice', number, id, contact, to_jsonb(invoices) from public.invoices
  where contact_id = contact or title ~* names or lines::text ~* names or lines::text ~* addresses
  on conflict do nothing;
  insert into private.kept_by_law (kind, number, subject_id, contact_id, kept)
  select 'payment request', number, id, contact, to_jsonb(payment_requests) || jsonb_build_object('payments',
    (select coalesce(jsonb_agg(to_jsonb(payments)), '[]') from public.payments where request_id = payment_requests.id)) from public.payment_requests
  where number is not null and (contact_id = contact or title ~* names)
  on conflict do nothing
$$;

select private.register_hook('kept by law', 'private.keep_payments_by_law(uuid, text, text)');

create function private.preview_erased_payments(contact uuid, names text) returns setof jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('sort', 'invoice', 'number', invoices.number) from public.invoices
  where invoices.contact_id = contact or invoices.title ~* names or lines::text ~* names
  union all
  select jsonb_build_object('sort', 'payment request', 'number', requests.number) from public.payment_requests as requests
  where requests.number is not null and (requests.contact_id = contact or requests.title ~* names)
$$;

select private.register_hook('erase preview', 'private.preview_erased_payments(uuid, text)');

create function private.request_is_paid(request uuid) returns boolean
language sql stable set search_path = ''
as $$
  select state in ('paid', 'overpaid') from private.request_states(public.office_today(), array[request])
$$;

select private.register_hook('request is paid', 'private.request_is_paid(uuid)');

grant execute on function private.request_state, private.age_bucket, private.request_states, public.payment_list, public.payment_ageing,
  public.account_statement, public.payments_of, public.unallocated_payments to authenticated, service_role;

-- The dashboard: what came this month, what is owed and what of it is late, each currency by itself, the office's own first.
create function private.dashboard_payments(mine boolean) returns jsonb
language sql stable set search_path = ''
as $$
  with stood as (
    select * from private.request_states(public.office_today(), null, true) as request
    where not mine or exists (select from public.payment_requests where payment_requests.id = request.id and created_by = (select auth.uid()))
  ), came as (
    select payments.currency, sum(payments.amount_minor) as minor from public.payments
    where received_on >= date_trunc('month', public.office_today()) and received_on <= public.office_today()
      and (not mine or exists (select from public.payment_requests where payment_requests.id = payments.request_id and created_by = (select auth.uid())))
    group by 1
  ), owed as (
    select currency, sum(open_minor) as minor, count(*) as requests, coalesce(sum(open_minor) filter (where bucket <> 'current'), 0) as late_minor,
      count(*) filter (where bucket <> 'current') as late
    from stood where bucket is not null group by 1
  )
  select jsonb_build_object(
    'month', date_trunc('month', public.office_today())::date,
    'ever', exists (select from public.payment_requests),
    'sums', coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'received_minor', coalesce(came.minor, 0), 'owed_minor', coalesce(owed.minor, 0),
      'requests', coalesce(owed.requests, 0), 'late_minor', coalesce(owed.late_minor, 0), 'late', coalesce(owed.late, 0))
      order by currency is distinct from (select office.currency from public.office), currency), '[]'))
  from came full join owed using (currency)
$$;

select private.register_hook('dashboard: payments', 'private.dashboard_payments(boolean)', 'payments');

grant execute on function private.open_requests, private.dashboard_payments to authenticated, service_role;

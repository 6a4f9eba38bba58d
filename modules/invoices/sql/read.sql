-- What lists and records say of invoices. Paid, overdue, corrected and cancelled are worked out from requests, money and credit notes each
-- time someone looks.

create function private.invoice_standings(bills uuid[])
returns table (invoice_id uuid, state text, credited_minor bigint, received_minor bigint, open_minor bigint, due_on date)
language sql stable set search_path = ''
as $$
  with day as materialized (
    select public.office_today() as today
  ), asked as materialized (
    select stood.invoice_id, count(*) as requests, sum(stood.received_minor) as received, sum(stood.open_minor) as open, min(stood.due_on) filter (where stood.open_minor > 0) as due
    from private.request_states((select today from day), array(select request.id from public.payment_requests as request where request.invoice_id = any (bills))) as stood group by 1
  )
  select bill.id, case
      when bill.type = 'credit' then 'credit'
      when notes.minor <> 0 and notes.minor + bill.total_minor = 0 then 'cancelled'
      when exists (select from public.invoice_disputes where invoice_disputes.invoice_id = bill.id) and (asked.open > 0 or asked.requests is null) and bill.payable_minor > 0 then 'disputed'
      when bill.payable_minor <= 0 or asked.open = 0 then 'paid'
      when coalesce(asked.due, bill.due_on) < (select today from day) then 'overdue'
      when asked.received > 0 then 'partly_paid'
      else 'open' end,
    (-notes.minor)::bigint, coalesce(asked.received, 0)::bigint,
    case when asked.requests is null and bill.type <> 'credit' then greatest(bill.payable_minor + notes.payable, 0) else coalesce(asked.open, 0) end::bigint,
    coalesce(asked.due, bill.due_on)
  from public.invoices as bill
  cross join lateral (select coalesce(sum(total_minor), 0) as minor, coalesce(sum(payable_minor), 0) as payable from public.invoices as note where note.credit_of = bill.id) as notes
  left join asked on asked.invoice_id = bill.id
  where bill.id = any (bills)
$$;

-- Taken back whole by credit notes.
create function private.cancelled_invoices() returns setof uuid
language sql stable set search_path = ''
as $$
  select bill.id from (select credit_of, sum(total_minor) as minor from public.invoices where credit_of is not null group by 1) as notes
  join public.invoices as bill on bill.id = notes.credit_of where notes.minor <> 0 and notes.minor + bill.total_minor = 0
$$;

-- Everything of which something is open today, all at once: asked one by one (invoice_standings), fifty thousand would take seconds.
create function private.unpaid_invoices() returns table (invoice_id uuid, open_minor bigint, currency text, due_on date)
language sql stable rows 2000 set search_path = ''
as $$
  select found.invoice_id, found.open_minor, found.currency, found.due_on from (
    select asked.invoice_id, sum(asked.open_minor)::bigint as open_minor, asked.currency, min(asked.due_on) as due_on
    from private.open_requests() as asked where asked.invoice_id is not null group by 1, 3
    union all
    select bill.id, greatest(bill.payable_minor + coalesce((select sum(note.payable_minor) from public.invoices as note where note.credit_of = bill.id), 0), 0)::bigint, bill.currency, bill.due_on
    from public.invoices as bill
    where bill.type <> 'credit' and bill.payable_minor > 0 and not exists (select from public.payment_requests where payment_requests.invoice_id = bill.id)) as found
  where not exists (select from private.cancelled_invoices() as gone where gone = found.invoice_id)
$$;

-- filter: id, state (open, overdue, paid, partly_paid, disputed, cancelled, credit, unpaid), account, deal, proposal, currency, from, until,
-- search. Newest first: all of them, or a page with the count of all. Planned anew for each: which tables it reads depends on what is asked.
create function private.found_invoices(filter jsonb, at_most int default null, skip int default 0) returns table (id uuid, total_count int)
language plpgsql stable rows 10000 set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  asked text := filter ->> 'state';
  words text := nullif(btrim(filter ->> 'search'), '');
  today date := public.office_today();
  cancelled uuid[] := case when asked in ('paid', 'cancelled') then array(select private.cancelled_invoices()) end;
  unpaid uuid[];
  worded uuid[] := case when words is not null then array(select private.all_found('invoices', words)) end;
begin
  if asked not in ('credit', 'cancelled') then
    unpaid := array(
      select owed.invoice_id from private.unpaid_invoices() as owed
      where asked in ('paid', 'unpaid') or asked = case
        when exists (select from public.invoice_disputes as dispute where dispute.invoice_id = owed.invoice_id) then 'disputed'
        when owed.due_on < today then 'overdue'
        when (select sum(payments.amount_minor) from public.payments join public.payment_requests as request on request.id = payments.request_id
          where request.invoice_id = owed.invoice_id and payments.received_on <= today) > 0 then 'partly_paid'
        else 'open' end);
  end if;
  return query
  -- Read twice, for the page and for the count: each by the shortest way, and neither keeps fifty thousand rows.
  with found as not materialized (
    select bill.id, bill.issued_on, bill.seq
    from public.invoices as bill
    where (filter ->> 'id' is null or bill.id = (filter ->> 'id')::uuid)
      and (filter ->> 'account' is null or bill.account_id = (filter ->> 'account')::uuid)
      and (filter ->> 'deal' is null or bill.deal_id = (filter ->> 'deal')::uuid)
      and (filter ->> 'proposal' is null or bill.proposal_id = (filter ->> 'proposal')::uuid)
      and (filter ->> 'currency' is null or bill.currency = filter ->> 'currency')
      and (filter ->> 'from' is null or bill.issued_on >= (filter ->> 'from')::date)
      and (filter ->> 'until' is null or bill.issued_on <= (filter ->> 'until')::date)
      and (worded is null or bill.id = any (worded))
      and case
        when asked is null then true
        when asked = 'credit' then bill.type = 'credit'
        when asked = 'cancelled' then bill.id = any (cancelled)
        when asked = 'paid' then bill.type <> 'credit' and bill.id not in (select unnest(cancelled || unpaid))
        else bill.id = any (unpaid) end
  )
  select page.id, case when at_most is not null then (select count(*) from found)::int end
  from (select * from found order by found.issued_on desc, found.seq desc, found.id desc limit at_most offset skip) as page
  order by page.issued_on desc, page.seq desc, page.id desc;
end
$$;

create function public.invoice_list(filter jsonb default '{}', at_most int default 50, skip int default 0)
returns table (id uuid, number text, type text, title text, account_id uuid, account_name text, issued_on date, due_on date, currency text, minor_digits int, net_minor bigint,
  tax_minor bigint, total_minor bigint, payable_minor bigint, withheld_minor bigint, state text, credited_minor bigint, received_minor bigint, open_minor bigint, credit_of uuid, corrects text,
  files text, total_count int)
language sql stable set search_path = ''
as $$
  with page as materialized (
    select * from private.found_invoices(coalesce(filter, '{}'), least(greatest(coalesce(at_most, 50), 1), 10000), greatest(coalesce(skip, 0), 0))
  )
  select bill.id, bill.number, bill.type, bill.title, bill.account_id, accounts.name, bill.issued_on, stands.due_on, bill.currency, coalesce(currencies.minor_digits, 2)::int,
    bill.net_minor, (bill.totals ->> 'tax_minor')::bigint, bill.total_minor, bill.payable_minor, bill.withheld_minor, stands.state, stands.credited_minor,
    stands.received_minor, stands.open_minor, bill.credit_of, (select corrected.number from public.invoices as corrected where corrected.id = bill.credit_of),
    (select case when bool_or(file_id is null and trouble is not null) then 'trouble' when bool_or(file_id is null) then 'waiting' when count(*) > 0 then 'ready' end from public.invoice_files where invoice_id = bill.id),
    (select max(page.total_count) from page)
  from public.invoices as bill join public.accounts on accounts.id = bill.account_id
  left join public.currencies on currencies.code = bill.currency
  join private.invoice_standings(array(select page.id from page)) as stands on stands.invoice_id = bill.id
  where bill.id = any (array(select page.id from page))
  order by bill.issued_on desc, bill.seq desc, bill.id desc
$$;

-- What the list comes to, each currency by itself and in the office's: invoices without a rate are counted and not guessed. All columns are those
-- of the index of the list, whose rows are narrow.
create function public.invoice_sums(filter jsonb default '{}') returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '32MB'
as $$
declare
  own text := (select currency from public.office);
  asked jsonb := jsonb_strip_nulls(filter);
  -- The tab of what is open: what is owed, and found once.
  only_unpaid boolean := coalesce(asked = '{"state": "unpaid"}', false);
  -- Null: all of them.
  ids uuid[] := case when asked <> '{}' and not only_unpaid then array(select found.id from private.found_invoices(filter) as found) end;
  -- Of these nothing is open.
  owes boolean := coalesce(filter ->> 'state' not in ('paid', 'credit', 'cancelled'), true);
  answer jsonb;
begin
  with owing as materialized (
    select * from private.unpaid_invoices()
  ), billed as (
    select bill.currency, count(*) as invoices, sum(bill.total_minor) as total_minor, sum(bill.net_minor) as net_minor,
      -- Most are in the office's currency, and need no rate.
      case when bill.currency = own then sum(bill.net_minor)
        else sum(private.converted(bill.net_minor, bill.currency, own, bill.rate)) filter (where bill.currency <> own and bill.office_currency = own) end as own_minor,
      count(*) filter (where bill.currency <> own and (bill.rate is null or bill.office_currency is distinct from own)) as without_rate
    -- Not "= any": of forty thousand the planner would look at each.
    from public.invoices as bill
    where (ids is null or bill.id in (select unnest(ids))) and (not only_unpaid or bill.id in (select owing.invoice_id from owing)) group by 1
  ), owed as (
    select unpaid.currency, sum(unpaid.open_minor) as open_minor,
      sum(case when unpaid.currency = own then unpaid.open_minor else (
        select private.converted(unpaid.open_minor, bill.currency, own, bill.rate) from public.invoices as bill where bill.id = unpaid.invoice_id and bill.office_currency = own) end) as own_minor
    from owing as unpaid where owes and (ids is null or unpaid.invoice_id in (select unnest(ids))) group by 1
  )
  select jsonb_build_object('currency', own, 'count', coalesce(sum(billed.invoices), 0), 'net_minor', coalesce(sum(billed.own_minor), 0), 'open_minor', coalesce(sum(owed.own_minor), 0),
    'without_rate', coalesce(sum(billed.without_rate), 0),
    'currencies', coalesce(jsonb_agg(jsonb_build_object('currency', billed.currency, 'total_minor', billed.total_minor, 'net_minor', billed.net_minor, 'open_minor', coalesce(owed.open_minor, 0))
      order by billed.currency), '[]'))
  into answer from billed left join owed using (currency);
  return answer;
end
$$;

create function private.draft_record(draft uuid) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  select to_jsonb(kept) || jsonb_build_object('is_draft', true, 'account_name', (select name from public.accounts where id = kept.account_id),
    'contact_name', (select name from public.contacts where id = kept.contact_id), 'proposal_number', (select number from public.proposals where id = kept.proposal_id),
    'corrects', (select number from public.invoices where id = kept.credit_of), 'minor_digits', (select minor_digits from public.currencies where code = kept.currency),
    'all_lines', private.lines_to_issue(kept), 'totals', private.draft_totals(kept),
    'language', coalesce(kept.language, (select language from public.billing_profiles where account_id = kept.account_id), 'en'),
    'terms_days', coalesce((select terms_days from public.billing_profiles where account_id = kept.account_id), (select terms_days from public.invoice_settings)),
    'seller', private.seller_now(kept.currency), 'buyer', private.buyer_now(kept.account_id, kept.contact_id),
    'missing', (select coalesce(jsonb_agg(to_jsonb(each)), '[]') from private.missing_of(kept, public.office_today()) as each))
  from public.invoice_drafts as kept where kept.id = draft
$$;

create function private.issued_record(invoice uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(bill) || jsonb_build_object('is_draft', false, 'account_name', accounts.name, 'contact_name', (select name from public.contacts where id = bill.contact_id),
    'proposal_number', (select number from public.proposals where id = bill.proposal_id), 'corrects', (select number from public.invoices as corrected where corrected.id = bill.credit_of),
    'minor_digits', coalesce((select minor_digits from public.currencies where code = bill.currency), 2), 'standing', to_jsonb(stands),
    'requests', (select coalesce(jsonb_agg(jsonb_build_object('id', stood.id, 'number', stood.number, 'amount_minor', stood.amount_minor, 'received_minor', stood.received_minor,
        'open_minor', stood.open_minor, 'due_on', stood.due_on, 'state', stood.state) order by stood.due_on, stood.number), '[]')
      from private.request_states(public.office_today(), array(select request.id from public.payment_requests as request where request.invoice_id = bill.id)) as stood),
    'credits', (select coalesce(jsonb_agg(jsonb_build_object('id', note.id, 'number', note.number, 'total_minor', note.total_minor, 'issued_on', note.issued_on, 'reason', note.reason) order by note.seq), '[]')
      from public.invoices as note where note.credit_of = bill.id),
    'nets', (select coalesce(jsonb_agg(jsonb_build_object('id', earlier.id, 'number', earlier.number) order by earlier.seq), '[]') from public.invoice_nets join public.invoices as earlier on earlier.id = earlier_id where final_id = bill.id),
    'netted_by', (select jsonb_build_object('id', later.id, 'number', later.number) from public.invoice_nets join public.invoices as later on later.id = final_id where earlier_id = bill.id and released_on is null),
    'files', (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'ready', file_id is not null, 'size', size, 'sha256', sha256, 'trouble', trouble) order by kind), '[]') from public.invoice_files where invoice_id = bill.id),
    'dispute', (select jsonb_build_object('words', words, 'since', since) from public.invoice_disputes where invoice_id = bill.id),
    -- What had left before there was an invoice said nothing of it: a deposit's request.
    'mail', private.message_facts((select outbox from public.outbox where origin_kind = 'payment_request' and origin_id in (select id from public.payment_requests where invoice_id = bill.id)
      and coalesce(private.message_left_at(outbox) >= bill.created_at, true) order by created_at desc limit 1)))
  from public.invoices as bill join public.accounts on accounts.id = bill.account_id cross join lateral private.invoice_standings(array[bill.id]) as stands
  where bill.id = invoice
$$;

create function public.invoice_record(record uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  found jsonb;
begin
  perform private.require_may('invoices', 'read');
  found := coalesce(private.draft_record(record), private.issued_record(record));
  if found is null then raise sqlstate 'PT404' using message = 'This invoice no longer exists.'; end if;
  -- Of other areas it tells what it says itself: its buyer.
  if not private.caller_may('crm', 'read') then
    found := found || jsonb_build_object('account_name', coalesce(found -> 'buyer' ->> 'legal_name', ''), 'contact_name', found -> 'buyer' -> 'person');
  end if;
  if not private.caller_may('proposals', 'read') then found := found || '{"proposal_number": null}'; end if;
  if found ? 'requests' and not private.caller_may('payments', 'read') then found := found || '{"requests": []}'; end if;
  return found;
end
$$;

create function public.invoice_drafts_list()
returns table (id uuid, type text, title text, account_id uuid, account_name text, currency text, total_minor bigint, missing int, updated_at timestamptz, late_fee_of uuid)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('invoices', 'read');
  return query select kept.id, kept.type, kept.title, kept.account_id, accounts.name, kept.currency, (private.draft_totals(kept) ->> 'total_minor')::bigint,
    (select count(*)::int from private.missing_of(kept, public.office_today())), kept.updated_at, kept.late_fee_of
  from public.invoice_drafts as kept join public.accounts on accounts.id = kept.account_id order by kept.updated_at desc limit 200;
end
$$;

create function public.set_invoice_dispute(invoice uuid, words text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  bill public.invoices := (select invoices from public.invoices where id = invoice);
  request uuid;
begin
  perform private.require_may('invoices', 'edit');
  if nullif(btrim(coalesce(words, '')), '') is null then
    delete from public.invoice_disputes where invoice_id = invoice;
    perform private.record_invoice_event(bill, 'dispute settled');
    return;
  end if;
  insert into public.invoice_disputes (invoice_id, words, since, entered_by) values (invoice, btrim(words), public.office_today(), private.me())
  on conflict (invoice_id) do update set words = excluded.words;
  -- What is disputed is not reminded of.
  for request in select id from public.payment_requests where invoice_id = invoice and state = 'open' loop
    update public.payment_requests set reminders_on = false where id = request and reminders_on;
    perform private.stop_mails_of(request, array['payment_reminder'], 'disputed');
  end loop;
  perform private.record_invoice_event(bill, 'disputed');
end
$$;

select private.enable_search('invoices', area => 'invoices', title => 'number', searched => array['number', 'title'], through => array['account_id']);
select private.show_when_found('invoices', 'invoices', $query$
  select record.id, concat_ws(' ', record.number, record.title), company.name, null, null::uuid, best.place from unnest($1::uuid[]) with ordinality as best (id, place)
    join public.invoices as record on record.id = best.id join public.accounts as company on company.id = record.account_id
$query$);

select private.allow('public.invoice_disputes', 'invoices');
select private.allow('public.invoice_files', 'invoices');
grant select on public.invoice_disputes, public.invoice_files to authenticated, service_role;
grant execute on function private.invoice_standings, private.cancelled_invoices, private.unpaid_invoices, private.found_invoices, public.invoice_list, public.invoice_sums, public.invoice_record, public.invoice_drafts_list, public.set_invoice_dispute
  to authenticated, service_role;

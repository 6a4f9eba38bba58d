-- The lines of the bank as the screen lists them: what they paid, or could have paid.

-- `filter`: state (new | matched | rule | ignored | out), account, import, search, id.
create function public.bank_lines_list(filter jsonb default '{}', at_most int default 50, skip int default 0)
returns table (id uuid, account text, currency text, minor_digits int, day date, amount_minor bigint, rest_minor bigint, name text, iban text, words text, reference text, state text,
  ignored_why text, matches jsonb, payout jsonb, suggestions jsonb, client_id uuid, total_count int)
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted text := coalesce(filter ->> 'state', 'new');
  search text := nullif(lower(btrim(filter ->> 'search')), '');
  sees_names boolean := private.caller_may('crm', 'read');
  sees_requests boolean := private.caller_may('payments', 'read');
begin
  perform private.require_may('cash', 'read');
  return query
  with found as materialized (
    select kept.*, (count(*) over ())::int as every from public.bank_lines as kept
    where (filter ->> 'id' is null or kept.id = (filter ->> 'id')::uuid)
      and (filter ->> 'id' is not null or case wanted
        when 'new' then kept.rest_minor > 0 and kept.ignored_at is null
        when 'matched' then kept.amount_minor > 0 and kept.rest_minor < kept.amount_minor
        when 'rule' then kept.id in (select by_rule.line_id from public.bank_matches as by_rule where by_rule.by = 'rule')
        when 'ignored' then kept.ignored_at is not null
        when 'out' then kept.amount_minor < 0
        else true end)
      and (filter ->> 'account' is null or kept.account = filter ->> 'account')
      and (filter ->> 'import' is null or kept.import_id = (filter ->> 'import')::uuid)
      and (search is null or strpos(lower(concat_ws(' ', kept.name, kept.words, kept.iban, kept.amount_minor::text)), search) > 0)
    order by kept.day desc, kept.id desc limit least(greatest(coalesce(at_most, 50), 1), 500) offset greatest(coalesce(skip, 0), 0)
  ), given as materialized (
    select * from private.bank_suggestions(case when sees_requests then array(select found.id from found) else '{}' end)
  ), stood as materialized (
    select states.*, invoices.number as invoice, case when sees_names then accounts.name else '' end as account_name
    from private.request_states(public.office_today(), array(select distinct (part ->> 'request')::uuid from given cross join jsonb_array_elements(given.parts) as part)) as states
    join public.accounts on accounts.id = states.account_id left join public.invoices on invoices.id = states.invoice_id
  ), could as materialized (
    select given.line_id, jsonb_agg(jsonb_build_object('certainty', given.certainty, 'reasons', given.reasons, 'parts',
        (select jsonb_agg(part || jsonb_build_object('number', stood.number, 'invoice', stood.invoice, 'title', stood.title, 'account_name', stood.account_name,
            'open_minor', stood.open_minor, 'invoice_id', stood.invoice_id) order by n)
          from jsonb_array_elements(given.parts) with ordinality as each (part, n) join stood on stood.id = (part ->> 'request')::uuid))
      order by given.place) as all_of
    from given group by 1
  )
  select found.id, found.account, found.currency, coalesce(currencies.minor_digits, 2)::int, found.day, found.amount_minor, found.rest_minor, found.name, found.iban, found.words, found.reference,
    case when found.ignored_at is not null then 'ignored' when found.amount_minor < 0 then 'out' when found.rest_minor = 0 then 'matched' when found.rest_minor < found.amount_minor then 'partly' else 'new' end,
    found.ignored_why,
    (select coalesce(jsonb_agg(jsonb_build_object('id', match.id, 'request', match.request_id, 'number', case when sees_requests then request.number else '' end,
        'invoice', (select invoices.number from public.invoices where invoices.id = request.invoice_id and sees_requests),
        'invoice_id', request.invoice_id, 'account_name', case when sees_names then accounts.name else '' end, 'amount_minor', match.amount_minor, 'by', match.by, 'who', staff.name, 'at', match.matched_at, 'undone_at', match.undone_at,
        'undone_why', match.undone_why, 'undone_name', (select undoer.name from public.staff as undoer where undoer.user_id = match.undone_by)) order by match.matched_at, match.id), '[]')
      from public.bank_matches as match join public.payment_requests as request on request.id = match.request_id join public.accounts on accounts.id = request.account_id
      join public.staff on staff.user_id = match.matched_by where match.line_id = found.id),
    (select jsonb_build_object('payments', count(*), 'sum_minor', sum(payments.amount_minor), 'fees_minor', sum(payments.amount_minor) - found.amount_minor)
      from public.bank_payouts join public.payments on payments.id = bank_payouts.payment_id where bank_payouts.line_id = found.id having count(*) > 0),
    coalesce(could.all_of, '[]'),
    -- The client who paid from this account before: where the person who looks for the request begins.
    (select request.account_id from public.bank_lines as before join public.bank_matches as match on match.line_id = before.id and match.undone_at is null
      join public.payment_requests as request on request.id = match.request_id where before.iban = found.iban order by match.matched_at desc limit 1),
    found.every
  from found left join could on could.line_id = found.id left join public.currencies on currencies.code = found.currency
  order by found.day desc, found.id desc;
end
$$;

create function public.bank_counts(of_account text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('cash', 'read');
  return (select jsonb_build_object(
      'new', count(*) filter (where rest_minor > 0 and ignored_at is null), 'matched', count(*) filter (where amount_minor > 0 and rest_minor < amount_minor),
      'ignored', count(*) filter (where ignored_at is not null), 'out', count(*) filter (where amount_minor < 0), 'rule', (select count(distinct line_id) from public.bank_matches where by = 'rule'),
      'books_certain', (select books_certain from public.bank_settings))
    from public.bank_lines where of_account is null or account = of_account);
end
$$;

create function public.bank_files(at_most int default 20)
returns table (id uuid, file_name text, format text, statements jsonb, added int, known int, who text, imported_at timestamptz, matched int)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('cash', 'read');
  return query
  select taken.id, taken.file_name, taken.format, taken.statements, taken.added, taken.known, staff.name, taken.imported_at,
    (select count(*)::int from public.bank_lines where bank_lines.import_id = taken.id and (exists (select from public.bank_matches where bank_matches.line_id = bank_lines.id)
      or exists (select from public.bank_payouts where bank_payouts.line_id = bank_lines.id)))
  from public.bank_imports as taken join public.staff on staff.user_id = taken.imported_by order by taken.imported_at desc limit least(greatest(at_most, 1), 200);
end
$$;

-- Requests a person can choose for a line: open ones first, by number, title or client.
create function public.requests_for_bank_line(line uuid, search text default null, of_account uuid default null)
returns table (id uuid, number text, invoice text, invoice_id uuid, title text, account_name text, currency text, open_minor bigint, due_on date)
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted text := nullif(lower(btrim(search)), '');
  kept public.bank_lines := (select bank_lines from public.bank_lines where bank_lines.id = line);
  sees_names boolean := private.caller_may('crm', 'read');
begin
  perform private.require_may('cash', 'read');
  -- Requests and their invoices are another area's.
  if not private.caller_may('payments', 'read') then return; end if;
  return query
  select request.id, request.number, invoices.number, request.invoice_id, request.title, case when sees_names then accounts.name else '' end,
    request.currency, greatest(request.amount_minor - coalesce(came.minor, 0), 0)::bigint, request.due_on
  from public.payment_requests as request join public.accounts on accounts.id = request.account_id
  left join public.invoices on invoices.id = request.invoice_id
  left join lateral (select sum(payments.amount_minor) as minor from public.payments where payments.request_id = request.id) as came on true
  where request.state = 'open' and request.currency = kept.currency and (of_account is null or wanted is not null or request.account_id = of_account)
    and (wanted is null or strpos(lower(concat_ws(' ', request.number, invoices.number, request.title,
      case when sees_names then accounts.name end)), wanted) > 0)
    and (wanted is not null or request.amount_minor > coalesce(came.minor, 0))
  order by request.amount_minor <= coalesce(came.minor, 0), request.amount_minor - coalesce(came.minor, 0) <> kept.rest_minor, request.due_on, request.number limit 20;
end
$$;

grant execute on function public.bank_lines_list, public.bank_counts, public.bank_files, public.requests_for_bank_line to authenticated, service_role;

select private.announce_changes('public.bank_lines', 'cash');

-- Files of the bank: which accounts are ours, which lines are new, and taking a file in.

select private.allow('public.bank_imports', 'cash');
select private.allow('public.bank_lines', 'cash');
select private.allow('public.bank_matches', 'cash');
select private.allow('public.bank_payouts', 'cash');
select private.allow('public.bank_settings', 'cash');

grant select on public.bank_imports, public.bank_lines, public.bank_matches, public.bank_payouts, public.bank_settings to authenticated, service_role;

create function private.plain_account(account text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(regexp_replace(upper(account), '[^A-Z0-9]', '', 'g'), '')
$$;

-- The accounts that clients are asked to pay into: those of the firm and of each currency.
create function private.bank_accounts() returns table (account text, currency text, bank text)
language sql stable security definer set search_path = ''
as $$
  select distinct on (found.account, found.currency) found.account, found.currency, found.bank from (
    select private.plain_account(own.account) as account, own.currency, own.bank from public.seller_accounts as own
    union all
    select private.plain_account(firm.bank_account), office.currency, firm.bank_name from public.firm, public.office where firm.bank_account is not null
  ) as found where found.account is not null order by found.account, found.currency
$$;

-- Each with the newest balance that a statement said.
create function public.bank_accounts()
returns table (account text, currency text, bank text, balance_minor bigint, balance_on date, lines int)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('cash', 'read');
  return query
  select own.account, own.currency, own.bank, (newest.said ->> 'closing_minor')::bigint, (newest.said ->> 'ends_on')::date,
    (select count(*)::int from public.bank_lines where bank_lines.account = own.account)
  from private.bank_accounts() as own
  left join lateral (
    select said from public.bank_imports, jsonb_array_elements(bank_imports.statements) as said
    where said ->> 'account' = own.account and said ->> 'closing_minor' is not null and said ->> 'ends_on' is not null
    order by (said ->> 'ends_on')::date desc, bank_imports.imported_at desc limit 1
  ) as newest on true
  order by own.currency <> (select office.currency from public.office), own.currency, own.account;
end
$$;

-- Which lines of a file were not read before. `given`: [{"n", "account", "source", "key", "day", "amount_minor", "entry"}].
-- CAMT says the same of a line each time, so its key is known. CSV says less or more, by how it was exported and which columns were matched:
-- there, as many lines of that day and amount as are kept are taken for the same. A booking that is kept in parts is not taken again as a whole, nor the other way round.
create function private.new_bank_lines(given jsonb) returns setof int
language sql stable security definer set search_path = ''
as $$
  with line as materialized (
    select * from jsonb_to_recordset(given) as line (n int, account text, source text, key text, day date, amount_minor bigint, entry text)
  ), known as materialized (
    select kept.id, line.n from line join public.bank_lines as kept on kept.account = line.account and kept.key = line.key
  ), same_entry as materialized (
    select whole.account, whole.entry, whole.day
    from (select account, entry, day, sum(amount_minor) as amount_minor from line where entry is not null group by 1, 2, 3) as whole
    join (select kept.account, kept.entry, kept.day, sum(kept.amount_minor) as amount_minor from public.bank_lines as kept
      where kept.entry is not null and kept.account in (select line.account from line) group by 1, 2, 3) as kept using (account, entry, day, amount_minor)
  ), fresh as materialized (
    select line.*, row_number() over (partition by line.account, line.day, line.amount_minor order by line.n) as place
    from line left join known on known.n = line.n left join same_entry on same_entry.account = line.account and same_entry.entry = line.entry and same_entry.day = line.day
    where known.n is null and same_entry.entry is null
  ), alike as materialized (
    -- A line of this file that is kept under its own key is not counted for another.
    select kept.account, kept.day, kept.amount_minor, count(*) as every, count(*) filter (where read.format = 'csv') as by_csv
    from (select distinct account, day, amount_minor from fresh) as wanted
    join public.bank_lines as kept on kept.account = wanted.account and kept.day = wanted.day and kept.amount_minor = wanted.amount_minor
    join public.bank_imports as read on read.id = kept.import_id
    left join known on known.id = kept.id
    where known.id is null group by 1, 2, 3
  )
  select fresh.n from fresh left join alike using (account, day, amount_minor)
  where fresh.place > coalesce(case fresh.source when 'csv' then alike.every else alike.by_csv end, 0)
  order by 1
$$;

-- What would become of a file, before anything is written.
create function public.look_at_bank_file(file jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('cash', 'money');
  return jsonb_build_object(
    'read_before', (select jsonb_build_object('file_name', file_name, 'imported_at', imported_at) from public.bank_imports where sha256 = file ->> 'sha256'),
    'new', (select coalesce(jsonb_agg(n), '[]') from private.new_bank_lines(file -> 'lines') as n),
    -- Days that no file has: the statement before ends with another balance than this one begins with.
    'gaps', (select coalesce(jsonb_agg(jsonb_build_object('account', given ->> 'account', 'since', earlier.said ->> 'ends_on', 'kept_minor', (earlier.said ->> 'closing_minor')::bigint,
        'opening_minor', (given ->> 'opening_minor')::bigint)), '[]')
      from jsonb_array_elements(file -> 'statements') as given
      cross join lateral (
        select said from public.bank_imports, jsonb_array_elements(bank_imports.statements) as said
        where said ->> 'account' = given ->> 'account' and said ->> 'closing_minor' is not null and (said ->> 'ends_on')::date < (given ->> 'starts_on')::date
        order by (said ->> 'ends_on')::date desc, bank_imports.imported_at desc limit 1) as earlier
      where given ->> 'opening_minor' is not null and (earlier.said ->> 'closing_minor')::bigint <> (given ->> 'opening_minor')::bigint));
end
$$;

-- The same file twice, overlapping days, and two people at once: each line is kept once.
create function public.take_bank_file(file jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  taken public.bank_imports;
  fresh int[];
  foreign_account text := (select said ->> 'account' from jsonb_array_elements(file -> 'statements') as said
    where not exists (select from private.bank_accounts() as own where own.account = said ->> 'account') limit 1);
  made uuid[];
begin
  perform private.require_may('cash', 'money');
  if foreign_account is not null then
    raise check_violation using message = format('The file is of the account %s, which is none of yours. Nothing was read.', left(foreign_account, 40));
  end if;
  -- One file at a time: the second sees what the first kept.
  perform from public.bank_settings for update;
  select * into taken from public.bank_imports where sha256 = file ->> 'sha256';
  if taken.id is not null then return jsonb_build_object('import', taken.id, 'again', true, 'added', 0, 'known', taken.added + taken.known, 'booked', 0); end if;
  fresh := array(select private.new_bank_lines(file -> 'lines'));
  insert into public.bank_imports (sha256, file_name, format, statements, added, known, imported_by)
  values (file ->> 'sha256', left(file ->> 'file_name', 200), file ->> 'format', file -> 'statements', cardinality(fresh), jsonb_array_length(file -> 'lines') - cardinality(fresh), private.my_staff_id())
  returning * into taken;
  with kept as (
    insert into public.bank_lines (import_id, account, currency, key, day, valued_on, amount_minor, rest_minor, name, iban, words, reference, end_to_end, entry)
    select taken.id, line.account, line.currency, line.key, line.day, line.valued_on, line.amount_minor, line.amount_minor, line.name, line.iban, coalesce(line.words, ''), line.reference,
      line.end_to_end, line.entry
    from jsonb_to_recordset(file -> 'lines') as line (n int, account text, currency text, key text, day date, valued_on date, amount_minor bigint, name text, iban text, words text,
      reference text, end_to_end text, entry text)
    where line.n = any (fresh) order by line.n
    returning id, amount_minor
  )
  select array_agg(id) filter (where amount_minor > 0) into made from kept;
  -- How the columns of files with these headings are read, for the next one.
  if file ? 'headings' then
    insert into public.import_matchings (kind, headings, matching) values ('bank_lines', file ->> 'headings', file -> 'manner')
    on conflict (kind, headings) do update set matching = excluded.matching, used_at = now();
  end if;
  perform private.note_act('bank file read', taken.file_name, null, jsonb_build_object('added', taken.added, 'known', taken.known));
  return jsonb_build_object('import', taken.id, 'again', false, 'added', taken.added, 'known', taken.known, 'booked',
    case when (select books_certain from public.bank_settings) then private.book_certain(made) else 0 end);
end
$$;

create function public.bank_file_manner(headings text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('cash', 'money');
  return (select matching from public.import_matchings where kind = 'bank_lines' and import_matchings.headings = bank_file_manner.headings);
end
$$;

-- A file that was read in the wrong way: its lines go again, unless money was booked by them.
create function public.undo_bank_file(import uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  taken public.bank_imports;
  booked int;
begin
  perform private.require_may('cash', 'money');
  perform from public.bank_settings for update;
  select * into taken from public.bank_imports where id = import;
  if taken.id is null then raise sqlstate 'PT404' using message = 'This file is gone already.'; end if;
  perform from public.bank_lines where import_id = import order by id for update;
  select count(*) into booked from public.bank_lines where import_id = import
    and (exists (select from public.bank_matches where line_id = bank_lines.id) or exists (select from public.bank_payouts where line_id = bank_lines.id));
  if booked > 0 then
    raise check_violation using message = format('%s of its lines were matched. What was booked keeps its line, also when it was undone.', booked);
  end if;
  delete from public.bank_lines where import_id = import;
  delete from public.bank_imports where id = import;
  perform private.note_act('bank file taken out', taken.file_name, jsonb_build_object('lines', taken.added), null);
end
$$;

grant execute on function public.bank_accounts, public.look_at_bank_file, public.take_bank_file, public.bank_file_manner, public.undo_bank_file to authenticated, service_role;

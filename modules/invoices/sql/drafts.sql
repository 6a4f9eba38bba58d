-- Drafts: lines as document_totals takes them, kept in one shape. A draft has no number, and nothing is asked for by it.

create trigger invoice_drafts_touch before update on public.invoice_drafts for each row execute function private.touch_updated_at();

create function private.text_of(given jsonb, longest int, what text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  words text := btrim(coalesce(given #>> '{}', ''));
begin
  if char_length(words) > longest then raise check_violation using message = format('%s has at most %s characters.', what, longest); end if;
  return words;
end
$$;

-- Lines of a form, checked one by one; the sentence names line and field. A line without taxes takes the rule of its class for this buyer.
create function private.draft_lines(given jsonb, account uuid, day date) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  line jsonb;
  place text := private.place_of_account(account);
  n int := 0;
  what text;
  class uuid;
  taxes jsonb;
  answer jsonb := '[]';
begin
  if jsonb_typeof(coalesce(given, '[]')) <> 'array' or jsonb_array_length(coalesce(given, '[]')) > 500 then
    raise check_violation using message = 'Lines: an invoice has at most 500.';
  end if;
  for line in select value from jsonb_array_elements(coalesce(given, '[]')) loop
    n := n + 1;
    what := 'Line ' || n;
    if jsonb_typeof(line) <> 'object' then raise check_violation using message = what || ' is no line.'; end if;
    class := (line ->> 'tax_class_id')::uuid;
    if class is not null and not exists (select from public.tax_classes where id = class) then
      raise check_violation using message = what || ': there is no such tax class.';
    end if;
    taxes := private.tax_parts(line -> 'taxes', what);
    if taxes is null and coalesce((line ->> 'tax_bp')::numeric, 0) > 0 then
      taxes := private.tax_parts(jsonb_build_array(jsonb_build_object('name', 'VAT', 'rate_pcm', (line ->> 'tax_bp')::numeric * 10)), what);
    end if;
    if taxes is null then taxes := private.taxes_for(class, place, day); end if;
    answer := answer || (jsonb_strip_nulls(jsonb_build_object(
        'description', private.text_of(line -> 'description', 2000, what || ': the description'),
        'unit', nullif(private.text_of(line -> 'unit', 40, what || ': the unit'), ''),
        'quantity_milli', private.number_of(coalesce(line -> 'quantity_milli', '1000'), -1000000000000, 1000000000000, 0, what || ': the quantity'),
        'unit_minor', private.number_of(line -> 'unit_minor', -1000000000000000, 1000000000000000, 0, what || ': the price'),
        'discount_bp', nullif(private.number_of(coalesce(line -> 'discount_bp', '0'), 0, 10000, 3, what || ': the discount'), 0),
        'tax_class_id', class,
        'stated', case when line ->> 'stated' = 'true' then true end, 'earlier_id', line -> 'earlier_id', 'of_line', line -> 'of_line'))
      || jsonb_build_object('taxes', case when line ->> 'stated' = 'true' then coalesce(nullif(line -> 'taxes', 'null'), '[]') else coalesce(taxes, '[]') end));
  end loop;
  return answer;
end
$$;

-- Parts that are due by themselves. What they have to come to is said by missing_of, for it moves with the lines.
create function private.instalments_of(given jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  part jsonb;
  n int := 0;
  answer jsonb := '[]';
begin
  if jsonb_typeof(given) <> 'array' or jsonb_array_length(given) > 60 then raise check_violation using message = 'An invoice has at most 60 instalments.'; end if;
  for part in select value from jsonb_array_elements(given) loop
    n := n + 1;
    if coalesce(part ->> 'due_on', '') !~ '^\d{4}-\d\d-\d\d$' then raise check_violation using message = format('Instalment %s: choose its day.', n); end if;
    answer := answer || jsonb_build_object('amount_minor', private.number_of(part -> 'amount_minor', 1, 9000000000000000, 0, format('Instalment %s: the amount', n)), 'due_on', (part ->> 'due_on')::date);
  end loop;
  return answer;
end
$$;

-- A new draft, from a form or another module. Lines that were worked out before (deposits, credits) pass as they are.
create function private.draft_invoice(asked jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  company uuid := coalesce((asked ->> 'account_id')::uuid, (select account_id from public.contacts where id = (asked ->> 'contact_id')::uuid),
    (select max(company_of)::uuid from private.call_hooks('account of deal', asked ->> 'deal_id') as company_of));
  profile public.billing_profiles;
  made uuid;
begin
  if company is null then raise check_violation using message = 'Say which company is invoiced.'; end if;
  select * into profile from public.billing_profiles where account_id = company;
  if asked ->> 'dedupe_key' is not null then
    perform pg_advisory_xact_lock(3620, hashtext(asked ->> 'dedupe_key'));
    select id into made from public.invoice_drafts where dedupe_key = asked ->> 'dedupe_key';
    made := coalesce(made, (select id from public.invoices where dedupe_key = asked ->> 'dedupe_key'));
    if made is not null then return made; end if;
  end if;
  insert into public.invoice_drafts (type, account_id, contact_id, deal_id, proposal_id, title, currency, lines, discount_bp, discount_minor, withheld_pcm,
    supply_from, supply_to, due_on, reason, credit_of, schedule_no, share_pcm, late_fee_of, late_fee_stage, note, dedupe_key, created_by)
  values (coalesce(asked ->> 'type', 'invoice'), company, coalesce(profile.send_to, (asked ->> 'contact_id')::uuid), (asked ->> 'deal_id')::uuid, (asked ->> 'proposal_id')::uuid,
    coalesce(nullif(private.text_of(asked -> 'title', 200, 'The title'), ''), 'Invoice'), coalesce(asked ->> 'currency', (select currency from public.office)),
    private.draft_lines(asked -> 'lines', company, public.office_today()), coalesce((asked ->> 'discount_bp')::numeric, 0), coalesce((asked ->> 'discount_minor')::bigint, 0),
    coalesce((asked ->> 'withheld_pcm')::int, profile.withheld_pcm, 0), (asked ->> 'supply_from')::date, (asked ->> 'supply_to')::date, (asked ->> 'due_on')::date,
    asked ->> 'reason', (asked ->> 'credit_of')::uuid, (asked ->> 'schedule_no')::int, (asked ->> 'share_pcm')::int, (asked ->> 'late_fee_of')::uuid,
    (asked ->> 'late_fee_stage')::int, coalesce(asked ->> 'note', ''), asked ->> 'dedupe_key', private.me())
  returning id into made;
  return made;
end
$$;

select private.register_hook('draft invoice', 'private.draft_invoice(jsonb)', 'invoices');

create function public.new_invoice_draft(asked jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('invoices', 'add');
  if not private.module_is_live('invoices') then raise check_violation using message = 'Invoices are switched off.'; end if;
  return private.draft_invoice(asked - 'type' - 'credit_of' - 'proposal_id' - 'schedule_no' - 'share_pcm' - 'late_fee_of' - 'late_fee_stage' - 'dedupe_key');
end
$$;

-- The whole draft at once, as the editor has it. `seen` is when it was read: someone else's later change is not overwritten.
create function public.save_invoice_draft(draft uuid, changes jsonb, seen timestamptz default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was public.invoice_drafts;
begin
  perform private.require_may('invoices', 'edit');
  select * into was from public.invoice_drafts where id = draft for update;
  if was.id is null then raise sqlstate 'PT404' using message = 'This draft no longer exists.'; end if;
  if seen is not null and was.updated_at <> seen then
    raise sqlstate 'PT409' using message = 'Someone else changed this draft meanwhile.', detail = private.draft_record(draft)::text;
  end if;
  if was.type = 'credit' and changes ?| array['lines', 'discount_bp', 'discount_minor', 'currency', 'account_id'] then
    raise check_violation using message = 'What a credit note takes back was chosen when it was made. Throw it away to choose again.';
  end if;
  if was.type = 'deposit' and changes ?| array['discount_bp', 'discount_minor', 'currency'] then
    raise check_violation using message = 'A part of what was agreed has no discount of its own.';
  end if;
  update public.invoice_drafts set
    account_id = case when changes ? 'account_id' and proposal_id is null then (changes ->> 'account_id')::uuid else account_id end,
    contact_id = case when changes ? 'contact_id' then (changes ->> 'contact_id')::uuid else contact_id end,
    deal_id = case when changes ? 'deal_id' then (changes ->> 'deal_id')::uuid else deal_id end,
    title = case when changes ? 'title' then private.text_of(changes -> 'title', 200, 'The title') else title end,
    currency = case when changes ? 'currency' and proposal_id is null then changes ->> 'currency' else currency end,
    lines = case when changes ? 'lines' and was.type <> 'deposit' then private.draft_lines(changes -> 'lines', account_id, public.office_today())
      -- Of a part that was worked out only the words change.
      when changes ? 'lines' then (select jsonb_agg(line || jsonb_build_object('description', left(coalesce(changes -> 'lines' -> (place - 1)::int ->> 'description', line ->> 'description'), 2000)) order by place)
        from jsonb_array_elements(was.lines) with ordinality as kept (line, place)) else lines end,
    discount_bp = coalesce((changes ->> 'discount_bp')::numeric, discount_bp), discount_minor = coalesce((changes ->> 'discount_minor')::bigint, discount_minor),
    withheld_pcm = coalesce((changes ->> 'withheld_pcm')::int, withheld_pcm),
    supply_from = case when changes ? 'supply_from' then (changes ->> 'supply_from')::date else supply_from end,
    supply_to = case when changes ? 'supply_to' then (changes ->> 'supply_to')::date else supply_to end,
    due_on = case when changes ? 'due_on' then (changes ->> 'due_on')::date else due_on end,
    instalments = case when coalesce(changes -> 'instalments', 'null') <> 'null' then private.instalments_of(changes -> 'instalments') else instalments end,
    language = case when changes ? 'language' then changes ->> 'language' else language end,
    buyer_reference = case when changes ? 'buyer_reference' then nullif(btrim(changes ->> 'buyer_reference'), '') else buyer_reference end,
    note = coalesce(changes ->> 'note', note), reason = case when changes ? 'reason' then nullif(btrim(changes ->> 'reason'), '') else reason end
  where id = draft;
  return private.draft_record(draft);
end
$$;

create function public.delete_invoice_draft(draft uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('invoices', 'delete');
  delete from public.invoice_drafts where id = draft;
  if not found then return false; end if;
  perform private.settle_task('draft ' || draft, dropped => true);
  return true;
end
$$;

-- Lines of an earlier invoice, and of what was credited of it, with the opposite sign and their very taxes: one for each group that is
-- taxed alike. What was taken back whole leaves none.
create function private.netting_lines(earlier uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('description', label, 'stated', true, 'quantity_milli', -1000, 'unit_minor', net, 'earlier_id', earlier, 'taxes', (
      select coalesce(jsonb_agg(kind || jsonb_build_object('amount_minor', -amounts[place]) order by place), '[]') from jsonb_array_elements(kinds) with ordinality as each (kind, place))) order by kinds::text), '[]')
  from (
    select kinds, sum(net) as net, array(select sum((parts.amounts ->> (n - 1))::numeric) from unnest(array_agg(line_parts)) as parts (amounts), generate_series(1, jsonb_array_length(kinds)) as n group by n order by n) as amounts,
      (select number || ', ' || to_char(issued_on, 'YYYY-MM-DD') from public.invoices where id = earlier) as label
    from (
      select (select coalesce(jsonb_agg(tax - 'amount_minor' - 'bp' order by place), '[]') from jsonb_array_elements(line -> 'taxes') with ordinality as given (tax, place)) as kinds,
        (total ->> 'net_minor')::numeric as net, coalesce(total -> 'tax_parts', '[]') as line_parts
      from public.invoices as bill
      cross join lateral jsonb_array_elements(bill.lines) with ordinality as given (line, n)
      cross join lateral (select bill.totals -> 'lines' -> (n - 1)::int as total) as summed
      where bill.id = earlier or bill.credit_of = earlier) as lines
    group by kinds) as alike
  where net <> 0 or exists (select from unnest(amounts) as amount where amount <> 0)
$$;

-- Invoices of a proposal that a final one has to take off.
create function private.open_parts(proposal uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select invoices.id from public.invoices
  where invoices.proposal_id = proposal and invoices.type in ('deposit', 'invoice')
    and not exists (select from public.invoice_nets where earlier_id = invoices.id and released_on is null)
  order by invoices.issued_on, invoices.seq
$$;

-- All lines of a draft as they will be issued, with the days and numbers of what a final invoice takes off.
create function private.lines_to_issue(draft public.invoice_drafts) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select draft.lines || case when draft.type = 'final' then coalesce((
    select jsonb_agg(line order by place, n) from private.open_parts(draft.proposal_id) with ordinality as parts (earlier, place),
      jsonb_array_elements(private.netting_lines(earlier)) with ordinality as each (line, n)), '[]') else '[]' end
$$;

create function private.draft_options(draft public.invoice_drafts) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object('discount_bp', nullif(draft.discount_bp, 0), 'discount_minor',
      case when draft.type = 'credit' then -nullif(draft.discount_minor, 0) else nullif(draft.discount_minor, 0) end))
    || jsonb_build_object('withheld_pcm', draft.withheld_pcm)
$$;

create function private.draft_totals(draft public.invoice_drafts) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select public.document_totals(private.lines_to_issue(draft), draft.currency, private.draft_options(draft))
$$;

select private.note_deletions('public.invoice_drafts', 'invoice draft', 'title');
select private.allow('public.invoice_drafts', 'invoices');
grant select on public.invoice_drafts to authenticated, service_role;
grant execute on function public.new_invoice_draft, public.save_invoice_draft, public.delete_invoice_draft to authenticated, service_role;
select private.announce_changes('public.invoice_drafts', 'invoices');

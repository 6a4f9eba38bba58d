-- Late fees: off until someone turns them on. On: one draft for each invoice and stage, which a person issues or throws away; the invoice
-- itself never changes. A stage that was drafted once is not drafted again.

create function private.draft_late_fees(today date) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  settings public.invoice_settings := (select invoice_settings from public.invoice_settings);
  late record;
  step int;
  fee numeric;
  made int := 0;
begin
  if not settings.late_fees or not private.module_is_live('invoices') then return 0; end if;
  for late in
    select bill.id, bill.number, bill.account_id, bill.contact_id, bill.deal_id, bill.currency, stands.due_on, stands.open_minor from public.invoices as bill
    cross join lateral private.invoice_standings(array[bill.id]) as stands
    where bill.type <> 'credit' and bill.late_fee_of is null and stands.state in ('overdue') and stands.due_on < today order by bill.seq
  loop
    for step in select place::int from unnest(settings.late_days) with ordinality as stages (days, place) where late.due_on + days <= today order by place loop
      continue when exists (select from private.late_stages where invoice_id = late.id and stage = step);
      insert into private.late_stages (invoice_id, stage) values (late.id, step) on conflict do nothing;
      continue when not found;
      fee := settings.late_fee_minor + round(late.open_minor * settings.late_interest_bp * (today - late.due_on) / 3650000.0);
      continue when fee <= 0;
      perform private.draft_invoice(jsonb_build_object('account_id', late.account_id, 'contact_id', late.contact_id, 'deal_id', late.deal_id, 'currency', late.currency,
        'title', format('Late payment of %s', late.number), 'supply_from', today, 'late_fee_of', late.id, 'late_fee_stage', step, 'withheld_pcm', 0,
        'lines', jsonb_build_array(jsonb_build_object('description', format('Late payment of %s, due %s, %s days', late.number, late.due_on, today - late.due_on), 'unit_minor', fee,
          'taxes', jsonb_build_array(jsonb_build_object('name', '', 'category', 'O', 'rate_pcm', 0, 'reason', 'Compensation, outside the scope of VAT'))))));
      made := made + 1;
    end loop;
  end loop;
  return made;
end
$$;

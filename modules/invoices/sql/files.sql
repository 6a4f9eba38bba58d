-- The files of an invoice: made once by the worker after it was issued, kept with their hash. Mail waits for them; if they cannot be made,
-- the invoice stands and a person is told.

create function private.invoice_for_files(invoice uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(bill) || jsonb_build_object('minor_digits', coalesce((select minor_digits from public.currencies where code = bill.currency), 2),
    'corrects', (select jsonb_build_object('number', corrected.number, 'issued_on', corrected.issued_on) from public.invoices as corrected where corrected.id = bill.credit_of),
    'nets', (select coalesce(jsonb_agg(jsonb_build_object('number', earlier.number, 'issued_on', earlier.issued_on) order by earlier.seq), '[]')
      from public.invoice_nets join public.invoices as earlier on earlier.id = earlier_id where final_id = bill.id),
    'requests', (select coalesce(jsonb_agg(jsonb_build_object('number', number, 'amount_minor', amount_minor, 'due_on', due_on) order by due_on, number), '[]')
      from public.payment_requests where invoice_id = bill.id and state <> 'draft'))
  from public.invoices as bill where bill.id = invoice
$$;

-- One worker at a time; a killed one leaves it to the next after a minute.
create function private.claim_invoice_files(invoice uuid, at timestamptz) returns setof public.invoice_files
language sql volatile security definer set search_path = ''
as $$
  update public.invoice_files set next_try_at = at + interval '1 minute', tries = tries + 1
  where invoice_id = invoice and file_id is null and next_try_at <= at returning *
$$;

create function private.keep_invoice_file(invoice uuid, of_kind text, file uuid, hash text, bytes bigint, at timestamptz) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  bill public.invoices := (select invoices from public.invoices where id = invoice);
  asks uuid;
  is_sent boolean;
begin
  update public.invoice_files set file_id = file, sha256 = hash, size = bytes, made_at = at, trouble = null where invoice_id = invoice and kind = of_kind and file_id is null;
  if not found then return false; end if;
  -- The last of them lets the mail go: held in the safe mode, as any other.
  if not exists (select from public.invoice_files where invoice_id = invoice and file_id is null and trouble is null) then
    update public.invoice_files set sends = false where invoice_id = invoice and sends returning true into is_sent;
    if is_sent then
      -- A mail that an acceptance wrote and that has not left leads to the same page. One that left before said nothing of the invoice.
      for asks in select id from public.payment_requests where invoice_id = invoice and state = 'open' order by due_on, number limit 1 loop
        if not private.page_is_on_its_way(asks) then perform private.mail_page_of_request(asks, 'request'); end if;
      end loop;
    end if;
  end if;
  return true;
end
$$;

create function private.page_is_on_its_way(asks uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.outbox where origin_kind = 'payment_request' and origin_id = asks and state in ('held', 'queued', 'sending'))
$$;

-- Null: there is no contact with an address.
create function private.mail_page_of_request(asks uuid, words text) returns uuid
language sql volatile security definer set search_path = ''
as $$
  select private.mail_of_request(asked, 'payment_request',
    format('payment-request:%s:%s', asked.id, 1 + (select count(*) from public.outbox where origin_kind = 'payment_request' and origin_id = asked.id)), words)
  from public.payment_requests as asked where asked.id = asks
$$;

create function private.invoice_file_failed(invoice uuid, of_kind text, why text, at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  bill public.invoices := (select invoices from public.invoices where id = invoice);
begin
  update public.invoice_files set trouble = left(why, 500), next_try_at = at + interval '1 hour' * least(tries, 24) where invoice_id = invoice and kind = of_kind and file_id is null;
  if found and private.module_is_live('tasks') then
    insert into public.tasks (id, title, kind, priority, due_on, assignee_id, account_id, source)
    values (md5('invoice file ' || invoice || of_kind)::uuid, left(format('%s: its %s could not be made: %s', bill.number, upper(of_kind), why), 300), 'todo', 'high',
      private.work_day(public.office_today(), 0), (select user_id from public.staff where user_id = bill.created_by and active), bill.account_id, 'payment')
    on conflict (id) do nothing;
  end if;
end
$$;

create function public.make_invoice_files_again(invoice uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('invoices', 'edit');
  update public.invoice_files set next_try_at = now(), trouble = null where invoice_id = invoice and file_id is null;
  perform pg_notify('invoice_files', invoice::text);
end
$$;

-- For modules that issue by themselves: its mail is written once its files are there.
create function private.send_for_module(invoice uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asks uuid := (select id from public.payment_requests where invoice_id = invoice and state = 'open' order by due_on, number limit 1);
begin
  update public.invoice_files set sends = true where invoice_id = invoice and kind = 'pdf' and file_id is null;
  if not found and asks is not null then perform private.send_payment_request_for(asks); end if;
end
$$;

select private.register_hook('send invoice', 'private.send_for_module(uuid)', 'invoices');

-- Null for a draft, or what is not known.
create function private.invoice_is_paid(invoice uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select stands.state in ('paid', 'cancelled') from public.invoices as bill cross join lateral private.invoice_standings(array[bill.id]) as stands where bill.id = invoice
$$;

select private.register_hook('invoice is paid', 'private.invoice_is_paid(uuid)', 'invoices');

create function public.send_invoice(invoice uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asks uuid;
begin
  perform private.require_may('invoices', 'send');
  if exists (select from public.invoice_files where invoice_id = invoice and kind = 'pdf' and file_id is null) then
    update public.invoice_files set sends = true where invoice_id = invoice and kind = 'pdf';
    return 'waits';
  end if;
  select id into asks from public.payment_requests where invoice_id = invoice and state = 'open' order by due_on, number limit 1;
  -- A second mail is not written while the first has not left: two presses, and the mail that an acceptance wrote.
  if private.page_is_on_its_way(asks) then
    raise check_violation using message = 'A mail with its page is in the outbox, and has not left.';
  end if;
  if asks is null then raise check_violation using message = 'Nothing of it is open: there is no page to send. Send the file from its record.'; end if;
  perform private.send_payment_request_for(asks);
  return 'written';
end
$$;

create function private.send_payment_request_for(asks uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.mail_page_of_request(asks,
    case when exists (select from public.outbox where origin_kind = 'payment_request' and origin_id = asks) then 'request_again' else 'request' end) is null then
    raise check_violation using message = 'It has no contact with an email address.';
  end if;
end
$$;

-- Pages behind links and the client's area, which payments show: the files of an invoice.
create function private.files_of_invoice(invoice uuid) returns setof jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('kind', kind, 'file_id', file_id, 'sha256', sha256, 'size', size) from public.invoice_files where invoice_id = invoice and file_id is not null order by kind
$$;

select private.register_hook('files of invoice', 'private.files_of_invoice(uuid)', 'invoices');

create function private.invoice_files_by_law(origins text[]) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select file_id from public.invoice_files join public.invoices on invoices.id = invoice_id
  where file_id is not null and (invoice_id::text = any (origins) or number = any (origins))
$$;

select private.register_hook('files of origin', 'private.invoice_files_by_law(text[])');

grant execute on function public.make_invoice_files_again, public.send_invoice to authenticated, service_role;

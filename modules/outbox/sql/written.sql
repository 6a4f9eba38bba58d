-- Mail that people write: to one contact, or to each of several.

-- `mail` is {id, contact_id, subject, text, despite, deal_id, leaves_at, attachments}: the same id again is the same mail. It passes the gate
-- like every mail. To someone who opted out of outreach it is written only with a reason, which is kept. `leaves_at` is by the office's
-- clock ("2026-11-20T09:00").
create function public.write_mail(mail jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person public.contacts;
  stopped text;
  why text := nullif(btrim(mail ->> 'despite'), '');
  leaves timestamptz := (nullif(mail ->> 'leaves_at', '')::timestamp at time zone (select time_zone from public.office));
  files jsonb := coalesce(nullif(mail -> 'attachments', 'null'), '[]');
  key text := 'mail:' || coalesce(nullif(mail ->> 'id', ''), gen_random_uuid()::text);
  refused text;
  written uuid;
begin
  perform private.require_may('outbox', 'edit', 'to write mail');
  perform private.require_may('crm', 'read', 'to write to people');
  select id into written from public.outbox where dedupe_key = key;
  if written is not null then return written; end if;
  select * into person from public.contacts where id = (mail ->> 'contact_id')::uuid;
  if person.id is null then raise check_violation using message = 'This contact no longer exists.'; end if;
  if coalesce(btrim(person.email), '') = '' then raise check_violation using message = 'This contact has no e-mail address.'; end if;
  if coalesce(btrim(mail ->> 'subject'), '') = '' or coalesce(btrim(mail ->> 'text', E' \t\r\n'), '') = '' then
    raise check_violation using message = 'A mail has a subject and a text.';
  end if;
  if leaves < now() - interval '1 minute' then raise check_violation using message = 'This moment has passed. Choose a later one.'; end if;
  if leaves > now() + interval '1 year' then raise check_violation using message = 'A mail can be scheduled up to a year ahead.'; end if;
  if jsonb_array_length(files) > 0 then
    if not private.caller_may('documents', 'read') then raise insufficient_privilege using message = 'You may not attach documents.'; end if;
    select max(answer) into refused from private.call_hooks('files refused', files::text) as answer;
    perform private.require_files(refused);
  end if;
  stopped := private.suppression_code(person.email, 'transactional');
  if stopped is not null then raise check_violation using message = format('Nothing is sent to this address: %s.',
    case stopped when 'address_bounced' then 'the address bounced' when 'complained' then 'they complained' else 'on the stop list' end); end if;
  stopped := private.suppression_code(person.email, 'outreach');
  if stopped is not null and why is null then
    raise check_violation using message = 'They opted out. Say why you write all the same.', detail = 'despite';
  end if;
  written := private.put_in_outbox(jsonb_build_object(
    'class', 'transactional', 'dedupe_key', key, 'origin_kind', 'mail', 'send_area', 'outbox',
    'account_id', person.account_id, 'contact_id', person.id, 'deal_id', mail ->> 'deal_id', 'to_address', person.email, 'subject', mail ->> 'subject',
    'body_text', btrim(mail ->> 'text', E' \t\r\n'), 'despite', case when stopped is not null then why end, 'attachments', files,
    -- A moment in which it can still be taken back.
    'not_before', greatest(leaves, now() + interval '10 seconds')));
  -- Told when it is written: held or scheduled, it has not left, and the page of its person shows its words all the same.
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id, deal_id)
  select 'written', auth.uid(), private.actor_name(), 'message', id, subject, account_id, contact_id, deal_id from public.outbox where id = written;
  return written;
end
$$;

-- The person to write to for each of these companies, people or deals, in the order given, and what is against it: 'nobody', 'no_address',
-- 'opted_out' (a reason overrules it), or the code of why nothing is sent to the address. Of a company: the person last written to, or else
-- the first one with an address.
create function public.mail_recipients(kind text, ids uuid[])
returns table (of_id uuid, of_name text, contact_id uuid, name text, email text, account_id uuid, account_name text, deal_id uuid, skipped text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('outbox', 'edit', 'to write mail');
  perform private.require_may('crm', 'read', 'to write to people');
  if kind not in ('contacts', 'accounts', 'deals') then raise undefined_table using message = format('There is no mail to "%s"', kind); end if;
  perform private.no_more_than(1000, ids::text[]);
  return query
    select wanted.id, coalesce(person.name, company.name, deal.name), person.id, person.name, nullif(btrim(person.email), ''), person.account_id,
      employer.name, case when kind = 'deals' then wanted.id end,
      case when person.id is null then 'nobody' when coalesce(btrim(person.email), '') = '' then 'no_address'
        else coalesce(private.suppression_code(person.email, 'transactional'),
          case when private.suppression_code(person.email, 'outreach') is not null then 'opted_out' end) end
    from unnest(ids) with ordinality as wanted (id, place)
    left join public.accounts as company on kind = 'accounts' and company.id = wanted.id
    left join lateral (select max(answer) as name from private.call_hooks('name of deal', wanted.id::text) as answer where kind = 'deals') as deal on true
    left join lateral (
      select case kind when 'contacts' then wanted.id when 'deals' then (
          select max(answer)::uuid from private.call_hooks('contact of deal', wanted.id::text) as answer)
        else (
          select contacts.id from public.contacts
          left join lateral (select max(outbox.created_at) as at from public.outbox where outbox.contact_id = contacts.id) as last on true
          where contacts.account_id = wanted.id
          order by (coalesce(btrim(contacts.email), '') <> '') desc, last.at desc nulls last, contacts.created_at, contacts.id limit 1) end as id
    ) as chosen on true
    left join public.contacts as person on person.id = chosen.id
    left join public.accounts as employer on employer.id = person.account_id
    order by wanted.place;
end
$$;

grant execute on function public.write_mail, public.mail_recipients to authenticated, service_role;

grant select, insert (user_id, words), update (user_id, words) on public.outbox_signatures to authenticated;
grant all on public.outbox_signatures to service_role;

select private.keep_while_viewing('public.outbox_signatures');

create policy "staff read their own signature" on public.outbox_signatures for select to authenticated
  using (user_id = (select auth.uid()) and (select public.may('outbox', 'read')));
create policy "staff write their own signature" on public.outbox_signatures for insert to authenticated
  with check (user_id = (select auth.uid()) and (select public.may('outbox', 'edit')));
create policy "staff change their own signature" on public.outbox_signatures for update to authenticated
  using (user_id = (select auth.uid()) and (select public.may('outbox', 'edit')))
  with check (user_id = (select auth.uid()) and (select public.may('outbox', 'edit')));

create trigger outbox_signatures_touch before update on public.outbox_signatures for each row execute function private.touch_updated_at();

-- Suggestions are decided by people. Accepting calls the function of the module that owns the record, in one transaction; refusing is final.

select private.allow('public.suggestions', 'relationships');
grant select on public.suggestions to authenticated;
select private.announce_changes('public.suggestions', 'relationships');

-- The newest 200 of each rule, and how many there are in all. `shown` is 'open' or 'refused'.
create function public.suggestion_list(shown text default 'open', of_kind text default null)
returns table (
  id uuid, kind text, rule text, state text, evidence jsonb, revision int, found_at timestamptz, one_id uuid, one_name text, one_about text,
  other_id uuid, other_name text, other_about text, staff_name text, decided_name text, decided_at timestamptz, more int)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_mining('read');
  return query
    with listed as (
      select told.*, (row_number() over (partition by told.kind, told.rule order by told.found_at desc, told.id))::int as no,
        (count(*) over (partition by told.kind, told.rule))::int as in_all
      from public.suggestions as told
      where told.state = case shown when 'refused' then 'refused' else 'open' end and (of_kind is null or told.kind = of_kind)
    )
    select listed.id, listed.kind, listed.rule, listed.state, listed.evidence, listed.revision, listed.found_at,
      listed.one_id, coalesce(one.name, one_company.name), coalesce(concat_ws(', ', one.email, of_one.name), one_company.domain),
      listed.other_id, coalesce(other.name, other_company.name), coalesce(concat_ws(', ', other.email, of_other.name), other_company.domain),
      case when (listed.evidence #>> '{0,staff_id}')::uuid = any ((select private.colleagues_who_hide())::uuid[]) then 'a colleague' else staff.name end, decider.name, listed.decided_at,
      greatest(0, listed.in_all - 200)
    from listed
    left join public.contacts as one on one.id = listed.one_id left join public.accounts as of_one on of_one.id = one.account_id
    left join public.accounts as one_company on one_company.id = listed.one_id
    left join public.contacts as other on other.id = listed.other_id left join public.accounts as of_other on of_other.id = other.account_id
    left join public.accounts as other_company on other_company.id = listed.other_id
    left join public.staff on staff.user_id = (listed.evidence #>> '{0,staff_id}')::uuid
    left join public.staff as decider on decider.user_id = listed.decided_by
    where listed.no <= 200
    order by case listed.kind when 'job_change' then 1 when 'same_person' then 2 when 'introduced' then 3 when 'further_address' then 4 when 'other_company' then 5
      when 'know_each_other' then 6 when 'two_companies' then 7 else 8 end, coalesce(listed.decided_at, listed.found_at) desc, listed.id;
end
$$;

-- Locked and still what the person read.
create function private.suggestion_to_decide(suggestion uuid, read_revision int) returns public.suggestions
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.suggestions;
  now_says jsonb;
begin
  select * into kept from public.suggestions where id = suggestion for update;
  if kept.id is null then raise sqlstate 'PT404' using message = 'This suggestion is no longer there.'; end if;
  if kept.state in ('accepted', 'refused') then
    raise sqlstate 'PT409' using message = format('Already %s by %s.', kept.state, coalesce((select name from public.staff where user_id = kept.decided_by), 'someone'));
  end if;
  if kept.kind in ('same_person', 'two_companies') and 2 > (select count(*) from (select contacts.id from public.contacts where contacts.id in (kept.one_id, kept.other_id)
    union all select accounts.id from public.accounts where accounts.id in (kept.one_id, kept.other_id)) as there) then
    raise sqlstate 'PT409' using message = 'Already merged.';
  end if;
  now_says := private.evidence_now(kept);
  if kept.state = 'gone' or coalesce(now_says, '[]') = '[]' then
    raise sqlstate 'PT409' using message = 'What spoke for it is no longer there.';
  end if;
  if now_says <> kept.evidence or kept.revision <> read_revision then
    raise sqlstate 'PT409' using message = 'The evidence has changed. Read it again before you decide.', detail = now_says::text;
  end if;
  return kept;
end
$$;

-- `choice`, as far as the kind asks: {"keep": id, "fields": {...}} for two that become one; {"name", "account_id" or "company"} for a new
-- contact; {"account_id" or "company", "title", "email"} for a job; {"email"} for a further address.
create function public.accept_suggestion(suggestion uuid, revision int, choice jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '120s'
as $$
declare
  kept public.suggestions;
  keep uuid;
  company uuid := (choice ->> 'account_id')::uuid;
  person public.contacts;
  made uuid;
begin
  perform private.require_mining('edit');
  kept := private.suggestion_to_decide(suggestion, revision);
  if kept.kind in ('job_change', 'new_contact') and company is null then
    if private.trimmed(choice ->> 'company') is null then raise sqlstate 'PT422' using message = 'Choose a company, or name a new one.', detail = 'company'; end if;
    perform private.require_may('crm', 'add', 'to add companies');
    insert into public.accounts (name, domain) values (private.trimmed(choice ->> 'company'), nullif(private.trimmed(choice ->> 'domain'), '')) returning id into company;
  end if;
  case kept.kind
    when 'same_person', 'two_companies' then
      keep := coalesce((choice ->> 'keep')::uuid, kept.one_id);
      if keep not in (kept.one_id, kept.other_id) then raise sqlstate 'PT422' using message = 'Keep one of the two.'; end if;
      if kept.kind = 'same_person' then
        perform public.merge_contacts(keep, case keep when kept.one_id then kept.other_id else kept.one_id end, coalesce(choice -> 'fields', '{}'));
      else
        perform public.merge_accounts(keep, case keep when kept.one_id then kept.other_id else kept.one_id end, coalesce(choice -> 'fields', '{}'));
      end if;
    when 'other_company' then
      perform private.require_may('crm', 'edit', 'to change contacts');
      update public.contacts set account_id = kept.other_id where id = kept.one_id;
    when 'know_each_other' then null;
    when 'new_contact' then
      perform private.require_may('crm', 'add', 'to add contacts');
      if private.trimmed(choice ->> 'name') is null then raise sqlstate 'PT422' using message = 'A contact has a name.', detail = 'name'; end if;
      insert into public.contacts (account_id, name, email) values (company, private.trimmed(choice ->> 'name'), kept.evidence #>> '{0,value}') returning id into made;
    when 'further_address' then
      perform private.require_may('crm', 'edit', 'to change contacts');
      insert into public.contact_addresses (contact_id, email_key, source) values (kept.one_id, kept.evidence #>> '{0,value}', 'person') on conflict do nothing;
    when 'job_change' then
      perform private.require_may('crm', 'edit', 'to change contacts');
      select * into person from public.contacts where id = kept.one_id for update;
      if person.account_id = company then raise sqlstate 'PT422' using message = 'They are with this company already.', detail = 'company'; end if;
      insert into public.contact_jobs (contact_id, account_id, company, title, until_on, source)
      select person.id, accounts.id, accounts.name, person.title, public.office_today(), 'suggestion' from public.accounts where accounts.id = person.account_id;
      update public.contacts set account_id = company, title = nullif(private.trimmed(choice ->> 'title'), ''),
        email = coalesce(nullif(private.trimmed(choice ->> 'email'), ''), email) where id = person.id;
    when 'introduced' then
      perform private.put_introduction(kept.one_id, kept.other_id, null, (kept.evidence #>> '{0,staff_id}')::uuid, (kept.evidence #>> '{0,on}')::date, 'suggestion');
  end case;
  update public.suggestions set state = 'accepted', decided_by = private.me(), decided_at = clock_timestamp() where id = kept.id;
  -- Merges and introductions have their own entries.
  if kept.kind in ('other_company', 'know_each_other', 'new_contact', 'further_address', 'job_change') then
    insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id)
    select 'accepted', auth.uid(), private.actor_name(), 'suggestion', kept.id, kept.kind, contacts.account_id, contacts.id
    from public.contacts where contacts.id in (coalesce(made, kept.one_id), case kept.kind when 'know_each_other' then kept.other_id end);
  end if;
  return jsonb_build_object('kind', kept.kind, 'contact_id', coalesce(made, keep, kept.one_id));
end
$$;

create function public.refuse_suggestion(suggestion uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.suggestions;
begin
  perform private.require_mining('edit');
  select * into kept from public.suggestions where id = suggestion for update;
  if kept.id is null then raise sqlstate 'PT404' using message = 'This suggestion is no longer there.'; end if;
  if kept.state = 'refused' then return; end if;
  if kept.state = 'accepted' then
    raise sqlstate 'PT409' using message = format('Already accepted by %s.', coalesce((select name from public.staff where user_id = kept.decided_by), 'someone'));
  end if;
  update public.suggestions set state = 'refused', decided_by = private.me(), decided_at = clock_timestamp() where id = kept.id;
  if kept.kind in ('same_person', 'two_companies') then
    insert into public.not_duplicates (kind, one_id, other_id) values (case kept.kind when 'same_person' then 'contacts' else 'accounts' end, kept.one_id, kept.other_id) on conflict do nothing;
  end if;
end
$$;

-- From "Refused (n)": it is open again if something still speaks for it.
create function public.take_back_refusal(suggestion uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.suggestions;
  said jsonb;
begin
  perform private.require_mining('edit');
  update public.suggestions set state = 'gone', decided_by = null, decided_at = null where id = suggestion and state = 'refused' returning * into kept;
  if kept.id is null then raise sqlstate 'PT404' using message = 'This refusal is no longer there.'; end if;
  delete from public.not_duplicates where one_id = kept.one_id and other_id = kept.other_id;
  said := private.evidence_now(kept);
  if coalesce(said, '[]') = '[]' then return 'gone'; end if;
  perform private.suggest(kept.kind, kept.one_id, kept.other_id, kept.detail, kept.rule, said);
  return 'open';
end
$$;

-- Two became one: what was refused with the one that goes is refused with the one that stays. The old key stays, for a merge that is undone.
create function private.refusals_follow(keep uuid, gone uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.suggestions as kept (kind, one_id, other_id, detail, rule, evidence, state, decided_by, decided_at)
  select kind, case when both_ways then least(one, other) else one end, case when both_ways then greatest(one, other) else other end, detail, rule, evidence, 'refused', decided_by, decided_at
  from public.suggestions cross join lateral (select case one_id when gone then keep else one_id end as one, case other_id when gone then keep else other_id end as other,
    kind in ('same_person', 'know_each_other', 'two_companies') as both_ways) as moved
  where state = 'refused' and gone in (one_id, other_id) and one <> other
  on conflict (kind, one_id, other_id, detail) do update set state = 'refused', decided_by = excluded.decided_by, decided_at = excluded.decided_at
  where kept.state in ('open', 'gone');
  insert into public.not_duplicates (kind, one_id, other_id, marked_by, marked_at)
  select kind, least(one, other), greatest(one, other), marked_by, marked_at from public.not_duplicates
  cross join lateral (select case one_id when gone then keep else one_id end as one, case other_id when gone then keep else other_id end as other) as moved
  where gone in (one_id, other_id) and one <> other on conflict do nothing;
  insert into private.records_to_compare (kind, id) select case when exists (select from public.contacts where id = keep) then 'contacts' else 'accounts' end, keep
  where private.mines() on conflict do nothing
$$;

create function private.companies_follow_merge(keep uuid, gone uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.refusals_follow(keep, gone)
$$;

select private.register_hook('merge accounts', 'private.companies_follow_merge(uuid, uuid)');

grant execute on function public.suggestion_list, public.accept_suggestion, public.refuse_suggestion, public.take_back_refusal to authenticated, service_role;

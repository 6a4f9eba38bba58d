-- Rules. Each says for one pair of records what speaks for it, as facts with codes, or null; candidates come from equal signs and from
-- days together, never from comparing everyone with everyone.

create function private.is_free_host(of_host text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.free_mail_hosts where host = of_host)
$$;

-- "Lind, Ada" and "Ada  LIND" are one name.
create function private.name_key(name text) returns text
language sql stable set search_path = ''
as $$
  select nullif((select string_agg(word, ' ' order by word) from regexp_split_to_table(private.fold(name), '[^[:alnum:]]+') as word where word <> ''), '')
$$;

create function private.host_of(address text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(split_part(lower(btrim(address)), '@', 2), '')
$$;

create function private.signs_of_contacts(ids uuid[]) returns table (id uuid, sign text)
language sql stable set search_path = ''
as $$
  with person as (
    select contacts.id, contacts.account_id, regexp_replace(lower(btrim(contacts.email)), '\+[^@]*@', '@') as address, private.host_of(contacts.email) as host,
      ltrim(regexp_replace(contacts.phone, '[^0-9]', '', 'g'), '0') as phone, private.name_key(contacts.name) as called
    from public.contacts where contacts.id = any (ids) and not contacts.no_mining and contacts.name <> 'Erased person'
  )
  select id, 'address:' || address from person where address like '_%@_%'
  union select id, 'phone:' || phone from person where length(phone) >= 8
  union select id, 'name:' || called || '@' || account_id from person where called is not null
  union select id, 'name:' || called || '@' || host from person where called is not null and host is not null and not private.is_free_host(host)
$$;

create function private.signs_of_accounts(ids uuid[]) returns table (id uuid, sign text)
language sql stable set search_path = ''
as $$
  select distinct accounts.id, key from public.accounts, unnest(array[private.same_key('host', domain), private.same_key('host', website)]) as key
  where accounts.id = any (ids) and key is not null and not private.is_free_host(substr(key, 6))
$$;

-- Same person: an address, a phone number that few have, or the name together with company or domain. A name alone never.
create function private.same_person_evidence(one uuid, other uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(fact order by place, fact ->> 'value') from (
    select case said.sort when 'address' then 1 when 'phone' then 2 else 3 end as place,
      jsonb_build_object('code', case said.sort when 'name' then case when rest like '%@%.%' then 'same name and domain' else 'same name and company' end else 'same ' || said.sort end,
        'value', case said.sort when 'phone' then (select phone from public.contacts where id = one) when 'address' then (select email from public.contacts where id = one)
          else case when rest like '%@%.%' then split_part(rest, '@', 2) else (select accounts.name from public.contacts join public.accounts on accounts.id = contacts.account_id where contacts.id = one) end end) as fact
    from private.compared_signs as mine join private.compared_signs as theirs on theirs.kind = 'contacts' and theirs.id = other and theirs.sign = mine.sign
    cross join lateral (select split_part(mine.sign, ':', 1) as sort, substr(mine.sign, strpos(mine.sign, ':') + 1) as rest) as said
    where mine.kind = 'contacts' and mine.id = one
      and (said.sort <> 'phone' or (select count(*) from (select from private.compared_signs as all_of where all_of.sign = mine.sign limit 5) as few) <= 4)
  ) as facts
$$;

-- Another company has the domain of their address, and their own does not.
create function private.other_company_evidence(contact uuid, account uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_array(jsonb_build_object('code', 'address of', 'value', private.host_of(person.email), 'name', company.name))
  from public.contacts as person join public.accounts as company on company.id = account
  where person.id = contact and person.account_id <> account and not person.no_mining
    and exists (select from private.compared_signs as has where has.kind = 'accounts' and has.id = account and has.sign = 'host:' || private.host_of(person.email))
    and not exists (select from private.compared_signs as has where has.kind = 'accounts' and has.id = person.account_id and has.sign = 'host:' || private.host_of(person.email))
$$;

create function private.know_each_other_evidence(one uuid, other uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_array(jsonb_build_object('code', 'together', 'days', count(distinct pair.day), 'mails', coalesce(sum(pair.n) filter (where pair.kind = 'mail'), 0),
    'meetings', coalesce(sum(pair.n) filter (where pair.kind = 'meeting'), 0), 'from', min(pair.day), 'to', max(pair.day)))
  from private.pair_days as pair
  where pair.a_id = least(one, other) and pair.b_id = greatest(one, other)
    and (select account_id from public.contacts where id = one) <> (select account_id from public.contacts where id = other)
  having count(distinct pair.day) >= 3
$$;

create function private.two_companies_evidence(one uuid, other uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('code', 'same domain', 'value', substr(mine.sign, 6)) order by mine.sign)
  from private.compared_signs as mine join private.compared_signs as theirs on theirs.kind = 'accounts' and theirs.id = other and theirs.sign = mine.sign
  where mine.kind = 'accounts' and mine.id = one
$$;

-- We wrote on two days, they answered, and they are nobody's contact: through the outbox, or a mailbox.
create function private.new_contact_evidence(address text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_array(jsonb_build_object('code', 'we wrote', 'value', address, 'days', greatest(wrote.days, coalesce(cardinality(stranger.days_out), 0)), 'on', greatest(wrote.last_on, (select max(day) from unnest(stranger.days_out) as day))),
    jsonb_build_object('code', 'they answered', 'on', greatest(answered.last_on, (select max(day) from unnest(stranger.days_in) as day))))
  from (select count(distinct public.office_day(private.message_left_at(outbox))) as days, max(public.office_day(private.message_left_at(outbox))) as last_on from public.outbox
      where to_key = address and channel = 'email' and class <> 'system' and created_by is not null and origin_kind in ('mail', 'mailbox', 'inquiry') and private.message_left_at(outbox) is not null) as wrote
  cross join (select max(public.office_day(received_at)) as last_on from public.mail_replies where from_key = address and not is_automatic and doubt is null) as answered
  left join private.mail_strangers as stranger on stranger.address_key = address
  where greatest(wrote.days, coalesce(cardinality(stranger.days_out), 0)) >= 2 and (answered.last_on is not null or coalesce(cardinality(stranger.days_in), 0) > 0)
    and not exists (select from public.contacts where lower(btrim(email)) = address)
    and not exists (select from public.contact_addresses where email_key = address)
$$;

-- What stands for one suggestion now; null: nothing any more. What a mail or a bounce said stays said while its person and address are the same.
create function private.evidence_now(suggestion public.suggestions) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case suggestion.kind
    when 'same_person' then private.same_person_evidence(suggestion.one_id, suggestion.other_id)
    when 'other_company' then private.other_company_evidence(suggestion.one_id, suggestion.other_id)
    when 'know_each_other' then private.know_each_other_evidence(suggestion.one_id, suggestion.other_id)
    when 'two_companies' then private.two_companies_evidence(suggestion.one_id, suggestion.other_id)
    when 'new_contact' then private.new_contact_evidence(suggestion.evidence #>> '{0,value}')
    when 'further_address' then (select suggestion.evidence from public.contacts where contacts.id = suggestion.one_id and not no_mining
      and not exists (select from public.contact_addresses where contact_id = contacts.id and email_key = suggestion.evidence #>> '{0,value}'))
    when 'job_change' then (select suggestion.evidence from public.contacts where contacts.id = suggestion.one_id and not no_mining
      and contacts.account_id::text = suggestion.evidence #>> '{0,account_id}')
    when 'introduced' then (select suggestion.evidence where exists (select from public.contacts where id = suggestion.one_id and not no_mining)
      and exists (select from public.contacts where id = suggestion.other_id and not no_mining)
      and not exists (select from public.introductions where contact_id = suggestion.one_id and by_contact = suggestion.other_id)) end
$$;

-- Writes one down. A refused or accepted key is left alone, whichever side it comes from; a pair that a person marked as two is refused.
create function private.suggest(of_kind text, one uuid, other uuid, of_detail text, by_rule text, said jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  both_ways boolean := of_kind in ('same_person', 'know_each_other', 'two_companies');
  first_id uuid := case when both_ways then least(one, other) else one end;
  second_id uuid := case when both_ways then greatest(one, other) else other end;
begin
  if said is null or said = '[]' or (of_kind in ('same_person', 'two_companies') and exists (
    select from public.not_duplicates as known where known.one_id = first_id and known.other_id = second_id)) then
    return;
  end if;
  insert into public.suggestions as kept (kind, one_id, other_id, detail, rule, evidence) values (of_kind, first_id, second_id, of_detail, by_rule, said)
  on conflict (kind, one_id, other_id, detail) do update set evidence = excluded.evidence, rule = excluded.rule, state = 'open',
    revision = kept.revision + case when kept.evidence = excluded.evidence then 0 else 1 end,
    found_at = case kept.state when 'gone' then clock_timestamp() else kept.found_at end
  where kept.state in ('open', 'gone') and (kept.state = 'gone' or kept.evidence <> excluded.evidence);
end
$$;

create function private.rule_of_person(said jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case said #>> '{0,code}' when 'same address' then 'address' when 'same phone' then case when jsonb_array_length(said) > 1 then 'phone and name' else 'phone' end
    when 'same name and domain' then 'name and domain' else 'name and company' end
$$;

-- Looks at the next few records that changed. True: there was something.
create function private.compare_a_few(most int) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  people uuid[];
  companies uuid[];
  mails uuid[];
  pair record;
begin
  with taken as (
    delete from private.records_to_compare where (kind, id) in (select kind, id from private.records_to_compare order by kind, id limit most for update skip locked) returning kind, id)
  select coalesce(array_agg(id order by id) filter (where kind = 'contacts'), '{}'), coalesce(array_agg(id order by id) filter (where kind = 'accounts'), '{}'),
    coalesce(array_agg(id order by id) filter (where kind = 'mails'), '{}') into people, companies, mails from taken;
  if people || companies || mails = '{}' then return false; end if;

  if companies <> '{}' then
    delete from private.compared_signs where kind = 'accounts' and id = any (companies);
    insert into private.compared_signs select 'accounts', signs.id, signs.sign from private.signs_of_accounts(companies) as signs;
    for pair in select distinct mine.id as one, partner.id as other from private.compared_signs as mine
      cross join lateral (select theirs.id from private.compared_signs as theirs where theirs.sign = mine.sign and theirs.kind = 'accounts' and theirs.id <> mine.id order by theirs.id limit 3) as partner
      where mine.kind = 'accounts' and mine.id = any (companies)
    loop
      perform private.suggest('two_companies', pair.one, pair.other, '', 'one domain', private.two_companies_evidence(least(pair.one, pair.other), greatest(pair.one, pair.other)));
    end loop;
  end if;

  if people <> '{}' then
    delete from private.compared_signs where kind = 'contacts' and id = any (people);
    insert into private.compared_signs select 'contacts', signs.id, signs.sign from private.signs_of_contacts(people) as signs;
    for pair in select distinct mine.id as one, partner.id as other from private.compared_signs as mine
      cross join lateral (select theirs.id from private.compared_signs as theirs where theirs.sign = mine.sign and theirs.kind = 'contacts' and theirs.id <> mine.id order by theirs.id limit 3) as partner
      where mine.kind = 'contacts' and mine.id = any (people)
    loop
      perform private.suggest('same_person', pair.one, pair.other, '', private.rule_of_person(said), said)
      from (select private.same_person_evidence(least(pair.one, pair.other), greatest(pair.one, pair.other)) as said) as compared;
    end loop;
    for pair in select distinct case when met.a_id = one then met.b_id else met.a_id end as other, one from unnest(people) as one
      join private.pair_days as met on one in (met.a_id, met.b_id)
    loop
      perform private.suggest('know_each_other', pair.one, pair.other, '', 'three days together', private.know_each_other_evidence(least(pair.one, pair.other), greatest(pair.one, pair.other)));
    end loop;
  end if;

  for pair in select person.id as one, company.id as other from public.contacts as person
    join private.compared_signs as company on company.kind = 'accounts' and company.sign = 'host:' || private.host_of(person.email) and company.id <> person.account_id
    where person.id = any (people)
    union
    select person.id, company.id from private.compared_signs as company
    join private.compared_signs as theirs on theirs.kind = 'contacts' and theirs.sign like 'address:%@' || replace(substr(company.sign, 6), '_', '\_') and company.kind = 'accounts'
    join public.contacts as person on person.id = theirs.id and person.account_id <> company.id
    where company.id = any (companies) and cardinality(companies) <= 20
  loop
    perform private.suggest('other_company', pair.one, pair.other, '', 'domain of the address', private.other_company_evidence(pair.one, pair.other));
  end loop;

  if mails <> '{}' then perform private.compare_mails(mails); end if;

  -- What no longer has anything to show for itself.
  update public.suggestions set state = 'gone' where state = 'open' and (one_id = any (people || companies) or other_id = any (people || companies))
    and coalesce(private.evidence_now(suggestions), '[]') = '[]';
  return true;
end
$$;

-- What changed is compared soon, not in the statement that changed it: an import of 10,000 people stays an import.
create function private.contacts_are_compared() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.mines() then return null; end if;
  if tg_op = 'INSERT' then
    insert into private.records_to_compare (kind, id) select 'contacts', id from kept order by id on conflict do nothing;
  else
    insert into private.records_to_compare (kind, id) select 'contacts', kept.id from kept join gone using (id)
    where (kept.name, kept.email, kept.phone, kept.account_id) is distinct from (gone.name, gone.email, gone.phone, gone.account_id) order by 2 on conflict do nothing;
    if not found then return null; end if;
  end if;
  perform pg_notify('relationships_due', '');
  return null;
end
$$;

create trigger compared_new after insert on public.contacts referencing new table as kept for each statement execute function private.contacts_are_compared();
create trigger compared_changes after update on public.contacts referencing old table as gone new table as kept for each statement execute function private.contacts_are_compared();

create function private.accounts_are_compared() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from private.compared_signs where kind = 'accounts' and id in (select id from gone);
    delete from private.records_to_compare where kind = 'accounts' and id in (select id from gone);
    update public.suggestions set state = 'gone', evidence = '[]' where state = 'open' and (one_id in (select id from gone) or other_id in (select id from gone));
  elsif private.mines() then
    if tg_op = 'INSERT' then
      insert into private.records_to_compare (kind, id) select 'accounts', id from kept order by id on conflict do nothing;
    else
      insert into private.records_to_compare (kind, id) select 'accounts', kept.id from kept join gone using (id)
      where (kept.name, kept.domain, kept.website) is distinct from (gone.name, gone.domain, gone.website) order by 2 on conflict do nothing;
    end if;
  end if;
  return null;
end
$$;

create trigger compared_new after insert on public.accounts referencing new table as kept for each statement execute function private.accounts_are_compared();
create trigger compared_changes after update on public.accounts referencing old table as gone new table as kept for each statement execute function private.accounts_are_compared();
create trigger compared_gone after delete on public.accounts referencing old table as gone for each statement execute function private.accounts_are_compared();

-- What mail says ---------------------------------------------------------------------------------------------------------------

-- A job that ended: [{"code", "account_id", ...}] with what said so. `target` is the company it seems to be now, if it is known.
create function private.suggest_job_change(contact uuid, key text, by_rule text, said jsonb, target uuid default null) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.suggest('job_change', contact, coalesce(target, '00000000-0000-0000-0000-000000000000'), md5(key), by_rule,
    jsonb_build_array(said || jsonb_build_object('account_id', contacts.account_id)))
  from public.contacts where contacts.id = contact and not contacts.no_mining and private.mines()
$$;

-- The address of someone we know well is no longer there: 5.1.x, or a bounce for good without a code.
create function private.bounce_says() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.state = 'bounced' and old.state <> 'bounced' and new.contact_id is not null and private.mines()
    and (coalesce(new.gate_detail, '') ~ '\m5\.1\.[0-9]' or coalesce(new.gate_detail, '') !~ '\m[45]\.[0-9]\.[0-9]')
    and exists (select from private.ties where contact_id = new.contact_id and version = private.live_version()
      and private.strength(private.tie_measure(mass_in, mass_out, public.office_today(), private.half_life())) >= 25)
    and exists (select from public.contacts where id = new.contact_id and lower(btrim(email)) = new.to_key) then
    perform private.suggest_job_change(new.contact_id, 'bounce ' || new.to_key, 'address of a good tie bounced',
      jsonb_build_object('code', 'bounced', 'value', new.to_key, 'words', new.gate_detail, 'on', public.office_today()));
  end if;
  return null;
end
$$;

create trigger outbox_says_job_change after update of state on public.outbox for each row execute function private.bounce_says();

-- The line of an automatic answer that says so, or null.
create function private.line_about_leaving(words text) returns text
language sql immutable set search_path = ''
as $$
  select left(btrim(line), 200) from regexp_split_to_table(left(words, 20000), '\r?\n') with ordinality as lines (line, no)
  where line ~* '(no longer (works?|working|with|at|employed|part of)|(has|have|I.ve) left (the company|the firm|us|[A-Z])|moved on from|new (role|position|job) (at|with)|arbeite[nt]? nicht mehr|nicht mehr (bei|für|im Unternehmen)|ne (travaille|fait) plus)'
    and line !~ '^\s*>'
  order by no limit 1
$$;

create function private.reply_says() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  line text;
begin
  if not private.mines() then return null; end if;
  if new.is_automatic and new.contact_id is not null and new.doubt is null then
    line := private.line_about_leaving(new.body_text);
    if line is not null then
      perform private.suggest_job_change(new.contact_id, 'automatic ' || new.from_key, 'automatic answer says so',
        jsonb_build_object('code', 'automatic answer', 'words', line, 'on', public.office_day(new.received_at)));
    end if;
  elsif new.contact_id is null and not new.is_automatic and new.doubt is null then
    perform private.suggest('new_contact', '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', md5(new.from_key), 'we wrote twice, they answered',
      private.new_contact_evidence(new.from_key));
  end if;
  return null;
end
$$;

create trigger replies_say after insert on public.mail_replies for each row execute function private.reply_says();

-- The company that the last lines of a mail name as the employer of its writer, other than the one we know: the line with the writer's name
-- is followed by one whose last part is a company of ours.
create function private.company_in_signature(mail uuid, contact uuid) returns table (account_id uuid, line text)
language sql stable security definer set search_path = ''
as $$
  with body as (
    select array_agg(btrim(line) order by no) as lines from (
      select line, no from regexp_split_to_table((select text from public.mail_bodies where mail_id = mail order by filed_at limit 1), '\r?\n') with ordinality as all_lines (line, no)
      where btrim(line) <> '' and line !~ '^\s*>' order by no desc limit 8) as last
  )
  select accounts.id, parts.line from body, unnest(body.lines) with ordinality as parts (line, no)
  cross join lateral regexp_split_to_table(parts.line, '\s*[,|·–]\s*') as part
  join public.accounts on private.fold(accounts.name) = private.fold(part)
  join public.contacts on contacts.id = contact and contacts.account_id <> accounts.id
  where exists (select from unnest(body.lines) with ordinality as named (line, no) where named.no between parts.no - 3 and parts.no and position(private.fold(contacts.name) in private.fold(named.line)) > 0)
  limit 1
$$;

-- Introductions, further addresses and job changes that filed mails show; and strangers who answered.
create function private.compare_mails(mails uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  seen record;
  reads_signatures boolean := (select settings.reads_signatures from public.relationship_settings as settings where settings.state = 'live');
begin
  -- A known person writes to someone who was never seen before and to us; in that thread they or we answer.
  for seen in
    select distinct on (new_person.contact_id, writer.contact_id) new_person.contact_id as person, writer.contact_id as introducer, first.at as first_at, answer.at as answer_at, ours.staff_id,
      (answer_from.contact_id = new_person.contact_id) as they_answered
    from public.mails as looked join public.mails as first on first.thread_id = looked.thread_id and first.class = 'person' and first.direction = 'in'
    join public.mail_people as writer on writer.mail_id = first.id and writer.role = 'from' and writer.contact_id is not null
    join public.mail_people as new_person on new_person.mail_id = first.id and new_person.role in ('to', 'cc') and new_person.contact_id is not null and new_person.contact_id <> writer.contact_id
    join public.mail_people as ours on ours.mail_id = first.id and ours.role in ('to', 'cc') and ours.staff_id is not null
    join public.mails as answer on answer.thread_id = first.thread_id and answer.at > first.at and answer.class in ('person', 'own')
    join public.mail_people as answer_from on answer_from.mail_id = answer.id and answer_from.role = 'from'
      and (answer_from.contact_id = new_person.contact_id or (answer_from.staff_id is not null and exists (select from public.mail_people as aim
        where aim.mail_id = answer.id and aim.role in ('to', 'cc') and aim.contact_id = new_person.contact_id)))
    where looked.id = any (mails) and looked.class in ('person', 'own')
      and not exists (select from private.tie_days as earlier where earlier.contact_id = new_person.contact_id and earlier.day < public.office_day(first.at))
      and not exists (select from public.mail_people as before join public.mails as known on known.id = before.mail_id
        where before.contact_id = new_person.contact_id and known.at < first.at)
    order by 1, 2, answer.at
  loop
    perform private.suggest('introduced', seen.person, seen.introducer, '', 'known writes to unseen and us', jsonb_build_array(
      jsonb_build_object('code', 'wrote to both', 'staff_id', seen.staff_id, 'on', public.office_day(seen.first_at)),
      jsonb_build_object('code', case when seen.they_answered then 'new person answered' else 'we answered' end, 'on', public.office_day(seen.answer_at))));
  end loop;

  -- A known name in a known thread from an address that is nobody's.
  for seen in
    select distinct on (known.contact_id, sender.address_key) known.contact_id as person, sender.address_key as address, mail.at, private.host_of(sender.address_key) as host
    from public.mails as mail join public.mail_people as sender on sender.mail_id = mail.id and sender.role = 'from' and sender.contact_id is null and sender.staff_id is null
    join public.mails as earlier on earlier.thread_id = mail.thread_id and earlier.id <> mail.id
    join public.mail_people as known on known.mail_id = earlier.id and known.contact_id is not null
    join public.contacts as person on person.id = known.contact_id and private.name_key(person.name) = private.name_key(sender.shown_name)
    where mail.id = any (mails) and mail.class = 'person' and mail.direction = 'in' and sender.address_key like '_%@_%'
    order by 1, 2, mail.at
  loop
    -- From the domain of another company of ours: they seem to work there now.
    if private.is_free_host(seen.host) or exists (select from public.contacts where id = seen.person and private.host_of(email) = seen.host)
      or not exists (select from private.compared_signs where kind = 'accounts' and sign = 'host:' || seen.host) then
      perform private.suggest('further_address', seen.person, '00000000-0000-0000-0000-000000000000', md5(seen.address), 'same thread and name',
        jsonb_build_array(jsonb_build_object('code', 'wrote from', 'value', seen.address, 'on', public.office_day(seen.at))));
    else
      perform private.suggest_job_change(seen.person, 'domain ' || seen.host, 'new domain in a known thread',
        jsonb_build_object('code', 'new domain', 'value', seen.address, 'on', public.office_day(seen.at)),
        (select id from private.compared_signs where kind = 'accounts' and sign = 'host:' || seen.host order by id limit 1));
    end if;
  end loop;

  -- The same other company in the last lines of two mails running.
  if reads_signatures then
    for seen in
      select writer.contact_id as person, latest.account_id, latest.line, mail.at
      from public.mails as mail join public.mail_people as writer on writer.mail_id = mail.id and writer.role = 'from' and writer.contact_id is not null
      cross join lateral private.company_in_signature(mail.id, writer.contact_id) as latest
      cross join lateral (select before.mail_id from public.mail_people as before join public.mails as prior on prior.id = before.mail_id and prior.class = 'person'
        where before.contact_id = writer.contact_id and before.role = 'from' and before.at < mail.at order by before.at desc limit 1) as previous
      join lateral private.company_in_signature(previous.mail_id, writer.contact_id) as prior_company on prior_company.account_id = latest.account_id
      where mail.id = any (mails) and mail.class = 'person' and mail.direction = 'in'
    loop
      perform private.suggest_job_change(seen.person, 'signature ' || seen.account_id, 'signature of two mails running',
        jsonb_build_object('code', 'signature', 'words', left(seen.line, 200), 'on', public.office_day(seen.at)), seen.account_id);
    end loop;
  end if;

  -- An automatic answer that says so.
  for seen in
    select writer.contact_id as person, mail.at, said.line from public.mails as mail
    join public.mail_people as writer on writer.mail_id = mail.id and writer.role = 'from' and writer.contact_id is not null
    cross join lateral (select text from public.mail_bodies where mail_id = mail.id order by filed_at limit 1) as body
    cross join lateral (select private.line_about_leaving(body.text) as line) as said
    where mail.id = any (mails) and mail.class = 'automatic' and mail.direction = 'in' and said.line is not null
  loop
    perform private.suggest_job_change(seen.person, 'automatic answer', 'automatic answer says so',
      jsonb_build_object('code', 'automatic answer', 'words', seen.line, 'on', public.office_day(seen.at)));
  end loop;

  for seen in select address_key from private.mail_strangers where cardinality(days_out) >= 2 and cardinality(days_in) >= 1 order by last_on desc limit 200 loop
    perform private.suggest('new_contact', '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', md5(seen.address_key), 'we wrote twice, they answered',
      private.new_contact_evidence(seen.address_key));
  end loop;
end
$$;

-- Deals: work that may be won. What is true of a deal (a lost one has a reason, a won one an amount) is held by checks of the
-- table, so that no way past them exists: board, list, API, import. The order of cards is made here and nowhere else.

-- Stages, reasons, currencies -------------------------------------------------------------------------------------------

create table public.deal_stages (
  id uuid primary key default uuidv7(),
  -- Stays when the stage is renamed. A trigger makes it, and the place, of a new stage.
  key text not null unique constraint "key has small letters, digits and dashes" check (key ~ '^[a-z0-9][a-z0-9-]{0,59}$'),
  name text not null constraint "name has 1 to 60 characters" check (char_length(name) between 1 and 60),
  sort int not null,
  kind text not null default 'open' constraint "kind is open, won or lost" check (kind in ('open', 'won', 'lost')),
  probability smallint not null default 0 constraint "probability is 0 to 100" check (probability between 0 and 100),
  -- Null: deals here never count as stale.
  stale_after_days int constraint "stale after 1 to 1000 days" check (stale_after_days between 1 and 1000),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint deal_stages_sort_key unique (sort) deferrable initially deferred,
  constraint deal_stages_id_kind_key unique (id, kind),
  constraint "won is certain and lost is not" check (case kind when 'won' then probability = 100 when 'lost' then probability = 0 else true end),
  constraint "only open deals grow stale" check (kind = 'open' or stale_after_days is null)
);
insert into public.deal_stages (key, name, sort, kind, probability, stale_after_days)
values ('new', 'New', 1, 'open', 10, 7), ('discovery', 'Discovery', 2, 'open', 25, 14), ('proposal', 'Proposal', 3, 'open', 50, 14),
  ('negotiation', 'Negotiation', 4, 'open', 75, 14), ('won', 'Won', 5, 'won', 100, null), ('lost', 'Lost', 6, 'lost', 0, null);

create table public.close_reasons (
  id uuid primary key default uuidv7(),
  kind text not null constraint "kind is won or lost" check (kind in ('won', 'lost')),
  name text not null constraint "name has 1 to 60 characters" check (char_length(name) between 1 and 60),
  hint text constraint "hint has at most 200 characters" check (char_length(hint) <= 200),
  needs_note boolean not null default false,
  sort int not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  unique (kind, name)
);
insert into public.close_reasons (kind, name, hint, needs_note, sort)
values ('lost', 'No decision', 'They stay with what they have', false, 1), ('lost', 'Price', 'Too much for this year', false, 2),
  ('lost', 'Another firm', 'Write its name in the note', true, 3), ('lost', 'Timing', 'Real, but not in the next two quarters', false, 4),
  ('lost', 'Not our work', 'We said no', false, 5),
  ('won', 'Knew us', 'A client, or sent by one', false, 1), ('won', 'Approach', 'How we would do it', false, 2), ('won', 'Terms', 'Price or time', false, 3);

-- Rates are what one whole unit costs in the office's currency; null where nobody has said.
create table public.currencies (
  code text primary key constraint "code is three capital letters" check (code ~ '^[A-Z]{3}$'),
  minor_digits smallint not null default 2 constraint "0 to 4 digits" check (minor_digits between 0 and 4),
  rate numeric constraint "a rate is above zero" check (rate > 0)
);
insert into public.currencies (code, minor_digits)
values ('USD', 2), ('EUR', 2), ('GBP', 2), ('CHF', 2), ('JPY', 0), ('KWD', 3), ('CAD', 2), ('AUD', 2), ('NZD', 2), ('SEK', 2), ('NOK', 2),
  ('DKK', 2), ('PLN', 2), ('CZK', 2), ('HUF', 2), ('INR', 2), ('SGD', 2), ('HKD', 2), ('CNY', 2), ('KRW', 0), ('BHD', 3), ('ZAR', 2),
  ('BRL', 2), ('MXN', 2), ('AED', 2), ('ILS', 2), ('TRY', 2), ('ISK', 0), ('VND', 0), ('JOD', 3), ('OMR', 3), ('TND', 3);

-- Deals -----------------------------------------------------------------------------------------------------------------

create function private.first_stage() returns uuid
language sql stable security definer set search_path = ''
as $$
  select id from public.deal_stages where kind = 'open' and archived_at is null order by sort limit 1
$$;

create table public.deals (
  id uuid primary key default uuidv7(),
  name text not null constraint "name has 1 to 200 characters" check (char_length(name) between 1 and 200),
  -- A company with deals is archived, not deleted.
  account_id uuid not null references public.accounts (id) on delete restrict,
  stage_id uuid not null default private.first_stage() references public.deal_stages (id),
  -- A copy, so that plain checks can hold what belongs to which kind.
  stage_kind text not null,
  amount_minor bigint constraint "amount is zero or more" check (amount_minor between 0 and 9000000000000000),
  currency text not null references public.currencies (code),
  -- Minor unit of `currency` to minor unit of the office's; kept when the deal is closed.
  base_rate numeric not null constraint "a rate is above zero" check (base_rate > 0),
  base_minor bigint generated always as (round(amount_minor * base_rate)::bigint) stored,
  -- Beats the stage's. Zero is zero.
  probability_own smallint constraint "probability is 0 to 100" check (probability_own between 0 and 100),
  expected_close date,
  owner_id uuid default auth.uid() references public.staff (user_id) on delete restrict,
  module text constraint "module has at most 60 characters" check (char_length(module) <= 60),
  subject_key text references public.subjects (key) on update cascade,
  -- Made before the inquiry is written, in the same transaction.
  inquiry_id uuid references public.inquiries (id) on delete set null deferrable initially deferred,
  stage_since timestamptz not null,
  closed_at timestamptz,
  -- The office's day; what months and win rates go by.
  closed_on date,
  close_reason_id uuid references public.close_reasons (id),
  close_note text constraint "note has at most 2000 characters" check (char_length(close_note) <= 2000),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint deals_stage_fkey foreign key (stage_id, stage_kind) references public.deal_stages (id, kind) on update cascade,
  constraint "a deal is open or has been closed at some time" check (
    (stage_kind = 'open') = (closed_at is null) and (stage_kind = 'open') = (closed_on is null)),
  constraint "an open deal has no reason" check (stage_kind <> 'open' or num_nonnulls(close_reason_id, close_note) = 0),
  constraint "a lost deal has a reason" check (stage_kind <> 'lost' or close_reason_id is not null),
  constraint "a won deal has an amount" check (stage_kind <> 'won' or amount_minor is not null)
);

-- The totals of a column are read from this index alone.
create index deals_column_idx on public.deals (stage_id) include (base_minor, amount_minor, probability_own, currency) where archived_at is null;
create index deals_expected_idx on public.deals (expected_close) where stage_kind = 'open' and archived_at is null;
create index deals_closed_idx on public.deals (closed_on, stage_kind) where stage_kind <> 'open';
create index deals_owner_idx on public.deals (owner_id, stage_kind);
create index deals_account_idx on public.deals (account_id, stage_kind);
create index deals_inquiry_idx on public.deals (inquiry_id) where inquiry_id is not null;
create index deals_reason_idx on public.deals (close_reason_id) where close_reason_id is not null;
create index deals_created_at_idx on public.deals (created_at desc, id);
create index deals_name_idx on public.deals (name, id);

-- Where a card stands in its column. Beside the table and not in it: `select *` shows everything but this, a card that is put
-- elsewhere has not been edited, and no browser sees or computes a position.
create table private.deal_places (
  deal_id uuid primary key references public.deals (id) on delete cascade,
  stage_id uuid not null,
  position numeric not null,
  archived boolean not null default false,
  constraint deal_places_position_key unique (stage_id, position) deferrable initially immediate
);
create index deal_places_shown_idx on private.deal_places (stage_id, position) include (deal_id) where not archived;

create table public.deal_contacts (
  id uuid primary key default uuidv7(),
  deal_id uuid not null references public.deals (id) on delete cascade,
  contact_id uuid not null references public.contacts (id) on delete cascade,
  role text constraint "role has at most 100 characters" check (char_length(role) <= 100),
  is_primary boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (deal_id, contact_id)
);
create unique index deal_contacts_primary_idx on public.deal_contacts (deal_id) where is_primary;
create index deal_contacts_contact_idx on public.deal_contacts (contact_id);

-- Append only, written by a trigger: history, time in a stage, the board as of any day.
create table public.deal_stage_events (
  id bigint generated always as identity primary key,
  deal_id uuid not null references public.deals (id) on delete cascade,
  at timestamptz not null,
  by uuid,
  -- Null when the deal was made.
  from_stage uuid references public.deal_stages (id),
  to_stage uuid not null references public.deal_stages (id),
  from_kind text,
  to_kind text not null,
  base_minor bigint,
  probability smallint not null,
  seconds_in_from bigint
);
create index deal_stage_events_deal_idx on public.deal_stage_events (deal_id, id);
create index deal_stage_events_at_idx on public.deal_stage_events (at);

-- What others left open for deals.
alter table public.tasks add constraint tasks_deal_id_fkey foreign key (deal_id) references public.deals (id) on delete cascade;
alter table public.notes add constraint notes_deal_id_fkey foreign key (deal_id) references public.deals (id) on delete set null;
alter table public.inquiries add constraint inquiries_deal_id_fkey
  foreign key (deal_id) references public.deals (id) on delete set null deferrable initially deferred;
alter table public.subjects add constraint subjects_stage_id_fkey foreign key (stage_id) references public.deal_stages (id);
create index tasks_done_deal_idx on public.tasks (deal_id) where done_at is not null and deal_id is not null;
alter table public.accounts add column archived_at timestamptz;

-- Stages keep order -------------------------------------------------------------------------------------------------------

create function private.complete_stage() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  plain text;
begin
  if tg_op = 'INSERT' then
    if new.key is null then
      plain := coalesce(nullif(btrim(left(regexp_replace(private.fold(btrim(new.name)), '[^a-z0-9]+', '-', 'g'), 50), '-'), ''), 'stage');
      select plain || coalesce('-' || (max(coalesce(nullif(substring(key from '-([0-9]{1,6})$'), '')::int, 1)) + 1), '') into new.key
      from public.deal_stages where key = plain or key ~ ('^' || plain || '-[0-9]{1,6}$');
    end if;
    new.sort := coalesce(new.sort, (select coalesce(max(sort), 0) + 1 from public.deal_stages));
    return new;
  end if;
  new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  if (new.kind <> old.kind or (new.archived_at is not null and old.archived_at is null))
    and exists (select from public.deals where stage_id = old.id) then
    raise check_violation using message = case when new.kind <> old.kind
      then format('"%s" has deals, so its kind stays.', old.name)
      else format('"%s" has deals. Retire it and say where they go.', old.name) end;
  end if;
  return new;
end
$$;
create trigger deal_stages_complete before insert or update on public.deal_stages for each row execute function private.complete_stage();

create function private.keep_each_kind() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  missing text;
begin
  select needed into missing from unnest(array['open', 'won', 'lost']) as needed
  where not exists (select from public.deal_stages as stage where stage.kind = needed and stage.archived_at is null) limit 1;
  if missing is not null then
    raise check_violation using message = format('The last stage for %s deals cannot go.', missing);
  end if;
  return null;
end
$$;
create constraint trigger deal_stages_keep_each_kind after update or delete on public.deal_stages
  deferrable initially deferred for each row execute function private.keep_each_kind();

-- What a row of deals says by itself ---------------------------------------------------------------------------------------

-- Minor unit to minor unit of the office's currency.
create function private.base_rate_of(of_currency text) returns numeric
language plpgsql stable security definer set search_path = ''
as $$
declare
  base text := (select currency from public.office);
  rate numeric;
begin
  if of_currency = base then return 1; end if;
  select given.rate * power(10::numeric, coalesce(own.minor_digits, 2) - given.minor_digits) into rate
  from public.currencies as given left join public.currencies as own on own.code = base where given.code = of_currency;
  if rate is null then
    raise check_violation using message = format('There is no rate from %s to %s yet. An administrator sets it in Settings, Deals.', of_currency, base);
  end if;
  return rate;
end
$$;

create function private.complete_deal() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  stage public.deal_stages;
  reason public.close_reasons;
  is_new boolean := tg_op = 'INSERT';
  moves boolean := tg_op = 'INSERT' or new.stage_id <> old.stage_id;
begin
  -- A form or a file that leaves these empty means what is usual, or what was there.
  if is_new then
    new.stage_id := coalesce(new.stage_id, private.first_stage());
    new.currency := coalesce(new.currency, (select currency from public.office));
  else
    new.stage_id := coalesce(new.stage_id, old.stage_id);
    new.currency := coalesce(new.currency, old.currency);
    moves := new.stage_id <> old.stage_id;
  end if;
  if moves then
    -- Moves into one column, and new cards of it, wait for each other; other edits do not.
    select * into stage from public.deal_stages where id = new.stage_id for no key update;
    if stage.archived_at is not null then
      raise check_violation using message = format('The stage "%s" is retired.', stage.name);
    end if;
    new.stage_kind := coalesce(stage.kind, new.stage_kind);
    if is_new then
      new.stage_since := coalesce(new.stage_since, new.created_at);
    elsif new.stage_since = old.stage_since then
      new.stage_since := clock_timestamp();
    end if;
    -- A probability of its own was said about the stage before.
    if not is_new and new.probability_own = old.probability_own and coalesce(current_setting('guidevane.keep_probability', true), '') <> 'yes' then
      new.probability_own := null;
    end if;
    if new.stage_kind = 'open' then
      new.closed_at := null;
      new.closed_on := null;
      new.close_reason_id := null;
      new.close_note := null;
    elsif is_new or old.stage_kind <> new.stage_kind then
      if not is_new then
        if new.closed_at is not distinct from old.closed_at then new.closed_at := null; end if;
        if new.closed_on is not distinct from old.closed_on then new.closed_on := null; end if;
        if new.close_reason_id is not distinct from old.close_reason_id then new.close_reason_id := null; end if;
        if old.stage_kind <> 'open' and new.close_note is not distinct from old.close_note then new.close_note := null; end if;
      end if;
      new.closed_at := coalesce(new.closed_at, new.stage_since);
      new.closed_on := coalesce(new.closed_on, public.office_day(new.closed_at));
    end if;
  end if;
  if is_new or new.currency <> old.currency or (old.stage_kind <> 'open' and new.stage_kind = 'open') then
    new.base_rate := private.base_rate_of(new.currency);
  end if;
  if new.close_reason_id is not null and (is_new or moves or new.close_reason_id is distinct from old.close_reason_id
    or new.close_note is distinct from old.close_note or new.stage_kind <> old.stage_kind) then
    select * into reason from public.close_reasons where id = new.close_reason_id;
    if reason.kind <> new.stage_kind then
      raise check_violation using message = format('"%s" is a reason for %s deals.', reason.name, reason.kind);
    end if;
    if reason.needs_note and nullif(btrim(new.close_note), '') is null then
      raise check_violation using message = format('"%s" needs a note.', reason.name);
    end if;
  end if;
  return new;
end
$$;
create trigger deals_tidy before insert or update on public.deals for each row execute function private.tidy();
-- A new rate alone is no edit.
create trigger deals_touch before update of name, account_id, stage_id, amount_minor, currency, probability_own, expected_close, owner_id, module,
  subject_key, closed_on, close_reason_id, close_note, archived_at on public.deals for each row execute function private.touch_updated_at();
-- After the two above: PostgreSQL takes triggers by name.
create trigger deals_whole_row before insert or update on public.deals for each row execute function private.complete_deal();
create trigger deal_contacts_tidy before insert or update on public.deal_contacts for each row execute function private.tidy();
create trigger deal_contacts_touch before update on public.deal_contacts for each row execute function private.touch_updated_at();

-- New cards, and cards that came by any other way than move_deal, stand on top of their column. The column is locked by now.
create function private.place_deal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.deal_places (deal_id, stage_id, position, archived)
    values (new.id, new.stage_id, private.top_of(new.stage_id), new.archived_at is not null);
  else
    update private.deal_places set
      stage_id = new.stage_id,
      position = case when stage_id = new.stage_id then position else private.top_of(new.stage_id) end,
      archived = new.archived_at is not null
    where deal_id = new.id and (stage_id <> new.stage_id or archived <> (new.archived_at is not null));
  end if;
  return null;
end
$$;
create function private.top_of(stage uuid) returns numeric
language sql volatile set search_path = ''
as $$
  select coalesce((select position - 1 from private.deal_places where stage_id = stage order by position limit 1), 0)
$$;
create trigger deals_place after insert or update of stage_id, archived_at on public.deals for each row execute function private.place_deal();

create function private.write_stage_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.stage_id = old.stage_id then return null; end if;
  insert into public.deal_stage_events (deal_id, at, by, from_stage, to_stage, from_kind, to_kind, base_minor, probability, seconds_in_from)
  values (new.id, new.stage_since, auth.uid(),
    case tg_op when 'UPDATE' then old.stage_id end, new.stage_id, case tg_op when 'UPDATE' then old.stage_kind end, new.stage_kind,
    new.base_minor, coalesce(new.probability_own, (select probability from public.deal_stages where id = new.stage_id)),
    case tg_op when 'UPDATE' then greatest(0, extract(epoch from new.stage_since - old.stage_since))::bigint end);
  return null;
end
$$;
create trigger deals_stage_event after insert or update of stage_id on public.deals for each row execute function private.write_stage_event();

-- Money that came in stays told: what was won once is archived.
create function private.keep_won_deals() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.deal_stage_events where deal_id = old.id and to_kind = 'won')
    -- Taking an import back is no loss of history.
    and not exists (select from public.imports where id = nullif(current_setting('guidevane.batch', true), '')::uuid) then
    raise sqlstate 'PT409' using message = format('"%s" was won once. Archive it instead: its money is part of the figures.', old.name);
  end if;
  return old;
end
$$;
create trigger deals_keep_won before delete on public.deals for each row execute function private.keep_won_deals();

-- Rates change: open deals follow, closed ones keep theirs.
create function private.deals_follow_rate() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.rate is not null and new.code <> (select currency from public.office) then
    perform private.hush(true);
    update public.deals set base_rate = private.base_rate_of(new.code) where currency = new.code and stage_kind = 'open';
    perform private.hush(false);
  end if;
  return null;
end
$$;
create trigger deals_follow_rate after update of rate, minor_digits on public.currencies for each row
  when (new.rate is distinct from old.rate or new.minor_digits is distinct from old.minor_digits) execute function private.deals_follow_rate();

-- The office counts in another currency: all figures are told in it, each by the same factor, and rates with them.
create function private.deals_follow_office() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  own numeric := (select rate from public.currencies where code = new.currency);
  digits int := coalesce((select minor_digits from public.currencies where code = new.currency), 2);
  old_digits int := coalesce((select minor_digits from public.currencies where code = old.currency), 2);
  factor numeric := power(10::numeric, digits - old_digits) / own;
begin
  if factor is null and exists (select from public.deals where amount_minor is not null) then
    raise check_violation using message = format('Set a rate from %s to %s first: deals are counted in %2$s.', new.currency, old.currency);
  end if;
  perform private.hush(true);
  update public.currencies set rate = case when code = new.currency then null when code = old.currency then 1 / own else rate / own end;
  update public.deals set base_rate = case when currency = new.currency then 1 else base_rate * factor end where factor is not null;
  update public.deal_stage_events set base_minor = round(base_minor * factor) where factor is not null;
  perform private.hush(false);
  return null;
end
$$;
create trigger deals_follow_office after update of currency on public.office for each row
  when (new.currency is distinct from old.currency) execute function private.deals_follow_office();

-- History -------------------------------------------------------------------------------------------------------------------

create function private.money_text(minor bigint, of_currency text) returns text
language sql stable security definer set search_path = ''
as $$
  select of_currency || ' ' || btrim(to_char(minor / power(10::numeric, minor_digits),
    'FM999,999,999,999,999,990' || case when minor_digits > 0 then '.' || repeat('0', minor_digits) else '' end))
  from public.currencies where code = of_currency
$$;

-- One entry per deal and save. A move is one, with the days that were spent in the stage before.
create function private.write_deal_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  dull text[] := array['stage_kind', 'stage_since', 'closed_at', 'base_rate', 'base_minor', 'amount_minor', 'currency', 'archived_at', 'inquiry_id'];
begin
  if nullif(current_setting('guidevane.batch', true), '') is not null then return null; end if;
  if tg_op = 'INSERT' then
    insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, deal_id, inquiry_id)
    select 'created', auth.uid(), private.actor_name(), 'deal', id, name, account_id, id, inquiry_id from kept;
  elsif tg_op = 'DELETE' then
    insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, deal_id)
    select 'deleted', auth.uid(), private.actor_name(), 'deal', id, name, account_id, id from gone;
  else
    insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, deal_id, changes)
    select told.kind, auth.uid(), private.actor_name(), 'deal', kept.id, kept.name, kept.account_id, kept.id, told.changes
    from kept join gone using (id)
    cross join lateral (
      select case
          when kept.stage_id <> gone.stage_id then 'moved'
          when kept.archived_at is not null and gone.archived_at is null then 'archived'
          when kept.archived_at is null and gone.archived_at is not null then 'restored'
          else 'changed' end as kind,
        nullif(coalesce(private.changed_fields(to_jsonb(gone) - dull, to_jsonb(kept) - dull), '{}')
          || case when (kept.amount_minor, kept.currency) is distinct from (gone.amount_minor, gone.currency)
              and num_nonnulls(kept.amount_minor, gone.amount_minor) > 0 then
              jsonb_build_object('amount', jsonb_build_array(
                private.money_text(gone.amount_minor, gone.currency), private.money_text(kept.amount_minor, kept.currency))) else '{}' end
          || case when kept.stage_id <> gone.stage_id then jsonb_build_object(
              'days', floor(extract(epoch from kept.stage_since - gone.stage_since) / 86400)::int,
              'outcome', jsonb_build_array(gone.stage_kind, kept.stage_kind)) else '{}' end, '{}') as changes
    ) as told
    where told.changes is not null or told.kind <> 'changed';
  end if;
  return null;
end
$$;
create trigger history_of_new after insert on public.deals referencing new table as kept
  for each statement execute function private.write_deal_events();
create trigger history_of_changes after update on public.deals referencing old table as gone new table as kept
  for each statement execute function private.write_deal_events();
create trigger history_of_gone after delete on public.deals referencing old table as gone
  for each statement execute function private.write_deal_events();

-- Who is on a deal, told on the deal, the person and the company.
create function private.write_deal_contact_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  one public.deal_contacts := case tg_op when 'DELETE' then old else new end;
  deal public.deals;
begin
  if nullif(current_setting('guidevane.batch', true), '') is not null then return null; end if;
  if tg_op = 'UPDATE' and (new.role, new.is_primary) is not distinct from (old.role, old.is_primary) then return null; end if;
  select * into deal from public.deals where id = one.deal_id;
  -- Gone with the deal or the person, whose entry tells it.
  if deal.id is null or not exists (select from public.contacts where id = one.contact_id) then return null; end if;
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id, deal_id, changes)
  values (case tg_op when 'INSERT' then 'added' when 'UPDATE' then 'changed' else 'removed' end, auth.uid(), private.actor_name(), 'deal_contact',
    one.id, (select name from public.contacts where id = one.contact_id), deal.account_id, one.contact_id, deal.id,
    case tg_op when 'UPDATE' then private.changed_fields(to_jsonb(old) - array['updated_at'], to_jsonb(new) - array['updated_at']) end);
  return null;
end
$$;
create trigger history_of_deal_contacts after insert or update or delete on public.deal_contacts
  for each row execute function private.write_deal_contact_event();

-- Names of stages and reasons in changes; deals in imports.
create or replace function private.names_in(changes jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  with ids as (
    select distinct (told.item #>> '{}')::uuid as id
    from jsonb_each(changes) as field,
      jsonb_array_elements(case jsonb_typeof(field.value) when 'array' then field.value else '[]' end) as told (item)
    where field.key ~ '_(id|by)$' and (told.item #>> '{}') ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  ), named as (
    select ids.id, coalesce(accounts.name, contacts.name, staff.name, deal_stages.name, close_reasons.name, deals.name) as name
    from ids
    left join public.accounts on accounts.id = ids.id
    left join public.contacts on contacts.id = ids.id
    left join public.staff on staff.user_id = ids.id
    left join public.deal_stages on deal_stages.id = ids.id
    left join public.close_reasons on close_reasons.id = ids.id
    left join public.deals on deals.id = ids.id
  )
  select jsonb_object_agg(named.id, named.name) from named where named.name is not null
$$;

-- Board -----------------------------------------------------------------------------------------------------------------------

-- What a deal is worth by its chance; the sum of these is the weighted sum, so that rows and totals agree to the cent.
create function public.weighted_minor(base_minor bigint, probability int) returns bigint
language sql immutable
as $$
  select (base_minor * probability + 50) / 100
$$;

-- The conditions on `deals` that a filter stands for; board, list and totals all take them from here:
--   search, owner (an id, or 'none'), module, account, stage (ids), closing ('overdue', 'this_month', 'this_quarter', 'none'), stale, archived
create function private.deal_conditions(filter jsonb) returns text
language sql stable set search_path = ''
as $$
  select concat_ws(' and ',
    case when (filter ->> 'archived')::boolean then 'deals.archived_at is not null' else 'deals.archived_at is null' end,
    case when nullif(btrim(filter ->> 'search'), '') is not null then
      format('deals.id in (select found.id from private.all_found(''deals'', %L) as found (id))', filter ->> 'search') end,
    case when filter ->> 'owner' = 'none' then 'deals.owner_id is null'
      when nullif(filter ->> 'owner', '') is not null then format('deals.owner_id = %L::uuid', filter ->> 'owner') end,
    case when nullif(filter ->> 'module', '') is not null then format('deals.module = %L', filter ->> 'module') end,
    case when nullif(filter ->> 'account', '') is not null then format('deals.account_id = %L::uuid', filter ->> 'account') end,
    case when jsonb_typeof(filter -> 'stage') = 'array' then
      format('deals.stage_id = any (%L::uuid[])', array(select jsonb_array_elements_text(filter -> 'stage'))) end,
    case filter ->> 'closing'
      when 'overdue' then 'deals.stage_kind = ''open'' and deals.expected_close < public.office_today()'
      when 'none' then 'deals.stage_kind = ''open'' and deals.expected_close is null'
      when 'this_month' then 'date_trunc(''month'', coalesce(deals.closed_on, deals.expected_close)) = date_trunc(''month'', public.office_today())'
      when 'this_quarter' then 'date_trunc(''quarter'', coalesce(deals.closed_on, deals.expected_close)) = date_trunc(''quarter'', public.office_today())'
    end,
    case when (filter ->> 'stale')::boolean then
      'deals.stage_kind = ''open'' and exists (select from public.deal_stages as stage where stage.id = deals.stage_id
        and deals.stage_since <= now() - make_interval(days => stage.stale_after_days))' end)
$$;

-- A card as the board shows it, of `deals` and its `stage`.
create function private.card_of_deal() returns text
language sql immutable set search_path = ''
as $$
  select $card$ jsonb_build_object(
    'id', deals.id, 'name', deals.name, 'account_id', deals.account_id,
    'account_name', (select accounts.name from public.accounts where accounts.id = deals.account_id),
    'amount_minor', deals.amount_minor, 'currency', deals.currency, 'base_minor', deals.base_minor,
    'probability', coalesce(deals.probability_own, stage.probability), 'probability_own', deals.probability_own,
    'expected_close', deals.expected_close, 'owner_id', deals.owner_id,
    'owner_name', (select staff.name from public.staff where staff.user_id = deals.owner_id),
    'module', deals.module, 'stage_id', deals.stage_id, 'stage_since', date_trunc('second', deals.stage_since),
    'stale', coalesce(stage.kind = 'open' and deals.stage_since <= now() - make_interval(days => stage.stale_after_days), false),
    'overdue', coalesce(stage.kind = 'open' and deals.expected_close < office.today, false),
    'closed_on', deals.closed_on,
    'people', (select count(*) from public.deal_contacts where deal_contacts.deal_id = deals.id),
    'next_task', (select jsonb_build_object('title', tasks.title, 'due_on', tasks.due_on) from public.tasks
      where tasks.deal_id = deals.id and tasks.done_at is null
      order by tasks.due_on nulls last, tasks.due_at nulls last, tasks.created_at limit 1),
    'updated_at', deals.updated_at) $card$
$$;

create function private.require_deals(action text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.caller_may('deals', action) then
    raise insufficient_privilege using message = 'You need admin privileges for deals.';
  end if;
end
$$;

-- Columns of all live stages: count, sum and weighted sum of all deals that match, and the first cards. Won and lost show
-- the cards of the last 90 days, and count them all.
create function public.deal_board(filter jsonb default '{}', per_stage int default 30) returns jsonb
language plpgsql stable security definer set search_path = '' set max_parallel_workers_per_gather = 0
as $$
declare
  answer jsonb;
begin
  perform private.require_deals('read');
  execute format(
    $query$
      with office as materialized (
        select currency, public.office_today() as today from public.office
      ), totals as materialized (
        select deals.stage_id, count(*) as count, coalesce(sum(deals.base_minor), 0)::bigint as sum_minor,
          coalesce(sum(public.weighted_minor(deals.base_minor, coalesce(deals.probability_own, stage.probability))), 0)::bigint as weighted_minor,
          count(*) filter (where deals.amount_minor is null) as without_amount,
          count(*) filter (where deals.amount_minor is not null and deals.currency <> (select currency from office)) as converted
        from public.deals join public.deal_stages as stage on stage.id = deals.stage_id
        where %1$s
        group by deals.stage_id
      )
      select jsonb_build_object('currency', (select currency from office), 'stages', jsonb_agg(
        jsonb_build_object('id', stage.id, 'key', stage.key, 'name', stage.name, 'kind', stage.kind, 'probability', stage.probability,
          'stale_after_days', stage.stale_after_days, 'count', coalesce(totals.count, 0), 'sum_minor', coalesce(totals.sum_minor, 0),
          'weighted_minor', coalesce(totals.weighted_minor, 0), 'without_amount', coalesce(totals.without_amount, 0),
          'converted', coalesce(totals.converted, 0), 'cards', coalesce(page.cards, '[]'), 'more', coalesce(page.more, false))
        order by stage.sort))
      from public.deal_stages as stage
      cross join office
      left join totals on totals.stage_id = stage.id
      cross join lateral (
        select jsonb_agg(card order by position) filter (where place <= $1) as cards, count(*) > $1 as more
        from (
          select place.position, row_number() over (order by place.position) as place, case when row_number() over (order by place.position) <= $1 then %2$s end as card
          from private.deal_places as place join public.deals on deals.id = place.deal_id
          where place.stage_id = stage.id and place.archived = $2 and totals.count > 0
            and (stage.kind = 'open' or deals.closed_on > office.today - 90) and %1$s
          order by place.position limit $1 + 1
        ) as first_ones
      ) as page
      where stage.archived_at is null
    $query$, private.deal_conditions(filter), private.card_of_deal())
  into answer using least(greatest(coalesce(per_stage, 30), 0), 200), coalesce((filter ->> 'archived')::boolean, false);
  return answer;
end
$$;

-- The cards of one column that come after one.
create function public.deal_board_more(filter jsonb, stage uuid, after uuid, per_stage int default 30) returns jsonb
language plpgsql stable security definer set search_path = '' set max_parallel_workers_per_gather = 0
as $$
declare
  answer jsonb;
  most int := least(greatest(coalesce(per_stage, 30), 1), 200);
begin
  perform private.require_deals('read');
  execute format(
    $query$
      with office as materialized (
        select public.office_today() as today
      )
      select jsonb_build_object(
        'cards', coalesce(jsonb_agg(card order by position) filter (where place <= $1), '[]'), 'more', count(*) > $1)
      from (
        select place.position, row_number() over (order by place.position) as place, %2$s as card
        from private.deal_places as place
        join public.deals on deals.id = place.deal_id
        join public.deal_stages as stage on stage.id = place.stage_id
        cross join office
        where place.stage_id = $3 and place.archived = $2
          and place.position > coalesce((select position from private.deal_places where deal_id = $4 and stage_id = $3), '-Infinity')
          and (stage.kind = 'open' or deals.closed_on > office.today - 90) and %1$s
        order by place.position limit $1 + 1
      ) as next_ones
    $query$, private.deal_conditions(filter), private.card_of_deal())
  into answer using most, coalesce((filter ->> 'archived')::boolean, false), stage, after;
  return answer;
end
$$;

-- The rows behind a board: the same conditions, as rows that can be sorted, paged, counted and narrowed further.
create function public.filter_deals(filter jsonb default '{}') returns setof public.deals
language plpgsql stable set search_path = '' rows 1000
as $$
begin
  return query execute 'select deals.* from public.deals where ' || private.deal_conditions(filter);
end
$$;

-- Moving ------------------------------------------------------------------------------------------------------------------------

create function private.deal_card(deal uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  execute format(
    'select %s from public.deals join public.deal_stages as stage on stage.id = deals.stage_id
     cross join (select public.office_today() as today) as office where deals.id = $1', private.card_of_deal())
  into answer using deal;
  return answer;
end
$$;

create function private.column_totals(of_stage uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', of_stage, 'count', count(*), 'sum_minor', coalesce(sum(base_minor), 0)::bigint,
    'weighted_minor', coalesce(sum(public.weighted_minor(base_minor, coalesce(probability_own,
      (select probability from public.deal_stages where id = of_stage)))), 0)::bigint)
  from public.deals where stage_id = of_stage and archived_at is null
$$;

-- Cards that were put into one gap again and again: the column gets whole numbers again, in the same order.
create function private.respace(of_stage uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.deal_places set position = ordered.place
  from (select deal_id, row_number() over (order by position) as place from private.deal_places where stage_id = of_stage) as ordered
  where deal_places.deal_id = ordered.deal_id and deal_places.stage_id = of_stage
$$;

-- The place for a card in a locked column: right below `after`, or right above `before`, by the order that everyone sees. Cards
-- that a filter hides stand between as they did. Half of a sum is exact in numeric.
create function private.place_between(of_stage uuid, moving uuid, after uuid, before uuid, at_end boolean) returns numeric
language plpgsql volatile security definer set search_path = ''
as $$
declare
  above numeric;
  below numeric;
begin
  select position into above from private.deal_places where deal_id = after and stage_id = of_stage and deal_id <> moving;
  if above is null then
    select position into below from private.deal_places where deal_id = before and stage_id = of_stage and deal_id <> moving;
  end if;
  if above is not null then
    select min(position) into below from private.deal_places where stage_id = of_stage and position > above and deal_id <> moving;
  elsif below is not null then
    select max(position) into above from private.deal_places where stage_id = of_stage and position < below and deal_id <> moving;
  elsif at_end then
    select max(position) into above from private.deal_places where stage_id = of_stage and deal_id <> moving;
  else
    select min(position) into below from private.deal_places where stage_id = of_stage and deal_id <> moving;
  end if;
  return case
    when above is null and below is null then 0
    when above is null then floor(below) - 1
    when below is null then ceil(above) + 1
    else (above + below) * 0.5 end;
end
$$;

-- Moves a deal to a stage and a place in it: below `after`, or above `before`, or to the end, or to the top. `close` is what
-- closing needs, {reason, note, amount_minor, currency, closed_on}, and may say {ask_again_on, end_tasks, probability_own}.
-- `seen` is the updated_at that whoever moves it saw. The answer says how to undo it.
create function public.move_deal(
  deal uuid, to_stage uuid, after uuid default null, before uuid default null, seen timestamptz default null,
  close jsonb default null, keep_probability boolean default false, at_end boolean default false
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was public.deals;
  old_place private.deal_places;
  spot numeric;
  above uuid;
  below uuid;
  target public.deal_stages;
  undo_close jsonb;
  ended uuid[];
begin
  perform private.require_deals('edit');
  select * into was from public.deals where id = deal for no key update;
  if was.id is null then raise sqlstate 'PT404' using message = 'This deal no longer exists.'; end if;
  if seen is not null and was.updated_at <> seen then
    raise sqlstate 'PT409' using message = format('Someone else changed "%s" meanwhile.', was.name), detail = private.deal_card(deal)::text;
  end if;
  -- One after the other: whoever puts a card into this column waits here for whoever is at it.
  select * into target from public.deal_stages where id = to_stage for no key update;
  if target.id is null then raise sqlstate 'PT404' using message = 'This stage no longer exists.'; end if;
  select * into old_place from private.deal_places where deal_id = deal;
  select deal_id into above from private.deal_places
  where stage_id = old_place.stage_id and position < old_place.position and not archived order by position desc limit 1;
  select deal_id into below from private.deal_places
  where stage_id = old_place.stage_id and position > old_place.position and not archived order by position limit 1;

  spot := private.place_between(to_stage, deal, after, before, at_end);
  if length(spot::text) > 20 then
    perform private.respace(to_stage);
    spot := private.place_between(to_stage, deal, after, before, at_end);
  end if;
  update private.deal_places set stage_id = to_stage, position = spot where deal_id = deal;

  if was.stage_id <> to_stage or close is not null then
    perform set_config('guidevane.keep_probability', case when keep_probability then 'yes' else '' end, true);
    update public.deals set
      stage_id = to_stage,
      amount_minor = case when close ? 'amount_minor' then (close ->> 'amount_minor')::bigint else amount_minor end,
      currency = coalesce(close ->> 'currency', currency),
      probability_own = case when close ? 'probability_own' then (close ->> 'probability_own')::smallint else probability_own end,
      closed_on = case when target.kind <> 'open' and close ->> 'closed_on' is not null then (close ->> 'closed_on')::date else closed_on end,
      close_reason_id = case when target.kind <> 'open' and close ? 'reason' then (close ->> 'reason')::uuid else close_reason_id end,
      close_note = case when target.kind <> 'open' and close ? 'note' then close ->> 'note' else close_note end
    where id = deal;
    perform set_config('guidevane.keep_probability', '', true);
    if (close ->> 'end_tasks')::boolean then
      with done as (
        update public.tasks set done_at = now(), done_by = private.me() where deal_id = deal and done_at is null returning id
      ) select array_agg(id) into ended from done;
    end if;
    if close ->> 'ask_again_on' is not null then
      insert into public.tasks (title, kind, due_on, deal_id, assignee_id, source)
      values (left('Ask again: ' || was.name, 300), 'call', (close ->> 'ask_again_on')::date, deal, coalesce(was.owner_id, private.me()), 'deal');
    end if;
    undo_close := jsonb_build_object('amount_minor', was.amount_minor, 'currency', was.currency, 'probability_own', was.probability_own)
      || case when was.stage_kind <> 'open' then
        jsonb_build_object('reason', was.close_reason_id, 'note', was.close_note, 'closed_on', was.closed_on) else '{}' end;
  end if;

  return jsonb_build_object(
    'card', private.deal_card(deal),
    'from', private.column_totals(was.stage_id),
    'to', case when was.stage_id = to_stage then private.column_totals(was.stage_id) else private.column_totals(to_stage) end,
    'place', (select count(*) from private.deal_places where stage_id = to_stage and not archived and position <= spot),
    'of', (select count(*) from private.deal_places where stage_id = to_stage and not archived),
    'ended_tasks', coalesce(to_jsonb(ended), '[]'),
    'undo', jsonb_build_object('deal', deal, 'to_stage', was.stage_id, 'after', above, 'before', below,
      'seen', (select updated_at from public.deals where id = deal), 'close', undo_close, 'keep_probability', true));
end
$$;

-- To the first stage of an outcome, 'won' or 'lost'.
create function public.close_deal(deal uuid, outcome text, close jsonb default '{}', seen timestamptz default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if outcome not in ('won', 'lost') then
    raise check_violation using message = 'A deal is closed as won or lost.';
  end if;
  return public.move_deal(deal, (select id from public.deal_stages where kind = outcome and archived_at is null order by sort limit 1),
    seen => seen, close => coalesce(close, '{}'));
end
$$;

-- Back to the open stage it came from, or to the first; date, reason and note are cleared.
create function public.reopen_deal(deal uuid, to_stage uuid default null, seen timestamptz default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  target uuid := coalesce(to_stage,
    (select stage.id from public.deal_stage_events as event join public.deal_stages as stage on stage.id = event.to_stage
     where event.deal_id = deal and stage.kind = 'open' and stage.archived_at is null order by event.id desc limit 1),
    private.first_stage());
begin
  if (select kind from public.deal_stages where id = target) is distinct from 'open' then
    raise check_violation using message = 'A deal is reopened in an open stage.';
  end if;
  return public.move_deal(deal, target, seen => seen);
end
$$;

-- Many at once. Each answers what was there before, so that it can be undone.
create function public.move_deals(ids uuid[], to_stage uuid, close jsonb default null)
returns table (id uuid, was_stage_id uuid)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  one public.deals;
begin
  perform private.require_deals('edit');
  for one in select * from public.deals where deals.id = any (ids) order by deals.id for no key update loop
    continue when one.stage_id = to_stage;
    perform public.move_deal(one.id, to_stage, close => close);
    id := one.id;
    was_stage_id := one.stage_id;
    return next;
  end loop;
end
$$;

create function public.assign_deals(ids uuid[], owner uuid) returns table (id uuid, was_owner_id uuid)
language sql volatile set search_path = ''
as $$
  with before as (select deals.id, deals.owner_id from public.deals where deals.id = any (ids) order by deals.id for no key update)
  update public.deals set owner_id = owner from before
  where deals.id = before.id and deals.owner_id is distinct from owner
  returning deals.id, before.owner_id
$$;

create function public.archive_deals(ids uuid[], archive boolean default true) returns setof uuid
language sql volatile set search_path = ''
as $$
  update public.deals set archived_at = case when archive then now() end
  where id = any (ids) and (archived_at is null) = archive returning id
$$;

-- Stages ------------------------------------------------------------------------------------------------------------------------

create function public.order_stages(ids uuid[]) returns void
language sql volatile set search_path = ''
as $$
  update public.deal_stages set sort = ordered.place
  from (
    select stage.id, row_number() over (order by coalesce(array_position(ids, stage.id), 1000), stage.sort) as place from public.deal_stages as stage
  ) as ordered
  where deal_stages.id = ordered.id and deal_stages.sort <> ordered.place
$$;

-- Its deals, also closed and archived ones, go to another stage of its kind, in their order below those that are there.
create function public.retire_stage(stage uuid, move_to uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone public.deal_stages;
  target public.deal_stages;
  moved int;
  below numeric;
begin
  perform private.require_deals('edit');
  perform from public.deal_stages where id in (stage, move_to) order by id for no key update;
  select * into gone from public.deal_stages where id = stage;
  select * into target from public.deal_stages where id = move_to;
  if gone.id is null then raise sqlstate 'PT404' using message = 'This stage no longer exists.'; end if;
  if target.id is null or target.id = gone.id or target.archived_at is not null then
    raise check_violation using message = 'Say which other stage its deals go to.';
  end if;
  if target.kind <> gone.kind then
    raise check_violation using message = format('Deals of "%s" go to another stage for %s deals.', gone.name, gone.kind);
  end if;
  perform private.hush(true);
  select coalesce(max(position), 0) into below from private.deal_places where stage_id = target.id;
  update private.deal_places set stage_id = target.id, position = ordered.place
  from (select deal_id, ceil(below) + row_number() over (order by position) as place from private.deal_places where stage_id = gone.id) as ordered
  where deal_places.deal_id = ordered.deal_id;
  perform set_config('guidevane.keep_probability', 'yes', true);
  update public.deals set stage_id = target.id where stage_id = gone.id;
  get diagnostics moved = row_count;
  perform set_config('guidevane.keep_probability', '', true);
  update public.subjects set stage_id = target.id where stage_id = gone.id;
  update public.deal_stages set archived_at = now() where id = gone.id;
  perform private.hush(false);
  insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, changes)
  values ('retired', auth.uid(), private.actor_name(), 'deal_stage', gone.id, gone.name, jsonb_build_object('stage', jsonb_build_array(gone.name, target.name), 'deals', moved));
  set constraints all immediate;
  return jsonb_build_object('moved', moved, 'to', private.column_totals(target.id));
end
$$;

-- Tasks on deals ------------------------------------------------------------------------------------------------------------------

create or replace function private.complete_task_row() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.due_at is not null then new.due_on := public.office_day(new.due_at); end if;
  if new.contact_id is not null then
    new.account_id := (select account_id from public.contacts where id = new.contact_id);
  elsif new.deal_id is not null then
    new.account_id := coalesce((select account_id from public.deals where id = new.deal_id), new.account_id);
  elsif new.inquiry_id is not null then
    new.account_id := coalesce(private.account_of_inquiry(new.inquiry_id), new.account_id);
  end if;
  return new;
end
$$;

-- A deal that goes to another company takes its tasks and notes along.
create function private.tasks_follow_deal() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  batch text := coalesce(current_setting('guidevane.batch', true), '');
begin
  perform set_config('guidevane.batch', gen_random_uuid()::text, true);
  update public.tasks set account_id = new.account_id where deal_id = new.id and account_id is distinct from new.account_id;
  update public.notes set account_id = new.account_id where deal_id = new.id and account_id is distinct from new.account_id;
  perform set_config('guidevane.batch', batch, true);
  return null;
end
$$;
create trigger tasks_follow_deal after update of account_id on public.deals for each row
  when (new.account_id is distinct from old.account_id) execute function private.tasks_follow_deal();

-- As before, and of one deal.
drop function public.task_list(boolean, text, text[], uuid, uuid, uuid, int, int);
create function public.task_list(
  mine boolean default false,
  of_priority text default null,
  in_groups text[] default null,
  of_account uuid default null,
  of_contact uuid default null,
  of_inquiry uuid default null,
  of_deal uuid default null,
  most int default 200,
  skipping int default 0
)
returns table (
  id uuid, title text, notes text, kind text, priority text, due_on date, due_at timestamptz, due_time text, remind_at timestamptz,
  remind_before int, assignee_id uuid, assignee_name text, done_at timestamptz, done_time text, done_by_name text,
  account_id uuid, account_name text, contact_id uuid, contact_name text, deal_id uuid, deal_name text, inquiry_id uuid, inquiry_name text,
  source text, created_at timestamptz, updated_at timestamptz, task_group text, today date
)
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  with office as materialized (
    select public.office_today() as today, time_zone, (select auth.uid()) as me,
      public.office_today()::timestamp at time zone time_zone as midnight
    from public.office
  ), found as materialized (
    select tasks.*, office.today, private.task_group(tasks.due_on, tasks.due_at, office.today) as task_group
    from office, public.tasks
    where tasks.done_at is null
      and (not mine or tasks.assignee_id = office.me or tasks.assignee_id is null)
      and (of_priority is null or tasks.priority = of_priority)
      and (of_account is null or tasks.account_id = of_account)
      and (of_contact is null or tasks.contact_id = of_contact)
      and (of_inquiry is null or tasks.inquiry_id = of_inquiry)
      and (of_deal is null or tasks.deal_id = of_deal)
      and (in_groups is null or private.task_group(tasks.due_on, tasks.due_at, office.today) = any (in_groups))
    union all
    select tasks.*, office.today, 'done'
    from office, public.tasks
    where tasks.done_at >= office.midnight
      and (in_groups is null or 'done' = any (in_groups))
      and (not mine or tasks.assignee_id = office.me or tasks.assignee_id is null or tasks.done_by = office.me)
      and (of_priority is null or tasks.priority = of_priority)
      and (of_account is null or tasks.account_id = of_account)
      and (of_contact is null or tasks.contact_id = of_contact)
      and (of_inquiry is null or tasks.inquiry_id = of_inquiry)
      and (of_deal is null or tasks.deal_id = of_deal)
  ), page as (
    select * from found
    order by
      array_position(array['overdue', 'today', 'tomorrow', 'week', 'later', 'undated', 'done'], task_group),
      case when task_group = 'done' then extract(epoch from done_at) end desc,
      due_on, due_at nulls last, array_position(array['high', 'medium', 'low'], priority), created_at, id
    limit least(greatest(most, 0), 1000) offset greatest(skipping, 0)
  )
  select page.id, page.title, page.notes, page.kind, page.priority, page.due_on, page.due_at,
    to_char(page.due_at at time zone office.time_zone, 'HH24:MI'), page.remind_at,
    (extract(epoch from page.due_at - page.remind_at) / 60)::int,
    page.assignee_id, assignee.name, page.done_at, to_char(page.done_at at time zone office.time_zone, 'HH24:MI'), doer.name,
    -- Looked up one by one: a join would read every company and person for a page of tasks.
    page.account_id, (select accounts.name from public.accounts where accounts.id = page.account_id),
    page.contact_id, (select contacts.name from public.contacts where contacts.id = page.contact_id),
    page.deal_id, case when page.deal_id is not null then (select deals.name from public.deals where deals.id = page.deal_id) end, page.inquiry_id,
    case when page.inquiry_id is not null then private.name_of_inquiry(page.inquiry_id) end,
    page.source, page.created_at, page.updated_at, page.task_group, page.today
  from office cross join page
  left join public.staff as assignee on assignee.user_id = page.assignee_id
  left join public.staff as doer on doer.user_id = page.done_by
  order by
    array_position(array['overdue', 'today', 'tomorrow', 'week', 'later', 'undated', 'done'], page.task_group),
    case when page.task_group = 'done' then extract(epoch from page.done_at) end desc,
    page.due_on, page.due_at nulls last, array_position(array['high', 'medium', 'low'], page.priority), page.created_at, page.id
$$;

create or replace function public.save_task(task jsonb, seen timestamptz default null) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  of_id uuid := (task ->> 'id')::uuid;
  due timestamptz := case when task ->> 'due_time' is not null
    then private.office_moment((task ->> 'due_on')::date, (task ->> 'due_time')::time) end;
  remind timestamptz := due - make_interval(mins => (task ->> 'remind_before')::int);
  other public.tasks;
begin
  if seen is null then
    insert into public.tasks (id, title, notes, kind, priority, due_on, due_at, remind_at, assignee_id, account_id, contact_id, inquiry_id, deal_id)
    values (of_id, coalesce(task ->> 'title', ''), task ->> 'notes', coalesce(task ->> 'kind', 'todo'), coalesce(task ->> 'priority', 'medium'),
      (task ->> 'due_on')::date, due, remind,
      case when task ? 'assignee_id' then (task ->> 'assignee_id')::uuid else auth.uid() end,
      (task ->> 'account_id')::uuid, (task ->> 'contact_id')::uuid, (task ->> 'inquiry_id')::uuid, (task ->> 'deal_id')::uuid)
    on conflict (id) do nothing;
    return of_id;
  end if;
  update public.tasks set title = coalesce(task ->> 'title', ''), notes = task ->> 'notes', kind = coalesce(task ->> 'kind', tasks.kind),
    priority = coalesce(task ->> 'priority', tasks.priority), due_on = (task ->> 'due_on')::date, due_at = due, remind_at = remind,
    assignee_id = (task ->> 'assignee_id')::uuid, account_id = (task ->> 'account_id')::uuid, contact_id = (task ->> 'contact_id')::uuid,
    deal_id = case when task ? 'deal_id' then (task ->> 'deal_id')::uuid when task ->> 'contact_id' is null then tasks.deal_id end
  where id = of_id and updated_at = seen;
  if found then return of_id; end if;
  select * into other from public.tasks where id = of_id;
  if other.id is null then raise sqlstate 'PT404' using message = 'This task no longer exists.'; end if;
  raise sqlstate 'PT409' using message = 'Someone else saved this task after you opened it. Close it to see theirs.';
end
$$;

-- Companies and people --------------------------------------------------------------------------------------------------------------

-- Both on one deal: one line stays, and what only the other said is taken over.
create function private.deal_contacts_follow_merge(keep uuid, gone uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  double record;
begin
  for double in
    select other.id, other.deal_id, other.role, other.is_primary, kept.id as kept_id
    from public.deal_contacts as other join public.deal_contacts as kept on kept.deal_id = other.deal_id and kept.contact_id = keep
    where other.contact_id = gone
  loop
    delete from public.deal_contacts where id = double.id;
    update public.deal_contacts set role = coalesce(role, double.role), is_primary = is_primary or double.is_primary where id = double.kept_id;
  end loop;
end
$$;
select private.take_part('merge contacts', 'private.deal_contacts_follow_merge(uuid, uuid)');

-- A company that is put aside does not put aside the one it is merged into.
create or replace function public.merge_accounts(keep uuid, gone uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was_archived timestamptz := (select archived_at from public.accounts where id = keep);
  counts jsonb;
begin
  if not (private.caller_may('crm', 'edit') and private.caller_may('crm', 'delete')) then
    raise insufficient_privilege using message = 'Only administrators merge accounts';
  end if;
  counts := private.merge_records('accounts', 'account', keep, gone);
  perform private.hush(true);
  update public.accounts set archived_at = was_archived where id = keep and archived_at is distinct from was_archived;
  perform private.hush(false);
  return counts;
end
$$;

-- A deal may bear the name of a person, above all of one who is their own company.
create function private.erase_contact_from_deals(contact uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person text := (select name from public.contacts where id = contact);
  theirs uuid[] := array(
    select deal_id from public.deal_contacts where contact_id = contact
    union select deals.id from public.deals join public.inquiries on inquiries.id = deals.inquiry_id where inquiries.contact_id = contact);
begin
  update public.deal_contacts set role = null where contact_id = contact;
  update public.deals set name = left(replace(name, person, 'Erased person'), 200), close_note = replace(close_note, person, 'Erased person')
  where id = any (theirs) and (strpos(name, person) > 0 or strpos(close_note, person) > 0);
  update public.events set record_name = left(replace(record_name, person, 'Erased person'), 200),
    changes = case when strpos(changes::text, person) > 0 then null else changes end
  where deal_id = any (theirs) and (strpos(record_name, person) > 0 or strpos(changes::text, person) > 0);
end
$$;
select private.take_part('erase contact', 'private.erase_contact_from_deals(uuid)');

-- Inquiries ---------------------------------------------------------------------------------------------------------------------------

-- What deals call the line of business of a subject.
create function private.module_of_line(line text) returns text
language sql immutable set search_path = ''
as $$
  select case line when 'education' then 'Workshops' when 'products' then 'Publisher' when 'advisory' then 'RLCT' when 'build' then 'RLCT' else line end
$$;

-- An open deal of the same company and module is joined; otherwise a new one stands in the subject's stage. Two messages of one
-- company wait for each other.
create or replace function private.route_to_deal(inquiry public.inquiries) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  route public.subjects;
  of_module text;
  found_deal uuid;
  company public.accounts;
begin
  if inquiry.account_id is null or not private.module_is_live('deals') then return null; end if;
  select * into route from public.subjects where subjects.key = inquiry.subject_key or (inquiry.subject_key is null and is_default);
  if route.makes_deal is not true then return null; end if;
  of_module := private.module_of_line(route.module);
  perform pg_advisory_xact_lock(3603, hashtext(inquiry.account_id::text));
  select id into found_deal from public.deals
  where account_id = inquiry.account_id and stage_kind = 'open' and archived_at is null and module is not distinct from of_module
  order by created_at desc, id limit 1;
  if found_deal is null then
    select * into company from public.accounts where id = inquiry.account_id;
    if company.archived_at is not null then update public.accounts set archived_at = null where id = company.id; end if;
    insert into public.deals (name, account_id, stage_id, owner_id, module, subject_key, inquiry_id)
    values (
      left(company.name || ': ' || coalesce(nullif(route.label, 'Other'), nullif(inquiry.subject_text, ''), 'inquiry'), 200), inquiry.account_id,
      (select id from public.deal_stages where id = route.stage_id and kind = 'open' and archived_at is null),
      (select user_id from public.staff where user_id = route.owner_id and active),
      of_module, inquiry.subject_key, inquiry.id)
    returning id into found_deal;
  end if;
  insert into public.deal_contacts (deal_id, contact_id, is_primary)
  select found_deal, inquiry.contact_id, not exists (select from public.deal_contacts where deal_id = found_deal and is_primary)
  where inquiry.contact_id is not null
  on conflict (deal_id, contact_id) do nothing;
  return found_deal;
end
$$;

-- A deal that spam made goes, if nobody has touched or used it since; a person whom it brought leaves one that stays.
create or replace function private.unroute_deal(inquiry public.inquiries) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if inquiry.deal_id is null then return; end if;
  delete from public.deals
  where id = inquiry.deal_id and inquiry_id = inquiry.id and updated_at = created_at
    and not exists (select from public.tasks where deal_id = deals.id)
    and not exists (select from public.notes where deal_id = deals.id)
    and not exists (select from public.inquiries as other where other.deal_id = deals.id and other.id <> inquiry.id)
    and not exists (select from public.deal_contacts where deal_id = deals.id and contact_id <> inquiry.contact_id);
  delete from public.deal_contacts
  where deal_id = inquiry.deal_id and contact_id = (inquiry.made ->> 'contact')::uuid and updated_at = created_at;
end
$$;

-- Files -----------------------------------------------------------------------------------------------------------------------------------

-- Rows that are part of the record they refer to: they go with it, and are no use of it by others.
create table private.record_parts (place regclass not null, field name not null, primary key (place, field));
insert into private.record_parts (place, field) values ('public.deal_stage_events', 'deal_id'), ('public.deal_contacts', 'deal_id');
revoke all on private.record_parts from public, anon, authenticated, service_role;
grant select on private.record_parts to authenticated, service_role;

create or replace function private.referred_to_by(of_kind text) returns table (kind text, field text, cascades boolean)
language sql stable set search_path = ''
as $$
  select source.relname::text, attribute.attname::text, link.confdeltype = 'c'
  from pg_constraint as link
  join pg_class as source on source.oid = link.conrelid and source.relnamespace = 'public'::regnamespace
  join pg_attribute as attribute on attribute.attrelid = link.conrelid and array[attribute.attnum] = link.conkey
  where link.contype = 'f' and link.confrelid = to_regclass(format('public.%I', of_kind))
    and not exists (select from private.record_parts where place = source.oid and record_parts.field = attribute.attname)
$$;

create or replace function public.count_dependents(kind text, ids uuid[])
returns table (dependents text, count integer, deleted boolean)
language plpgsql stable set search_path = ''
as $$
declare
  told private.findable := private.known_kind(kind);
  link record;
begin
  for link in
    select source.relname::text as kind, attribute.attname::text as field, fk.confdeltype = 'c' as cascades,
      exists (select from pg_attribute as done where done.attrelid = source.oid and done.attname = 'done_at') as ends
    from pg_constraint as fk
    join pg_class as source on source.oid = fk.conrelid and source.relnamespace = 'public'::regnamespace
    join pg_attribute as attribute on attribute.attrelid = fk.conrelid and array[attribute.attnum] = fk.conkey
    where fk.contype = 'f' and fk.confrelid = to_regclass(format('public.%I', told.kind)) and fk.confdeltype not in ('n', 'd')
      and not exists (select from private.record_parts where place = source.oid and field = attribute.attname)
    order by 1, 2
  loop
    return query execute
      format('select $2, count(*)::integer, $3 from public.%I where %I = any ($1)%s having count(*) > 0',
        link.kind, link.field, case when link.ends then ' and done_at is null' else '' end)
    using ids, link.kind, link.cascades;
  end loop;
end
$$;

-- A reference that the table fills by itself may be left empty in a file.
create or replace function private.references_of(of_kind text) returns table (field text, kind text, title text, required boolean)
language sql stable set search_path = ''
as $$
  select attribute.attname, findable.kind, findable.title, attribute.attnotnull and not attribute.atthasdef
  from pg_constraint as link
  join pg_attribute as attribute on attribute.attrelid = link.conrelid and array[attribute.attnum] = link.conkey
  join pg_class as target on target.oid = link.confrelid and target.relnamespace = 'public'::regnamespace
  join private.findable on findable.kind = target.relname
  where link.contype = 'f' and link.conrelid = to_regclass(format('public.%I', of_kind))
  order by attribute.attnum
$$;

-- Companies are made by their name alone. Stages and colleagues are not: a row that names one that does not exist is left out.
create function private.is_made_by_title(of_kind text) returns boolean
language sql stable set search_path = ''
as $$
  select not exists (
    select from pg_attribute as attribute join private.findable on findable.kind = of_kind
    where attribute.attrelid = to_regclass(format('public.%I', of_kind)) and attribute.attnum > 0 and not attribute.attisdropped
      and attribute.attnotnull and not attribute.atthasdef and attribute.attname <> findable.title)
$$;
create or replace function public.import_records(
  import uuid, kind text, skip_duplicates boolean default true, create_missing boolean default true,
  out added integer, out created integer
)
language plpgsql volatile set search_path = '' set statement_timeout = '120s' set work_mem = '64MB'
as $$
declare
  told private.findable := private.known_kind(kind);
  skipped integer[] := '{}';
  fields text[];
  names text := '';
  types text := 'line integer';
  taken text := '';
  titles text := '';
  joins text := '';
  conditions text := 'true';
  uploaded text;
  own record;
  ids uuid[];
  records jsonb := '[]';
begin
  -- The history gets one entry for all rows.
  perform set_config('guidevane.batch', import::text, true);
  if skip_duplicates then
    select coalesce(array_agg(found.line), '{}') into skipped from public.check_import(import, kind) as found where found.finding <> 'missing';
  end if;

  fields := array(
    select distinct key from public.import_parts, unnest(import_parts.keys) as key where import_id = import and key <> 'line'
  );

  for own in
    select given.name, format_type(attribute.atttypid, attribute.atttypmod) as type, attribute.attnotnull as required,
      pg_get_expr(usual.adbin, usual.adrelid) as usual, link.kind as refers_to, link.title
    from unnest(fields) as given (name)
    left join pg_attribute as attribute on attribute.attname = given.name and attribute.attnum > 0
      and attribute.attrelid = to_regclass(format('public.%I', told.kind)) and attribute.attgenerated = ''
      and attribute.attname not in ('id', 'created_at', 'updated_at')
    left join pg_attrdef as usual on usual.adrelid = attribute.attrelid and usual.adnum = attribute.attnum
    left join private.references_of(told.kind) as link on link.field = given.name
  loop
    if own.type is null then
      raise exception 'column "%" of "%" cannot be imported', own.name, told.kind using errcode = 'undefined_column';
    end if;
    names := names || format(', %I', own.name);
    types := types || format(', %I %s', own.name, case when own.refers_to is null then own.type else 'text' end);
    if own.refers_to is null then
      taken := taken || format(case when own.usual is null then ', entry.%I' else ', coalesce(entry.%I, %s)' end, own.name, own.usual);
    else
      taken := taken || format(', %I.id', 'of_' || own.name);
      -- Two records of one title: the older one is meant.
      titles := titles || format(
        ', %3$I as materialized (
             select distinct on (lower(%1$I) collate "C") id, lower(%1$I) as title from public.%2$I
             order by lower(%1$I) collate "C", created_at, id
           )',
        own.title, own.refers_to, 'of_' || own.name
      );
      joins := joins || format(' left join %I on %1$I.title = lower(btrim(entry.%I))', 'of_' || own.name, own.name);
      conditions := conditions || format(
        ' and (%I.id is not null or (%L and coalesce(btrim(entry.%I), '''') = ''''))',
        'of_' || own.name, create_missing or not own.required, own.name
      );
    end if;
  end loop;
  uploaded := format(
    'with uploaded as materialized (
       select entry.* from public.import_parts cross join jsonb_to_recordset(records) as entry (%s)
       where import_id = $1 and entry.line not in (select unnest($2))
     )', types);

  created := 0;
  if create_missing then
    for own in select link.* from private.references_of(told.kind) as link where link.field = any (fields) and private.is_made_by_title(link.kind) loop
      execute format(
        '%4$s, made as (
           insert into public.%1$I (%2$I)
           select distinct on (lower(title) collate "C") title from (select btrim(%3$I) as title, line from uploaded) as named
           where title <> '''' and lower(title) not in (select lower(%2$I) from public.%1$I)
           order by lower(title) collate "C", line
           returning id
         ) select array_agg(id) from made',
        own.kind, own.title, own.field, uploaded
      ) into ids using import, skipped;
      created := created + coalesce(cardinality(ids), 0);
      records := jsonb_build_object('kind', own.kind, 'ids', to_jsonb(coalesce(ids, '{}'))) || records;
    end loop;
  end if;

  execute format(
    '%s%s, made as (
       insert into public.%I (created_at%s) select now() - entry.line * interval ''1 microsecond''%s from uploaded as entry%s
       where %s order by entry.line desc returning id
     ) select array_agg(id) from made',
    uploaded, titles, told.kind, names, taken, joins, conditions
  ) into ids using import, skipped;
  added := coalesce(cardinality(ids), 0);
  records := jsonb_build_object('kind', told.kind, 'ids', to_jsonb(coalesce(ids, '{}'))) || records;

  insert into public.imports (id, kind, added, created, records) values (import, told.kind, added, created, records);
  delete from public.import_parts where import_id = import or uploaded_at < now() - interval '1 day';
  perform set_config('guidevane.batch', '', true);
end
$$;

-- The import that brought a deal is told on its timeline too.
create or replace function private.import_entry_of(record_type text, record_id uuid) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  made timestamptz;
  entry bigint;
begin
  if record_type not in ('account', 'contact', 'deal') then return null; end if;
  if (select first.kind from public.events as first
      where first.record_type = import_entry_of.record_type and first.record_id = import_entry_of.record_id
      order by first.id limit 1) = 'created' then
    return null;
  end if;
  execute format('select created_at from public.%I where id = $1', record_type || 's') into made using record_id;
  select events.id into entry
  from public.imports join public.events on events.batch = imports.id and events.kind = 'imported'
  where imports.imported_at between made and made + interval '2 seconds'
  order by imports.imported_at limit 1;
  return entry;
end
$$;

-- Finding -------------------------------------------------------------------------------------------------------------------------------

-- Colleagues, stages and reasons are chosen by name in forms and files, as companies are.
alter table public.staff add column id uuid generated always as (user_id) stored,
  add column created_at timestamptz not null default now();
create unique index staff_id_idx on public.staff (id);
select private.make_findable('staff', area => 'staff', title => 'name', searched => array['name']);
select private.make_findable('deal_stages', area => 'deals', title => 'name', searched => array['name']);
select private.make_findable('close_reasons', area => 'deals', title => 'name', searched => array['name']);
select private.make_findable('deals', area => 'deals', title => 'name', searched => array['name', 'module', 'close_note'], through => array['account_id']);

-- Who may -------------------------------------------------------------------------------------------------------------------------------

alter table public.deal_stages enable row level security;
alter table public.close_reasons enable row level security;
alter table public.currencies enable row level security;
alter table public.deals enable row level security;
alter table public.deal_contacts enable row level security;
alter table public.deal_stage_events enable row level security;
revoke all on public.deal_stages, public.close_reasons, public.currencies, public.deals, public.deal_contacts, public.deal_stage_events
  from anon, authenticated, service_role;
revoke all on private.deal_places from public, anon, authenticated, service_role;
grant select, insert (id, name, kind, probability, stale_after_days), update (name, sort, kind, probability, stale_after_days, archived_at)
  on public.deal_stages to authenticated;
grant select, insert (id, kind, name, hint, needs_note, sort), update (name, hint, needs_note, sort, archived_at) on public.close_reasons to authenticated;
grant select, insert, update (rate) on public.currencies to authenticated;
-- What triggers fill is not the browser's to say.
grant select, delete,
  insert (id, name, account_id, stage_id, amount_minor, currency, probability_own, expected_close, owner_id, module, subject_key, closed_on,
    close_reason_id, close_note, created_at),
  update (name, account_id, stage_id, amount_minor, currency, probability_own, expected_close, owner_id, module, subject_key, closed_on,
    close_reason_id, close_note, archived_at)
  on public.deals to authenticated;
grant select, insert, update, delete on public.deal_contacts to authenticated;
grant select on public.deal_stage_events to authenticated, service_role;
grant all on public.deal_stages, public.close_reasons, public.currencies, public.deals, public.deal_contacts to service_role;

create policy "staff see stages" on public.deal_stages for select to authenticated using ((select public.may('deals', 'read')));
create policy "staff add stages" on public.deal_stages for insert to authenticated with check ((select public.may('deals', 'edit')));
create policy "staff edit stages" on public.deal_stages
  for update to authenticated using ((select public.may('deals', 'edit'))) with check ((select public.may('deals', 'edit')));
create policy "staff see reasons" on public.close_reasons for select to authenticated using ((select public.may('deals', 'read')));
create policy "staff add reasons" on public.close_reasons for insert to authenticated with check ((select public.may('deals', 'edit')));
create policy "staff edit reasons" on public.close_reasons
  for update to authenticated using ((select public.may('deals', 'edit'))) with check ((select public.may('deals', 'edit')));
create policy "staff see currencies" on public.currencies for select to authenticated using ((select public.may('deals', 'read')));
create policy "staff add currencies" on public.currencies for insert to authenticated with check ((select public.may('deals', 'edit')));
create policy "staff set rates" on public.currencies
  for update to authenticated using ((select public.may('deals', 'edit'))) with check ((select public.may('deals', 'edit')));
create policy "staff see deals" on public.deals for select to authenticated using ((select public.may('deals', 'read')));
create policy "staff add deals" on public.deals for insert to authenticated with check ((select public.may('deals', 'add')));
create policy "staff edit deals" on public.deals
  for update to authenticated using ((select public.may('deals', 'edit'))) with check ((select public.may('deals', 'edit')));
create policy "staff delete deals" on public.deals for delete to authenticated using ((select public.may('deals', 'delete')));
create policy "staff see people of deals" on public.deal_contacts for select to authenticated using ((select public.may('deals', 'read')));
create policy "staff add people to deals" on public.deal_contacts for insert to authenticated with check ((select public.may('deals', 'edit')));
create policy "staff edit people of deals" on public.deal_contacts
  for update to authenticated using ((select public.may('deals', 'edit'))) with check ((select public.may('deals', 'edit')));
create policy "staff remove people from deals" on public.deal_contacts for delete to authenticated using ((select public.may('deals', 'edit')));
create policy "staff see stage events" on public.deal_stage_events for select to authenticated using ((select public.may('deals', 'read')));

revoke all on function private.first_stage(), private.is_made_by_title(text), private.complete_stage(), private.keep_each_kind(), private.base_rate_of(text), private.complete_deal(), private.place_deal(),
  private.top_of(uuid), private.write_stage_event(), private.keep_won_deals(), private.deals_follow_rate(), private.deals_follow_office(),
  private.money_text(bigint, text), private.write_deal_events(), private.write_deal_contact_event(), public.weighted_minor(bigint, int),
  private.deal_conditions(jsonb), private.card_of_deal(), private.require_deals(text), public.deal_board(jsonb, int),
  public.deal_board_more(jsonb, uuid, uuid, int), public.filter_deals(jsonb), private.deal_card(uuid), private.column_totals(uuid),
  private.respace(uuid), private.place_between(uuid, uuid, uuid, uuid, boolean),
  public.move_deal(uuid, uuid, uuid, uuid, timestamptz, jsonb, boolean, boolean), public.close_deal(uuid, text, jsonb, timestamptz),
  public.reopen_deal(uuid, uuid, timestamptz), public.move_deals(uuid[], uuid, jsonb), public.assign_deals(uuid[], uuid),
  public.archive_deals(uuid[], boolean), public.order_stages(uuid[]), public.retire_stage(uuid, uuid), private.tasks_follow_deal(),
  public.task_list(boolean, text, text[], uuid, uuid, uuid, uuid, int, int), private.deal_contacts_follow_merge(uuid, uuid),
  private.erase_contact_from_deals(uuid), private.module_of_line(text) from public, anon, authenticated, service_role;
-- Those that look past row level security (board, move, close, reopen, retire) ask themselves who calls; the others run as the caller.
grant execute on function private.first_stage(), private.is_made_by_title(text), public.weighted_minor(bigint, int), private.deal_conditions(jsonb), public.deal_board(jsonb, int),
  public.deal_board_more(jsonb, uuid, uuid, int), public.filter_deals(jsonb),
  public.move_deal(uuid, uuid, uuid, uuid, timestamptz, jsonb, boolean, boolean), public.close_deal(uuid, text, jsonb, timestamptz),
  public.reopen_deal(uuid, uuid, timestamptz), public.move_deals(uuid[], uuid, jsonb), public.assign_deals(uuid[], uuid),
  public.archive_deals(uuid[], boolean), public.order_stages(uuid[]), public.retire_stage(uuid, uuid),
  public.task_list(boolean, text, text[], uuid, uuid, uuid, uuid, int, int) to authenticated, service_role;

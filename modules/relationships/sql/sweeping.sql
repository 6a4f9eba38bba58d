-- Work in small steps, by the job of the module: counting everything once, counting by new settings, comparing what changed, and emptying the
-- tables when the server does not allow it. Killed at any point, the next step goes on from what is committed.

-- Counted from the start when the module is switched on: what happened while it was off is in the records.
create function private.mining_is_switched() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.relationship_mining set counting_from = '00000000-0000-0000-0000-000000000000';
  perform pg_notify('relationships_due', '');
  return null;
end
$$;

create trigger mining_follows_switch after update of live on public.modules for each row
  when (new.key = 'relationships' and new.live and not old.live) execute function private.mining_is_switched();

-- What the operator said (CRM_REL_MINING). Off: what was computed goes. What people entered and refused stays, and is not shown.
create function private.set_mining(allowed boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.relationship_mining set is_on = allowed, counting_from = '00000000-0000-0000-0000-000000000000' where is_on <> allowed;
  if allowed then return; end if;
  delete from private.tie_days;
  delete from private.pair_days;
  delete from private.ties;
  delete from private.compared_signs;
  delete from private.records_to_compare;
  delete from public.suggestions where state in ('open', 'gone');
  update public.suggestions set evidence = '[]' where evidence <> '[]';
end
$$;

-- Two servers take turns; who finds the other at work leaves it to them.
create function private.mine_a_step(most int default 200) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  state private.relationship_mining;
  next_version public.relationship_settings;
  batch uuid[];
begin
  if not private.mines() or not pg_try_advisory_xact_lock(3802) then return false; end if;
  select * into state from private.relationship_mining;
  if state.counting_from is not null then
    batch := array(select id from public.contacts where id > state.counting_from order by id limit most);
    -- Who adds evidence of these people now waits until this is committed, and the other way round; it must not be in a circle.
    perform set_config('lock_timeout', '2s', true);
    perform private.lock_ties(batch);
    perform private.recount(batch);
    insert into private.records_to_compare (kind, id) select 'contacts', id from unnest(batch) as id order by 1, 2 on conflict do nothing;
    if cardinality(batch) < most then
      insert into private.records_to_compare (kind, id) select 'accounts', id from public.accounts order by id on conflict do nothing;
      update private.relationship_mining set counting_from = null, counted_at = clock_timestamp();
      perform private.send_live('changed', jsonb_build_object('table', 'ties', 'op', 'many'), area => 'relationships');
    else
      update private.relationship_mining set counting_from = batch[cardinality(batch)];
    end if;
    return true;
  end if;
  select * into next_version from public.relationship_settings where relationship_settings.state = 'building';
  if next_version.version is not null then
    batch := array(select distinct contact_id from private.tie_days where next_version.built_to is null or contact_id > next_version.built_to order by 1 limit most);
    perform set_config('lock_timeout', '2s', true);
    perform private.lock_ties(batch);
    perform private.refresh_ties(batch);
    if cardinality(batch) < most then perform private.swap_settings(next_version.version);
    else update public.relationship_settings set built_to = batch[cardinality(batch)] where version = next_version.version;
    end if;
    return true;
  end if;
  delete from private.ties where ctid in (select ties.ctid from private.ties join public.relationship_settings as rules using (version) where rules.state = 'old' limit 20000);
  if found then return true; end if;
  -- What slipped in while someone said that nothing is to be counted.
  if exists (select from private.tie_days join public.contacts on contacts.id = tie_days.contact_id where contacts.no_mining) then
    perform private.forget_ties(array(select id from public.contacts where no_mining));
    return true;
  end if;
  return private.compare_a_few(most);
end
$$;

-- The new version is complete: from this commit on it is the one that is read.
create function private.swap_settings(to_version int) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform set_config('guidevane.swapping', 'yes', true);
  update public.relationship_settings set state = 'old' where state = 'live';
  update public.relationship_settings set state = 'live', live_at = clock_timestamp(), built_to = null where version = to_version;
  perform set_config('guidevane.swapping', '', true);
  perform private.send_live('changed', jsonb_build_object('table', 'ties', 'op', 'many'), area => 'relationships');
end
$$;

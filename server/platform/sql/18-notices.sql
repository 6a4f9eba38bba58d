-- What modules say about news of their records, for modules/notices: whose a record is, and which entries of its history concern the owner and
-- those who follow it.

delete from private.notice_records;
delete from private.notice_events;

-- A module's SQL calls this once for each kind of record (private.register_types) that belongs to a colleague.
create function private.tell_owners(record_type text, of_table regclass, owner name) returns void
language sql volatile set search_path = ''
as $$
  insert into private.notice_records values (record_type, of_table, owner)
$$;

-- `event` is the kind of an entry, and where it has an outcome that as well: 'moved:won'. `what` is a code whose words the module has.
create function private.tell_of(record_type text, event text, what text) returns void
language sql volatile set search_path = ''
as $$
  insert into private.notice_events values (record_type, event, what)
$$;

-- private.record_owners: every record that belongs to someone. Built after the last registration.
create function private.build_record_owners() returns void
language plpgsql volatile set search_path = ''
as $$
begin
  execute coalesce(
    (select 'create or replace view private.record_owners as '
       || string_agg(format('select %L::text as record_type, id, %I as owner from %s', record_type, owner, of_table), ' union all ')
     from private.notice_records),
    'create or replace view private.record_owners as select null::text as record_type, null::uuid as id, null::uuid as owner where false');
end
$$;

select private.tell_owners('message', 'public.outbox', 'created_by');
select private.tell_of('message', 'replied', 'replied');

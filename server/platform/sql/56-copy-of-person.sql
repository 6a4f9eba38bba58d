-- A person asks what is kept about them: every row that names their contact, as far as the caller may read it, table by table. Nothing depends
-- on a module having thought of it; a module whose rows say little by themselves answers 'copy of person', in place of those tables.

-- The columns of our tables that name a contact.
create function private.columns_of_contacts() returns table (place regclass, field name)
language sql stable set search_path = ''
as $$
  select class.oid::regclass, attribute.attname
  from pg_class as class join pg_attribute as attribute on attribute.attrelid = class.oid and attribute.attnum > 0 and not attribute.attisdropped
  where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p') and not class.relispartition and attribute.atttypid = 'uuid'::regtype
    and (attribute.attname = 'contact_id' or exists (select from pg_constraint as reference where reference.conrelid = class.oid
      and reference.contype = 'f' and reference.confrelid = 'public.contacts'::regclass and reference.conkey = array[attribute.attnum]))
$$;

-- As the caller: row level security decides. `left_out` are rows past the limit.
create function public.copy_of_person(contact uuid, most int default 5000)
returns table (part text, rows jsonb, left_out int)
language plpgsql volatile set search_path = '' set statement_timeout = '60s'
as $$
declare
  told jsonb[];
  found record;
  kept jsonb;
  number int := 0;
begin
  perform private.require_may('crm', 'export', 'to copy what is kept about a person');
  if not exists (select from public.contacts where id = contact) then
    raise sqlstate 'PT404' using message = 'This contact no longer exists';
  end if;
  told := array(select answer::jsonb from private.call_hooks('copy of person', contact::text) as answer);
  for found in
    select class.relname as name, asked.place, asked.condition,
      (select string_agg(format('%I', attname), ', ' order by attnum) from pg_attribute where attrelid = asked.place and attnum > 0 and not attisdropped
        and has_column_privilege(attrelid, attnum, 'select')) as columns
    from (
      select each.place, string_agg(format('%I = $1', each.field), ' or ' order by each.field) as condition
      from private.columns_of_contacts() as each where has_column_privilege(each.place, each.field, 'select') group by each.place
      union all select 'public.contacts'::regclass, 'id = $1'
    ) as asked join pg_class as class on class.oid = asked.place
    where not exists (select from unnest(told) as instead where instead -> 'instead_of' ? class.relname)
    order by asked.place <> 'public.contacts'::regclass, class.relname
  loop
    execute format('select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(kept))), ''[]'') from (select %s from %s where %s limit $2) as kept',
      found.columns, found.place, found.condition) into kept using contact, most;
    continue when kept = '[]';
    number := number + jsonb_array_length(kept);
    part := found.name;
    rows := kept;
    left_out := 0;
    if jsonb_array_length(kept) = most then
      execute format('select count(*)::int - $2 from %s where %s', found.place, found.condition) into left_out using contact, most;
    end if;
    return next;
  end loop;
  foreach kept in array told loop
    continue when kept -> 'rows' = '[]';
    number := number + jsonb_array_length(kept -> 'rows');
    part := kept ->> 'part';
    rows := kept -> 'rows';
    left_out := coalesce((kept ->> 'left_out')::int, 0);
    return next;
  end loop;
  perform public.note_export('crm', 'What is kept about a person', number);
end
$$;

grant execute on function private.columns_of_contacts to authenticated, service_role;
grant execute on function public.copy_of_person to authenticated, service_role;

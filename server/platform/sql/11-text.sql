-- An address as people mean it: "probe.example" leads to https://probe.example, and a domain is a host alone, in small letters.
create function private.normal_address(sort text, value text) returns text
language sql immutable set search_path = ''
as $$
  select case sort
    when 'web-address' then case
      when value collate "pg_c_utf8" ~ '^[[:alnum:].-]+[.][[:alpha:]]{2,}(:[0-9]+)?([/?#][^[:space:]]*)?$' then 'https://' || value
      else value end
    when 'domain' then regexp_replace(regexp_replace(lower(value collate "pg_c_utf8"), '^https?://', ''), '/$', '')
    else value end
$$;

-- Whatever way a row comes: blanks around a value are cut, an empty optional field is no value, and addresses are written one way.
-- For any table; arguments name its addresses: 'website=web-address', 'domain=domain'.
create function private.tidy() returns trigger
language plpgsql set search_path = ''
as $$
declare
  -- A row as text has quotes around what begins or ends with a blank, and around what is empty. Few have any. Other blanks than
  -- the usual ones are rare wherever they stand.
  row_text text := new::text;
  plain text := translate(row_text, E'\t\n\v\f\r', '     ');
  given text;
  written text;
  field text;
begin
  if strpos(plain, '" ') > 0 or strpos(plain, ' "') > 0 or strpos(plain, '""') > 0
    or octet_length(row_text) <> char_length(row_text) and row_text ~ '[\u0085\u00a0\u1680\u2000-\u200d\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]' then
    new := jsonb_populate_record(new, (
      select jsonb_object_agg(
        attribute.attname,
        case when attribute.attnotnull then private.trimmed(given.value) else nullif(private.trimmed(given.value), '') end
      )
      from jsonb_each_text(to_jsonb(new)) as given
      join pg_attribute as attribute on attribute.attrelid = tg_relid and attribute.attname = given.key
        and attribute.atttypid = 'text'::regtype
    ));
  end if;
  for place in 0 .. tg_nargs - 1 loop
    field := split_part(tg_argv[place], '=', 1);
    given := to_jsonb(new) ->> field;
    written := private.normal_address(split_part(tg_argv[place], '=', 2), given);
    if written is distinct from given then
      new := jsonb_populate_record(new, jsonb_build_object(field, written));
    end if;
  end loop;
  return new;
end
$$;

-- An editor sends the updated_at it read as a filter: when someone else saved meanwhile, no row matches. What follows from elsewhere, such
-- as a tag that was renamed, is no save (`guidevane.quiet`).
create function private.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_setting('guidevane.quiet', true) = 'yes' then return new; end if;
  new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  return new;
end
$$;

grant execute on function private.normal_address(text, text) to authenticated, service_role;

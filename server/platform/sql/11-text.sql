-- An address as people mean it: "probe.example" leads to https://probe.example, and a domain is a host alone, in small letters.
create function private.normal_address(sort text, value text) returns text
language sql immutable
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
  given jsonb;
  written text;
  field text;
begin
  -- Few rows have anything to trim, and to look at each value is most of what a large import takes. In a row's text values stand between commas, and
  -- those that are empty or have a blank of ASCII are quoted; other blanks are among the letters that are not of ASCII.
  if new::text ~ '[(,]("\s|"?[^\u0001-\u007f]|""[,)])|(\s"|[^\u0001-\u007f]"?)[,)]' then
    new := jsonb_populate_record(new, (
      select jsonb_object_agg(
        attribute.attname,
        case when attribute.attnotnull then private.trimmed(given.value) else nullif(private.trimmed(given.value), '') end
      )
      from jsonb_each_text(to_jsonb(new)) as given
      join pg_attribute as attribute on attribute.attrelid = tg_relid and attribute.attname = given.key
        and attribute.atttypid = 'text'::regtype
      where given.value is distinct from nullif(private.trimmed(given.value), '')
    ));
  end if;
  if tg_nargs > 0 then given := to_jsonb(new); end if;
  for place in 0 .. tg_nargs - 1 loop
    field := split_part(tg_argv[place], '=', 1);
    written := private.normal_address(split_part(tg_argv[place], '=', 2), given ->> field);
    if written is distinct from given ->> field then
      new := jsonb_populate_record(new, jsonb_build_object(field, written));
    end if;
  end loop;
  return new;
end
$$;

-- An editor sends the updated_at it read as a filter: when someone else saved in the meantime, no row matches. What follows from elsewhere, such
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

grant execute on function private.normal_address to authenticated, service_role;

-- Another kind for an own field: every value is written as words and read as the new kind. What cannot be read is listed before.

-- Words as a column of a field holds them; null where they do not fit. `is_stored`: they come from a definition, in which people and
-- records are ids and amounts are counted in minor units.
create function private.own_value_of(words text, field public.own_fields, is_stored boolean default false) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  given text := private.trimmed(words);
  plain text;
  digits int;
  ids uuid[];
begin
  if coalesce(given, '') = '' then return null; end if;
  case field.kind
    when 'text' then return case when char_length(given) <= 200 and given !~ '[\n\r]' then to_jsonb(given) end;
    when 'long_text' then return case when char_length(given) <= 20000 then to_jsonb(given) end;
    when 'number', 'money' then
      plain := replace(replace(given, ',', ''), ' ', '');
      if field.kind = 'money' then plain := regexp_replace(plain, '^(' || field.currency || '|[$€£])', ''); end if;
      if plain !~ '^-?[0-9]{1,19}([.][0-9]{1,12})?$' then return null; end if;
      if field.kind = 'number' then return to_jsonb(plain::numeric); end if;
      digits := case when is_stored then 0 else coalesce((select minor_digits from public.currencies where code = field.currency), 2) end;
      return case when abs(plain::numeric) * power(10::numeric, digits) < 9e15 and scale(trim_scale(plain::numeric)) <= digits
        then to_jsonb((plain::numeric * power(10::numeric, digits))::bigint) end;
    when 'day' then
      begin
        return case when given ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then to_jsonb(given::date) end;
      exception when datetime_field_overflow or invalid_datetime_format then return null;
      end;
    when 'yes_no' then
      return case when lower(given) in ('yes', 'y', 'true', 't', '1', 'on') then 'true'::jsonb when lower(given) in ('no', 'n', 'false', 'f', '0', 'off') then 'false'::jsonb end;
    when 'one_of' then return (select to_jsonb(choice) from unnest(field.choices) as choice where lower(choice) = lower(given));
    when 'several_of' then
      return (
        select case when count(*) filter (where choice is null) = 0 and count(*) > 0 then to_jsonb(array_agg(distinct choice)) end
        from regexp_split_to_table(given, ';') as part left join unnest(field.choices) as choice on lower(choice) = lower(private.trimmed(part))
        where private.trimmed(part) <> '');
    when 'link' then
      plain := private.normal_address('web-address', given);
      return case when plain ~* '^https?://[^[:space:]/?#]+[^[:space:]]*$' and char_length(plain) <= 2000 then to_jsonb(plain) end;
    when 'person' then
      select array_agg(user_id) into ids from public.staff where case when is_stored then user_id::text = given else lower(name) = lower(given) end;
    when 'record' then
      execute format('select array_agg(id) from (select id from public.%I where %s limit 2) as found', field.target,
        case when is_stored then 'id::text = $1' else 'lower(name) = lower($1)' end) into ids using given;
  end case;
  return case when cardinality(ids) = 1 then to_jsonb(ids[1]) end;
end
$$;

-- The definition as it would be. Choices that were not named are the values that there are.
create function private.own_field_as(was public.own_fields, new_kind text, settings jsonb) returns public.own_fields
language plpgsql stable set search_path = ''
as $$
declare
  made public.own_fields := was;
  words text := private.own_words(was, 'record');
  there jsonb;
begin
  made.kind := new_kind;
  made.column_name := 'own_' || was.key || case when new_kind in ('person', 'record') then '_id' else '' end;
  made.default_value := null;
  if new_kind in ('one_of', 'several_of') and was.choices = '{}' and not coalesce(settings, '{}') ? 'choices' then
    execute format('select jsonb_agg(word) from (select min(word) as word from (select private.trimmed(%s) as word from public.%I as record) as said
      where word <> '''' and char_length(word) <= 60 and strpos(word, '';'') = 0 group by lower(word) order by count(*) desc, 1 limit 100) as most', words, was.entity) into there;
    settings := coalesce(settings, '{}') || jsonb_build_object('choices', coalesce(there, '[]'));
  end if;
  return private.with_settings(made, coalesce(settings, '{}'));
end
$$;

-- {"converts": 12, "fails": 3, "choices": [...], "rows": [{"id", "title", "value"}]}: at most a hundred rows.
create function public.own_field_conversion(field uuid, kind text, settings jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '60s'
as $$
declare
  was public.own_fields := private.own_field_to_change(field);
  made public.own_fields := private.own_field_as(was, kind, settings);
  told jsonb;
begin
  execute format(
    'with said as materialized (
       select record.id, record.name, %s as words from public.%I as record where record.%I is not null
     ), read as materialized (
       select said.*, private.own_value_of(words, $1) as value from said
     ) select jsonb_build_object(
       ''converts'', count(*) filter (where value is not null), ''fails'', count(*) filter (where value is null),
       ''choices'', to_jsonb($2),
       ''rows'', coalesce((select jsonb_agg(jsonb_build_object(''id'', id, ''title'', name, ''value'', words) order by name, id)
         from (select * from read where value is null order by name, id limit 100) as first), ''[]''))
     from read', private.own_words(was, 'record'), was.entity, was.column_name) into told using made, made.choices;
  return told;
end
$$;

-- What does not fit is emptied: own_field_conversion has listed it.
create function public.convert_own_field(field uuid, kind text, settings jsonb default '{}') returns public.own_fields
language plpgsql volatile security definer set search_path = '' set lock_timeout = '4s' set statement_timeout = '120s'
as $$
declare
  was public.own_fields := private.own_field_to_change(field);
  made public.own_fields;
  words text;
begin
  if kind = was.kind then raise check_violation using message = 'The field has this kind already.'; end if;
  perform private.lock_for_columns(was.entity);
  made := private.own_field_as(was, kind, settings);
  -- Searched columns are named in the functions of the search; the old one is about to go.
  execute format('alter table public.%I rename column %I to own__before', was.entity, was.column_name);
  execute (select coalesce(string_agg(format('alter table public.%I drop constraint %I', was.entity, conname), '; '), 'select')
    from pg_constraint where conrelid = format('public.%I', was.entity)::regclass
      and conkey = array[(select attnum from pg_attribute where attrelid = conrelid and attname = 'own__before')]);
  execute format('drop index if exists public.%I', format('%s_%s_idx', was.entity, was.column_name));
  execute format('alter table public.%I alter column own__before drop default', was.entity);
  update public.own_fields set kind = made.kind, choices = made.choices, currency = made.currency, target = made.target, default_value = null,
    is_searchable = made.is_searchable where id = field returning * into made;
  perform private.sync_own_column(made);
  was.column_name := 'own__before';
  words := private.own_words(was, 'record');
  perform private.write_quietly(was.entity, format(
    'update public.%1$I as record set %2$I = (jsonb_populate_record(null::public.%1$I, jsonb_build_object(%2$L, private.own_value_of(%3$s, field)))).%2$I
     from public.own_fields as field where field.id = %4$L and record.own__before is not null', was.entity, made.column_name, words, field));
  execute format('alter table public.%I drop column own__before', was.entity);
  update private.findable set searched = private.searched_with_own(findable.kind, searched) where findable.kind = was.entity;
  perform private.apply_own_field(made, false);
  if made.is_searchable then perform private.build_search(made.entity, again => true); end if;
  perform private.note_act('field changed', made.label, jsonb_build_object('kind', was.kind), jsonb_build_object('kind', made.kind));
  return made;
end
$$;

grant execute on function public.own_field_conversion(uuid, text, jsonb), public.convert_own_field(uuid, text, jsonb) to authenticated, service_role;

comment on function public.convert_own_field is 'changes the schema';

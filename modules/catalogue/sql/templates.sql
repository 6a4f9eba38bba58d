-- What proposals begin with. A version is never changed; a draft that was opened from one is on its own.

create trigger proposal_templates_tidy before insert or update on public.proposal_templates for each row execute function private.tidy();

create trigger proposal_templates_touch before update on public.proposal_templates for each row execute function private.touch_updated_at();

create function private.keep_template_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' and not exists (select from public.proposal_templates where id = old.template_id) then return old; end if;
  raise sqlstate 'PT409' using message = 'A version of a template is never changed. Save a new one.';
end
$$;

create trigger proposal_template_versions_stay before update or delete on public.proposal_template_versions
  for each row execute function private.keep_template_version();

-- Saves what the server has read: every tag is known. The same words again make no new version; `seen` is the version that the editor had.
create function private.save_proposal_template(template jsonb, seen int, editor uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.proposal_templates;
  last public.proposal_template_versions;
  fresh public.proposal_template_versions;
  author uuid := (select user_id from public.staff where user_id = editor);
begin
  if template ->> 'id' is not null then
    select * into kept from public.proposal_templates where id = (template ->> 'id')::uuid for update;
    if kept.id is null then raise sqlstate 'PT404' using message = 'This template no longer exists.'; end if;
    select * into last from public.proposal_template_versions where template_id = kept.id and no = kept.current_version;
    if seen is not null and last.no <> seen then
      raise sqlstate 'PT409' using message = 'Someone else saved this template after you opened it.';
    end if;
    update public.proposal_templates set name = template ->> 'name' where id = kept.id and name is distinct from template ->> 'name';
  else
    insert into public.proposal_templates (name, created_by) values (template ->> 'name', author) returning * into kept;
  end if;
  fresh := jsonb_populate_record(null::public.proposal_template_versions, template - 'id' - 'name' || jsonb_build_object('template_id', kept.id,
    'no', coalesce(last.no, 0) + 1, 'created_by', author, 'created_at', clock_timestamp()));
  if last.no is null or to_jsonb(last) - 'no' - 'created_by' - 'created_at' is distinct from to_jsonb(fresh) - 'no' - 'created_by' - 'created_at' then
    insert into public.proposal_template_versions select fresh.*;
    update public.proposal_templates set current_version = fresh.no where id = kept.id;
  else
    fresh.no := last.no;
  end if;
  return jsonb_build_object('id', kept.id, 'no', fresh.no);
exception when unique_violation then
  raise unique_violation using message = format('There is a template called "%s" already.', template ->> 'name');
end
$$;

create function public.archive_proposal_template(template uuid, archived boolean default true) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('catalogue', 'edit');
  update public.proposal_templates set archived_at = case when archived then coalesce(archived_at, now()) end where id = template;
  if not found then raise sqlstate 'PT404' using message = 'This template no longer exists.'; end if;
end
$$;

-- Each with its newest version.
create function public.proposal_template_list(archived boolean default false) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.caller_may('catalogue', 'read') or not private.module_is_live('catalogue') then return '[]'; end if;
  return (select coalesce(jsonb_agg(to_jsonb(version) - 'template_id' - 'created_by' || jsonb_build_object('id', template.id, 'name', template.name,
      'archived', template.archived_at is not null, 'saved_by', staff.name) order by lower(template.name), template.id), '[]')
    from public.proposal_templates as template
    join public.proposal_template_versions as version on version.template_id = template.id and version.no = template.current_version
    left join public.staff on staff.user_id = version.created_by
    where proposal_template_list.archived or template.archived_at is null);
end
$$;

-- The lines as a draft takes them: each of a service with the price of that day in the draft's currency, or with none, which is then asked for.
create function private.lines_of_template(items jsonb, template_currency text, in_currency text, place text, day date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg((item - 'unit_minor') || case
      when service.id is not null then jsonb_build_object('title', coalesce(nullif(item ->> 'title', ''), service.name), 'description', coalesce(nullif(item ->> 'description', ''), service.description, ''),
        'unit', coalesce(nullif(item ->> 'unit', ''), service.unit, ''), 'every_months', coalesce((item ->> 'every_months')::smallint, service.every_months),
        'unit_minor', coalesce(price.unit_minor, 0), 'price_missing', price.unit_minor is null, 'tax_class_id', service.tax_class_id,
        'taxes', coalesce(nullif(item -> 'taxes', 'null'), case when coalesce((item ->> 'tax_bp')::int, 0) = 0 then private.taxes_for(service.tax_class_id, lines_of_template.place, day) end))
      -- A free line has a price in the template's currency, and in no other.
      when template_currency is distinct from in_currency then jsonb_build_object('unit_minor', 0, 'price_missing', true)
      else jsonb_build_object('unit_minor', item -> 'unit_minor') end order by no), '[]')
  from jsonb_array_elements(items) with ordinality as given (item, no)
  left join public.services as service on service.id = (item ->> 'service_id')::uuid
  left join lateral (select (private.price_of(service.id, in_currency, day)).*) as price on true
$$;

-- The newest version, its lines priced, and what its tags are worth, for the caller who writes a proposal to this person.
create function public.open_proposal_template(template uuid, in_currency text, for_account uuid, for_contact uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  version public.proposal_template_versions;
begin
  perform private.require_may('catalogue', 'read');
  perform private.require_may('proposals', 'add');
  select each.* into version from public.proposal_template_versions as each join public.proposal_templates on proposal_templates.id = template_id and current_version = each.no
  where template_id = template and archived_at is null;
  if version.no is null then raise sqlstate 'PT404' using message = 'This template no longer exists.'; end if;
  return to_jsonb(version) || jsonb_build_object('items',
    private.lines_of_template(version.items, version.currency, in_currency, private.place_of_account(for_account), public.office_today()),
    -- Free lines of another currency have amounts of another currency in the schedule, too: they are left out, and seen to be.
    'schedule', case when version.currency is distinct from in_currency then (select coalesce(jsonb_agg(part order by no), '[]')
      from jsonb_array_elements(version.schedule) with ordinality as given (part, no) where part ->> 'amount_minor' is null) else version.schedule end);
end
$$;

select private.allow('public.proposal_templates', 'catalogue');
select private.allow('public.proposal_template_versions', 'catalogue');

grant select on public.proposal_templates, public.proposal_template_versions to authenticated, service_role;

select private.keep_history('public.proposal_templates', 'proposal template', 'name', variadic '{}'::text[]);

select private.announce_changes('public.proposal_templates', 'catalogue');

grant execute on function public.archive_proposal_template, public.proposal_template_list, public.open_proposal_template to authenticated, service_role;

-- Texts of mails with merge tags. What a tag may be is code (modules/templates/merge-fields.ts); what it is worth for a person is
-- private.merge_values. A version is never changed: editing makes a new one, and anyone who points at a version keeps its words.

create trigger mail_templates_tidy before insert or update on public.mail_templates for each row execute function private.tidy();

create trigger mail_templates_touch before update on public.mail_templates for each row execute function private.touch_updated_at();

create function private.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception '%', tg_argv[0] using errcode = 'check_violation';
end
$$;

create trigger mail_template_versions_stay before update on public.mail_template_versions
  for each row execute function private.refuse_change('A version of a template is never changed. Save a new one.');

-- Every key that a tag may name, with null where the records say nothing; a key that is missing would be a mistake in a template. What
-- modules add comes by hooks; what they say about the person or the company counts where the records say nothing.
create function private.merge_values(of_contact uuid, of_inquiry uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  given jsonb;
  added jsonb;
begin
  select jsonb_build_object(
    'contact', jsonb_build_object('name', contacts.name, 'first_name', null, 'title', contacts.title, 'role', contacts.role, 'email', contacts.email,
      'phone', contacts.phone, 'tags', nullif(array_to_string(contacts.tags, ', '), ''), 'own', private.own_merge_values('contacts', contacts.id)),
    'account', jsonb_build_object('name', accounts.name, 'industry', accounts.industry, 'domain', accounts.domain, 'website', accounts.website,
      'tags', nullif(array_to_string(accounts.tags, ', '), ''), 'own', private.own_merge_values('accounts', accounts.id)))
  into given
  from (values (1)) as one
  left join public.contacts on contacts.id = of_contact left join public.accounts on accounts.id = contacts.account_id;
  for added in select answer::jsonb from private.call_hooks('merge values', of_contact::text, of_inquiry::text) as answer loop
    given := given || (
      select jsonb_object_agg(part.key, coalesce(given -> part.key, '{}') || part.value || coalesce((
        select jsonb_object_agg(said.key, said.value) from jsonb_each(given -> part.key) as said where said.value <> 'null'), '{}'))
      from jsonb_each(added) as part);
  end loop;
  return jsonb_set(given, '{contact,first_name}',
    coalesce(to_jsonb(nullif(split_part(regexp_replace(coalesce(given #>> '{contact,name}', ''), '^[[:space:]]+', ''), ' ', 1), '')), 'null'));
end
$$;

-- The same for a person at a screen: a deal or an inquiry that they may not read is as if there were none.
create function private.readable_merge_values(of_contact uuid, of_inquiry uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_may('crm', 'read');
  if of_inquiry is not null then perform private.require_may('inquiries', 'read'); end if;
  return (
    select jsonb_object_agg(part.key, case when part.key = 'deal' and not private.caller_may('deals', 'read')
      then (select jsonb_object_agg(key, null) from jsonb_object_keys(part.value) as key) else part.value end)
    from jsonb_each(private.merge_values(of_contact, of_inquiry)) as part);
end
$$;

grant execute on function private.readable_merge_values to authenticated, service_role;

-- Paths without a value.
create function private.missing_values(given jsonb, paths text[]) returns text[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(path order by path), '{}') from unnest(paths) as path
  where coalesce(btrim(given #>> string_to_array(path, '.')), '') = ''
$$;

-- Saves what the server has read and understood. The same words again make no new version. `seen` is the version that the editor had.
create function private.save_mail_template(template jsonb, seen int, editor uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept public.mail_templates;
  last public.mail_template_versions;
begin
  if template ->> 'id' is not null then
    select * into kept from public.mail_templates where id = (template ->> 'id')::uuid for update;
    if kept.id is null then raise sqlstate 'PT404' using message = 'This template no longer exists.'; end if;
    select * into last from public.mail_template_versions where template_id = kept.id order by version desc limit 1;
    if seen is not null and last.version > seen then
      raise sqlstate 'PT409' using message = 'Someone else saved this template after you opened it.';
    end if;
    update public.mail_templates set name = template ->> 'name', purpose = template ->> 'purpose'
    where id = kept.id and (name, purpose) is distinct from (template ->> 'name', template ->> 'purpose');
  else
    insert into public.mail_templates (key, name, purpose)
    values (template ->> 'key', template ->> 'name', template ->> 'purpose') returning * into kept;
  end if;
  if last.id is null or (last.subject, last.body_text, last.body_html)
    is distinct from (template ->> 'subject', template ->> 'body_text', template ->> 'body_html') then
    insert into public.mail_template_versions (template_id, version, subject, body_text, body_html, tags, needs, created_by)
    values (kept.id, coalesce(last.version, 0) + 1, template ->> 'subject', template ->> 'body_text', template ->> 'body_html',
      array(select jsonb_array_elements_text(template -> 'tags')), array(select jsonb_array_elements_text(template -> 'needs')),
      (select user_id from public.staff where user_id = editor))
    returning * into last;
  end if;
  return jsonb_build_object('id', kept.id, 'key', kept.key, 'version', last.version, 'version_id', last.id);
end
$$;

create function public.archive_template(template uuid, archived boolean default true) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_may('templates', 'edit', 'to archive templates');
  update public.mail_templates set archived_at = case when archived then coalesce(archived_at, now()) end where id = template;
  if not found then raise sqlstate 'PT404' using message = 'This template no longer exists.'; end if;
end
$$;

-- The list: each with its newest words and how often it was used. A template without a version is a draft.
create function public.template_list(archived boolean default false)
returns table (
  id uuid, key text, name text, purpose text, state text, version int, version_id uuid, subject text, body_text text, body_html text, tags text[],
  needs text[], saved_at timestamptz, saved_by text, uses int, last_used_at timestamptz, archived_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.caller_may('templates', 'read') then return; end if;
  return query
    select templates.id, templates.key, templates.name, templates.purpose,
      case when templates.archived_at is not null then 'archived' when last.id is null then 'draft' else 'ready' end,
      last.version, last.id, last.subject, last.body_text, last.body_html, last.tags, last.needs, last.created_at, staff.name,
      used.count, used.newest, templates.archived_at
    from public.mail_templates as templates
    left join lateral (
      select * from public.mail_template_versions where template_id = templates.id order by mail_template_versions.version desc limit 1
    ) as last on true
    left join public.staff on staff.user_id = last.created_by
    cross join lateral (
      select count(*)::int as count, max(template_uses.used_at) as newest
      from private.template_uses join public.mail_template_versions on mail_template_versions.id = template_uses.version_id
      where mail_template_versions.template_id = templates.id
    ) as used
    where template_list.archived or templates.archived_at is null
    order by templates.purpose desc, templates.name, templates.id;
end
$$;

grant select on public.mail_templates, public.mail_template_versions to authenticated, service_role;

select private.allow('public.mail_templates', 'templates');
select private.allow('public.mail_template_versions', 'templates');

-- Finding.
select private.enable_search('mail_templates', area => 'templates', title => 'name', searched => array['name', 'key']);

select private.show_when_found('mail_templates', 'templates', $query$
  select record.id, record.name, record.purpose, null, null::uuid, best.place from unnest($1::uuid[]) with ordinality as best (id, place)
    join public.mail_templates as record on record.id = best.id where record.archived_at is null
$query$);

grant execute on function public.archive_template, public.template_list to authenticated, service_role;

select private.announce_changes('public.mail_templates', 'templates');

-- Roles by area and action. `admin` stays what it was: everything, always.
create table public.roles (
  id uuid primary key default uuidv7(),
  key text not null unique constraint "key has 1 to 40 small letters, digits and underscores" check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  name text not null unique constraint "name has 1 to 60 characters" check (char_length(name) between 1 and 60),
  -- Ships with the product. It can be changed and copied, but not deleted.
  preset boolean not null default false,
  asks_second_factor boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table public.role_grants (
  role_id uuid not null references public.roles (id) on delete cascade,
  area text not null constraint "area has 1 to 40 small letters, digits, hyphens and underscores" check (area ~ '^[a-z][a-z0-9_-]{0,39}$'),
  action text not null
    constraint "action is one of the seven" check (action in ('read', 'add', 'edit', 'delete', 'send', 'money', 'export')),
  primary key (role_id, area, action)
);

alter table public.roles enable row level security;
alter table public.role_grants enable row level security;

insert into public.roles (key, name, preset, asks_second_factor) values
  ('admin', 'Owner', true, false), ('partner', 'Partner', true, false), ('sales', 'Sales', true, false),
  ('finance', 'Finance', true, true), ('editor', 'Editor', true, false), ('reader', 'Reader', true, false);

-- What each preset may do: areas with their actions. Modules that come later add theirs in their own migration.
insert into public.role_grants (role_id, area, action)
select roles.id, area, action
from (values
  ('partner', '{crm,deals,tasks}', '{read,add,edit,delete,export}'),
  ('partner', '{inquiries}', '{read,edit,send,export}'),
  ('partner', '{proposals}', '{read,add,edit,delete,send}'),
  ('partner', '{payments}', '{read,add,edit,delete,send,money,export}'),
  ('partner', '{sequences}', '{read,edit,send}'),
  ('partner', '{templates}', '{read,edit}'),
  ('partner', '{outbox}', '{read,edit,send}'),
  ('partner', '{documents}', '{read,add,edit,delete,send}'),
  ('partner', '{reports}', '{read,export}'),
  ('partner', '{office}', '{edit}'),
  ('sales', '{crm,tasks}', '{read,add,edit,delete}'),
  ('sales', '{deals}', '{read,add,edit}'),
  ('sales', '{inquiries}', '{read,edit,send}'),
  ('sales', '{proposals}', '{read,add,edit,send}'),
  ('sales', '{sequences}', '{read,edit,send}'),
  ('sales', '{templates}', '{read,edit}'),
  ('sales', '{outbox}', '{read,edit,send}'),
  ('sales', '{documents}', '{read,add,edit,send}'),
  ('finance', '{payments}', '{read,add,edit,delete,send,money,export}'),
  ('finance', '{crm,proposals}', '{read}'),
  ('finance', '{reports}', '{read,export}'),
  ('reader', '{crm,inquiries,deals,proposals,sequences,templates,tasks,documents,reports,staff,settings,audit}', '{read}')
) as preset (key, areas, actions)
join public.roles on roles.key = preset.key, unnest(preset.areas::text[]) as area, unnest(preset.actions::text[]) as action;

alter table public.user_roles drop constraint "role is admin";
alter table public.user_roles add constraint "role is one of the roles" foreign key (role) references public.roles (key) on update cascade;
create index user_roles_role_idx on public.user_roles (role);

-- Since when a colleague is gone, and with which roles they may come back.
alter table public.staff add column left_at timestamptz, add column left_roles text[];

-- A session that looks at the back office as a role sees it, reading only.
create table private.viewing_as (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  user_id uuid not null,
  role_id uuid not null references public.roles (id) on delete cascade,
  ends_at timestamptz not null
);

-- To which area a kind of record in the history, or of what a message or a file was made for, belongs.
create table private.record_types (
  record_type text primary key,
  area text not null
);

insert into public.modules (key) values ('team');

create table public.modules (
  key text primary key,
  live boolean not null default false,
  -- Null until someone, or the setting MODULES, has switched it.
  changed_at timestamptz,
  changed_by uuid default auth.uid() references auth.users (id) on delete set null
);

insert into public.modules (key)
values ('inquiries'), ('deals'), ('tasks'), ('timeline'), ('reports'), ('outbox'), ('templates'), ('sequences'), ('proposals'),
  ('payments'), ('documents');

alter table public.modules enable row level security;

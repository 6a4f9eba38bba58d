create function public.may(area text, action text) returns boolean language sql stable security definer set search_path = '' as $$ select public.is_admin() $$;
create table public.modules (key text primary key, live boolean not null default false, changed_at timestamptz, changed_by uuid);
alter table public.modules enable row level security;

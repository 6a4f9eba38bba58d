-- Invitations of colleagues. The link is in the mail alone; here is only which one it was.
create table public.invitations (
  id uuid primary key default uuidv7(),
  -- The address as it is compared, which is also where the mail goes.
  email_key text not null constraint "an address has 3 to 320 characters" check (char_length(email_key) between 3 and 320),
  name text not null constraint "name has 1 to 200 characters" check (char_length(name) between 1 and 200),
  role_id uuid not null references public.roles (id) on delete cascade,
  invited_by uuid references public.staff (user_id),
  invited_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  link_id uuid references private.access_links (id) on delete set null
);

create unique index invitations_open_idx on public.invitations (email_key) where accepted_at is null and revoked_at is null;
create index invitations_link_idx on public.invitations (link_id) where link_id is not null;
alter table public.invitations enable row level security;

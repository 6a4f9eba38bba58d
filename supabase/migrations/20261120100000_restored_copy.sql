-- A database that was restored from a backup is a copy: the original may still be running, and may have sent what waits here. Until an
-- administrator takes the copy live, nothing leaves and no job runs. What waited in the backup is held until a person releases or drops it.

-- Written by a restore; a backup leaves it out, because it is about this database and not about what is in it.
create table private.restored (
  id boolean primary key default true check (id),
  -- The moment that was restored.
  taken_at timestamptz not null,
  restored_at timestamptz not null default now(),
  -- Where links in mail lead, as the server was told at its start.
  site_url text,
  live_at timestamptz
);

-- What waited in the backup.
create table private.restored_messages (outbox_id uuid primary key references public.outbox (id) on delete cascade);

-- A row for each transaction that changed what booking pages show: copies of free times that are older are thrown away. Rows are only added,
-- so that no booking waits for another.
create table private.booking_changes (
  id bigint generated always as identity primary key,
  changed_at timestamptz not null default now()
);

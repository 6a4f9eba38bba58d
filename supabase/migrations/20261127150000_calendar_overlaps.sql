-- An entry that came later than a meeting, and that a person has seen and keeps.
alter table public.occupied add column overlap_kept boolean not null default false;

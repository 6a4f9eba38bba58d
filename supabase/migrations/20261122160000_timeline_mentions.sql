-- Colleagues that a note names (@Noor Marchetti), so that notices can find them.
alter table public.notes add column mentions uuid[] not null default '{}'
  constraint "a note names at most 50 colleagues" check (cardinality(mentions) <= 50);
create index notes_mentions_idx on public.notes using gin (mentions) where mentions <> '{}';

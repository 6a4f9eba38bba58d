-- The records that come to have thousands of entries: what is filtered is found without reading all the others.
create index events_account_filtered_idx on public.events (account_id, shown_as, id desc) where account_id is not null;
create index events_contact_filtered_idx on public.events (contact_id, shown_as, id desc) where contact_id is not null;
create index events_deal_idx on public.events (deal_id, id desc) where deal_id is not null;
create index events_inquiry_idx on public.events (inquiry_id, id desc) where inquiry_id is not null;
create index events_task_idx on public.events (task_id, id desc) where task_id is not null;
create index events_note_idx on public.events (note_id, id desc) where note_id is not null;
create index events_batch_idx on public.events (batch) where batch is not null;

-- Notes ---------------------------------------------------------------------------------------------------------------

create table public.notes (
  id uuid primary key default uuidv7(),
  body text not null constraint "a note has 1 to 20000 characters"
    check (char_length(body) <= 20000 and char_length(private.trimmed(body)) > 0),
  -- Always filled, from the record below, so that a company shows what was noted about its people.
  account_id uuid references public.accounts (id) on delete cascade,
  -- When a person goes, what was noted about them stays with their company.
  contact_id uuid references public.contacts (id) on delete set null,
  -- Modules bring these records.
  deal_id uuid,
  inquiry_id uuid,
  pinned boolean not null default false,
  author_id uuid references public.staff (user_id),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  -- Deleted notes are kept for a day, so that deleting can be undone; then their words are gone.
  deleted_at timestamptz
);

create index notes_account_idx on public.notes (account_id) where account_id is not null;
create index notes_contact_idx on public.notes (contact_id) where contact_id is not null;
create index notes_deal_idx on public.notes (deal_id) where deal_id is not null;
create index notes_inquiry_idx on public.notes (inquiry_id) where inquiry_id is not null;
create index notes_author_idx on public.notes (author_id);
create index notes_deleted_idx on public.notes (deleted_at) where deleted_at is not null;
alter table public.notes enable row level security;

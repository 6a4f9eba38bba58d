-- A message from the client's area waits for an answer like every other.
alter table public.inquiries drop constraint "kind of an inquiry",
  add constraint "kind of an inquiry" check (kind in ('contact', 'manifesto', 'training', 'newsletter', 'client')),
  drop constraint "only messages that ask for an answer are due",
  add constraint "only messages that ask for an answer are due" check (due_at is null or kind in ('contact', 'training', 'client'));

create index inquiries_client_idx on public.inquiries (account_id) where kind = 'client' and state = 'new';

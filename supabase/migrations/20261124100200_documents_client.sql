-- A document that the company sees in the client's area, and who brought it.
alter table public.documents
  add column source text not null default 'us' constraint "source is us or client" check (source in ('us', 'client')),
  add column client_since timestamptz;

create index documents_client_idx on public.documents (account_id, updated_at desc)
  where (client_since is not null or source = 'client') and archived_at is null;

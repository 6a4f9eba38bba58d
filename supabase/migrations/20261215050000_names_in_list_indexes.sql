-- "Name contains" looks at every name: in the index that is a fourth of what the rows themselves are.
drop index public.accounts_created_at_idx;
create index accounts_created_at_idx on public.accounts (created_at desc, id) include (archived_at, owner_id, type, updated_at, name);
drop index public.contacts_created_at_idx;
create index contacts_created_at_idx on public.contacts (created_at desc, id) include (account_id, owner_id, updated_at, name);

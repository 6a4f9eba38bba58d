-- Lists of companies and people are sorted and filtered by these columns, and counted, from the index alone: with own fields a table is ten
-- times as large.
drop index public.accounts_created_at_idx;
create index accounts_created_at_idx on public.accounts (created_at desc, id) include (archived_at, owner_id, type, updated_at);
drop index public.contacts_created_at_idx;
create index contacts_created_at_idx on public.contacts (created_at desc, id) include (account_id, owner_id, updated_at);

-- An edit of many records is kept like an import that added nothing, so that it is undone in the same way: {"act": "set", "changes": {"type": "Customer"}}.
-- Null: a file was imported.
alter table public.imports add column edit jsonb constraint "edit is an object" check (jsonb_typeof(edit) = 'object');

-- Settings of outside services that were pasted in Settings, sealed with a key that is not in the database. No role of the API reads them,
-- and no function returns them.
create table private.sealed_settings (
  name text primary key,
  -- Which key sealed it: a database that was restored elsewhere may meet another one.
  key_id text not null,
  nonce bytea not null constraint "a nonce has 12 bytes" check (octet_length(nonce) = 12),
  sealed bytea not null,
  -- The last four characters, which is all that is ever shown; null where the value is too short to show any.
  ending text constraint "an ending has 4 characters" check (char_length(ending) = 4),
  changed_at timestamptz not null default now(),
  changed_by uuid
);

-- Whether mail has a provider, as the server knows it: what the environment says, or what was pasted.
alter table private.outbox_gate add column has_mail boolean not null default false;

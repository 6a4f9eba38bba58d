-- What authenticators count their codes from, and the key that push services know this installation by, are sealed by the server like the
-- passwords of mailboxes. What is there is sealed at the start, which has the key.
create table private.factor_secrets (
  factor_id uuid primary key,
  key_id text not null,
  nonce bytea not null,
  sealed bytea not null
);

alter table private.factor_secrets enable row level security;

alter table private.push_keys
  alter column private_key drop not null,
  add column key_id text,
  add column nonce bytea,
  add column sealed bytea,
  add constraint "a key is sealed or not" check (num_nonnulls(private_key, sealed) = 1 and num_nonnulls(key_id, nonce, sealed) in (0, 3));

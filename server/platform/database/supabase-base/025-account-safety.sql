-- Accounts whose password was typed by someone who has not shown yet that the mailbox is theirs (sign-up). Opening the
-- mail of that very sign-up keeps the password; any other proof of the mailbox ends it (docs/decisions/025).
create table if not exists server.unproven_passwords (
  user_id uuid primary key references auth.users on delete cascade,
  -- The sign-up's own mail (auth.one_time_tokens, whose rows come and go); null where no mail was sent.
  token_id uuid
);

insert into server.unproven_passwords (user_id)
select id from auth.users where email_confirmed_at is null and encrypted_password <> ''
on conflict do nothing;

-- Wrong passwords for one account, wherever they come from: after the first few, each makes the next try wait longer.
-- Unlogged, as server.limits.
create unlogged table if not exists server.slowdowns (
  key text primary key,
  failures integer not null,
  -- Before this moment no try is looked at.
  next_at timestamptz not null,
  forget_at timestamptz not null
);
create index if not exists slowdowns_forget_at_idx on server.slowdowns (forget_at);

-- Words of a mail belong to the mailboxes that delivered them. One mail is one row, and has as many words as bodies were delivered: each is
-- known by its SHA-256, and a copy names the one that it brought. What was filed before is known by zeros: all mailboxes that have such a mail
-- keep seeing what they saw.
alter table public.mail_copies add column body_hash bytea default decode(repeat('00', 32), 'hex')
  constraint "a body is known by its SHA-256" check (octet_length(body_hash) = 32);
alter table public.mail_copies alter column body_hash drop default;

alter table public.mail_heads
  add column body_hash bytea not null default decode(repeat('00', 32), 'hex') constraint "a body is known by its SHA-256" check (octet_length(body_hash) = 32),
  -- The words filed first are the firm's record.
  add column filed_at timestamptz not null default '-infinity',
  add column is_unreadable boolean not null default false;
alter table public.mail_heads alter column filed_at set default clock_timestamp();
update public.mail_heads set is_unreadable = true from public.mails where mails.id = mail_heads.mail_id and mails.words = 'unreadable';
alter table public.mail_heads drop constraint mail_heads_pkey, add primary key (mail_id, body_hash);

alter table public.mail_bodies
  add column body_hash bytea not null default decode(repeat('00', 32), 'hex') constraint "a body is known by its SHA-256" check (octet_length(body_hash) = 32),
  add column filed_at timestamptz not null default '-infinity';
alter table public.mail_bodies alter column filed_at set default clock_timestamp();
alter table public.mail_bodies drop constraint mail_bodies_pkey, add primary key (mail_id, body_hash);

-- Which words were opened.
alter table public.mail_reads add column body_hash bytea default decode(repeat('00', 32), 'hex');
alter table public.mail_reads alter column body_hash drop default;

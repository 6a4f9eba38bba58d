-- A message that SQL writes has a kind and facts first; the server composes its words from them (docs/decisions/197). Rows from before
-- have their words already.
alter table public.outbox
  add column mail_kind text,
  -- Emptied when the words are written.
  add column mail_data jsonb,
  alter column subject drop not null,
  alter column body_text drop not null,
  add constraint "a message has words, or the facts they are composed from"
    check ((subject is null) = (mail_data is not null) and (body_text is null) = (subject is null) and (mail_data is null or mail_kind is not null)),
  add constraint "nothing leaves without words"
    check (subject is not null or state in ('held', 'queued', 'cancelled', 'failed', 'expired', 'suppressed'));

create index outbox_to_compose_idx on public.outbox (id) where mail_data is not null;

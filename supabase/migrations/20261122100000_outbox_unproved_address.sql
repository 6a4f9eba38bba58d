-- A form that anyone can fill in named the address, and its owner has not shown that it is theirs: such mail has the tightest limit of the
-- hour, counted for the mailbox without its tag (private.hour_limit_reached).
alter table public.outbox add column unproved_address boolean not null default false;

create index outbox_unproved_idx on public.outbox (regexp_replace(to_key, '\+[^@]*@', '@'), taken_at) where unproved_address;

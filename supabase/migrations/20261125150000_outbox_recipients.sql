-- A reply goes to several people at once, as one message with one Message-ID: besides `to_address`, whom it names as To and as Cc.
alter table public.outbox
  add column also_to text[] not null default '{}',
  add column cc text[] not null default '{}',
  add constraint "a message goes to at most 20 people more" check (cardinality(also_to) + cardinality(cc) <= 20);

create table public.acts (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- No foreign key: an act outlives whoever did it.
  actor_id uuid,
  actor_name text not null,
  -- 'publishing switched', and on what where it is one of many: 'role of ...'.
  act text not null constraint "act has 1 to 100 characters" check (char_length(act) between 1 and 100),
  subject text constraint "subject of an act has at most 200 characters" check (char_length(subject) <= 200),
  was jsonb,
  becomes jsonb,
  -- The request's own id where a proxy gives one, otherwise the transaction's.
  request_id text not null
);

create index acts_act_idx on public.acts (act, id desc);
alter table public.acts enable row level security;

-- The log of acts: what people changed of how the product works, from what to what. Append only: nobody may change or remove an entry.

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
revoke all on public.acts from anon, authenticated, service_role;
grant select on public.acts to authenticated, service_role;
create policy "admins see the log of acts" on public.acts for select to authenticated using ((select public.may('settings', 'read')));

-- The one way to write to it, in the transaction of the act.
create function private.note_act(act text, subject text, was jsonb, becomes jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.acts (actor_id, actor_name, act, subject, was, becomes, request_id)
  values (auth.uid(), coalesce(private.actor_name(), 'The operator'), act, subject, was, becomes,
    coalesce(left(nullif(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-request-id', ''), 100), 'transaction ' || pg_current_xact_id()));
end
$$;
revoke all on function private.note_act(text, text, jsonb, jsonb) from public, anon, authenticated, service_role;

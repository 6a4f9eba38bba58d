-- The log of acts: what people changed of how the product works, from what to what. Append only: nobody may change or remove an entry.

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

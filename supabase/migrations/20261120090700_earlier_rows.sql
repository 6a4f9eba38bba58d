-- The rows that earlier_schema_aside set aside, as they were. The old tables stay; `drop schema earlier, search cascade` removes them
-- when they are no longer wanted.
do $$
begin
  if to_regclass('earlier.accounts') is null then
    return;
  end if;
  insert into public.user_roles (user_id, role, created_at) select user_id, role, created_at from earlier.user_roles;
  insert into public.accounts (id, name, domain, type, industry, website, notes, created_at, updated_at)
  select id, name, domain, type, industry, website, notes, created_at, updated_at from earlier.accounts order by created_at;
  insert into public.contacts (id, account_id, name, title, email, phone, role, notes, created_at, updated_at)
  select id, account_id, name, title, email, phone, role, notes, created_at, updated_at from earlier.contacts order by created_at;
end
$$;

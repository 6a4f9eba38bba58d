create table public.office (
  id boolean primary key default true constraint "there is one office" check (id),
  time_zone text not null default 'UTC',
  currency text not null default 'USD' constraint "currency is a code of three letters" check (currency ~ '^[A-Z]{3}$'),
  -- 1 is Monday, 7 Sunday.
  work_days int[] not null default '{1,2,3,4,5}'
    constraint "work days are one or more of Monday to Sunday" check (cardinality(work_days) > 0 and work_days <@ '{1,2,3,4,5,6,7}'),
  closes_at time not null default '17:00',
  -- Null until someone has changed it; the server then takes the zone of its machine, once.
  changed_at timestamptz,
  changed_by uuid
);

insert into public.office default values;

create table public.office_holidays (
  day date primary key,
  name text not null constraint "name has 1 to 200 characters" check (char_length(name) between 1 and 200)
);

-- No foreign key: whoever leaves stays as a name, so that what they owned and wrote still says whose it was.
create table public.staff (
  user_id uuid primary key,
  name text not null constraint "name has 1 to 200 characters" check (char_length(name) between 1 and 200),
  active boolean not null default true,
  -- Staff are found and referred to like any other record.
  id uuid generated always as (user_id) stored,
  created_at timestamptz not null default now()
);

insert into public.staff (user_id, name)
select user_id, left(coalesce(nullif(trim(users.raw_user_meta_data ->> 'name'), ''), nullif(users.email, ''), 'Administrator'), 200)
from public.user_roles join auth.users on users.id = user_roles.user_id where user_roles.role = 'admin';

alter table public.office enable row level security;
alter table public.office_holidays enable row level security;
alter table public.staff enable row level security;

-- The sample firm: every row that was made for it, so that all of them can be removed and nothing else is touched.
create table private.sample_rows (
  place text not null,
  -- The columns of its primary key.
  key jsonb not null,
  primary key (place, key)
);

create table private.sample_firm (
  id boolean primary key default true check (id),
  state text not null default 'none' constraint "state of the sample firm"
    check (state in ('none', 'filling', 'filled', 'removing', 'failed')),
  -- Of `steps` parts, `done` are finished.
  steps int not null default 0,
  done int not null default 0,
  asked_at timestamptz,
  asked_by uuid,
  -- What was kept when it was removed, because real work was attached to it: [{"place", "name"}].
  kept jsonb not null default '[]',
  error text
);

insert into private.sample_firm default values;

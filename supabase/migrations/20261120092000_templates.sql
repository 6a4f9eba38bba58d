create table public.mail_templates (
  id uuid primary key default uuidv7(),
  key text not null unique constraint "key is small letters, digits and dashes" check (key ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  name text not null constraint "name has 1 to 200 characters" check (char_length(name) between 1 and 200),
  purpose text not null constraint "purpose is outreach or transactional" check (purpose in ('outreach', 'transactional')),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table public.mail_template_versions (
  id uuid primary key default uuidv7(),
  template_id uuid not null references public.mail_templates (id) on delete cascade,
  version int not null,
  subject text not null constraint "subject is one line of 1 to 200 characters"
    check (char_length(subject) between 1 and 200 and subject !~ '[[:cntrl:]]'),
  -- Paragraphs, **bold**, lists and [links](https://...): the page of a mail is made from it, unless one was written by hand.
  body_text text not null constraint "text has 1 to 20000 characters" check (char_length(body_text) between 1 and 20000),
  body_html text constraint "page has at most 100000 characters" check (char_length(body_html) <= 100000),
  -- Found when it was saved: every tag in it, and those that may be empty and have no other words.
  tags text[] not null,
  needs text[] not null,
  created_by uuid references public.staff (user_id),
  created_at timestamptz not null default now(),
  unique (template_id, version)
);

create index mail_template_versions_author_idx on public.mail_template_versions (created_by) where created_by is not null;

-- Which message came from which version, for "used 34 times".
create table private.template_uses (
  outbox_id uuid primary key references public.outbox (id) on delete cascade,
  version_id uuid not null references public.mail_template_versions (id) on delete cascade,
  used_at timestamptz not null default now()
);

create index template_uses_version_idx on private.template_uses (version_id, used_at desc);
alter table public.mail_templates enable row level security;
alter table public.mail_template_versions enable row level security;

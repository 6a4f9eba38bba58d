create index files_also_in_idx on private.files (id) where also_in is not null;

-- Folders: an account is the root of its own. Without an account they are the firm's: templates, drafts, published.
create table public.folders (
  id uuid primary key default uuidv7(),
  account_id uuid references public.accounts (id) on delete cascade,
  parent_id uuid references public.folders (id),
  name text not null constraint "name has 1 to 120 characters" check (char_length(name) between 1 and 120),
  -- Filled by a trigger: "Résumés" and "resumes" are one folder.
  name_key text not null,
  -- One of the folder conventions (content/folder-conventions.ts); those are not renamed or moved.
  kind text constraint "kind of a folder" check (kind in ('proposals', 'documents', 'templates', 'drafts', 'published')),
  created_at timestamptz not null default now(),
  constraint "a folder is not in itself" check (parent_id is distinct from id),
  constraint folders_name_among_siblings unique nulls not distinct (account_id, parent_id, name_key)
);

create index folders_parent_idx on public.folders (parent_id) where parent_id is not null;

create table public.documents (
  id uuid primary key default uuidv7(),
  account_id uuid references public.accounts (id) on delete cascade,
  folder_id uuid not null references public.folders (id),
  -- On whose page it stands besides the account's.
  contact_id uuid references public.contacts (id) on delete set null,
  deal_id uuid references public.deals (id) on delete set null,
  title text not null constraint "title has 1 to 200 characters" check (char_length(title) between 1 and 200),
  current_version int not null default 0,
  -- Filed by the server, such as a signed proposal: nobody adds to it, renames it or takes it away.
  read_only boolean not null default false,
  origin_kind text,
  origin_id text,
  archived_at timestamptz,
  created_by uuid references public.staff (user_id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint "an origin has a kind and an id" check ((origin_kind is null) = (origin_id is null))
);

create index documents_folder_idx on public.documents (folder_id, updated_at desc);
create index documents_account_idx on public.documents (account_id, updated_at desc) where account_id is not null;
create index documents_contact_idx on public.documents (contact_id) where contact_id is not null;
create index documents_deal_idx on public.documents (deal_id) where deal_id is not null;
create unique index documents_origin_idx on public.documents (origin_kind, origin_id) where origin_kind is not null;

-- A version is there when its bytes are: until then it is an upload (private.document_uploads). It is never overwritten.
create table public.document_versions (
  id uuid primary key default uuidv7(),
  document_id uuid not null references public.documents (id) on delete cascade,
  no int not null constraint "versions are counted from 1" check (no > 0),
  -- As it was called where it came from. A label: no path is ever made of it.
  file_name text not null constraint "file name has 1 to 255 characters" check (char_length(file_name) between 1 and 255),
  note text constraint "note has at most 300 characters" check (char_length(note) <= 300),
  size bigint not null,
  sha256 text not null constraint "sha256 in hexadecimal" check (sha256 ~ '^[0-9a-f]{64}$'),
  -- What the bytes are, and what the sender said they were.
  mime_sniffed text not null,
  mime_claimed text,
  -- Where the bytes are: place and random key stand there. Two versions may share them, when an earlier one was restored.
  file_id uuid references private.files (id) on delete set null,
  state text not null default 'ready' constraint "state of a version" check (state in ('ready', 'missing', 'deleted')),
  -- When the nightly check last read the bytes.
  checked_at timestamptz,
  created_by uuid references public.staff (user_id),
  created_at timestamptz not null default now(),
  unique (document_id, no),
  constraint "a version that is there has bytes" check (state <> 'ready' or file_id is not null)
);

create index document_versions_file_idx on public.document_versions (file_id) where file_id is not null;
create index document_versions_sha256_idx on public.document_versions (sha256);
create index document_versions_checked_idx on public.document_versions (checked_at nulls first) where state in ('ready', 'missing');

create table private.document_uploads (
  id uuid primary key default uuidv7(),
  folder_id uuid not null references public.folders (id) on delete cascade,
  -- The document that gets a version; null: the one of the same name, or a new one.
  document_id uuid references public.documents (id) on delete cascade,
  contact_id uuid references public.contacts (id) on delete set null,
  deal_id uuid references public.deals (id) on delete set null,
  file_name text not null,
  note text,
  mime_claimed text,
  size bigint not null constraint "a size is zero or more" check (size >= 0),
  -- Bytes that are surely on the disk.
  received bigint not null default 0,
  created_by uuid,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now()
);

create index document_uploads_touched_idx on private.document_uploads (touched_at);

-- Sharing: the link itself (token, end, password) is private.access_links.
create table public.share_settings (
  link_id uuid primary key references private.access_links (id) on delete cascade,
  document_id uuid not null references public.documents (id) on delete cascade,
  -- Null: always the newest.
  version_id uuid references public.document_versions (id) on delete cascade,
  allow_download boolean not null default true,
  ask_name boolean not null default false,
  max_views int constraint "views are counted from 1" check (max_views between 1 and 100000),
  message text constraint "message has at most 300 characters" check (char_length(message) <= 300),
  created_by uuid references public.staff (user_id),
  created_at timestamptz not null default now()
);

create index share_settings_document_idx on public.share_settings (document_id);
create index share_settings_version_idx on public.share_settings (version_id) where version_id is not null;

-- Append only. `fetched` may have been a scanner; `viewed` is a page that a person touched, or a form they sent.
create table public.share_views (
  id bigint generated always as identity primary key,
  link_id uuid not null references public.share_settings (link_id) on delete cascade,
  version_id uuid references public.document_versions (id) on delete cascade,
  at timestamptz not null default now(),
  kind text not null constraint "kind of a view" check (kind in ('fetched', 'viewed', 'downloaded')),
  -- Tells two visitors of one link apart, and nothing else.
  network text not null,
  -- What the visitor typed.
  name text constraint "name has at most 100 characters" check (char_length(name) <= 100),
  -- Of the cookie that this view gave, where a link asks before it shows the file.
  grant_hash bytea
);

create index share_views_link_idx on public.share_views (link_id, at desc);
create index share_views_version_idx on public.share_views (version_id) where version_id is not null;
create unique index share_views_grant_idx on public.share_views (grant_hash) where grant_hash is not null;

alter table public.folders enable row level security;
alter table public.documents enable row level security;
alter table public.document_versions enable row level security;
alter table public.share_settings enable row level security;
alter table public.share_views enable row level security;

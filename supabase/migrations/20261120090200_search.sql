create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

-- What private.enable_search was told.
create table private.findable (
  kind text primary key,
  -- The area of public.may.
  area text not null,
  -- The column that names a record.
  title text not null,
  -- Columns whose words are searched, and references whose titles are searched too.
  searched text[] not null,
  through text[] not null,
  -- Which columns tell that two records are the same one, and how they are compared: {"domain": "host"}.
  same jsonb not null,
  -- A hash of the definition and the functions from which the lines were last written: another one writes them again.
  built_from text,
  is_registered boolean not null default true
);

-- Finding anything by one field -------------------------------------------------------------------------------------------

-- What a module shows of a kind that it made findable: a query with the ids of its search as $1 that answers (id, title, detail), and
-- where its records have no page of their own the table and id of the record on whose page they are.
create table private.shown_when_found (
  kind text primary key references private.findable (kind) on delete cascade,
  -- The module's key, under which results are grouped; it is asked only while it is on. Null: always.
  module text not null,
  is_switched boolean not null,
  query text not null
);

-- Without the blanks around it: those of every script, and characters that show nothing.
create function private.trimmed(value text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select btrim(value, E' \t\n\v\f\r\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u200c\u200d\u2028\u2029\u202f\u205f\u2060\u3000\ufeff')
$$;

-- What the law makes us keep (accepted proposals, invoices, requests that were sent): as it was, under its number. In no list, no search
-- and no part of the API; the operator reads it where a court or an auditor asks.
create table private.kept_by_law (
  kind text not null constraint "kind of what is kept" check (kind in ('proposal', 'invoice', 'payment request')),
  number text not null,
  subject_id uuid not null,
  contact_id uuid,
  kept jsonb not null,
  -- Bytes that belong to it, such as the signed PDF.
  file_ids uuid[] not null default '{}',
  kept_at timestamptz not null default now(),
  -- Ten years from the end of the year.
  until date not null default (date_trunc('year', now()) + interval '11 years')::date,
  primary key (kind, subject_id)
);

-- What a person is called and reached by, now and as far as the history knows.
create type private.person_words as (names text[], addresses text[]);

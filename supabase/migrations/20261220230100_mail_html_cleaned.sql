-- HTML of a mail is cleaned when it is filed. What was filed before that is raw, and cleaned at its first look; refused: the cleaner could
-- not take it.
alter table public.mail_bodies add column html_state text not null default 'raw'
  constraint "html is raw, cleaned or refused" check (html_state in ('raw', 'cleaned', 'refused'));
alter table public.mail_bodies alter column html_state set default 'cleaned';

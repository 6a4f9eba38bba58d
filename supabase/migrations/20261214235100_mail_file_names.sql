-- Names of files say what a mail is about: they are words, kept beside the subject, and seen by who sees it.
alter table public.mail_heads add column files jsonb not null default '[]' constraint "files are a list" check (jsonb_typeof(files) = 'array');
update public.mail_heads set files = mails.files from public.mails where mails.id = mail_heads.mail_id and mails.files <> '[]';
alter table public.mails drop column files;

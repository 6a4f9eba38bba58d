-- Whether mail ever had a provider: from then on links to sign in are never printed again.
alter table private.outbox_gate add column had_mail boolean not null default false;
update private.outbox_gate set had_mail = has_mail or exists (select from private.sealed_settings where name in ('SMTP_URL', 'POSTMARK_SERVER_TOKEN'));

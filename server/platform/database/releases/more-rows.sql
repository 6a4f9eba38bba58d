-- Rows for the tables that the demo leaves empty, so that a release's backup has some in every table (npm run generate -- release-backup).
-- First what an administrator can do, as one: through the functions, rights and triggers of the data API.
select set_config('request.jwt.claims', json_build_object('role', 'authenticated', 'sub', user_id)::text, false) from public.user_roles where role = 'admin' limit 1;
set role authenticated;
select public.tag_records('accounts', array(select id from public.accounts order by created_at, id limit 2), array['Priority', 'Met in Oslo']);
select public.add_own_field('accounts', 'one_of', '{"label": "Tier", "choices": ["Gold", "Silver"], "listed": true}');
select public.add_own_field('contacts', 'text', '{"label": "Greeting", "searchable": true}');
update public.accounts set own_tier = 'Gold' where id in (select id from public.accounts order by created_at, id limit 2);
update public.contacts set own_greeting = 'Dear Ada' where id in (select id from public.contacts order by created_at, id limit 1);
select public.delete_own_field(id) from public.own_fields where key = 'greeting';
insert into public.views (entity, name, shared, definition) values ('accounts', 'Gold', true,
  '{"filter": {"match": "all", "parts": [{"field": "own_tier", "op": "is", "values": ["Gold"]}]}, "sort": "name", "columns": [{"name": "name", "width": 240}], "search": ""}');
insert into public.dashboard_layouts (user_id, tiles) values (auth.uid(), '[{"key": "deals", "hidden": true}]');
insert into public.format_choices (user_id, locale, week_starts_on, hours_24) values (auth.uid(), 'de-DE', 1, true);
insert into public.outbox_signatures (user_id, words) values (auth.uid(), 'Noor Marchetti, Guidevane');
insert into public.skipped_steps (step) values ('team');
insert into public.not_duplicates (kind, one_id, other_id)
select 'contacts', min(id::text)::uuid, max(id::text)::uuid from (select id from public.contacts order by created_at, id limit 2) as pair;
insert into public.import_parts (import_id, part, records)
select '00000000-0000-4000-8000-000000000008', 0, jsonb_build_array(jsonb_build_object('line', 2, 'name', name, 'industry', 'Wind')) from public.accounts order by created_at, id limit 1;
select public.import_records('00000000-0000-4000-8000-000000000008', 'accounts', match_by => 'name');
insert into public.import_matchings (kind, headings, matching) values ('accounts', E'company\nbranch', '{"name": "Company", "industry": "Branch"}');
-- What a merge makes in place of rows that went is kept for the way back: here the zone of the one that goes.
select public.set_contact_zone((select contact_id from public.deal_contacts order by contact_id limit 1), 'Europe/Stockholm');
select public.merge_contacts((select id from public.contacts where id not in (select contact_id from public.deal_contacts) order by created_at desc, id limit 1),
  (select contact_id from public.deal_contacts order by contact_id limit 1));
reset role;
select set_config('request.jwt.claims', '', false);
begin;
-- Triggers write down what a deletion takes along.
delete from public.contacts where id = (
  select id from public.contacts
  where not exists (select from public.deal_contacts where contact_id = contacts.id) and not exists (select from public.enrolments where contact_id = contacts.id)
  order by created_at limit 1
);
set local session_replication_role = replica;
-- A year of inquiries, and every entry of every history, is more than a test needs.
delete from public.events where id % 3 = 0 and kind in (select kind from public.events group by kind having count(*) > 100);
delete from public.events where id % 3 = 1 and kind in (select kind from public.events group by kind having count(*) > 100);
-- Sixty mails are as good as a year of them.
create temporary table fewer_mails on commit drop as select id from public.mails order by at desc, id limit 60;
delete from public.mail_copies where mail_id not in (select id from fewer_mails);
delete from public.mail_people where mail_id not in (select id from fewer_mails);
delete from public.mail_heads where mail_id not in (select id from fewer_mails);
delete from public.mail_bodies where mail_id not in (select id from fewer_mails);
delete from public.mails where id not in (select id from fewer_mails);
delete from private.mail_thread_names where thread_id not in (select thread_id from public.mails);
delete from public.inquiries
where number > 30 and not exists (select from public.deals where inquiry_id = inquiries.id) and not exists (select from public.tasks where inquiry_id = inquiries.id);
create temporary table sample on commit drop as select
  (select user_id from public.staff order by user_id limit 1) as staff, (select id from auth.users limit 1) as usr,
  (select id from public.contacts order by created_at, id limit 1) as contact, (select id from public.accounts order by created_at, id limit 1) as account,
  (select id from public.deals order by created_at, id limit 1) as deal, (select id from public.outbox where state = 'delivered' limit 1) as sent,
  (select id from public.tasks order by created_at, id limit 1) as task, (select id from public.proposals order by id limit 1) as proposal,
  (select proposal_id from public.proposal_decisions where kind = 'accepted' limit 1) as accepted,
  (select id from public.folders limit 1) as folder, (select id from public.documents limit 1) as document,
  (select id from public.payment_requests order by id limit 1) as request, (select id from public.enrolments order by id limit 1) as enrolment,
  (select id from public.mail_template_versions limit 1) as template, (select id from private.access_links limit 1) as link,
  timestamptz '2026-01-05 09:00+00' as at;
insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip) select '00000000-0000-4000-8000-000000000001', usr, at, at, 'aal1', 'Firefox', '192.0.2.1' from sample;
insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, session_id) select 'abcdefghijkl', usr, false, at, at, '00000000-0000-4000-8000-000000000001' from sample;
insert into auth.mfa_amr_claims select '00000000-0000-4000-8000-000000000001', at, at, 'password', '00000000-0000-4000-8000-000000000002' from sample;
insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret) select '00000000-0000-4000-8000-000000000003', usr, 'Phone', 'totp', 'verified', at, at, 'JBSWY3DPEHPK3PXP' from sample;
insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) select '00000000-0000-4000-8000-000000000004', '00000000-0000-4000-8000-000000000003', at, '192.0.2.1' from sample;
insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to) select '00000000-0000-4000-8000-000000000005', usr, 'recovery_token', 'hash', 'noor@guidevane.example' from sample;
insert into server.mail_codes values ('00000000-0000-4000-8000-000000000005', 'hash', 1);
insert into server.unproven_passwords (user_id) select usr from sample;
insert into auth.flow_state (id, user_id, provider_type, authentication_method, created_at, updated_at) select '00000000-0000-4000-8000-000000000006', usr, 'email', 'magiclink', at, at from sample;
insert into auth.webauthn_credentials (user_id, credential_id, public_key) select usr, '\x01', '\x02' from sample;
insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at) select usr, 'registration', '{}', at from sample;
insert into public.notes (body, account_id, contact_id, deal_id, author_id, created_at) select 'Called: they want a workshop – "soon".', account, contact, deal, staff, at from sample;
insert into public.office_holidays values ('2026-12-25', 'Christmas');
insert into public.consents (email_key, contact_id, purpose, state, wording, asked_at, decided_at) select 'ada@norrfall.example', contact, 'newsletter', 'given', 'Yes, please', at, at from sample;
insert into public.imports (kind, added, created, records, imported_by, imported_at) select 'contacts', 1, 1, '[]', usr, at from sample;
insert into public.import_parts (import_id, part, records, uploaded_by, uploaded_at) select '00000000-0000-4000-8000-000000000007', 0, '[{"name": "Ada"}]', usr, at from sample;
insert into public.mail_replies (event_key, received_at, from_address, subject, body_text, outbox_id, account_id, contact_id) select 'postmark:1', at, 'ada@norrfall.example', 'Re: hello', 'Thank you', sent, account, contact from sample;
insert into public.outbox_attempts (outbox_id, no, phase, started_at, result) select sent, 1, 'done', at, 'sent' from sample;
insert into private.outbox_news values ('postmark:2', (select sent from sample), 'delivered', '2026-01-05 09:00+00', null);
insert into private.address_news values ('postmark:3', '\x0102', 'soft', '2026-01-05 09:00+00');
insert into private.inbound_events (provider, event_key, type, payload, state) values ('postmark', 'postmark:4', 'delivery', '{}', 'processed');
insert into private.document_uploads (folder_id, file_name, size, created_by) select folder, 'slow.pdf', 1000, staff from sample;
insert into private.proposal_files (proposal_id, version_no, signed, sha256) select accepted, 1, true, repeat('a', 64) from sample;
insert into private.proposal_filings (proposal_id, document_id) select accepted, document from sample;
insert into private.proposal_previews select link, proposal from sample;
insert into private.suppression_facts (key_hmac, reason, source, set_at) select '\x0a0b', 'hard_bounce', 'postmark', at from sample;
insert into public.suppressions (key_hmac, address, scope, reason, created_at) select '\x0a0b', 'gone@norrfall.example', 'all', 'hard_bounce', at from sample;
insert into private.task_digests select staff, '2026-01-05', 3, at from sample;
insert into private.task_reminders select task, at, at from sample;
insert into private.template_uses select sent, template, at from sample;
insert into private.unsubscribe_keys select sent, '\x0c0d' from sample;
insert into public.blocked_senders (key, blocked_at, blocked_by) select 'host:spam.example', at, staff from sample;
insert into public.checkout_sessions (request_id, attempt, amount_minor, currency, state) select request, 99, 100, 'USD', 'expired' from sample;
insert into public.payment_checks (at, seen) select at, 5 from sample;
insert into public.step_runs (enrolment_id, step_no, outbox_id, planned_at, done_at) select enrolment, 1, sent, at, at from sample on conflict do nothing;
insert into public.acts (at, actor_name, act, subject, request_id) select at, 'Noor', 'module switched on', 'deals', 'request-1' from sample;
insert into private.past_rates (currency, base_rate) values ('SEK', 10);
insert into private.kept_by_law (kind, number, subject_id, kept) values ('proposal', 'P-1', gen_random_uuid(), '{}');
insert into private.restored_messages select id from public.outbox where state = 'held' order by id limit 1;
insert into private.client_sessions (id, user_id, token_hash, expires_at) select '00000000-0000-4000-8000-000000000009', usr, '\x0e0f', at + interval '30 days' from sample;
insert into private.client_codes (email_key, code_hash, token_hash, expires_at) select 'ada@norrfall.example', '\x10', '\x11', at from sample;
insert into private.client_passkeys (user_id, credential, credential_id) select usr, '{}', 'AQ==' from sample;
insert into private.client_known_devices (user_id, token_hash) select usr, '\x12' from sample;
insert into private.client_challenges (challenge, user_id) select 'asked', usr from sample;
insert into public.client_message_files (message_id, document_id) select (select id from public.client_messages limit 1), document from sample;
insert into private.viewing_as select '00000000-0000-4000-8000-000000000001', usr, (select id from public.roles where key = 'reader'), at from sample;
insert into public.invitations (email_key, name, role_id, invited_by, invited_at, expires_at)
select 'sam@guidevane.example', 'Sam Ostrey', (select id from public.roles where key = 'sales'), staff, at, at + interval '72 hours' from sample;
insert into public.notices (user_id, kind, what, record_type, record_id, about_id, mail, at) select usr, 'record', 'won', 'deal', deal, account, 'daily', at from sample;
insert into public.notice_choices (user_id, kind, screen, mail) select usr, 'record', true, 'daily' from sample;
insert into public.follows (user_id, record_type, record_id, at) select usr, 'deal', deal, at from sample;
insert into private.push_browsers (user_id, endpoint, p256dh, auth) select usr, 'https://push.example/1', 'BA==', 'AQ==' from sample;
insert into private.push_keys (public_key, private_key) values ('BA==', 'AQ==');
insert into private.notice_days (user_id, day) select usr, '2026-01-05' from sample;
insert into public.exchange_rates (currency, day, source, per_eur) values ('GBP', '2026-11-13', 'ecb', 0.83);
insert into public.seller_accounts (currency, holder, account) values ('USD', 'Guidevane Advisory LLC', '12345678');
insert into public.invoice_starts (series, year, first) values ('C', 2020, 5);
insert into private.late_stages (invoice_id, stage) select id, 1 from public.invoices limit 1;
insert into public.invoice_nets (final_id, earlier_id) select max(id::text)::uuid, min(id::text)::uuid from public.invoices where type = 'invoice';
insert into private.factor_secrets (factor_id, key_id, nonce, sealed) values ('00000000-0000-4000-8000-000000000003', 'k1', '\x20', '\x21');
insert into private.mailbox_secrets (mailbox_id, kind, key_id, nonce, sealed) select id, 'password', 'k1', '\x12', '\x13' from public.mailboxes order by id limit 1;
insert into private.mail_tombstones (identity, at, why) select '\x14', at, 'removed' from sample;
insert into private.mail_strangers (address_key, days_out, last_on) values ('sam@cadmea.example', '{2026-01-05}', '2026-01-05');
insert into private.mail_answer_bytes (outbox_id, bytes) select sent, '\x15' from sample;
insert into public.mail_trouble (mailbox_id, folder, uid_validity, uid, reason, at) select (select id from public.mailboxes order by id limit 1), 'INBOX', 1, 2, 'unreadable', at from sample;
insert into public.mail_filings (thread_id, deal_id, filed_by, filed_at) select (select thread_id from public.mails order by at desc, id limit 1), deal, staff, at from sample;
insert into public.contact_jobs (contact_id, account_id, company, title, from_on, source, made_at) select contact, account, 'Norrfall', 'Engineer', '2024-01-01', 'hand', at from sample;
insert into public.tie_snoozes (contact_id, staff_id, until_on) select contact, staff, '2026-02-05' from sample;
insert into public.availability_days (staff_id, day, ranges) select staff_id, '2026-12-24', '[{"opens": "09:00", "closes": "12:00"}]' from public.availability order by staff_id limit 1;
insert into public.calendars (id, staff_id, kind, name, address, username, writes, created_at, updated_at)
select '00000000-0000-4000-8000-00000000000a', staff, 'caldav', 'Work', 'https://calendar.example/noor', 'noor', true, at, at from sample;
insert into private.calendar_secrets (calendar_id, key_id, nonce, sealed) values ('00000000-0000-4000-8000-00000000000a', 'k1', '\x16', '\x17');
insert into private.calendar_sign_ins (state_key, staff_id, kind, key_id, nonce, sealed, expires_at) select 'k', staff, 'google', 'k1', '\x18', '\x19', at from sample;
insert into public.calendar_entries (calendar_id, href, etag, uid) values ('00000000-0000-4000-8000-00000000000a', '/noor/1.ics', '"1"', 'entry-1');
insert into public.calendar_copies (meeting_id, staff_id, calendar_id, href, state, updated_at)
select (select id from public.meetings order by id limit 1), staff, '00000000-0000-4000-8000-00000000000a', '/noor/2.ics', 'there', at from sample;
insert into public.retainer_periods (retainer_id, starts_on, ends_on, result, why) select id, '2020-01-01', '2020-01-31', 'skipped', 'before it began' from public.retainers order by id limit 1;
insert into public.request_reductions (request_id, credit_id, amount_minor, lowered_on) select request, (select id from public.invoices order by id limit 1), 100, '2026-01-05' from sample;
insert into public.closed_periods (starts_on, ends_on, closed_by, closed_at) select '2019-01-01', '2019-12-31', staff, at from sample;
insert into public.bank_imports (id, sha256, file_name, format, statements, added, known, imported_by, imported_at)
select '00000000-0000-4000-8000-00000000000b', repeat('a', 64), 'october.xml', 'camt.053.001.08', '[{"account": "DE89370400440532013000", "currency": "EUR", "lines": 1}]', 1, 0, staff, at from sample;
insert into public.bank_lines (id, import_id, account, currency, key, day, amount_minor, rest_minor, name)
values ('00000000-0000-4000-8000-00000000000c', '00000000-0000-4000-8000-00000000000b', 'DE89370400440532013000', 'EUR', 'a-1', '2026-01-05', 100, 0, 'Norrfall');
insert into public.bank_matches (line_id, request_id, payment_id, amount_minor, by, matched_by, matched_at)
select '00000000-0000-4000-8000-00000000000c', request_id, id, 100, 'person', staff, at from sample, lateral (select payments.id, payments.request_id from public.payments where payments.request_id is not null order by payments.id limit 1) as paid;
insert into public.bank_payouts (payment_id, line_id, settled_by, settled_at)
select (select id from public.payments order by id limit 1), '00000000-0000-4000-8000-00000000000c', staff, at from sample;
commit;

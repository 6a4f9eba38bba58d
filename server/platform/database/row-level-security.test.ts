import { describe, expect, test } from "vitest";
import { type Who, actAs, addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const admin: Who = { role: "authenticated", userId: await addUser(sql, { admin: true }) };
const visitor: Who = { role: "authenticated", userId: await addUser(sql, { admin: false }) };
const anon: Who = { role: "anon" };
const secretKey: Who = { role: "service_role" };
const [norrfall] = await sql<{ id: string }[]>`
  insert into public.accounts (name, type) values ('Norrfall', 'Customer') returning id`;
const accountId = norrfall?.id ?? "";
await sql`insert into public.contacts (account_id, name, email) values (${accountId}, 'Ada Lind', 'ada@norrfall.example')`;

/** Tables that the API could show, what each role may do with them, and for which commands it has a policy. */
const grantsAndPolicies = () => sql<
  { table: string; rls: boolean; role: string; command: string; granted: boolean; policies: number }[]
>`
  select c.relname as table, c.relrowsecurity as rls, r.role, k.command,
         has_table_privilege(r.role, c.oid, k.command) or has_any_column_privilege(r.role, c.oid, k.command) as granted,
         (select count(*)::int from pg_policies p
          where p.schemaname = 'public' and p.tablename = c.relname and p.cmd in (k.command, 'ALL')
            and (p.roles && array[r.role::name, 'public'])) as policies
  from pg_class c
  cross join unnest(array['anon', 'authenticated']) as r (role)
  cross join unnest(array['SELECT', 'INSERT', 'UPDATE']) as k (command)
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  union all
  select c.relname, c.relrowsecurity, r.role, 'DELETE', has_table_privilege(r.role, c.oid, 'DELETE'),
         (select count(*)::int from pg_policies p
          where p.schemaname = 'public' and p.tablename = c.relname and p.cmd in ('DELETE', 'ALL')
            and (p.roles && array[r.role::name, 'public']))
  from pg_class c cross join unnest(array['anon', 'authenticated']) as r (role)
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;

const unguarded = async () =>
  (await grantsAndPolicies())
    .filter((row) => !row.rls || (row.granted && row.policies === 0))
    .map(
      (row) => `${row.table}: ${row.rls ? `${row.role} may ${row.command} without a policy` : "no row level security"}`,
    );

describe("every table of the API", () => {
  test("has row level security, and a policy for whatever a role was granted", async () => {
    expect(await unguarded()).toEqual([]);
  });

  test("is found out when it has neither (so the test above can fail)", async () => {
    await sql`create table public.forgotten (id int)`;
    expect(await unguarded()).toContain("forgotten: no row level security");
    await sql`alter table public.forgotten enable row level security`;
    await sql`grant select on public.forgotten to anon`;
    expect(await unguarded()).toContain("forgotten: anon may SELECT without a policy");
    await sql`drop table public.forgotten`;
  });

  test("cannot be emptied with TRUNCATE, which no policy would stop", async () => {
    const rows = await sql`
      select c.relname from pg_class c cross join unnest(array['anon', 'authenticated']) as r (role)
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege(r.role, c.oid, 'TRUNCATE')`;
    expect(rows).toEqual([]);
  });

  test("has no view that reads past row level security", async () => {
    const rows = await sql`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
        and not coalesce('security_invoker=true' = any(reloptions), false)`;
    expect(rows).toEqual([]);
  });

  test("asks may() once per statement: policies write it as a subselect", async () => {
    const rows = await sql<{ policy: string; text: string }[]>`
      select policyname as policy, coalesce(qual, '') || coalesce(with_check, '') as text
      from pg_policies where schemaname = 'public'`;
    const bare = rows.filter((row) => /(?<!SELECT )(is_admin\(|is_colleague\(|(?<!_)may\(|auth\.uid\()/.test(row.text));
    expect(bare).toEqual([]);
    expect(rows.filter((row) => row.text.includes("SELECT may(")).length).toBeGreaterThanOrEqual(8);
  });
});

/** What callers of the API may run, in any schema but PostgreSQL's own: "function: role, role". */
const callable = async () => {
  const rows = await sql<{ name: string; roles: string[]; definer: boolean; path: boolean }[]>`
    select p.oid::regprocedure::text as name, p.prosecdef as definer, coalesce('search_path=""' = any (p.proconfig), false) as path,
           array(select role from unnest(array['anon', 'authenticated']) as role
                 where has_function_privilege(role, p.oid, 'execute') and has_schema_privilege(role, p.pronamespace, 'usage')) as roles
    from pg_proc p
    where p.pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`;
  return rows.filter(({ roles }) => roles.length > 0);
};

describe("functions", () => {
  // Whatever is added here is open to the internet or to every member: it must check its caller, or need no check.
  const toEveryone = ["auth.email()", "auth.jwt()", "auth.role()", "auth.uid()"];
  const toMembers = {
    // Run as the caller: row level security decides.
    asTheCaller: [
      "account_statement(uuid,date,date)",
      "act_choices()",
      "archive_deals(uuid[],boolean)",
      "assign_deals(uuid[],uuid)",
      "business_deadline(timestamp with time zone,integer)",
      "busy_stripes(timestamp with time zone,timestamp with time zone,uuid)",
      "complete_task(uuid)",
      "complete_tasks(uuid[])",
      "contacts_to_enrol(jsonb)",
      "copy_of_person(uuid,integer)",
      "count_dependents(text,uuid[])",
      "count_merged(text,uuid)",
      "delete_records(text,uuid[])",
      "document_folders()",
      "document_part(jsonb,text,jsonb,bigint)",
      "document_totals(jsonb,text,jsonb)",
      "edit_records(uuid,text,uuid[],text,jsonb,timestamp with time zone)",
      "filter_deals(jsonb)",
      "import_records(uuid,text,boolean,boolean,text)",
      "inquiry_counts(timestamp with time zone)",
      "invoice_list(jsonb,integer,integer)",
      "invoice_sums(jsonb)",
      "mail_answers_of(uuid)",
      "mail_files_of(text,uuid,integer)",
      "mail_panel_facts(text,uuid)",
      "mail_readers(uuid,bigint,integer)",
      "mail_threads_of(text,uuid,timestamp with time zone,integer)",
      "mail_threads_told(uuid[])",
      "mail_trouble_list(uuid)",
      "mailbox_example(uuid)",
      "mailbox_folder_list(uuid)",
      "mailbox_list()",
      "mailboxes_in_trouble()",
      "meeting_counts(timestamp with time zone,timestamp with time zone,uuid)",
      "meeting_list(text,timestamp with time zone,timestamp with time zone,uuid,uuid,uuid,uuid,integer)",
      "meeting_record(uuid)",
      "merge_records(text,uuid,uuid,jsonb)",
      "my_unread_notices()",
      "next_work_day(date)",
      "office_day(timestamp with time zone)",
      "office_today()",
      "order_stages(uuid[])",
      "owner_dashboard(boolean,text[])",
      "payment_ageing(date)",
      "payment_list(jsonb,integer,integer)",
      "payments_of(uuid)",
      "plan_edit(text,uuid[],text,jsonb,integer)",
      "plan_import(uuid,text,boolean,boolean,text)",
      "private.account_of_deal(uuid)",
      "private.account_of_inquiry(uuid)",
      "private.age_bucket(date,date)",
      "private.call_hooks(text,text[])",
      "private.caller_may(text,text)",
      "private.cancelled_invoices()",
      "private.change_imported(uuid,private.findable,text[],integer[],uuid[])",
      "private.columns_of_contacts()",
      "private.contact_of_deal(uuid)",
      "private.contact_of_inquiry(uuid)",
      "private.dashboard_contacts(boolean)",
      "private.dashboard_deals(boolean)",
      "private.dashboard_inquiries(boolean)",
      "private.dashboard_payments(boolean)",
      "private.dashboard_sequences(boolean)",
      "private.dashboard_tasks(boolean)",
      "private.deal_conditions(jsonb,boolean)",
      "private.deals_of_contact(uuid)",
      "private.edit_many(uuid,text,uuid[],text,jsonb,timestamp with time zone,integer)",
      "private.edited_columns(text,text,jsonb)",
      "private.forecast_bucket(date,date,date,date)",
      "private.found_invoices(jsonb,integer,integer)",
      "private.host_key(text)",
      "private.import_entry_of(text,uuid)",
      "private.in_range(integer,integer,integer,text)",
      "private.inquiries_of_record(uuid)",
      "private.invoice_standings(uuid[])",
      "private.is_made_by_title(text)",
      "private.keys_of(jsonb)",
      "private.known_kind(text)",
      "private.mail_of_entry(uuid,text,timestamp with time zone)",
      "private.name_of_deal(uuid)",
      "private.name_of_inquiry(uuid)",
      "private.names_in(jsonb)",
      "private.names_of_accounts(uuid[])",
      "private.names_of_contacts(uuid[])",
      "private.names_of_deals(uuid[])",
      "private.names_of_staff(uuid[])",
      "private.no_more_than(integer,anyarray)",
      "private.normal_address(text,text)",
      "private.noted_change(text,text)",
      "private.now()",
      "private.number_of(jsonb,numeric,numeric,integer,text)",
      "private.office_moment(date,time without time zone)",
      "private.open_requests()",
      "private.people_of_record(text,uuid)",
      "private.priced_lines(jsonb)",
      "private.proposal_ends_at(date,text)",
      "private.proposal_state(text,date,text,timestamp with time zone)",
      "private.readable_kinds()",
      "private.references_of(text)",
      "private.referred_to_by(text)",
      "private.report_archived_then(timestamp with time zone)",
      "private.report_as_of(date,uuid,text)",
      "private.report_closed(date,date,uuid,text)",
      "private.report_counted(text,date,date,uuid,text,text)",
      "private.report_done(date,date,uuid)",
      "private.report_forecast_then(date,date,uuid,text)",
      "private.report_months(date,date)",
      "private.report_moves(date,date,uuid,text)",
      "private.report_open(uuid,text)",
      "private.report_passed(date,date,uuid,text)",
      "private.report_period(date,date)",
      "private.report_promised(date,date,uuid)",
      "private.report_received(date,date,uuid)",
      "private.report_worth(boolean,jsonb,text,numeric,bigint,bigint)",
      "private.request_state(text,bigint,bigint,bigint,date,date)",
      "private.request_states(date,uuid[],boolean)",
      "private.require_may(text,text,text)",
      "private.resolved_rows(private.findable,text[],boolean)",
      "private.revert_imported(uuid,text)",
      "private.run_edit(uuid,text,uuid[],text,jsonb,timestamp with time zone,integer,boolean)",
      "private.shape_of(text)",
      "private.shown_state(text,timestamp with time zone)",
      "private.spread(numeric,numeric[])",
      "private.task_group(date,timestamp with time zone,date)",
      "private.tax_shares(numeric,numeric[])",
      "private.taxes_of(jsonb,text)",
      "private.threads_filed_with(text,uuid)",
      "private.trimmed(text)",
      "private.try_edit(text,uuid,uuid[],jsonb)",
      "private.unpaid_invoices()",
      "private.was_promised(inquiries)",
      "private.work_day(date,integer)",
      "private.work_of_record(uuid)",
      "promise_rows(integer,boolean)",
      "rate_overview()",
      "reassign_tasks(uuid[],uuid)",
      "record_timeline(text,uuid,bigint,text[],integer)",
      "reopen_tasks(uuid[])",
      "report_activity(date,date,uuid)",
      "report_board_as_of(date,uuid,text)",
      "report_forecast(date,date,uuid,text)",
      "report_pipeline(uuid,text)",
      "report_promise(date,date,uuid)",
      "report_reasons(date,date,uuid,text)",
      "report_rows(text,date,date,uuid,text,text,integer,integer)",
      "report_service_lines()",
      "report_stages(date,date,uuid,text)",
      "report_subjects(date,date,uuid)",
      "report_win_rate(date,date,uuid,text)",
      "report_won(date,date,uuid,text)",
      "restore_task_days(jsonb)",
      "save_task(jsonb,timestamp with time zone)",
      "search_accounts(text)",
      "search_close_reasons(text)",
      "search_contacts(text)",
      "search_deal_stages(text)",
      "search_deals(text)",
      "search_documents(text)",
      "search_inquiries(text)",
      "search_invoices(text)",
      "search_mail_templates(text)",
      "search_payment_requests(text)",
      "search_proposal_versions(text)",
      "search_proposals(text)",
      "search_sequences(text)",
      "search_services(text)",
      "search_staff(text)",
      "search_tasks(text)",
      "sequence_list(boolean)",
      "sequence_people(uuid,uuid,uuid,text,integer,integer)",
      "sequence_results(uuid)",
      "snooze_task(uuid,date)",
      "snooze_tasks(uuid[],date,boolean)",
      "suggest_accounts(text,integer)",
      "suggest_close_reasons(text,integer)",
      "suggest_contacts(text,integer)",
      "suggest_deal_stages(text,integer)",
      "suggest_deals(text,integer)",
      "suggest_documents(text,integer)",
      "suggest_inquiries(text,integer)",
      "suggest_invoices(text,integer)",
      "suggest_mail_templates(text,integer)",
      "suggest_payment_requests(text,integer)",
      "suggest_proposal_versions(text,integer)",
      "suggest_proposals(text,integer)",
      "suggest_sequences(text,integer)",
      "suggest_services(text,integer)",
      "suggest_staff(text,integer)",
      "suggest_tasks(text,integer)",
      "tag_list()",
      "tag_records(text,uuid[],text[],text[])",
      "task_counts(boolean,text)",
      "task_list(boolean,text,text[],uuid,uuid,uuid,uuid,integer,integer)",
      "unallocated_payments()",
      "undo_import(uuid)",
      "weighted_minor(bigint,integer)",
    ],
    // Look past row level security: each asks itself who calls.
    pastRowLevelSecurity: [
      "accept_inquiry(uuid)",
      "accept_invitation(text)",
      "accept_suggestion(uuid,integer,jsonb)",
      "account_strength(uuid,date)",
      "add_inquiry_task(uuid)",
      "add_introduction(uuid,uuid,uuid,uuid,date)",
      "add_mail_never(text,text,boolean,boolean)",
      "add_meeting_note(uuid,text)",
      "add_own_field(text,text,jsonb)",
      "allocate_payment(uuid,uuid)",
      "answer_change_request(uuid,text,text)",
      "answer_client(uuid,text,uuid)",
      "answer_inquiry(uuid,text,jsonb)",
      "answer_meeting_question(uuid)",
      "archive_proposal_template(uuid,boolean)",
      "archive_template(uuid,boolean)",
      "ask_client_for_file(uuid,text,date,text,uuid)",
      "ask_colleague(uuid,uuid,text)",
      "ask_for_release(text,text,jsonb)",
      "ask_for_sample(boolean)",
      "assign_inquiry(uuid,uuid)",
      "attach_to_outbox(uuid,uuid[])",
      "bank_accounts()",
      "bank_counts(text)",
      "bank_file_manner(text)",
      "bank_files(integer)",
      "bank_lines_list(jsonb,integer,integer)",
      "begin_mail_answer(uuid)",
      "bill_preview(uuid,jsonb)",
      "bill_proposal(uuid,jsonb)",
      "bill_retainer_period(uuid,date)",
      "bill_state(uuid)",
      "block_sender(uuid,boolean,timestamp with time zone)",
      "book_by_hand(jsonb,boolean)",
      "bring_back_bank_lines(uuid[])",
      "cancel_file_request(uuid)",
      "cancel_invoice(uuid,text,boolean)",
      "cancel_meeting(uuid,text)",
      "cancel_outbox_rows(uuid[])",
      "cancel_payment_request(uuid,text)",
      "cash_overview(date)",
      "cash_rows(jsonb,integer,integer)",
      "cash_statement(uuid,date,date)",
      "change_own_field(uuid,jsonb)",
      "change_payment_request(uuid,jsonb)",
      "check_import(uuid,text)",
      "choose_notice(text,boolean,text)",
      "close_deal(uuid,text,jsonb,timestamp with time zone)",
      "close_inquiry(uuid)",
      "close_period(date,date)",
      "closed_period_list()",
      "closest_accounts(integer)",
      "confirm_client_access(uuid,text)",
      "confirm_meeting(uuid,boolean)",
      "convert_own_field(uuid,text,jsonb)",
      "correct_payment(uuid,bigint,text)",
      "count_mail_never(text,text,boolean)",
      "create_proposal(jsonb)",
      "credit_invoice(uuid,text)",
      "credit_preview(uuid,jsonb)",
      "credit_retainer_end(uuid)",
      "deactivate_colleague(uuid,jsonb)",
      "deal_board(jsonb,integer,text)",
      "deal_board_more(jsonb,uuid,uuid,integer,text)",
      "decline_meeting(uuid,text)",
      "delete_document(uuid)",
      "delete_invoice_draft(uuid)",
      "delete_mails(uuid[])",
      "delete_own_field(uuid)",
      "delete_payment_draft(uuid)",
      "delete_proposal(uuid)",
      "delete_retainer(uuid)",
      "delete_role(uuid)",
      "delete_tag(uuid)",
      "delete_version(uuid)",
      "deleted_records(text,uuid[])",
      "document_list(uuid,uuid,uuid,uuid,uuid,text,boolean,integer)",
      "drop_restored_messages(integer)",
      "drop_sequence_task(uuid,boolean)",
      "duplicate_list(text,integer)",
      "edit_outbox(uuid,text,text)",
      "end_my_session(uuid)",
      "end_retainer(uuid,date)",
      "enrol(uuid,uuid[],boolean)",
      "enter_rate(text,date,numeric,text,boolean)",
      "erase_contact(uuid,jsonb)",
      "erase_preview(uuid)",
      "file_thread(uuid,text,uuid)",
      "find_duplicates(text,jsonb,uuid)",
      "find_everything(text,integer)",
      "first_steps()",
      "forget_push_browser(text)",
      "free_entry(uuid)",
      "give_client_access(uuid,text)",
      "go_live(text)",
      "going_cold(uuid,integer,text,integer,integer)",
      "hand_over_meeting(uuid,uuid,boolean)",
      "ignore_bank_lines(uuid[],text)",
      "inquiry_replies(uuid)",
      "introduced_deals()",
      "introducer_list()",
      "introductions_of(uuid,uuid)",
      "invite_colleague(text,text,text)",
      "invite_to_meeting(uuid,text,text)",
      "invoice_drafts_list()",
      "invoice_record(uuid)",
      "is_admin()",
      "is_colleague()",
      "issue_invoice(uuid,date,boolean)",
      "keep_both(uuid)",
      "keep_push_browser(text,text,text,boolean)",
      "last_reply(inquiries)",
      "leaving_preview(uuid)",
      "lift_suppression(uuid,text)",
      "link_inquiry_contact(uuid,uuid,uuid)",
      "link_inquiry_deal(uuid,uuid)",
      "link_inquiry_task(uuid,uuid)",
      "look_at_bank_file(jsonb)",
      "look_at_mailbox(uuid)",
      "mail_answered_since(uuid,timestamp with time zone)",
      "mail_recipients(text,uuid[])",
      "mail_thread(uuid,integer)",
      "make_invoice_files_again(uuid)",
      "mark_group_as_spam(text)",
      "mark_spam(uuid)",
      "match_bank_line(uuid,jsonb,text[])",
      "may(text,text)",
      "merge_accounts(uuid,uuid,jsonb)",
      "merge_contacts(uuid,uuid,jsonb)",
      "merge_tags(uuid,uuid)",
      "missing_of_draft(uuid)",
      "move_deal(uuid,uuid,uuid,uuid,timestamp with time zone,jsonb,boolean,boolean)",
      "move_deals(uuid[],uuid,jsonb)",
      "move_meeting(uuid,timestamp with time zone,boolean)",
      "move_to_newest(uuid,uuid[],boolean)",
      "my_access()",
      "my_notice_choices()",
      "my_notices(bigint,integer)",
      "my_sessions()",
      "new_credit_note(uuid,jsonb)",
      "new_invoice_draft(jsonb)",
      "new_payment_request(jsonb)",
      "next_message_state(text)",
      "note_export(text,text,integer)",
      "note_talk(uuid,date,text)",
      "note_vat_answer(uuid,text,text)",
      "offer_new_times(uuid)",
      "offered_services(text,uuid,uuid[])",
      "open_folder(uuid,text)",
      "open_payment_request(uuid)",
      "open_proposal_template(uuid,text,uuid,uuid)",
      "open_times(uuid,timestamp with time zone,timestamp with time zone)",
      "order_own_fields(text,uuid[])",
      "outbox_files(uuid)",
      "outbox_summary()",
      "own_field_conversion(uuid,text,jsonb)",
      "pause_enrolments(uuid[],timestamp with time zone)",
      "pause_mailbox(uuid)",
      "pause_retainer(uuid,date,date,text)",
      "payout_candidates(uuid)",
      "private.all_found(text,text)",
      "private.client_accounts(text,boolean)",
      "private.client_answers_proposal(uuid,jsonb,timestamp with time zone)",
      "private.client_area_hidden()",
      "private.client_asks_about_proposal(uuid,jsonb,timestamp with time zone)",
      "private.client_devices()",
      "private.client_invoice_rows()",
      "private.client_is_confirmed()",
      "private.client_keys()",
      "private.client_may_write()",
      "private.client_opened(uuid,text)",
      "private.client_promise(timestamp with time zone)",
      "private.client_proposal(uuid,jsonb,timestamp with time zone)",
      "private.client_read_messages()",
      "private.client_request(uuid)",
      "private.client_request_rows()",
      "private.client_requests_extension(uuid,timestamp with time zone)",
      "private.client_saw_proposal(uuid,text,timestamp with time zone)",
      "private.client_scope(text)",
      "private.client_sent(uuid,uuid,uuid)",
      "private.client_statement(uuid,date,date)",
      "private.converted(numeric,text,text,numeric)",
      "private.copy_of_mail(uuid)",
      "private.copy_of_ties(uuid)",
      "private.dashboard_cash(boolean)",
      "private.deletable_areas()",
      "private.end_client_sessions(boolean,uuid)",
      "private.facts_of_message(uuid)",
      "private.file_of_mail(uuid,text)",
      "private.first_stage()",
      "private.hidden_origins()",
      "private.hidden_types()",
      "private.hides_document(uuid,text[])",
      "private.is_viewing()",
      "private.kinds_to(text)",
      "private.mail_html(uuid)",
      "private.mailboxes_open_to(text)",
      "private.mailboxes_reading()",
      "private.mailboxes_to_change()",
      "private.may_change_mailbox(mailboxes)",
      "private.may_import()",
      "private.module_is_live(text)",
      "private.my_client_user()",
      "private.my_mailboxes()",
      "private.note_changes(uuid,uuid[],jsonb[],jsonb[])",
      "private.note_edited(uuid,integer)",
      "private.note_import(uuid,text,integer,integer,integer,jsonb,jsonb)",
      "private.note_undone(uuid)",
      "private.places_of_mail(uuid)",
      "private.plan_import(uuid,text,boolean,boolean,text)",
      "private.post_client_message(uuid,text)",
      "private.rate_at(timestamp with time zone,text,timestamp with time zone,numeric)",
      "private.readable_merge_values(uuid,uuid)",
      "private.readable_types()",
      "private.remove_client_key(uuid)",
      "private.search_ids(text,text)",
      "private.suggested(text,text,integer)",
      "private.threads_with(uuid[],uuid[],timestamp with time zone,integer)",
      "proposal_list(jsonb,integer,integer)",
      "proposal_record(uuid)",
      "proposal_template_list(boolean)",
      "publishing_state()",
      "purge_deletions(uuid[])",
      "push_public_key()",
      "put_back_copy(uuid)",
      "rate_of_day(text,text,date)",
      "reactivate_colleague(uuid,text)",
      "read_client_messages(uuid)",
      "read_mail(uuid)",
      "read_notices(bigint[])",
      "record_outcome(uuid,text,text)",
      "record_payment(uuid,uuid,bigint,date,text,text,boolean)",
      "refuse_suggestion(uuid)",
      "relationship_examples(integer,jsonb)",
      "relationship_network(text,uuid,integer)",
      "relationship_state()",
      "release_all_outbox(jsonb,integer)",
      "release_outbox(uuid[])",
      "release_restored_messages(integer)",
      "remove_calendar(uuid)",
      "remove_introduction(uuid)",
      "remove_mail_never(uuid)",
      "remove_mailbox(uuid,boolean)",
      "reopen_deal(uuid,uuid,timestamp with time zone)",
      "reopen_inquiry(uuid)",
      "reopen_period(uuid,text)",
      "requests_for_bank_line(uuid,text,uuid)",
      "require_mailbox(uuid)",
      "resend_proposal(uuid)",
      "restore_deletions(uuid[])",
      "restore_own_field(uuid)",
      "restore_records(text,uuid[])",
      "restore_version(uuid)",
      "restored_copy()",
      "resume_enrolments(uuid[])",
      "resume_mailbox(uuid)",
      "resume_retainer(uuid,date)",
      "retainer_list(uuid)",
      "retainer_record(uuid)",
      "retire_stage(uuid,uuid)",
      "retry_sent_copy(uuid)",
      "revenue_report(date,date)",
      "revenue_rows(jsonb,integer,integer)",
      "revise_proposal(uuid)",
      "revoke_invitation(uuid)",
      "sample_firm()",
      "save_availability(uuid,jsonb)",
      "save_booking_page(jsonb)",
      "save_calendar(uuid,jsonb)",
      "save_day(uuid,date,jsonb)",
      "save_hours(uuid,jsonb,uuid)",
      "save_invoice_draft(uuid,jsonb,timestamp with time zone)",
      "save_proposal(uuid,jsonb,timestamp with time zone)",
      "save_relationship_settings(integer,jsonb,boolean)",
      "save_retainer(jsonb,timestamp with time zone)",
      "save_role(jsonb,timestamp with time zone)",
      "save_sequence(jsonb,timestamp with time zone)",
      "save_tag(uuid,text,text)",
      "search_mails(text,integer)",
      "search_outbox(text)",
      "send_despite(uuid,text)",
      "send_invoice(uuid)",
      "send_payment_request(uuid)",
      "send_proposal(uuid,timestamp with time zone)",
      "sequence_plan(integer,uuid,uuid)",
      "service_prices_of(uuid)",
      "set_bank_rule(boolean)",
      "set_booking_page_state(uuid,text)",
      "set_calendar_paused(uuid,boolean)",
      "set_contact_zone(uuid,text)",
      "set_first_number(text,integer)",
      "set_invoice_dispute(uuid,text)",
      "set_mailbox(uuid,jsonb)",
      "set_no_mining(uuid,boolean)",
      "set_outbox_caps(integer,integer,integer)",
      "set_outbox_paused(boolean)",
      "set_publishing(boolean)",
      "set_retainer_price(uuid,date,jsonb)",
      "set_role(uuid,text)",
      "set_sequence_status(uuid,text)",
      "set_service_price(uuid,text,date,bigint)",
      "set_thread_private(uuid,boolean)",
      "settle_guest_company(uuid,boolean)",
      "settle_outbox(uuid,text)",
      "settle_payout(uuid,uuid[])",
      "settle_suggestion(uuid,text,text,boolean)",
      "share_list(uuid)",
      "show_document_to_client(uuid,boolean)",
      "snooze_tie(uuid,uuid,integer)",
      "start_retainer(uuid)",
      "stop_enrolments(uuid[],text)",
      "stop_viewing()",
      "suggestion_list(text,text)",
      "suppress_address(text,text,text)",
      "suppressed_among(text[],text)",
      "take_back_refusal(uuid)",
      "take_back_reply(uuid,text)",
      "take_back_talk(uuid)",
      "take_bank_file(jsonb)",
      "take_client_access(uuid)",
      "tax_report(date,date,text)",
      "tax_rows(jsonb,integer,integer)",
      "team_list()",
      "template_list(boolean)",
      "they_replied(uuid)",
      "tie_evidence(uuid,uuid,date)",
      "ties_of_account(uuid,date)",
      "ties_of_contact(uuid,date)",
      "trash_kinds()",
      "trash_list(text,text,timestamp with time zone,integer)",
      "trash_records(uuid)",
      "undo_bank_file(uuid)",
      "undo_bank_match(uuid,text)",
      "undo_merge(text,uuid)",
      "undo_payout(uuid)",
      "unfile_thread(uuid)",
      "use_credit(uuid,uuid,bigint)",
      "usual_taxes(uuid,uuid,date)",
      "verify_invoice(uuid)",
      "verify_proposal(uuid)",
      "view_as(uuid)",
      "warm_paths(uuid)",
      "what_visitors_see(uuid,date)",
      "why_not_free(uuid,timestamp with time zone,timestamp with time zone)",
      "withdraw_consent(text,text)",
      "withdraw_proposal(uuid)",
      "write_mail(jsonb)",
      "write_mail_answer(jsonb)",
    ],
  };

  test("that callers may run are all named here", async () => {
    const rows = await callable();
    const names = (of: typeof rows) => of.map(({ name }) => name).toSorted();
    expect(names(rows.filter(({ roles }) => roles.includes("anon")))).toEqual(toEveryone);
    const members = rows.filter(({ roles }) => !roles.includes("anon"));
    expect(names(members.filter(({ definer }) => !definer))).toEqual(toMembers.asTheCaller);
    expect(names(members.filter(({ definer }) => definer))).toEqual(toMembers.pastRowLevelSecurity);
  });

  test("that look past row level security fix their search path", async () => {
    expect((await callable()).filter(({ definer, path }) => definer && !path)).toEqual([]);
  });

  test("are closed until they are granted", async () => {
    await sql`create function public.forgotten() returns text language sql security definer set search_path = '' as 'select email from auth.users limit 1'`;
    expect((await callable()).map(({ name }) => name)).not.toContain("forgotten()");
    await sql`grant execute on function public.forgotten() to authenticated`;
    expect((await callable()).map(({ name }) => name)).toContain("forgotten()");
    await sql`drop function public.forgotten()`;
  });

  test("that look past row level security tell a visitor nothing", async () => {
    const [row] = await actAs(
      sql,
      visitor,
      (tx) => tx`select
        (select count(*)::int from private.all_found('accounts', '')) as found, private.search_ids('accounts', 'norr') as few,
        private.suggested('accounts', '', 5) as suggested,
        (select count(*)::int from public.find_duplicates('accounts', '{"name": "norrfall"}')) as duplicates`,
    );
    expect(row).toEqual({ found: 0, few: [], suggested: [], duplicates: 0 });
  });
});

test("the tables that callers may read are all named here", async () => {
  const rows = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind in ('r', 'p', 'v', 'm') and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      and (has_any_column_privilege('anon', c.oid, 'select') or has_any_column_privilege('authenticated', c.oid, 'select'))
      and has_schema_privilege('authenticated', c.relnamespace, 'usage')
    order by 1`;
  expect(rows.map(({ name }) => name)).toEqual([
    "account_facts",
    "accounts",
    "acts",
    "availability",
    "availability_days",
    "availability_hours",
    "bank_imports",
    "bank_lines",
    "bank_matches",
    "bank_payouts",
    "bank_settings",
    "billing_profiles",
    "blocked_senders",
    "booking_page_people",
    "booking_pages",
    "calendar_copies",
    "calendar_entries",
    "calendars",
    "cash_settings",
    "change_requests",
    "checkout_sessions",
    "client_access",
    "client_area_settings",
    "client_file_requests",
    "client_message_files",
    "client_messages",
    "close_reasons",
    "closed_periods",
    "consents",
    "contact_addresses",
    "contact_facts",
    "contact_jobs",
    "contacts",
    "currencies",
    "dashboard_layouts",
    "deal_contacts",
    "deal_facts",
    "deal_stage_events",
    "deal_stages",
    "deals",
    "deletions",
    "document_versions",
    "documents",
    "enrolments",
    "events",
    "exchange_rates",
    "firm",
    "folders",
    "follows",
    "format_choices",
    "free_mail_hosts",
    "import_changes",
    "import_matchings",
    "import_parts",
    "imports",
    "inquiries",
    "introductions",
    "invitations",
    "invoice_disputes",
    "invoice_drafts",
    "invoice_files",
    "invoice_nets",
    "invoice_settings",
    "invoice_starts",
    "invoice_tax_rows",
    "invoices",
    "mail_answers",
    "mail_copies",
    "mail_filings",
    "mail_heads",
    "mail_never",
    "mail_people",
    "mail_reads",
    "mail_replies",
    "mail_template_versions",
    "mail_templates",
    "mail_trouble",
    "mailbox_consents",
    "mailbox_folders",
    "mailboxes",
    "mails",
    "meeting_mails",
    "meeting_notes",
    "meeting_people",
    "meetings",
    "modules",
    "not_duplicates",
    "notes",
    "notice_chat",
    "notice_choices",
    "notices",
    "occupied",
    "office",
    "office_holidays",
    "outbox",
    "outbox_attempts",
    "outbox_signatures",
    "own_fields",
    "payment_checks",
    "payment_requests",
    "payments",
    "private.client_booking_pages",
    "private.client_documents",
    "private.client_invoices",
    "private.client_meetings",
    "private.client_people",
    "private.client_proposals",
    "private.client_requests",
    "private.client_thread",
    "private.client_versions",
    "private.client_wanted",
    "private.findable",
    "private.hooks",
    "private.record_parts",
    "proposal_decisions",
    "proposal_events",
    "proposal_items",
    "proposal_schedule",
    "proposal_template_versions",
    "proposal_templates",
    "proposal_versions",
    "proposals",
    "rate_settings",
    "relationship_settings",
    "request_reductions",
    "retainer_pauses",
    "retainer_periods",
    "retainer_prices",
    "retainers",
    "role_grants",
    "roles",
    "seller_accounts",
    "seller_versions",
    "sequence_settings",
    "sequence_steps",
    "sequences",
    "service_prices",
    "services",
    "share_settings",
    "share_views",
    "skipped_steps",
    "staff",
    "step_runs",
    "subjects",
    "suggestions",
    "suppressions",
    "taggings",
    "tags",
    "talks",
    "tasks",
    "tax_classes",
    "tax_rules",
    "tie_snoozes",
    "user_roles",
    "views",
  ]);
});

describe("modules", () => {
  test("are switched by administrators, and known to members", async () => {
    const flip = (who: Who) =>
      actAs(
        sql,
        who,
        (tx) => tx`update public.modules set live = true where key = 'deals' returning key, live, changed_by`,
      );
    expect([...(await flip(visitor))]).toEqual([]);
    expect([...(await flip(admin))]).toEqual([
      { key: "deals", live: true, changed_by: admin.role === "authenticated" ? admin.userId : "" },
    ]);
    const seen = await actAs(sql, visitor, (tx) => tx`select key from public.modules where live`);
    expect([...seen]).toEqual([{ key: "deals" }]);
    await expect(actAs(sql, anon, (tx) => tx`select key from public.modules`)).rejects.toEqual(denied);
    await expect(actAs(sql, admin, (tx) => tx`insert into public.modules (key) values ('x')`)).rejects.toEqual(denied);
  });
});

const denied = expect.objectContaining({ code: "42501" });
const crm = ["accounts", "contacts"] as const;

describe.each(crm)("%s", (table) => {
  test("are seen by administrators and the secret key", async () => {
    expect(await actAs(sql, admin, (tx) => tx`select * from public.${tx(table)}`)).toHaveLength(1);
    expect(await actAs(sql, secretKey, (tx) => tx`select * from public.${tx(table)}`)).toHaveLength(1);
  });

  test("are nothing to people without the role, whatever they try", async () => {
    const before = await sql`select * from public.${sql(table)}`;
    expect(await actAs(sql, visitor, (tx) => tx`select * from public.${tx(table)}`)).toEqual([]);
    // These name no column, so no row needs to be seen for them: only their own policies stand in the way.
    await actAs(sql, visitor, (tx) => tx`update public.${tx(table)} set name = 'x'`);
    await actAs(sql, visitor, (tx) => tx`delete from public.${tx(table)}`);
    expect(await sql`select * from public.${sql(table)}`).toEqual(before);
    expect(await actAs(sql, visitor, (tx) => tx`update public.${tx(table)} set name = 'x' returning *`)).toEqual([]);
    expect(await actAs(sql, visitor, (tx) => tx`delete from public.${tx(table)} returning *`)).toEqual([]);
    const row = table === "accounts" ? { name: "Mine" } : { name: "Mine", account_id: accountId };
    await expect(actAs(sql, visitor, (tx) => tx`insert into public.${tx(table)} ${tx(row)}`)).rejects.toEqual(denied);
    expect(await sql`select name from public.${sql(table)} where name = 'x' or name = 'Mine'`).toEqual([]);
  });

  test("are closed to the signed-out", async () => {
    await expect(actAs(sql, anon, (tx) => tx`select * from public.${tx(table)}`)).rejects.toEqual(denied);
    await expect(actAs(sql, anon, (tx) => tx`delete from public.${tx(table)}`)).rejects.toEqual(denied);
  });
});

describe("roles", () => {
  test("are read by their owner alone", async () => {
    expect(await actAs(sql, admin, (tx) => tx`select role from public.user_roles`)).toEqual([{ role: "admin" }]);
    expect(await actAs(sql, visitor, (tx) => tx`select role from public.user_roles`)).toEqual([]);
    await expect(actAs(sql, anon, (tx) => tx`select role from public.user_roles`)).rejects.toEqual(denied);
  });

  test.each([
    ["a visitor", visitor],
    ["an administrator", admin],
    ["the signed-out", anon],
  ])("are not given or taken by %s", async (_, who) => {
    const target = visitor.role === "authenticated" ? visitor.userId : "";
    const attempts = [
      actAs(sql, who, (tx) => tx`insert into public.user_roles (user_id, role) values (${target}, 'admin')`),
      actAs(
        sql,
        who,
        (tx) => tx`insert into public.user_roles (user_id, role) values (${target}, 'admin') on conflict do nothing`,
      ),
      actAs(sql, who, (tx) => tx`update public.user_roles set user_id = ${target}`),
      actAs(sql, who, (tx) => tx`delete from public.user_roles`),
    ];
    for (const outcome of await Promise.allSettled(attempts))
      expect(outcome).toEqual({ status: "rejected", reason: denied });
    expect(await sql`select user_id from public.user_roles where user_id = ${target}`).toEqual([]);
  });

  test("are not believed from the claims", async () => {
    const claims = {
      sub: visitor.role === "authenticated" ? visitor.userId : "",
      role: "authenticated",
      app_metadata: { role: "admin" },
      user_metadata: { role: "admin", is_admin: true },
    };
    const [row] = await sql.begin(async (tx) => {
      await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
      return tx`select public.is_admin() as admin, (select count(*)::int from public.accounts) as accounts`;
    });
    expect(row).toEqual({ admin: false, accounts: 0 });
  });
});

describe("the schema auth", () => {
  test.each([anon, visitor, admin])("is closed to $role", async (who) => {
    await expect(actAs(sql, who, (tx) => tx`select * from auth.users`)).rejects.toEqual(denied);
  });
});

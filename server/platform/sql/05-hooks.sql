-- Hooks: the one way in which the kernel, and modules that know nothing of each other, reach a module. A module registers functions for
-- occasions; anyone who has such an occasion calls them all and reads their answers. `select * from private.hooks order by 1` lists them.
--
--   merge contacts, merge accounts (keep uuid, gone uuid)          before rows are moved
--   long text of a merge (field text, record uuid, words text)     words for which the record that stays has no room
--   erase contact (contact uuid)                                   a module's own words about a person
--   words of person (contact uuid) -> jsonb                        [{"name", "address"}]: what a person is called and reached by
--   kept by law (contact uuid, names text, addresses text)         copies what must be kept to private.kept_by_law
--   files kept by law (contact uuid)                               after those
--   kept by law ended (files uuid[])                               its time is over
--   files of origin (origins text[]) -> setof uuid                 files that were filed for a record
--   copy of person (contact uuid) -> setof jsonb                   {"part", "rows", "left_out", "instead_of": [table]}: what is kept about them, as far as
--                                                                  the caller may read it, in place of rows of those tables
--   erase preview (contact uuid, names text) -> setof jsonb        {"sort", "number", "title"}: what a person is told before
--   purge deletion (deletion uuid)                                 before kept rows of a deletion go
--   names of ids (ids uuid[]) -> jsonb                             {id: name}, for changes in the history
--   account of deal, account of inquiry (id uuid) -> uuid          where a task or note about it belongs; contact of inquiry
--   contact of deal (id uuid) -> uuid                              the person to write to about it
--   name of deal, name of inquiry (id uuid) -> text
--   files refused (attachments jsonb) -> text                      why a message does not leave with these files ('gone', 'too_large'), or null
--   deal for inquiry (inquiry public.inquiries, by_hand boolean) -> uuid; inquiry unrouted (inquiry public.inquiries)
--   merge values (contact uuid, inquiry uuid) -> jsonb             {"deal": {"name": ...}}: what tags of templates may name
--   files of invoice (invoice uuid) -> setof jsonb                 {"kind", "file_id", "sha256", "size"}: files kept of an invoice, for its pages
--   invoice of request (asked jsonb) -> uuid                       a request with lines is an invoice, written by the module that answers
--   credit invoice (invoice uuid, reason text) -> uuid             the same for taking one back
--   draft invoice (asked jsonb) -> uuid; issue invoice (draft uuid) -> uuid
--   send invoice (invoice uuid); invoice is paid (invoice uuid) -> boolean
--   credit part (asked jsonb) -> uuid                              {"invoice_id", "net_minor", "reason", "dedupe_key"}: a draft of a credit note, once by its key
--   credit part made (dedupe_key text) -> jsonb                    {"id", "number"} of it; no number while it is a draft
--   billed of proposal (proposal uuid) -> setof jsonb              {"invoice_id", "number", "type", "schedule_no", "total_minor", "net_minor", "issued_on"}
--   schedule of proposal (proposal uuid) -> setof jsonb            {"no", "label", "when", "on", "gross_minor", "rest"}: in which steps it is billed
--   period closed (day date) -> text                               why nothing is written on that day any more
--   place of account (account uuid) -> text                        where a company is, for tax: 'home', 'eu_business', 'eu_consumer' or 'outside'
--   proposal accepted (facts jsonb) -> uuid                        the request for its deposit
--   retainers accepted (facts jsonb)                             lines of an accepted proposal that recur
--   lines of service (service uuid) -> int                         lines that came from a service of the catalogue
--   draft invoice (asked jsonb) -> uuid; issue invoice (draft uuid) -> uuid; send invoice (invoice uuid); invoice is paid (invoice uuid) -> boolean
--                                                                  what retainers ask of the module that bills
--   request is paid (request uuid) -> boolean                      a payment request that a proposal led to
--   address stopped (address text, reason text, event text)        sequences end
--   message left: KIND, message did not arrive: KIND (message uuid)
--   message unwanted: KIND (origin uuid) -> text                   the code of why its origin no longer wants it (domain/gate-reasons.ts), or null; locks the origin's row
--   message window: KIND (origin uuid, at timestamptz) -> timestamptz   the first moment at or after `at` when it may leave
--   message sender: KIND (origin uuid) -> text                     an address that messages of this origin may be sent from besides the firm's own
--   hidden origins () -> uuid[]                                    what messages were made for and the caller does not read (private.hidden_origins)
--   reply received: KIND (message uuid, key text, words text)      a person's answer to one of our mails; `key` is the answer's own
--   replies are seen () -> boolean                                 whether answers to what we send come to us by another way than the provider's webhook
--   mail filed, mail copied (facts jsonb)                          a mailbox has it, a further mailbox has it: {"mail_id", "at", "direction", "class", "outsiders", "mailbox_id",
--                                                                  "counts_for_ties", "earlier", "contacts": [id], "pairs": [{"contact_id", "contact_role", "staff_id", "staff_role"}]}
--   mail removed (mails uuid[], why text)                          before they go: 'deleted', 'never', 'mailbox', 'retention'
--   mailbox counts (mailbox uuid, counts boolean)                  whether its mails count for ties was switched
--   calendar part read (facts jsonb)                               {"uid", "sequence", "method", "start", "end", "organizer", "answers": [{"address", "status"}], "mail_id"}
--   client access given (access uuid)
--   client message (facts jsonb)                                   a client wrote: {"id", "account_id", "contact_id", "name", "email", "company", "message"}
--   client answered (account uuid); client mailed (account uuid, contact uuid, staff uuid, words text)   we answered, in the thread or by mail
--   steps due () -> int                                            what the outbox says is about to come
--   dashboard: PART (mine boolean) -> jsonb
--   holdings of colleague (person uuid) -> jsonb                    {"kind": "deals", "count": 4, "falls_to": "company_owner"|"me"|"me_if_empty"}: open records
--                                                                  of theirs, and who takes them over if no one is chosen (private.hand_over_with)
--   hand over (person uuid, heirs jsonb, by uuid)                  a colleague leaves: heirs is {"deals": id}; a kind without one goes to the owner
--                                                                  of each record's company (private.heir_of), else to the one who does it
--   colleague left (person uuid)                                   their connections and grants end
--   make task (task jsonb)                                         a task for someone else
--   made task changes (task jsonb)                                 one that was made with an id is due another day, someone else's, done or dropped
--   deal for meeting (facts jsonb) -> uuid                         {"account_id", "contact_id", "service_line", "title", "owner_id"}; an open deal is joined
--   meeting held (facts jsonb); meeting not held (facts jsonb)     {"id", "at", "account_id", "people": [{"role", "staff_id", "contact_id", "address"}]};
--                                                                  evidence that people know each other, and that it was none after all: {"id"}
--   calendar part (part jsonb, from_address text) -> uuid          an event in a mail (modules/meetings/sql/booking-by-mail.sql says what is in it)
--   booking page of subject (subject text) -> text                 where visitors with it book: the slug
--   ask for payment (asked jsonb) -> uuid                          as private.request_payment takes it
--   payment not wanted (request uuid)                              what it was for is off
--   money came: payment (request uuid)                             a request is paid in full
--   due today (person uuid, day date) -> setof jsonb                {"sort", "title", "about", "late", "hour"}: what the morning's mail begins with
--   last contact of KIND, open value of KIND, next step of KIND (ids uuid[])   what lists show of records; registered by private.tell_facts
--   work of record (record uuid) -> setof uuid                     inquiries and deals whose tasks are this record's next steps, too
--   last contact changed: KIND (ids uuid[])                        for facts that follow from it

-- A module's SQL calls this for each of its tables with words about a person.
create function private.empty_with_contact(place regclass, field name, emptied text) returns void
language sql set search_path = ''
as $$
  insert into private.followers (place, field, emptied) values (place, field, emptied)
  on conflict on constraint followers_pkey do update set emptied = excluded.emptied
$$;

-- With a module's key it is called only while that module is on.
create function private.register_hook(occasion text, routine regprocedure, module text default null) returns void
language sql set search_path = ''
as $$
  insert into private.hooks (occasion, routine, module) values (occasion, routine, module) on conflict do nothing
$$;

-- Each function's answer as text, in the order of their names. Arguments are given as text and read as the types it declares.
create function private.call_hooks(for_occasion text, variadic arguments text[] default '{}') returns setof text
language plpgsql volatile set search_path = ''
as $$
declare
  hook record;
begin
  for hook in
    select hooks.routine::regproc as name,
      (select string_agg(format('$1[%s]::%s', place, type::regtype), ', ' order by place) from unnest(pg_proc.proargtypes) with ordinality as given (type, place))
        as arguments
    from private.hooks join pg_proc on pg_proc.oid = hooks.routine
    where hooks.occasion = for_occasion and (hooks.module is null or private.module_is_live(hooks.module))
    order by hooks.routine::text
  loop
    return query execute format('select %s(%s)::text', hook.name, hook.arguments) using arguments;
  end loop;
end
$$;

grant select on private.hooks to authenticated, service_role;

grant execute on function private.call_hooks to authenticated, service_role;

-- The id of the task that asks for something: who does what it asks for, at its own place, marks it done without knowing who asked.
create function private.task_about(what text) returns uuid
language sql immutable set search_path = ''
as $$
  select md5('task about ' || what)::uuid
$$;

-- What a task asked for is done, or no longer wanted.
create function private.settle_task(about text, dropped boolean default false) returns void
language sql volatile set search_path = ''
as $$
  select private.call_hooks('made task changes', jsonb_build_object('id', private.task_about(about), case when dropped then 'drop' else 'done' end, true)::text)
$$;

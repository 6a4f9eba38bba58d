// What callers of the data API write to tables themselves. Everything else is written by functions and triggers alone: what the server
// has noted (imports, edits of many, history, audit, deliveries) is what happened, because only the server can write it.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Who, actAs, addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
await sql`update public.modules set live = true`;

/** Each table with what a signed-in caller may write, and why a function in between would add nothing. Row level security decides further. */
const written: Record<string, [writes: string, why: string]> = {
  accounts: ["insert update delete", "records of the CRM, written field by field; triggers keep their history"],
  billing_profiles: ["insert update delete", "how a client is invoiced; what was issued has its own copy"],
  blocked_senders: ["insert delete", "a list of senders that colleagues keep"],
  booking_pages: ["delete", "a page goes; meetings that were booked stay"],
  cash_settings: ["update(tax_basis,datev)", "two settings of the office"],
  client_area_settings: ["update(welcome,hidden)", "two settings of the client area"],
  close_reasons: [
    "insert(id,kind,name,hint,needs_note,sort) update(name,hint,needs_note,sort,archived_at)",
    "a list of words to choose from",
  ],
  contacts: ["insert update delete", "records of the CRM, as accounts"],
  currencies: ["insert update(rate)", "rates that the office sets"],
  dashboard_layouts: ["insert update(user_id,tiles) delete", "how one's own dashboard is arranged"],
  deal_contacts: ["insert update delete", "who is on a deal"],
  deal_stages: [
    "insert(id,name,kind,probability,stale_after_days) update(name,sort,kind,probability,stale_after_days,archived_at)",
    "the columns of the board",
  ],
  deals: [
    "insert(id,name,account_id,stage_id,amount_minor,currency,probability_own,expected_close,owner_id,service_line,subject_key,closed_on,close_reason_id,close_note,created_at,tags) " +
      "update(name,account_id,stage_id,amount_minor,currency,probability_own,expected_close,owner_id,service_line,subject_key,closed_on,close_reason_id,close_note,archived_at,tags) delete",
    "records; what follows from a move (base amount, days in the stage, events) is not among the columns",
  ],
  documents: [
    "update(folder_id,contact_id,deal_id,title,archived_at,tags)",
    "where a document is filed; bytes, versions and links are the server's",
  ],
  firm: [
    "update(legal_name,street,postal_code,city,region,country,tax_number,logo,email,sender,signature,bank_holder,bank_name,bank_account,bank_bic,vat_id,phone,register_entry)",
    "who we are; each change is in the audit log by a trigger",
  ],
  folders: ["insert(id,account_id,parent_id,name) update(parent_id,name) delete", "folders that colleagues make"],
  follows: ["insert(record_type,record_id) delete", "what one follows oneself"],
  format_choices: [
    "insert(user_id,locale,week_starts_on,hours_24) update(user_id,locale,week_starts_on,hours_24)",
    "how one reads dates and numbers oneself",
  ],
  free_mail_hosts: ["insert delete", "a list of hosts that colleagues keep"],
  import_matchings: [
    "insert update",
    "which column of a file was which field the last time: a suggestion that is shown",
  ],
  import_parts: ["insert delete", "rows of one's own file before they are imported; read back as what a stranger sent"],
  invoice_settings: [
    "update(terms_days,fiscal_month,footer,late_fees,late_days,late_fee_minor,late_interest_bp)",
    "settings of invoices; what was issued has its own copy",
  ],
  modules: ["update(live)", "which modules are on; in the audit log by a trigger"],
  not_duplicates: ["insert delete", "two records that someone looked at and found different"],
  notes: [
    "insert(id,body,account_id,contact_id,deal_id,inquiry_id,pinned,mentions) update(body,pinned,mentions) delete",
    "what people note; author and time are the trigger's",
  ],
  notice_chat: ["update(kinds,with_names)", "what the chat of the firm is told"],
  office: ["update(time_zone,currency,work_days,closes_at,opens_at)", "hours of the office"],
  office_holidays: ["insert update delete", "holidays of the office"],
  outbox_signatures: ["insert(user_id,words) update(user_id,words)", "how one signs oneself"],
  rate_settings: ["update(fetches)", "whether rates are fetched"],
  seller_accounts: ["insert update delete", "accounts for other currencies; what was issued has its own copy"],
  sequence_settings: ["update(one_at_a_time,stop_whole_account,domain_cap)", "limits of sequences"],
  services: ["insert update delete", "the catalogue; prices are written by a function"],
  skipped_steps: ["insert delete", "steps of the first run that were put aside"],
  staff: ["update(name,picture)", "one's own name and picture"],
  subjects: [
    "update(service_line,makes_deal,stage_id,owner_id,task_title,archived_at)",
    "what follows when a visitor chooses a subject",
  ],
  tasks: ["insert update delete", "what people have to do"],
  tax_classes: ["insert(name,is_default) update(name,is_default,archived_at)", "a list of words to choose from"],
  tax_rules: [
    "insert(class_id,place,from_on,parts) update(parts) delete",
    "rates by place; what was issued has its own copy",
  ],
  views: [
    "insert(id,entity,name,shared,is_default,definition) update(name,shared,is_default,definition) delete",
    "how lists are filtered and arranged",
  ],
};

const commands = ["insert", "update", "delete"] as const;
interface Place {
  name: string;
  role: string;
  insert: string;
  update: string;
  delete: string;
  column: string;
}
/** Every table and view of ours, for each role of the API. */
const places = await sql<Place[]>`
  select class.oid::regclass::text as name, caller as role, column_name as column,
    case when has_table_privilege(caller, class.oid, 'insert') then 'insert' when inserted is not null then format('insert(%s)', inserted) else '' end as insert,
    case when has_table_privilege(caller, class.oid, 'update') then 'update' when updated is not null then format('update(%s)', updated) else '' end as update,
    case when has_table_privilege(caller, class.oid, 'delete') then 'delete' else '' end as delete
  from pg_class as class cross join unnest(array['anon', 'authenticated']) as caller
  cross join lateral (
    select string_agg(attname, ',' order by attnum) filter (where has_column_privilege(caller, class.oid, attname, 'insert')) as inserted,
      string_agg(attname, ',' order by attnum) filter (where has_column_privilege(caller, class.oid, attname, 'update')) as updated,
      (array_agg(attname::text order by attnum) filter (where attgenerated = '' and attidentity = ''))[1] as column_name
    from pg_attribute where attrelid = class.oid and attnum > 0 and not attisdropped) as columns
  where class.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace) and class.relkind in ('r', 'v', 'm', 'p')
  order by 1, 2`;
const named = (place: Place) => place.name.replace(/^public\./, "");
const writesOf = (place: Place) =>
  commands
    .map((command) => place[command])
    .filter(Boolean)
    .join(" ");

test("audit-4 S5: every table that clients write is named with its reason, and with its columns", () => {
  const granted = places.filter((place) => writesOf(place) !== "");
  expect(granted.filter(({ role }) => role === "anon").map(named)).toEqual([]);
  const found = Object.fromEntries(granted.map((place) => [named(place), writesOf(place)]));
  expect(found).toEqual(Object.fromEntries(Object.entries(written).map(([name, [writes]]) => [name, writes])));
});

test("audit-4 S5: everything else refuses insert, update and delete, to each role that comes with the product", async () => {
  await sql`
    create function public.attempt(statement text) returns text language plpgsql as $$
    begin
      execute statement;
      return 'done';
    exception when others then return sqlstate;
    end $$`;
  await sql`grant execute on function public.attempt to anon, authenticated`;
  const attempts = (role: string) =>
    places
      .filter((place) => place.role === role)
      .flatMap((place) =>
        commands
          .filter((command) => place[command] === "")
          .map((command) => ({
            name: `${place.name} ${command}`,
            statement:
              command === "insert"
                ? `insert into ${place.name} default values`
                : command === "update"
                  ? `update ${place.name} set "${place.column}" = "${place.column}"`
                  : `delete from ${place.name}`,
          })),
      );
  const allowedTo = async (who: Who) =>
    actAs(sql, who, async (tx) => {
      const asked = attempts(who.role);
      const rows = await tx<{ name: string; answer: string }[]>`
        select name, public.attempt(statement) as answer from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (name text, statement text)`;
      expect(rows.length).toBeGreaterThan(600);
      // 42501: refused. A view that cannot be written says so before it asks (55000), and a schema that is closed before that (42501).
      return rows
        .filter(({ answer }) => !["42501", "55000"].includes(answer))
        .map(({ name, answer }) => `${name}: ${answer}`);
    });
  const builtIn = await sql<{ key: string }[]>`select key from public.roles order by key`;
  expect(builtIn.map(({ key }) => key)).toContain("admin");
  expect(await allowedTo({ role: "anon" })).toEqual([]);
  for (const { key } of [{ key: null }, ...builtIn]) {
    const userId = await addUser(sql, { admin: false });
    if (key !== null) await sql`insert into public.user_roles (user_id, role) values (${userId}, ${key})`;
    expect([key, await allowedTo({ role: "authenticated", userId })]).toEqual([key, []]);
  }
  await sql`drop function public.attempt`;
});

describe("what is undone is what the server noted", () => {
  const person = async () => {
    const userId = await addUser(sql, { admin: true });
    const who: Who = { role: "authenticated", userId };
    return who;
  };
  const account = async (name: string) =>
    (await sql<{ id: string }[]>`insert into public.accounts (name) values (${name}) returning id`)[0]!.id;

  test("audit-4 S5: nobody forges an import that names other records, or moves one in time", async () => {
    const mallory = await person();
    const victim = await account("Victim");
    const forged = JSON.stringify([{ kind: "accounts", ids: [victim] }]);
    await expect(
      actAs(
        sql,
        mallory,
        (tx) => tx`insert into public.imports (kind, added, created, records, imported_at)
          select 'accounts', 1, 0, ${forged}::jsonb, updated_at from public.accounts where id = ${victim}`,
      ),
    ).rejects.toMatchObject({ code: "42501" });
    const import_id = randomUUID();
    await actAs(sql, mallory, async (tx) => {
      await tx`insert into public.import_parts ${tx({ import_id, part: 0, records: tx.json([{ line: 2, name: "Mine" }]) })}`;
      await tx`select public.import_records(${import_id}, 'accounts')`;
    });
    for (const change of ["records = '[]'", "imported_at = now()", "undone_at = null", "kind = 'contacts'"])
      await expect(actAs(sql, mallory, (tx) => tx.unsafe(`update public.imports set ${change}`))).rejects.toMatchObject(
        { code: "42501" },
      );
    // What the functions that note are given outside of an import counts for nothing.
    await actAs(
      sql,
      mallory,
      (tx) =>
        tx`select private.note_changes(${import_id}, array[${victim}]::uuid[], array['{"name": "x"}']::jsonb[], array['{"name": "Victim"}']::jsonb[])`,
    );
    await actAs(sql, mallory, (tx) => tx`select * from public.undo_import(${import_id})`);
    expect([...(await sql`select name from public.accounts`)]).toEqual([{ name: "Victim" }]);
  });

  test("audit-4 S5: what an undone import takes away is in the trash, and the act in the audit log", async () => {
    const noor = await person();
    const import_id = randomUUID();
    await actAs(sql, noor, async (tx) => {
      const records = tx.json(["Alder", "Birch"].map((name, line) => ({ line: line + 2, name })));
      await tx`insert into public.import_parts ${tx({ import_id, part: 0, records })}`;
      await tx`select public.import_records(${import_id}, 'accounts')`;
      await tx`select * from public.undo_import(${import_id})`;
    });
    const [kept] = await actAs(
      sql,
      noor,
      (tx) => tx<{ id: string; records: number }[]>`select id, records from public.trash_list('accounts')`,
    );
    expect(kept).toMatchObject({ records: 2 });
    const [act] = await sql`select act, subject, was from public.acts order by id desc limit 1`;
    expect(act).toEqual({ act: "import undone", subject: "accounts", was: { added: 2 } });
    await actAs(sql, noor, (tx) => tx`select public.restore_deletions(array[${kept!.id}]::uuid[])`);
    expect([...(await sql`select name from public.accounts where name in ('Alder', 'Birch') order by 1`)]).toHaveLength(
      2,
    );
  });

  test("audit-4 S7: a row planted in a colleague's edit of many is refused, and their undo applies their own alone", async () => {
    const [ada, mallory] = [await person(), await person()];
    const [mine, other] = [await account("Edited"), await account("Other")];
    const edit = randomUUID();
    await actAs(
      sql,
      ada,
      (tx) =>
        tx`select public.edit_records(${edit}, 'accounts', array[${mine}]::uuid[], 'set', '{"industry": "Rail"}')`,
    );
    const planted = { import_id: edit, record_id: other, before: { notes: "planted" }, after: { notes: null } };
    await expect(
      actAs(
        sql,
        mallory,
        (tx) =>
          tx`insert into public.import_changes ${tx({ ...planted, before: tx.json(planted.before), after: tx.json(planted.after) })}`,
      ),
    ).rejects.toMatchObject({ code: "42501" });
    // Nor by the function that notes, nor by an edit under the same id.
    for (const who of [mallory, ada])
      await actAs(
        sql,
        who,
        (tx) =>
          tx`select private.note_changes(${edit}, array[${other}]::uuid[], array['{"notes": "planted"}']::jsonb[], array['{"notes": null}']::jsonb[])`,
      );
    await actAs(
      sql,
      mallory,
      (tx) =>
        tx`select public.edit_records(${edit}, 'accounts', array[${other}]::uuid[], 'set', '{"industry": "Ink"}')`,
    );
    expect(await sql`select from public.import_changes where import_id = ${edit}`).toHaveLength(1);
    const [undone] = await actAs(sql, ada, (tx) => tx`select reverted, skipped from public.undo_import(${edit})`);
    expect(undone).toEqual({ reverted: 1, skipped: [] });
    expect([...(await sql`select industry, notes from public.accounts where id in (${mine}, ${other})`)]).toEqual([
      { industry: null, notes: null },
      { industry: null, notes: null },
    ]);
  });
});

// Erasing a person searches every text of every table for their names and addresses, as anyone who asks for it would.
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { endKeptByLaw } from "#server/platform/deletions.ts";
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const { as, account, noorId, call, usual, answer, other, add } = await proposalsForTests(sql);
await sql`update public.modules set live = true`;

const name = "Clara Quillfeather";
const address = "clara.q@quillfeather.example";
let contact = "";
let invoices = 0;

/** Every table and column, of every schema, that has these words: "public.events.actor_name". */
async function found(...words: string[]): Promise<string[]> {
  const columns = await sql<{ schema: string; table: string; column: string }[]>`
    select table_schema as schema, table_name as table, column_name as column from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and (data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'USER-DEFINED'))
    order by 1, 2, 3`;
  const places: string[] = [];
  for (const { schema, table, column } of columns)
    for (const word of words) {
      const [row] = await sql<{ rows: number }[]>`
        select count(*)::int as rows from ${sql(schema)}.${sql(table)} where ${sql(column)}::text ilike ${`%${word}%`}`;
      if (row!.rows > 0) places.push(`${schema}.${table}.${column}`);
    }
  return [...new Set(places)];
}
const erase = (id = contact) => as((tx) => tx`select public.erase_contact(${id})`);

/** Something about her in every module, and where no one would look. */
async function fill() {
  const [made] = await as(
    (tx) => tx<{ id: string }[]>`
      insert into public.contacts (account_id, name, email, phone) values (${account}, ${name}, ${address}, '+44 20 7946 0000') returning id`,
  );
  contact = made!.id;
  await as((tx) => tx`update public.contacts set title = 'Editor' where id = ${contact}`);
  const deal = await add(`${name}: a desk`);
  await sql`insert into public.deal_contacts (deal_id, contact_id, role) values (${deal}, ${contact}, ${`${name} decides`})`;
  await as((tx) => tx`insert into public.notes (body, contact_id) values (${`${name} likes tea`}, ${contact})`);
  await as((tx) => tx`insert into public.notes (body, account_id) values (${`Ask ${name} at ${address}`}, ${account})`);
  await as((tx) => tx`insert into public.tasks (title, account_id) values (${`Begin: Offer to ${name}`}, ${account})`);
  await sql`insert into public.inquiries (id, kind, state, name, email, message, contact_id, account_id)
    values (${randomUUID()}, 'contact', 'new', ${name}, ${address}, ${`I am ${name}`}, ${contact}, ${account})`;
  const offer = async (accepted: boolean) => {
    const id = await call<string>("create_proposal", { of_record: { account, contact, deal } });
    await call("save_proposal", {
      proposal: id,
      draft: {
        ...usual,
        title: `Offer to ${name}`,
        terms: `Ask ${name}`,
        items: [{ title: `Day with ${name}`, unit_minor: 100000 }],
      },
    });
    await call("send_proposal", { proposal: id });
    if (accepted) expect(await answer(id, { typed_name: name })).toBe("accepted");
    return id;
  };
  const accepted = await offer(true);
  await offer(false);
  // Documents: titles, file names, words on a link.
  const [folder] = await sql<
    { id: string }[]
  >`insert into public.folders (account_id, name) values (${account}, ${`For ${name}`}) returning id`;
  const [file] = await sql<
    { id: string }[]
  >`insert into private.files (key, place, state, size, sha256) values (${randomUUID()}, 'disk', 'ready', 3, '\\x00') returning id`;
  const [document] = await sql<{ id: string }[]>`
    insert into public.documents (account_id, folder_id, title, contact_id) values (${account}, ${folder!.id}, ${`Contract ${name}`}, ${contact}) returning id`;
  await sql`insert into public.document_versions (document_id, no, file_name, size, sha256, mime_sniffed, file_id, note)
    values (${document!.id}, 1, 'clara_quillfeather-contract.pdf', 3, ${"0".repeat(64)}, 'application/pdf', ${file!.id}, 'Quillfeather, Clara')`;
  const [link] = await sql<{ id: string }[]>`
    insert into private.access_links (kind, subject_id, token_hash, hint) values ('document', ${document!.id}, ${`\\x${randomUUID().replaceAll("-", "")}`}, 'abcd') returning id`;
  await sql`insert into public.share_settings (link_id, document_id, message) values (${link!.id}, ${document!.id}, ${`Dear ${name}`})`;
  await sql`insert into public.share_views (link_id, kind, network, name) values (${link!.id}, 'viewed', '192.0.2.0', ${name})`;
  // Money.
  const [invoice] = await sql<{ id: string }[]>`
    insert into public.invoices (number, account_id, contact_id, title, issued_on, due_on, currency, lines, totals, total_minor)
    values (${`I-2026-${++invoices}`}, ${account}, ${contact}, ${`Work for ${name}`}, '2026-11-01', '2026-11-15', 'USD',
      ${sql.json([{ title: `Day with ${name}` }])}, '{}', 100) returning id`;
  const [request] = await sql<{ id: string }[]>`
    insert into public.payment_requests (number, account_id, contact_id, invoice_id, title, amount_minor, currency, issued_on, due_on, state)
    values (${`R-${randomUUID()}`}, ${account}, ${contact}, ${invoice!.id}, ${`Deposit of ${name}`}, 100, 'USD', '2026-11-01', '2026-11-15', 'open') returning id`;
  await sql`insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, entered_by, reference)
    values (${request!.id}, 'payment', 100, 'USD', 'bank', '2026-11-02', ${noorId}, ${`Transfer ${name}`})`;
  // What providers told us, and who did something without signing in.
  await sql`insert into private.inbound_events (provider, event_key, type, payload)
    values ('postmark', ${randomUUID()}, 'Bounce', ${sql.json({ Email: address.toUpperCase(), Details: `No mailbox of ${name}` })})`;
  await sql`insert into public.events (kind, actor_name, record_type, record_id, record_name, account_id, changes)
    values ('accepted', ${name}, 'proposal', ${accepted}, ${`Offer to ${name}`}, ${account}, ${sql.json({ by: name })})`;
  return { accepted };
}

beforeEach(async () => {
  await sql`truncate public.events, private.kept_by_law, private.inbound_events, public.folders cascade`;
  await sql`update public.contacts set name = 'Somebody', email = null where name = ${name}`;
});

describe("timeline 10: erasing", () => {
  test("no text of any table says her name or address any more, but for what the law keeps", async () => {
    const { accepted } = await fill();
    expect((await found("quillfeather")).length).toBeGreaterThan(20);
    await erase();
    expect(await found("quillfeather")).toEqual(["private.kept_by_law.kept"]);
    // What happened, and when, stays; so do money and the answer.
    const [kept] = await sql`
      select (select count(*)::int from public.events where contact_id = ${contact}) > 2 as told,
        (select sum(amount_minor)::int from public.payments) as paid,
        (select state from public.proposals where id = ${accepted}) as answer`;
    expect(kept).toMatchObject({ told: true, answer: "accepted" });
  });

  test("what the law keeps is said before, stands under its number, and is in no list and no search", async () => {
    const { accepted } = await fill();
    const before = await as(
      (tx) => tx<{ sort: string; number: string | null }[]>`select sort, number from public.erase_preview(${contact})`,
    );
    expect(new Set(before.map(({ sort }) => sort))).toEqual(new Set(["invoice", "payment request", "proposal"]));
    await erase();
    const kept = await sql<{ number: string; kept: object }[]>`select number, kept from private.kept_by_law`;
    expect(new Set(kept.map(({ number }) => number))).toEqual(new Set(before.flatMap(({ number }) => number ?? [])));
    expect(JSON.stringify(kept)).toContain(`Offer to ${name}`);
    const listed = await as((tx) => tx`select public.proposal_list('{}'::jsonb, 100, 0) as list`);
    expect(JSON.stringify(listed)).not.toContain("Quillfeather");
    await expect(as((tx) => tx`select * from private.kept_by_law`)).rejects.toMatchObject({ code: "42501" });
    const [offer] =
      await sql`select anonymised_at is not null as anonymised from public.proposals where id = ${accepted}`;
    expect(offer).toEqual({ anonymised: true });
  });

  test("a column that comes later is searched too, and others' names that only look alike stay", async () => {
    await sql.unsafe(
      `create table public.visits (id uuid primary key default uuidv7(), who text, data jsonb, tags text[])`,
    );
    await fill();
    await sql`insert into public.visits (who, data, tags)
      values (${`${name}, Claraine Quillfeathers`}, ${sql.json({ deep: [{ mail: address }] })}, ${[name, "tea"]})`;
    await erase();
    expect([...(await sql`select who, data, tags from public.visits`)]).toEqual([
      {
        who: "Erased person, Claraine Quillfeathers",
        data: { deep: [{ mail: "erased@example.invalid" }] },
        tags: ["Erased person", "tea"],
      },
    ]);
    await sql`drop table public.visits`;
  });

  test("the catalog is read once for all tables, and a name is not put together of two columns", async () => {
    await sql.unsafe(
      "create table public.visits (id uuid primary key default uuidv7(), first text, last text, seen int default 0)",
    );
    await sql.unsafe(
      `create function public.count_visits() returns trigger language plpgsql as $$ begin new.seen := old.seen + 1; return new; end $$`,
    );
    await sql.unsafe(
      "create trigger visits_counted before update on public.visits for each row execute function public.count_visits()",
    );
    await fill();
    await sql`insert into public.visits (first, last) values ('Clara', 'Quillfeather')`;
    const [looked] = await sql.begin(async (tx) => {
      await tx`set local track_functions = 'all'`;
      await tx`select private.erase_words(${contact}, private.words_of_person(${contact}))`;
      return tx<
        { calls: number }[]
      >`select calls::int from pg_stat_xact_user_functions where funcname = 'columns_with_words'`;
    });
    expect(looked).toEqual({ calls: 1 });
    expect([...(await sql`select first, last, seen from public.visits`)]).toEqual([
      { first: "Clara", last: "Quillfeather", seen: 0 },
    ]);
    await sql.unsafe("drop table public.visits; drop function public.count_visits()");
  });

  test("somebody else of the same name keeps it, and so does what is about them", async () => {
    await fill();
    const [twin] = await sql<{ id: string }[]>`
      insert into public.contacts (account_id, name, email) values (${account}, ${name}, 'other@castelline.example') returning id`;
    await sql`insert into public.tasks (title, contact_id) values (${`Call ${name}`}, ${twin!.id})`;
    await erase();
    const [kept] =
      await sql`select name, (select title from public.tasks where contact_id = ${twin!.id}) as task from public.contacts where id = ${twin!.id}`;
    expect(kept).toEqual({ name, task: `Call ${name}` });
    expect(await found(address)).toEqual(["private.kept_by_law.kept"]);
  });

  test("somebody else who is or was reached by the same addresses keeps them", async () => {
    await fill();
    const second = "desk@quillfeather.example";
    const [shared] = await sql<{ id: string }[]>`
      insert into public.contacts (account_id, name, email) values (${account}, 'Front desk', ${second}) returning id`;
    for (const id of [shared!.id, contact])
      for (const email of [address, second]) await sql`update public.contacts set email = ${email} where id = ${id}`;
    await sql`update public.contacts set email = ${address} where id = ${contact}`;
    await erase();
    const reached = (id: string) =>
      sql`select email, array(select email_key from public.contact_addresses where contact_id = contacts.id order by 1) as keys
        from public.contacts where id = ${id}`;
    expect([...(await reached(shared!.id))]).toEqual([{ email: second, keys: [address, second] }]);
    expect([...(await reached(contact))]).toEqual([{ email: null, keys: [] }]);
    await sql`delete from public.contacts where id = ${shared!.id}`;
  });

  test("a person who was deleted before is erased from what is kept for an undo", async () => {
    const [made] = await sql<{ id: string }[]>`
      insert into public.contacts (account_id, name, email) values (${account}, 'Dora Pennyfarthing', 'dora@pennyfarthing.example') returning id`;
    await sql`insert into public.tasks (title, contact_id) values ('Call Dora Pennyfarthing', ${made!.id})`;
    await as((tx) => tx`delete from public.contacts where id = ${made!.id}`);
    expect(await found("pennyfarthing")).not.toEqual([]);
    await erase(made!.id);
    expect(await found("pennyfarthing")).toEqual([]);
    await expect(
      as((tx) => tx`select public.restore_records('contacts', array[${made!.id}]::uuid[])`),
    ).rejects.toMatchObject({ code: "PT404" });
  });

  test("only administrators erase, or see what erasing would keep", async () => {
    await fill();
    for (const routine of ["erase_contact", "erase_preview"])
      await expect(as((tx) => tx.unsafe(`select public.${routine}('${contact}')`), other)).rejects.toMatchObject({
        code: "42501",
      });
  });

  test("what the law keeps goes when its time is over, and its files with it", async () => {
    await fill();
    await erase();
    const kept = () => sql<{ files: string[] }[]>`select file_ids as files from private.kept_by_law`;
    expect((await kept()).length).toBeGreaterThan(0);
    await sql`insert into public.folders (name, account_id) values ('Signed', ${account}) on conflict do nothing`;
    const [document] = await sql<{ id: string }[]>`
      insert into public.documents (title, account_id, folder_id, read_only)
      values ('Signed', ${account}, (select id from public.folders limit 1), true) returning id`;
    const [file] = await sql<{ id: string }[]>`
      insert into private.files (key, place, state, size, sha256) values (${randomUUID()}, 'disk', 'ready', 1, '\\x00') returning id`;
    await sql`insert into public.document_versions (document_id, no, file_id, file_name, size, sha256, mime_sniffed)
      values (${document!.id}, 1, ${file!.id}, 'signed.pdf', 1, ${"0".repeat(64)}, 'application/pdf')`;
    await sql`update private.kept_by_law set file_ids = array[${file!.id}]::uuid[] where kind = 'proposal'`;
    const years = (count: number) => endKeptByLaw(sql, () => new Date(Date.now() + count * 365.25 * 86_400_000));
    const state = async () =>
      (await sql<{ state: string }[]>`select state from private.files where id = ${file!.id}`)[0]!.state;
    expect(await years(9).findDue(10)).toEqual([]);
    expect(await years(12).findDue(10)).toEqual(["end"]);
    await years(9).run("end", new AbortController().signal);
    expect([(await kept()).length > 0, await state()]).toEqual([true, "ready"]);
    await years(12).run("end", new AbortController().signal);
    expect([await kept(), await state()]).toEqual([[], "deleted"]);
  });
});

// Deals among the other records: companies, people, tasks, notes, the timeline, inquiries, files.
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { openPool, type Value } from "#server/platform/database/sql.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { deals } from "../module.ts";
import { dealsForTests } from "#server/testing/deals-for-tests.ts";

interface Entry {
  kind: string;
  shown_as: string;
  record_type: string;
  deal_id: string | null;
  changes: Record<string, unknown> | null;
  names: Record<string, string> | null;
}

const usd = (amount_minor: number) => ({ amount_minor, currency: "USD" });
const { sql, connection } = await testDatabase();
const { stage, reason, account, noorId, adaId, add, move, lane, row, as, empty } = await dealsForTests(sql);
await sql`update public.modules set live = true where key in ('deals', 'tasks', 'inquiries', 'timeline')`;
beforeEach(async () => {
  await sql`delete from public.tasks`;
  await sql`delete from public.inquiries`;
  await empty();
  await sql`delete from public.accounts where id <> ${account}`;
  await sql`delete from public.contacts`;
  await sql`truncate public.events`;
  await sql`update public.accounts set archived_at = null`;
});

const person = async (name: string) =>
  (await sql<{ id: string }[]>`insert into public.contacts ${sql({ name, account_id: account })} returning id`)[0]!.id;
const join = (deal: string, contact: string, fields: Record<string, Value> = {}) =>
  as((tx) => tx`insert into public.deal_contacts ${tx({ deal_id: deal, contact_id: contact, ...fields })}`);
const timeline = (type: string, id: string) =>
  as((tx) => tx<Entry[]>`select * from public.record_timeline(${type}, ${id})`);

describe("companies", () => {
  test("deals 23: one with deals is not deleted; the refusal says how many there are", async () => {
    await add("One");
    const old = await add("Two");
    await as((tx) => tx`select public.archive_deals(array[${old}]::uuid[])`);
    const counted = await as((tx) => tx`select * from public.count_dependents('accounts', array[${account}]::uuid[])`);
    expect(counted).toEqual([{ dependents: "deals", count: 2, deleted: false }]);
    const told = { code: "23503", message: '"Norrfall" has 2 deals, so it cannot be deleted. Archive it instead.' };
    await expect(as((tx) => tx`delete from public.accounts where id = ${account}`)).rejects.toMatchObject(told);
    await expect(
      as((tx) => tx`select public.delete_records('accounts', array[${account}]::uuid[])`),
    ).rejects.toMatchObject(told);
    // What is offered instead.
    await as((tx) => tx`update public.accounts set archived_at = now() where id = ${account}`);
    expect((await lane("new")).count).toBe(1);
  });

  test("deals 23: merged, the deals of both are the deals of one, and none is put aside by it", async () => {
    const [other] = await sql<
      { id: string }[]
    >`insert into public.accounts (name, archived_at) values ('Norrfall AB', now()) returning id`;
    await add("Ours");
    const theirs = await add("Theirs", { account_id: other!.id });
    const task = randomUUID();
    await as(
      (tx) => tx`select public.save_task(${JSON.stringify({ id: task, title: "Call", deal_id: theirs })}::jsonb)`,
    );
    const [answer] = await as(
      (tx) =>
        tx<{ counts: Record<string, number> }[]>`select public.merge_accounts(${account}, ${other!.id}) as counts`,
    );
    expect(answer!.counts["deals"]).toBe(1);
    expect(await row(theirs)).toMatchObject({ account_id: account });
    const [kept] =
      await sql`select archived_at, (select account_id from public.tasks where id = ${task}) as of_task from public.accounts where id = ${account}`;
    expect(kept).toEqual({ archived_at: null, of_task: account });
    expect((await lane("new", { account })).count).toBe(2);
  });
});

describe("people", () => {
  test("deals 24: a person is added to a deal with a role; one is the first of them, and all are told of", async () => {
    const id = await add("Pilot");
    const [maren, espen] = [await person("Maren Oduya"), await person("Espen Lunde")];
    await join(id, maren, { role: "Brings it", is_primary: true });
    await join(id, espen, { role: "Decides" });
    await expect(join(id, espen)).rejects.toMatchObject({ code: "23505" });
    await expect(
      as((tx) => tx`update public.deal_contacts set is_primary = true where contact_id = ${espen}`),
    ).rejects.toMatchObject({ code: "23505" });
    expect((await lane("new")).cards[0]).toMatchObject({ people: 2 });
    expect(
      (await timeline("contact", espen)).map(({ kind, record_type, deal_id }) => [kind, record_type, deal_id]),
    ).toContainEqual(["added", "deal_contact", id]);
    const [joined] = (await timeline("contact", espen)).filter(({ record_type }) => record_type === "deal_contact");
    expect(joined).toMatchObject({ changes: { deal_id: [null, id] }, names: { [id]: "Pilot" } });
    // A person who is deleted leaves the deal.
    await as((tx) => tx`delete from public.contacts where id = ${espen}`);
    expect((await lane("new")).cards[0]).toMatchObject({ people: 1 });
  });

  test("timeline 8: two people who are merged are one on their deals, with what either was there", async () => {
    const [both, one] = [await add("Both"), await add("One")];
    const [keep, gone] = [await person("Maren Oduya"), await person("Maren O.")];
    await join(both, keep);
    await join(both, gone, { role: "Decides", is_primary: true });
    await join(one, gone, { role: "Uses it" });
    await as((tx) => tx`select public.merge_contacts(${keep}, ${gone})`);
    const places = await sql<{ deal_id: string; contact_id: string; role: string; is_primary: boolean }[]>`
      select deal_id, contact_id, role, is_primary from public.deal_contacts order by role`;
    expect(places).toEqual([
      { deal_id: both, contact_id: keep, role: "Decides", is_primary: true },
      { deal_id: one, contact_id: keep, role: "Uses it", is_primary: false },
    ]);
  });

  test("timeline 10: erasing a person empties their name on deals and their history, and keeps the deal", async () => {
    const maren = await person("Maren Oduya");
    const id = await add("Maren Oduya: AI Consult", { amount_minor: 700 });
    await join(id, maren, { role: "Knows Maren Oduya's plans" });
    await move(id, stage.lost, { close: { reason: reason["Price"], note: "Maren Oduya said no" } });
    await as((tx) => tx`select public.erase_contact(${maren})`);
    expect(await row(id)).toMatchObject({
      name: "Erased person: AI Consult",
      close_note: "Erased person said no",
      base_minor: 700,
    });
    const [left] = await sql<{ words: string }[]>`
      select concat_ws(' ', (select string_agg(events::text, ' ') from public.events), (select string_agg(deals::text, ' ') from public.deals),
        (select string_agg(deal_contacts::text, ' ') from public.deal_contacts), (select string_agg(words, ' ') from private.deals_search)) as words`;
    expect(left!.words.toLowerCase()).not.toContain("oduya");
  });
});

describe("tasks and notes", () => {
  test("tasks 1, 2: a task of a deal stands on its page, on the card and on the company's page, and follows the deal", async () => {
    const id = await add("Pilot");
    const save = (task: object) =>
      as((tx) => tx`select public.save_task(${JSON.stringify({ deal_id: id, ...task })}::jsonb)`);
    await save({ id: randomUUID(), title: "Later", due_on: "2027-05-01" });
    await save({ id: randomUUID(), title: "Send the scope", due_on: "2027-01-02" });
    const list = (filter: object) =>
      as(
        (tx) => tx<{ title: string; deal_name: string }[]>`
        select title, deal_name from jsonb_to_record(${JSON.stringify(filter)}::jsonb) as f (of_deal uuid, of_account uuid),
          public.task_list(of_deal => f.of_deal, of_account => f.of_account)`,
      );
    expect(await list({ of_deal: id })).toEqual([
      { title: "Send the scope", deal_name: "Pilot" },
      { title: "Later", deal_name: "Pilot" },
    ]);
    expect(await list({ of_account: account })).toHaveLength(2);
    expect(await list({ of_deal: randomUUID() })).toEqual([]);
    expect((await lane("new")).cards[0]!.next_task).toEqual({ title: "Send the scope", due_on: "2027-01-02" });
    const [other] = await sql<{ id: string }[]>`insert into public.accounts (name) values ('Castelline') returning id`;
    await as((tx) => tx`update public.deals set account_id = ${other!.id} where id = ${id}`);
    expect(await list({ of_account: other!.id })).toHaveLength(2);
    await expect(save({ id: randomUUID(), title: "Both", contact_id: await person("Ada") })).rejects.toThrow(
      "one person, deal or inquiry",
    );
  });

  test("tasks 10: deleting a deal warns of its open tasks, and of nothing that is part of it", async () => {
    const id = await add("Pilot");
    await join(id, await person("Ada"));
    await as(
      (tx) => tx`select public.save_task(${JSON.stringify({ id: randomUUID(), title: "Call", deal_id: id })}::jsonb)`,
    );
    const counted = await as((tx) => tx`select * from public.count_dependents('deals', array[${id}]::uuid[])`);
    expect(counted).toEqual([{ dependents: "tasks", count: 1, deleted: true }]);
  });

  test("timeline 2: a note on a deal stands on its company too, and stays there when the deal goes", async () => {
    const id = await add("Pilot");
    await as((tx) => tx`insert into public.notes (body, deal_id) values ('Committee of five', ${id})`);
    expect((await timeline("account", account)).filter(({ record_type }) => record_type === "note")).toHaveLength(1);
    await as((tx) => tx`delete from public.deals where id = ${id}`);
    const [note] = await sql`select body, account_id, deal_id from public.notes`;
    expect(note).toEqual({ body: "Committee of five", account_id: account, deal_id: null });
  });
});

describe("the timeline", () => {
  const { verb } = deals.entries.deal;
  test("timeline 12: a change of stage is one entry that says from where to where, and after how many days", async () => {
    const id = await add("Pilot", { amount_minor: 100 });
    await sql`update public.deals set stage_since = now() - interval '15 days 3 hours' where id = ${id}`;
    await move(id, stage.discovery);
    await move(id, stage.won, { close: { amount_minor: 2500 } });
    await as((tx) => tx`select public.reopen_deal(${id})`);
    const entries = await timeline("deal", id);
    expect(entries.map(({ kind, changes, shown_as }) => [verb(kind, changes ?? {}) ?? kind, shown_as])).toEqual([
      ["reopened after 0 days", "stages"],
      ["won after 0 days", "stages"],
      ["moved after 15 days", "stages"],
      ["created", "changes"],
    ]);
    const [, won, moved] = entries;
    expect(moved!.changes).toEqual({ stage_id: [stage.new, stage.discovery], days: 15, outcome: ["open", "open"] });
    expect(moved!.names).toEqual({ [stage.new]: "New", [stage.discovery]: "Discovery" });
    expect(won!.changes).toMatchObject({ stage_id: [stage.discovery, stage.won], amount: [usd(100), usd(2500)] });
    expect(await timeline("account", account)).toHaveLength(4);
  });

  test("timeline 3, 4: one save is one entry, told by names; one that changes nothing is none", async () => {
    const id = await add("Pilot");
    await sql`truncate public.events`;
    await as((tx) => tx`update public.deals set name = ' Pilot ', service_line = '' where id = ${id}`);
    expect(await timeline("deal", id)).toEqual([]);
    await as(
      (tx) => tx`
      update public.deals set owner_id = ${adaId}, expected_close = '2026-12-20', service_line = 'RLCT', amount_minor = 5 where id = ${id}`,
    );
    const [entry, ...others] = await timeline("deal", id);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      kind: "changed",
      changes: {
        owner_id: [noorId, adaId],
        expected_close: [null, "2026-12-20"],
        service_line: [null, "RLCT"],
        amount: [null, usd(5)],
      },
      names: { [noorId]: "Noor Marchetti", [adaId]: "Ada Lind" },
    });
  });
});

describe("inquiries", () => {
  const message = (changed: object = {}) => ({
    id: randomUUID(),
    kind: "contact",
    subject: "AI Consult",
    name: "Maren Oduya",
    email: "maren@castelline.example",
    company: "Castelline",
    message: "We have to decide by spring.",
    company_host: "castelline.example",
    company_guess: "Castelline",
    ...changed,
  });
  const receive = async (sent: object, on = sql) =>
    (
      await on<{ id: string; deal_id: string | null; account_id: string; contact_id: string }[]>`
      select * from public.receive_inquiry(${JSON.stringify(sent)}::jsonb)`
    )[0]!;
  const all = () => sql<
    { id: string; name: string; service_line: string; stage: string; owner_id: string | null; inquiry_id: string }[]
  >`
    select deals.id, deals.name, service_line, deal_stages.key as stage, owner_id, inquiry_id
    from public.deals join public.deal_stages on deal_stages.id = stage_id order by deals.created_at`;

  test("inquiries 1, deals 9: a message makes one deal in the stage and with the owner that its subject says, and its sender is on it", async () => {
    await sql`update public.subjects set stage_id = ${stage.discovery}, owner_id = ${adaId} where key = 'ai-consult'`;
    const got = await receive(message());
    expect(await all()).toEqual([
      {
        id: got.deal_id,
        name: "Castelline: AI Consult",
        service_line: "RLCT",
        stage: "discovery",
        owner_id: adaId,
        inquiry_id: got.id,
      },
    ]);
    const [first] = await sql`select contact_id, is_primary from public.deal_contacts`;
    expect(first).toEqual({ contact_id: got.contact_id, is_primary: true });
    const [told] = await sql`select actor_name from public.events where record_type = 'deal' and kind = 'created'`;
    expect(told).toEqual({ actor_name: "Website" });
    await sql`update public.subjects set stage_id = null, owner_id = null`;
  });

  test("inquiries 4: colleagues who write at the same moment are on one deal of one company", async () => {
    const many = openPool({ ...connection, max: 8 });
    const got = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        receive(message({ email: `person${n}@castelline.example`, name: `Person ${n}` }), many),
      ),
    );
    await many.end({ timeout: 5 });
    expect(new Set(got.map(({ deal_id }) => deal_id)).size).toBe(1);
    const [on] =
      await sql`select count(*)::int, count(*) filter (where is_primary)::int as first from public.deal_contacts`;
    expect(on).toEqual({ count: 8, first: 1 });
  });

  test("inquiries 4: an open deal of another line of business is not joined, nor one that is closed", async () => {
    const first = await receive(message());
    const second = await receive(message({ subject: "Workshop Inquiry" }));
    expect(second.deal_id).not.toBe(first.deal_id);
    await move(first.deal_id!, stage.lost, { close: { reason: reason["Timing"] } });
    const third = await receive(message());
    expect(new Set([first.deal_id, second.deal_id, third.deal_id]).size).toBe(3);
  });

  test("inquiries 1: subjects that make no deal, robots and a module that is off make none", async () => {
    expect((await receive(message({ subject: "Bavl Feedback" }))).deal_id).toBeNull();
    expect((await receive(message({ email: "noreply@castelline.example", is_robot: true }))).deal_id).toBeNull();
    await sql`update public.modules set live = false where key = 'deals'`;
    expect((await receive(message())).deal_id).toBeNull();
    await sql`update public.modules set live = true where key = 'deals'`;
    expect(await all()).toEqual([]);
  });

  const subjectsReport = () =>
    as(
      (tx) => tx<{ label: string; inquiries: number; deals: number; won: number; won_minor: string }[]>`
        select label, inquiries, deals, won, won_minor::int from public.report_subjects(public.office_today() - 1, public.office_today())`,
    );

  test("inquiries 18: a subject typed freely makes no deal by itself; made by hand it is counted where its revenue came from", async () => {
    const got = await receive(message({ subject: "Something of my own" }));
    expect(got.deal_id).toBeNull();
    const [linked] = await as((tx) => tx<{ deal_id: string }[]>`select * from public.link_inquiry_deal(${got.id})`);
    expect(await all()).toMatchObject([
      { id: linked!.deal_id, name: "Castelline: Something of my own", inquiry_id: got.id },
    ]);
    const [first] = await sql`select contact_id, is_primary from public.deal_contacts`;
    expect(first).toEqual({ contact_id: got.contact_id, is_primary: true });
    // Pressed twice, it is one.
    await as((tx) => tx`select public.link_inquiry_deal(${got.id})`);
    expect(await all()).toHaveLength(1);
    await sql`update public.deals set amount_minor = 50000 where id = ${linked!.deal_id}`;
    await move(linked!.deal_id, stage.won);
    expect(await subjectsReport()).toEqual([
      { label: "Other subjects", inquiries: 1, deals: 1, won: 1, won_minor: 50_000 },
    ]);
  });

  test("inquiries 18: an existing deal is linked, brings its company, and counts with the message if none had brought it", async () => {
    const [company] = await sql<{ id: string }[]>`
      insert into public.accounts (name, domain) values ('Castelline', 'castelline.example') returning id`;
    const [deal] = await sql<{ id: string }[]>`
      insert into public.deals (name, account_id) values ('Castelline: pilot', ${company!.id}) returning id`;
    const got = await receive(message({ subject: "About the pilot" }));
    expect(got.account_id).toBeNull();
    const link = (id: string, to: string) =>
      as((tx) => tx<{ deal_id: string; account_id: string }[]>`select * from public.link_inquiry_deal(${id}, ${to})`);
    expect((await link(got.id, deal!.id))[0]).toMatchObject({ deal_id: deal!.id, account_id: company!.id });
    expect(await subjectsReport()).toMatchObject([{ label: "Other subjects", deals: 1 }]);
    // A second message joins it; the deal stays with the one that brought it.
    const second = await receive(message({ subject: "Pilot again", email: "bo@castelline.example" }));
    await link(second.id, deal!.id);
    expect(await all()).toMatchObject([{ inquiry_id: got.id }]);
    const other = await receive(message({ email: "x@other.example", company: "Other", company_host: "other.example" }));
    await expect(link(other.id, deal!.id)).rejects.toThrow("belongs to another company");
  });

  test("inquiries 18: the sender is linked by hand: to a contact, as a new contact of a company, or with a company of their own", async () => {
    const [company] = await sql<{ id: string }[]>`
      insert into public.accounts (name, domain) values ('Castelline', 'castelline.example') returning id`;
    const [known] = await sql<{ id: string }[]>`
      insert into public.contacts (account_id, name, email) values (${company!.id}, 'Maren O.', 'm@private.example') returning id`;
    const link = async (id: string, contact: string | null, of: string | null) =>
      (
        await as(
          (tx) => tx<{ contact_id: string; account_id: string; deal_id: string | null; suggestions: object[] }[]>`
            select * from public.link_inquiry_contact(${id}, ${contact}, ${of})`,
        )
      )[0]!;
    const first = await link((await receive(message({ fields: { phone: "+1 900" } }))).id, known!.id, null);
    expect(first).toMatchObject({ contact_id: known!.id, account_id: company!.id });
    // Known now, and still nothing is written about them by itself.
    expect(first.suggestions).toMatchObject([{ field: "name" }, { field: "phone", have: null, typed: "+1 900" }]);
    // The deal that its subject makes follows.
    expect(first.deal_id).not.toBeNull();

    const second = await link((await receive(message({ email: "two@castelline.example" }))).id, null, company!.id);
    expect(second).toMatchObject({ account_id: company!.id, suggestions: [] });
    const third = await link((await receive(message({ email: "three@castelline.example" }))).id, null, null);
    expect(third.account_id).not.toBe(company!.id);
    await expect(link(randomUUID(), null, null)).rejects.toThrow("This inquiry no longer exists.");
  });

  test("inquiries 18: the reply task is added where tasks were off when the message came", async () => {
    await sql`update public.modules set live = false where key = 'tasks'`;
    const got = await receive(message());
    await expect(as((tx) => tx`select public.add_inquiry_task(${got.id})`)).rejects.toThrow("Tasks are switched off");
    await sql`update public.modules set live = true where key = 'tasks'`;
    await as((tx) => tx`select public.add_inquiry_task(${got.id})`);
    await as((tx) => tx`select public.add_inquiry_task(${got.id})`);
    const tasks = await sql`
      select title, tasks.due_at = inquiries.due_at as in_time
      from public.tasks join public.inquiries on inquiries.task_id = tasks.id`;
    expect(tasks).toEqual([{ title: "Reply to Maren Oduya", in_time: true }]);
  });

  test("inquiries 18: a task that exists is linked, is done when the message is answered, and stays when the message was spam", async () => {
    await sql`update public.modules set live = false where key = 'tasks'`;
    const first = await receive(message());
    const second = await receive(message({ email: "two@elsewhere.example", company_host: "elsewhere.example" }));
    await sql`update public.modules set live = true where key = 'tasks'`;
    const [free] = await sql<{ id: string }[]>`insert into public.tasks (title) values ('Write to them') returning id`;
    const [ofPerson] = await sql<{ id: string }[]>`
      insert into public.tasks (title, contact_id) values ('Call her', ${first.contact_id}) returning id`;
    const link = (id: string, task: string) =>
      as((tx) => tx<{ task_id: string }[]>`select * from public.link_inquiry_task(${id}, ${task})`);

    await expect(link(second.id, ofPerson!.id)).rejects.toThrow("This task belongs to another company.");
    expect(await link(first.id, ofPerson!.id)).toMatchObject([{ task_id: ofPerson!.id }]);
    await link(first.id, ofPerson!.id);
    await expect(link(first.id, free!.id)).rejects.toThrow("has a task already");
    await expect(link(second.id, ofPerson!.id)).rejects.toThrow("This task belongs to another inquiry.");
    await expect(link(second.id, randomUUID())).rejects.toThrow("This task no longer exists.");
    await link(second.id, free!.id);
    const [moved] = await sql`select inquiry_id from public.tasks where id = ${free!.id}`;
    expect(moved).toEqual({ inquiry_id: second.id });

    await as((tx) => tx`select public.mark_spam(${first.id})`);
    await as((tx) => tx`select public.answer_inquiry(${second.id})`);
    const left =
      await sql`select title, done_at is not null as done from public.tasks where source = 'person' order by title`;
    expect([...left]).toEqual([
      { title: "Call her", done: false },
      { title: "Write to them", done: true },
    ]);
  });

  test("inquiries 1: a fault while the deal is written leaves nothing of the message", async () => {
    await sql.unsafe(
      `create function public.fault() returns trigger language plpgsql as 'begin raise exception ''fault''; end'`,
    );
    for (const table of ["deals", "deal_contacts", "deal_stage_events"]) {
      await sql.unsafe(
        `create trigger fault before insert on public.${table} for each row execute function public.fault()`,
      );
      await expect(receive(message())).rejects.toThrow("fault");
      await sql.unsafe(`drop trigger fault on public.${table}`);
    }
    const [left] = await sql`
      select (select count(*)::int from public.inquiries) as inquiries, (select count(*)::int from public.deals) as deals,
        (select count(*)::int from public.contacts) as contacts, (select count(*)::int from public.accounts) as accounts`;
    expect(left).toEqual({ inquiries: 0, deals: 0, contacts: 0, accounts: 1 });
    await sql.unsafe("drop function public.fault()");
  });

  test("inquiries 10, 11: held, then accepted, it makes the same deal; spam takes it back while it is untouched", async () => {
    const held = await receive(message({ held_because: ["links"] }));
    expect(held.deal_id).toBeNull();
    const accept = (id: string) => as((tx) => tx<{ deal_id: string }[]>`select * from public.accept_inquiry(${id})`);
    const [accepted] = await accept(held.id);
    expect((await all())[0]).toMatchObject({ id: accepted!.deal_id, name: "Castelline: AI Consult" });
    await as((tx) => tx`select public.mark_spam(${held.id})`);
    expect(await all()).toEqual([]);
    const [gone] =
      await sql`select (select count(*)::int from public.contacts) as contacts, (select count(*)::int from public.accounts) as accounts`;
    expect(gone).toEqual({ contacts: 0, accounts: 1 });
    const [again] = await accept(held.id);
    await as((tx) => tx`update public.deals set amount_minor = 500 where id = ${again!.deal_id}`);
    await as((tx) => tx`select public.mark_spam(${held.id})`);
    expect(await all()).toHaveLength(1);
  });
});

describe("files", () => {
  const bring = async (records: object[], createMissing = true) => {
    const id = randomUUID();
    await as(
      (tx) =>
        tx`insert into public.import_parts (import_id, part, records) values (${id}, 0, ${JSON.stringify(
          records.map((record, at) => ({ line: at + 2, ...record })),
        )}::jsonb)`,
    );
    const found = await as(
      (tx) => tx<{ line: number; finding: string; field: string }[]>`select * from public.check_import(${id}, 'deals')`,
    );
    const [done] = await as(
      (tx) => tx<{ added: number; created: number }[]>`
      select * from public.import_records(${id}, 'deals', true, ${createMissing})`,
    );
    return { id, done, found: found.map(({ line, finding, field }) => [line, finding, field]).sort() };
  };
  test("deals 19: a file names companies, stages, colleagues and reasons; missing companies are made, stages are not", async () => {
    const { done, found } = await bring([
      { name: "Plain", account_id: "norrfall" },
      {
        name: "Whole",
        account_id: "Castelline",
        stage_id: "proposal",
        owner_id: "Ada Lind",
        amount_minor: 125050,
        currency: "USD",
        expected_close: "2026-12-20",
        probability_own: 0,
        service_line: "RLCT",
      },
      { name: "Lost", account_id: "Castelline", stage_id: "Lost", close_reason_id: "Price", closed_on: "2026-02-28" },
      { name: "Nowhere", account_id: "Castelline", stage_id: "Daydream" },
    ]);
    expect(done).toEqual({ added: 3, created: 1, changed: 0 });
    expect(found).toEqual([
      [3, "missing", "account_id"],
      [4, "missing", "account_id"],
      [5, "missing", "account_id"],
      [5, "missing", "stage_id"],
    ]);
    const rows =
      await sql`select name, (select key from public.deal_stages where id = stage_id) as stage, amount_minor::int, probability_own, owner_id, closed_on::text
      from public.deals order by name`;
    expect(rows).toEqual([
      {
        name: "Lost",
        stage: "lost",
        amount_minor: null,
        probability_own: null,
        owner_id: null,
        closed_on: "2026-02-28",
      },
      { name: "Plain", stage: "new", amount_minor: null, probability_own: null, owner_id: null, closed_on: null },
      { name: "Whole", stage: "proposal", amount_minor: 125050, probability_own: 0, owner_id: adaId, closed_on: null },
    ]);
    expect(await sql`select from private.deal_places`).toHaveLength(3);
    expect(await sql`select from public.deal_stage_events`).toHaveLength(3);
  });

  test("deals 19: a file cannot skip what closing asks for: all of it is refused", async () => {
    await expect(
      bring([
        { name: "Fine", account_id: "Norrfall" },
        { name: "Lost", account_id: "Norrfall", stage_id: "Lost" },
      ]),
    ).rejects.toThrow("a lost deal has a reason");
    expect(await sql`select from public.deals`).toHaveLength(0);
  });

  test("deals 19: an import can be taken back, won deals included, but for what was changed since", async () => {
    const { id } = await bring([
      { name: "Won", account_id: "Norrfall", stage_id: "Won", amount_minor: 5 },
      { name: "Changed", account_id: "Norrfall" },
    ]);
    await as((tx) => tx`update public.deals set amount_minor = 7 where name = 'Changed'`);
    const [undone] = await as((tx) => tx`select * from public.undo_import(${id})`);
    expect(undone).toMatchObject({ deleted: 1, kept: 1 });
    expect(await sql`select name from public.deals`).toEqual([{ name: "Changed" }]);
    const [entry] = await timeline("deal", (await sql<{ id: string }[]>`select id from public.deals`)[0]!.id);
    expect(entry).toMatchObject({ kind: "changed" });
  });
});

test("deals 2: search finds a deal by its words and by its company's name, and follows when that changes", async () => {
  await add("Triage pilot", { owner_id: noorId });
  const found = (term: string) => as((tx) => tx<{ name: string }[]>`select name from public.search_deals(${term})`);
  expect(await found("norr tri")).toEqual([{ name: "Triage pilot" }]);
  await sql`update public.accounts set name = 'Quillon' where id = ${account}`;
  expect(await found("norr")).toEqual([]);
  expect(await found("quil")).toEqual([{ name: "Triage pilot" }]);
  await sql`update public.accounts set name = 'Norrfall' where id = ${account}`;
});

// What one message becomes in the database, and that all of it is there or nothing.
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { subjects } from "#content/subjects.ts";
import { openPool } from "#server/platform/database/sql.ts";
import { actAs, addUser } from "#server/testing/act-as.ts";
import { composeAll } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql, connection } = await testDatabase();
const admin = { role: "authenticated", userId: await addUser(sql, { admin: true }) } as const;

const message = (changed: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  kind: "contact",
  subject: "AI Consult",
  name: "Ada Lind",
  email: "ada@norrfall.example",
  company: "Norrfall",
  message: "We have to decide by spring whether to build or to buy.",
  fields: {},
  held_because: [],
  is_robot: false,
  company_host: "norrfall.example",
  company_guess: "Norrfall",
  mails: { receipt: true, consents: [] },
  ...changed,
});

interface Inquiry {
  id: string;
  reference: string;
  state: string;
  subject_key: string | null;
  subject_text: string;
  contact_id: string | null;
  account_id: string | null;
  task_id: string | null;
  due_at: Date;
  received_at: Date;
  same_address: number;
  suggestions: unknown[];
  held_because: string[];
  name: string;
  email: string;
  message: string;
}

const receive = async (sent: object, on = sql) => {
  const [row] = await on<Inquiry[]>`select * from public.receive_inquiry(${JSON.stringify(sent)}::jsonb)`;
  return row!;
};
const asAdmin = <T>(work: Parameters<typeof actAs<T>>[2]) => actAs(sql, admin, work);

/** How many rows of everything that routing writes. */
const counts = async () => {
  const [row] = await sql<Record<string, number>[]>`
    select (select count(*)::int from public.inquiries) as inquiries, (select count(*)::int from public.contacts) as contacts,
      (select count(*)::int from public.accounts) as accounts, (select count(*)::int from public.tasks) as tasks,
      (select count(*)::int from public.outbox) as outbox, (select count(*)::int from public.events) as events,
      (select count(*)::int from public.consents) as consents`;
  return row!;
};

beforeEach(async () => {
  await sql`delete from public.tasks`;
  await sql`delete from public.inquiries`;
  await sql`delete from public.outbox`;
  await sql`delete from public.consents`;
  await sql`delete from public.accounts`;
  await sql`delete from public.blocked_senders`;
  await sql`truncate public.events`;
  await sql`update public.modules set live = true where key in ('inquiries', 'tasks')`;
});

describe("a message", () => {
  test("inquiries 1: is one inquiry, one person, one company, one task due by the promise, and history on each", async () => {
    const got = await receive(message());
    expect(await counts()).toMatchObject({ inquiries: 1, contacts: 1, accounts: 1, tasks: 1, outbox: 1 });
    const [due] = await sql<{ due: Date; task: Date; title: string; account_id: string }[]>`
      select public.business_deadline(received_at, 2) as due, tasks.due_at as task, tasks.title, tasks.account_id
      from public.inquiries join public.tasks on tasks.id = inquiries.task_id where inquiries.id = ${got.id}`;
    expect(due!.task).toEqual(due!.due);
    expect(got.due_at).toEqual(due!.due);
    expect(due).toMatchObject({ title: "Reply to Ada Lind", account_id: got.account_id });
    const entries = await sql<{ record_type: string; actor_name: string; inquiry_id: string | null }[]>`
      select record_type, actor_name, inquiry_id from public.events where kind = 'created' order by record_type`;
    expect(entries.map(({ record_type }) => record_type)).toEqual(["account", "contact", "inquiry", "task"]);
    expect(new Set(entries.map(({ actor_name }) => actor_name))).toEqual(new Set(["Website"]));
    // The company's and the person's timelines tell of it too.
    const [shown] = await sql<{ account: number; contact: number }[]>`
      select count(*) filter (where account_id = ${got.account_id})::int as account,
        count(*) filter (where contact_id = ${got.contact_id})::int as contact
      from public.events where record_type = 'inquiry'`;
    expect(shown).toEqual({ account: 1, contact: 1 });
  });

  test.each(["accounts", "contacts", "inquiries", "tasks", "events", "outbox", "consents"])(
    "inquiries 1: a fault while %s are written leaves nothing of it",
    async (table) => {
      await sql.unsafe(
        `create function public.fault() returns trigger language plpgsql as 'begin raise exception ''fault''; end'`,
      );
      await sql.unsafe(
        `create trigger fault before insert on public.${table} for each row execute function public.fault()`,
      );
      const sent = message({
        mails: { receipt: true, consents: [{ purpose: "newsletter", wording: "Send me articles" }] },
      });
      const before = await counts();
      await expect(receive(sent)).rejects.toThrow("fault");
      expect(await counts()).toEqual(before);
      await sql.unsafe(`drop function public.fault() cascade`);
      // The same message again, once the fault is gone, goes through whole.
      await receive(sent);
      expect(await counts()).toMatchObject({
        inquiries: 1,
        contacts: 1,
        accounts: 1,
        tasks: 1,
        outbox: 2,
        consents: 1,
      });
    },
  );

  test("inquiries 1: a connection that dies before the commit leaves nothing", async () => {
    const doomed = openPool({ ...connection, max: 1 });
    const before = await counts();
    await doomed
      .begin(async (within) => {
        await within`select public.receive_inquiry(${JSON.stringify(message())}::jsonb)`;
        const [me] = await within<{ pid: number }[]>`select pg_backend_pid() as pid`;
        await sql`select pg_terminate_backend(${me!.pid})`;
      })
      .catch(() => undefined);
    await doomed.end({ timeout: 1 }).catch(() => undefined);
    await expect.poll(counts).toEqual(before);
  });

  test("inquiries 2: sent fifty times in parallel it is one of each", async () => {
    const sent = message();
    const many = openPool({ ...connection, max: 20 });
    const got = await Promise.all(Array.from({ length: 50 }, () => receive(sent, many)));
    await many.end({ timeout: 5 });
    expect(new Set(got.map(({ reference }) => reference)).size).toBe(1);
    expect(await counts()).toMatchObject({ inquiries: 1, contacts: 1, accounts: 1, tasks: 1, outbox: 1 });
  });

  test("inquiries 2: replayed with other words it stays what it was", async () => {
    const sent = message();
    await receive(sent);
    const again = await receive({ ...sent, email: "eve@other.example", message: "Other words" });
    expect(again).toMatchObject({ email: "ada@norrfall.example", message: sent.message });
    expect(await counts()).toMatchObject({ inquiries: 1, contacts: 1 });
  });

  test("inquiries 3: twenty spellings of one address in parallel are one person", async () => {
    const spellings = Array.from({ length: 20 }, (_, n) =>
      [..."ada.lind@norrfall.example"]
        .map((letter, at) => ((n >> (at % 5)) & 1 ? letter.toUpperCase() : letter))
        .join(""),
    );
    const many = openPool({ ...connection, max: 20 });
    await Promise.all(
      spellings.map((email, n) =>
        receive(message({ email: n % 3 === 0 ? ` ${email} ` : email, message: `Message ${n}` }), many),
      ),
    );
    await many.end({ timeout: 5 });
    expect(await counts()).toMatchObject({ inquiries: 20, contacts: 1, accounts: 1 });
  });

  test("inquiries 4: two colleagues who write at once are two people of one company", async () => {
    const many = openPool({ ...connection, max: 10 });
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        receive(
          message({ email: `person${n}@norrfall.example`, name: `Person ${n}`, message: `About topic ${n}` }),
          many,
        ),
      ),
    );
    await many.end({ timeout: 5 });
    expect(await counts()).toMatchObject({ contacts: 10, accounts: 1 });
    const [row] = await sql<
      { companies: number }[]
    >`select count(distinct account_id)::int as companies from public.contacts`;
    expect(row!.companies).toBe(1);
  });

  test("inquiries 8: a subject we do not know is kept as text and routed to the default", async () => {
    await sql`update public.subjects set task_title = 'Look at {subject} of {name}' where is_default`;
    const got = await receive(message({ subject: "Cheese & <b>wine</b>" }));
    expect(got).toMatchObject({ subject_key: null, subject_text: "Cheese & <b>wine</b>", state: "new" });
    const [task] = await sql<{ title: string }[]>`select title from public.tasks where id = ${got.task_id}`;
    expect(task!.title).toBe("Look at Cheese & <b>wine</b> of Ada Lind");
    await sql`update public.subjects set task_title = 'Reply to {name}' where is_default`;
  });

  test("inquiries 8: the table of subjects has those of the site, in their order, and a default", async () => {
    const rows = await sql<{ label: string }[]>`select label from public.subjects where not is_default order by sort`;
    expect(rows.map(({ label }) => label)).toEqual([...subjects]);
    expect(await sql`select from public.subjects where is_default`).toHaveLength(1);
    const got = await Promise.all(
      subjects.map((subject, n) =>
        receive(message({ subject, email: `s${n}@norrfall.example`, message: `Subject ${n}` })),
      ),
    );
    expect(got.map(({ subject_text }) => subject_text)).toEqual([...subjects]);
    expect(got.every(({ subject_key }) => subject_key !== null)).toBe(true);
  });

  test("inquiries 8: the subject's owner gets inquiry and task, while they are with us", async () => {
    await sql`update public.subjects set owner_id = ${admin.userId} where key = 'ai-consult'`;
    const got = await receive(message());
    const [task] = await sql<{ assignee_id: string }[]>`select assignee_id from public.tasks where id = ${got.task_id}`;
    expect(task!.assignee_id).toBe(admin.userId);
    await sql`update public.subjects set owner_id = null`;
  });
});

describe("the sender", () => {
  const company = async (name: string, domain: string | null, website: string | null = null) => {
    const [row] = await sql<{ id: string }[]>`
      insert into public.accounts (name, domain, website) values (${name}, ${domain}, ${website}) returning id`;
    return row!.id;
  };
  const person = async (account: string, fields: { name: string; email: string; title?: string }) => {
    const [row] = await sql<{ id: string }[]>`
      insert into public.contacts (account_id, name, email, title)
      values (${account}, ${fields.name}, ${fields.email}, ${fields.title ?? null}) returning id`;
    return row!.id;
  };

  test("inquiries 3: with an address we have is the oldest who has it, and the inquiry says how many do", async () => {
    const account = await company("Norrfall", "norrfall.example");
    const first = await person(account, { name: "Ada Lind", email: "ADA@norrfall.example" });
    await person(account, { name: "A. Lind", email: "ada@norrfall.example" });
    await sql`update public.contacts set created_at = now() - interval '1 day' where id = ${first}`;
    expect(await receive(message())).toMatchObject({ contact_id: first, account_id: account, same_address: 2 });
  });

  test("inquiries 4: is suggested for the company with that host, for its nearest parent, or for the one with that website", async () => {
    const parent = await company("Norrfall", "https://www.Norrfall.example/about");
    const branch = await company("Norrfall North", "north.norrfall.example");
    const site = await company("Sydfall", null, "https://sydfall.example");
    const from = (email: string, host: string) =>
      receive(message({ email, company: "", company_host: host, message: email }));
    const suggested = async (email: string, host: string) => {
      const { contact_id, account_id, suggestions } = await from(email, host);
      expect([contact_id, account_id]).toEqual([null, null]);
      return suggestions;
    };
    const member = (id: string, have: string, typed: string) => [
      { record: "account", id, field: "member", have, typed },
    ];
    expect(await suggested("a@mail.norrfall.example", "norrfall.example")).toEqual(
      member(parent, "Norrfall", "a@mail.norrfall.example"),
    );
    expect(await suggested("b@x.north.norrfall.example", "norrfall.example")).toEqual(
      member(branch, "Norrfall North", "b@x.north.norrfall.example"),
    );
    expect(await suggested("c@sydfall.example", "sydfall.example")).toEqual(
      member(site, "Sydfall", "c@sydfall.example"),
    );
    // Nothing above what a company can register: another customer of the same host is another company.
    await company("Host", "host.example");
    const own = await from("d@shop.host.example", "shop.host.example");
    const [made] = await sql<{ domain: string }[]>`select domain from public.accounts where id = ${own.account_id}`;
    expect(made!.domain).toBe("shop.host.example");
  });

  test("inquiries 4: with free mail is a company of their own name, and two of them are two", async () => {
    const from = (email: string, name: string) =>
      receive(
        message({
          email,
          name,
          company: "",
          company_host: "gmail.com",
          company_guess: "Gmail",
          message: `From ${name}`,
        }),
      );
    await company("Gmail", "gmail.com");
    const [one, two] = [await from("ada@gmail.com", "Ada Lind"), await from("bo@gmail.com", "Bo Ek")];
    const rows = await sql<{ name: string; is_individual: boolean; domain: string | null }[]>`
      select name, is_individual, domain from public.accounts where id in (${one.account_id}, ${two.account_id}) order by name`;
    expect(rows).toEqual([
      { name: "Ada Lind", is_individual: true, domain: null },
      { name: "Bo Ek", is_individual: true, domain: null },
    ]);
  });

  test("inquiries 4: of a company nobody typed is of one named by its host", async () => {
    const got = await receive(
      message({ company: "", email: "ada@email.acme.example", company_host: "acme.example", company_guess: "Acme" }),
    );
    const [made] = await sql`select name, domain, is_individual from public.accounts where id = ${got.account_id}`;
    expect(made).toEqual({ name: "Acme", domain: "acme.example", is_individual: false });
  });

  test("inquiries 9: changes no record that exists: what it says about one is a suggestion, taken over by a person or not", async () => {
    const account = await company("Norrfall AB", "norrfall.example");
    const id = await person(account, { name: "Ada Lind", email: "ada@norrfall.example", title: "Chief" });
    const got = await receive(
      message({ name: "Ada Ek", company: "Other", fields: { phone: "+46 1", title: "Intern" } }),
    );
    const [kept] = await sql`select name, title, phone from public.contacts where id = ${id}`;
    expect(kept).toEqual({ name: "Ada Lind", title: "Chief", phone: null });
    expect(got.suggestions).toEqual([
      { record: "contact", id, field: "name", have: "Ada Lind", typed: "Ada Ek" },
      { record: "contact", id, field: "phone", have: null, typed: "+46 1" },
      { record: "contact", id, field: "title", have: "Chief", typed: "Intern" },
      { record: "account", id: account, field: "name", have: "Norrfall AB", typed: "Other" },
    ]);
    await asAdmin((caller) => caller`select public.settle_suggestion(${got.id}, 'name', 'contact', true)`);
    await asAdmin((caller) => caller`select public.settle_suggestion(${got.id}, 'phone', 'contact', true)`);
    await asAdmin((caller) => caller`select public.settle_suggestion(${got.id}, 'name', 'account', false)`);
    const [taken] =
      await sql`select contacts.name, phone, suggestions from public.contacts, public.inquiries where contacts.id = ${id}`;
    expect(taken).toMatchObject({ name: "Ada Ek", phone: "+46 1", suggestions: [{ field: "title" }] });
  });

  test("inquiries 9: with a made-up address at a client's domain joins that client only by the act of a person", async () => {
    const account = await company("Norrfall AB", "norrfall.example");
    await person(account, { name: "Ada Lind", email: "ada@norrfall.example" });
    const got = await receive(message({ email: "ceo@norrfall.example", name: "Eve", fields: { phone: "+1 900 1" } }));
    expect(got).toMatchObject({ contact_id: null, account_id: null, state: "new" });
    expect(await counts()).toMatchObject({ contacts: 1, accounts: 1, tasks: 1, outbox: 1 });
    const [told] = await sql<{ entries: number }[]>`
      select count(*)::int as entries from public.events where account_id = ${account} and record_type = 'inquiry'`;
    expect(told!.entries).toBe(0);

    await asAdmin((caller) => caller`select public.settle_suggestion(${got.id}, 'member', 'account', true)`);
    const [linked] = await sql`
      select contacts.account_id, contacts.name, contacts.email, contacts.phone, suggestions
      from public.inquiries join public.contacts on contacts.id = contact_id where inquiries.id = ${got.id}`;
    expect(linked).toEqual({
      account_id: account,
      name: "Eve",
      email: "ceo@norrfall.example",
      phone: "+1 900 1",
      suggestions: [],
    });
  });

  test("inquiries 9: joins a company that only messages speak for, until one of us has had to do with it", async () => {
    const first = await receive(message());
    const second = await receive(message({ email: "bo@norrfall.example", name: "Bo Ek", message: "Me too" }));
    expect(second.account_id).toBe(first.account_id);
    await asAdmin((caller) => caller`select public.assign_inquiry(${first.id}, ${admin.userId})`);
    const third = await receive(message({ email: "cy@norrfall.example", name: "Cy", message: "And me" }));
    expect(third).toMatchObject({ contact_id: null, suggestions: [{ field: "member", id: first.account_id }] });
  });

  test("inquiries 1: that is a machine, or our own, makes no person and gets no mail", async () => {
    const got = await receive(message({ email: "noreply@norrfall.example", is_robot: true }));
    expect(got).toMatchObject({ contact_id: null, account_id: null, state: "new" });
    expect(await counts()).toMatchObject({ contacts: 0, accounts: 0, outbox: 0, tasks: 1 });
  });

  test("inquiries 1: who asks for articles or the manifesto makes no task and waits for no answer", async () => {
    for (const kind of ["newsletter", "manifesto"])
      expect(
        await receive(message({ kind, subject: "", name: "", message: "", email: `${kind}@norrfall.example` })),
      ).toMatchObject({
        state: "closed",
        due_at: null,
        task_id: null,
      });
    expect(await counts()).toMatchObject({ tasks: 0, contacts: 2, outbox: 0 });
  });

  test("inquiries 1: with tasks off there is no task, and the promise stands", async () => {
    await sql`update public.modules set live = false where key = 'tasks'`;
    const got = await receive(message());
    expect(got.task_id).toBeNull();
    expect(got.due_at).toBeInstanceOf(Date);
  });
});

describe("receipts", () => {
  const receipts = async () => {
    await composeAll(sql);
    return sql<
      { state: string; to_address: string; body_text: string; subject: string; unproved_address: boolean }[]
    >`select state, to_address, body_text, subject, unproved_address from public.outbox order by id`;
  };

  test("inquiries 12: one for an address a day, held in the safe mode, naming the day of the task", async () => {
    const got = await receive(message());
    await receive(message({ email: "ADA@norrfall.example", message: "A second one" }));
    const [day] = await sql<{ day: string }[]>`
      select to_char(${got.due_at}::timestamptz at time zone time_zone, 'FMDay, FMMonth FMDD') as day from public.office`;
    const [receipt, ...more] = await receipts();
    expect(more).toEqual([]);
    expect(receipt).toMatchObject({
      state: "held",
      to_address: "ada@norrfall.example",
      subject: "We have your message",
      // The gate's tightest limit: anyone can type this address.
      unproved_address: true,
    });
    expect(receipt!.body_text).toContain(`We answer by ${day!.day}.\n\nYour message has the number ${got.reference}.`);
    expect(receipt!.body_text).toContain("Open your message:\n{{sender_page}}");
  });

  test("inquiries 12: none for what is held, or for a sender who is blocked", async () => {
    await receive(message({ held_because: ["trap"] }));
    await sql`insert into public.blocked_senders (key) values ('email:eve@bad.example'), ('host:worse.example')`;
    const blocked = await receive(message({ email: "Eve@bad.example", company_host: "bad.example", message: "One" }));
    const host = await receive(
      message({ email: "x@mail.worse.example", company_host: "worse.example", message: "Two" }),
    );
    expect([blocked.state, host.state]).toEqual(["spam", "spam"]);
    expect(await receipts()).toEqual([]);
    expect(await counts()).toMatchObject({ contacts: 0, accounts: 0, tasks: 0 });
  });

  test("inquiries 12: the same words from several addresses are held, and one group", async () => {
    const words = "Dear owner, we can bring your site to the first page of every search";
    const got = [];
    for (let n = 0; n < 5; n += 1)
      got.push(
        await receive(
          message({
            email: `seller${n}@spam${n}.example`,
            company_host: `spam${n}.example`,
            message: `${words}${"!".repeat(n)}`,
          }),
        ),
      );
    expect(got.map(({ state }) => state)).toEqual(["new", "new", "held", "held", "held"]);
    expect(got.at(-1)!.held_because).toEqual(["repeated"]);
    const [groups] = await sql<
      { groups: number }[]
    >`select count(distinct content_key)::int as groups from public.inquiries`;
    expect(groups!.groups).toBe(1);
  });
});

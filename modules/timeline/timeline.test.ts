import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { storedValues } from "#app/records/form-values.ts";
import { openPool } from "#server/platform/database/sql.ts";
import { actAs, addUser, type Who } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import type { Entry, Place } from "./timeline-entry.ts";

const { sql, connection } = await testDatabase();
const adminId = await addUser(sql, { admin: true });
await sql`update auth.users set raw_user_meta_data = '{"name": "Noor Marchetti"}' where id = ${adminId}`;
const admin: Who = { role: "authenticated", userId: adminId };
const visitor: Who = { role: "authenticated", userId: await addUser(sql, { admin: false }) };

const as = <T>(who: Who, work: Parameters<typeof actAs<T>>[2]) => actAs(sql, who, work);
const timeline = (
  place: Place,
  {
    before = null,
    kinds = null,
    most = 50,
  }: Partial<{ before: number | null; kinds: string[] | null; most: number }> = {},
) =>
  as(
    admin,
    (tx) => tx<Entry[]>`select * from public.record_timeline(${place.type}, ${place.id}, ${before}, ${kinds}, ${most})`,
  );
const told = (entries: readonly Entry[]) => entries.map(({ record_type, kind }) => `${record_type} ${kind}`);

async function addAccount(name = "Norrfall") {
  const [row] = await as(
    admin,
    (tx) => tx<{ id: string }[]>`insert into public.accounts (name) values (${name}) returning id`,
  );
  return { type: "account", id: row!.id } as const;
}
async function addContact(account: Place, name = "Ada Lind", more: Record<string, string> = {}) {
  const values = { account_id: account.id, name, ...more };
  const [row] = await as(admin, (tx) => tx<{ id: string }[]>`insert into public.contacts ${tx(values)} returning id`);
  return { type: "contact", id: row!.id } as const;
}
async function addNote(place: Place, body: string, who = admin) {
  const values = { body, [`${place.type}_id`]: place.id };
  const [row] = await as(who, (tx) => tx<{ id: string }[]>`insert into public.notes ${tx(values)} returning id`);
  return row!.id;
}

beforeEach(async () => {
  await sql`delete from public.accounts`;
  await sql`truncate public.events`;
  await sql`update public.office set time_zone = 'UTC'`;
});

describe("reading", () => {
  test("timeline 1: newest first, page by page by key, each entry once", async () => {
    const account = await addAccount();
    for (let n = 0; n < 24; n += 1)
      await sql`update public.accounts set industry = ${`Industry ${n}`} where id = ${account.id}`;
    const pages: Entry[][] = [];
    for (let before: number | null = null; pages.length < 4; before = pages.at(-1)?.at(-1)?.id ?? 0)
      pages.push(await timeline(account, { before, most: 10 }));
    expect(pages.map((page) => page.length)).toEqual([10, 10, 5, 0]);
    const ids = pages.flat().map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(new Set(ids).size).toBe(25);
    expect(pages[0]?.[0]?.changes).toEqual({ industry: ["Industry 22", "Industry 23"] });
  });

  test("timeline 1: a page has 50 entries unless fewer are asked for, and never more than 200", async () => {
    const account = await addAccount();
    await sql`insert into public.events (kind, record_type, record_id, account_id)
      select 'changed', 'account', ${account.id}::uuid, ${account.id}::uuid from generate_series(1, 300)`;
    const ask = (most: number | null) =>
      as(admin, (tx) => tx`select id from public.record_timeline('account', ${account.id}, null, null, ${most})`);
    expect(await as(admin, (tx) => tx`select id from public.record_timeline('account', ${account.id})`)).toHaveLength(
      50,
    );
    expect(await ask(null)).toHaveLength(50);
    expect(await ask(5)).toHaveLength(5);
    expect(await ask(5000)).toHaveLength(200);
    expect(await ask(-1)).toHaveLength(1);
  });

  test("timeline 1: entries have the office's day and clock, whatever the connection's zone", async () => {
    const account = await addAccount();
    await sql`update public.events set at = '2026-11-15T23:30:00Z'`;
    await sql`update public.office set time_zone = 'Asia/Tokyo'`;
    expect(await timeline(account)).toMatchObject([{ day: "2026-11-16", clock: "08:30" }]);
    await sql`update public.office set time_zone = 'America/New_York'`;
    expect(await timeline(account)).toMatchObject([{ day: "2026-11-15", clock: "18:30" }]);
    await sql`update public.events set at = now()`;
    expect(await timeline(account)).toMatchObject([{ days_ago: 0 }]);
  });

  test("timeline 1: the filter takes notes, changes, tasks, inquiries and stages apart", async () => {
    const account = await addAccount();
    await addNote(account, "Called");
    for (const [type, kind] of [
      ["task", "created"],
      ["inquiry", "created"],
      ["consent", "created"],
      ["deal", "moved"],
    ] as const)
      await sql`insert into public.events (kind, record_type, account_id) values (${kind}, ${type}, ${account.id})`;
    const only = async (...kinds: string[]) => told(await timeline(account, { kinds }));
    expect(await only("notes")).toEqual(["note created"]);
    expect(await only("changes")).toEqual(["account created"]);
    expect(await only("tasks")).toEqual(["task created"]);
    expect(await only("inquiries")).toEqual(["consent created", "inquiry created"]);
    expect(await only("stages")).toEqual(["deal moved"]);
    expect(await only("notes", "stages")).toEqual(["deal moved", "note created"]);
    expect(await timeline(account)).toHaveLength(6);
  });

  test("timeline 2: an account shows what happened with its people, each by name; a person only their own", async () => {
    const [account, other] = [await addAccount(), await addAccount("Castelline")];
    const ada = await addContact(account);
    await addContact(other, "Ines Moor");
    await addNote(ada, "Wants a workshop");
    const entries = await timeline(account);
    expect(told(entries)).toEqual(["note created", "contact created", "account created"]);
    expect(entries.map(({ contact_name }) => contact_name)).toEqual(["Ada Lind", "Ada Lind", null]);
    expect(told(await timeline(ada))).toEqual(["note created", "contact created"]);
  });

  test("timeline 3: five fields saved at once are one entry with five changes", async () => {
    const ada = await addContact(await addAccount());
    await as(
      admin,
      (
        tx,
      ) => tx`update public.contacts set title = 'Chief', email = 'ada@norrfall.example', phone = '1', role = 'Sponsor',
        notes = 'Likes tea' where id = ${ada.id}`,
    );
    const [entry] = await timeline(ada);
    expect(Object.keys(entry?.changes ?? {}).sort()).toEqual(["email", "notes", "phone", "role", "title"]);
    expect(entry).toMatchObject({ kind: "changed", actor_name: "Noor Marchetti" });
  });

  test("timeline 4: blank stays blank, blanks around are cut, https:// is added: no entry", async () => {
    const account = await addAccount();
    await sql`update public.accounts set website = 'https://norrfall.example', industry = 'Energy' where id = ${account.id}`;
    const before = await timeline(account);
    const typed = storedValues(
      {
        table: "accounts",
        area: "crm",
        one: "account",
        many: "accounts",
        page: "/admin/crm/accounts",
        title: "name",
        fields: {
          website: { kind: "web-address", label: "Website", max: 2000 },
          industry: { kind: "text", label: "Industry", max: 200 },
          domain: { kind: "domain", label: "Domain", max: 253 },
        },
      },
      { website: " norrfall.example ", industry: "Energy  ", domain: "  " },
    );
    expect(typed).toEqual({ website: "https://norrfall.example", industry: "Energy", domain: null });
    await sql`update public.accounts set website = ${typed["website"] as string}, industry = ' Energy ', domain = '  ' where id = ${account.id}`;
    expect(await timeline(account)).toEqual(before);
  });

  test("timeline 5: all of it is stored", async () => {
    const ada = await addContact(await addAccount());
    for (const title of ["A", "B", "C"])
      await as(admin, (tx) => tx`update public.contacts set title = ${title} where id = ${ada.id}`);
    expect(told(await timeline(ada, { kinds: ["changes"] }))).toEqual([
      "contact changed",
      "contact changed",
      "contact changed",
      "contact created",
    ]);
  });

  test("timeline 6: when the connection dies before the end, neither the change nor its entry is there", async () => {
    const ada = await addContact(await addAccount());
    const doomed = openPool({ ...connection, max: 1 });
    const cut = doomed.begin(async (tx) => {
      await tx`update public.contacts set title = 'Chief' where id = ${ada.id}`;
      const [seen] = await tx<{ count: number }[]>`select count(*)::int from public.events where kind = 'changed'`;
      expect(seen?.count).toBe(1);
      const [own] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await sql`select pg_terminate_backend(${own!.pid})`;
      await tx`select 1`;
    });
    await expect(cut).rejects.toThrow();
    await doomed.end({ timeout: 1 });
    expect(await sql`select title from public.contacts where id = ${ada.id}`).toMatchObject([{ title: null }]);
    expect(told(await timeline(ada))).toEqual(["contact created"]);
  });

  test("timeline 9: what happened with a deleted person stays on the account, with their name", async () => {
    const account = await addAccount();
    const ada = await addContact(account);
    await addNote(ada, "Wants a workshop");
    await sql`insert into public.events (kind, record_type, record_name, account_id, contact_id)
      values ('created', 'task', 'Call', ${account.id}, ${ada.id})`;
    await as(admin, (tx) => tx`delete from public.contacts where id = ${ada.id}`);
    const entries = (await timeline(account)).filter(({ contact_id }) => contact_id);
    expect(told(entries)).toEqual(["contact deleted", "task created", "note created", "contact created"]);
    for (const entry of entries) expect(entry).toMatchObject({ contact_name: "Ada Lind", contact_gone: true });
    expect(entries[2]?.note).toMatchObject({ body: "Wants a workshop" });
  });

  test("timeline 11: entries of one instant keep their order, over pages too", async () => {
    const account = await addAccount();
    for (const name of ["first", "second", "third", "fourth"])
      await sql`insert into public.events (at, kind, record_type, record_name, account_id)
        values ('2026-11-15T10:00:00Z', 'changed', 'account', ${name}, ${account.id})`;
    const page = await timeline(account, { most: 2 });
    const next = await timeline(account, { most: 2, before: page.at(-1)!.id });
    expect([...page, ...next].map(({ record_name }) => record_name)).toEqual(["fourth", "third", "second", "first"]);
  });

  test("timeline 14: a colleague leaves, and what they did keeps their name", async () => {
    const bo = await addUser(sql, { admin: true });
    await sql`update auth.users set raw_user_meta_data = '{"name": "Bo Ek"}' where id = ${bo}`;
    const account = await addAccount();
    await addNote(account, "Met at the fair", { role: "authenticated", userId: bo });
    await sql`delete from auth.users where id = ${bo}`;
    const [entry] = await timeline(account);
    expect(entry).toMatchObject({ actor_name: "Bo Ek", note: { body: "Met at the fair", author_id: bo } });
    expect(await sql`select name, active from public.staff where user_id = ${bo}`).toMatchObject([
      { name: "Bo Ek", active: false },
    ]);
  });

  test("a record that an import brought ends with that import; others are not touched by it", async () => {
    const own = await addAccount("By hand");
    const id = randomUUID();
    const rows = Array.from({ length: 30 }, (_, line) => ({ line: line + 1, name: `Company ${line}` }));
    await as(admin, async (tx) => {
      await tx`insert into public.import_parts (import_id, part, records) values (${id}, 0, ${JSON.stringify(rows)})`;
      await tx`select * from public.import_records(${id}, 'accounts')`;
    });
    const [imported] = await sql<{ id: string }[]>`select id from public.accounts where name = 'Company 29'`;
    await sql`update public.accounts set industry = 'Energy' where id = ${imported!.id}`;
    expect(told(await timeline({ type: "account", id: imported!.id }))).toEqual(["account changed", "import imported"]);
    expect(told(await timeline({ type: "account", id: imported!.id }, { kinds: ["notes"] }))).toEqual([]);
    expect(told(await timeline(own))).toEqual(["account created"]);
  });

  test("names of what changes point to come along", async () => {
    const [norrfall, castelline] = [await addAccount(), await addAccount("Castelline")];
    const ada = await addContact(norrfall);
    await sql`update public.contacts set account_id = ${castelline.id} where id = ${ada.id}`;
    const [entry] = await timeline(ada);
    expect(entry?.names).toEqual({ [norrfall.id]: "Norrfall", [castelline.id]: "Castelline" });
  });

  test("is for administrators", async () => {
    const account = await addAccount();
    expect(await as(visitor, (tx) => tx`select * from public.record_timeline('account', ${account.id})`)).toEqual([]);
    await expect(
      as({ role: "anon" }, (tx) => tx`select * from public.record_timeline('account', ${account.id})`),
    ).rejects.toThrow("permission denied");
    await expect(as(admin, (tx) => tx`select * from public.record_timeline('users', ${account.id})`)).rejects.toThrow(
      'There is no timeline of "users"',
    );
  });
});

describe("notes", () => {
  test("timeline 7: a note says who wrote it and where it belongs, whatever the browser says", async () => {
    const account = await addAccount();
    const ada = await addContact(account);
    await addNote(ada, "Wants a workshop");
    const [entry] = await timeline(account);
    expect(entry).toMatchObject({
      kind: "created",
      contact_id: ada.id,
      note: { body: "Wants a workshop", author_id: adminId, pinned: false, edited_at: null },
    });
    for (const column of ["author_id", "created_at", "edited_at"])
      await expect(as(admin, (tx) => tx`update public.notes set ${tx(column)} = null`)).rejects.toThrow(
        "permission denied",
      );
    await expect(as(admin, (tx) => tx`insert into public.notes (body) values ('About nothing')`)).rejects.toThrow(
      "A note is about a record",
    );
  });

  test("timeline 7: an edited note is marked and stays one entry; a pinned one makes none", async () => {
    const account = await addAccount();
    const id = await addNote(account, "Frist");
    await as(admin, (tx) => tx`update public.notes set pinned = true where id = ${id}`);
    expect((await timeline(account))[0]?.note).toMatchObject({ pinned: true, edited_at: null });
    await as(admin, (tx) => tx`update public.notes set body = 'First' where id = ${id}`);
    const entries = await timeline(account);
    expect(told(entries)).toEqual(["note created", "account created"]);
    expect(entries[0]?.note).toMatchObject({ body: "First" });
    expect(entries[0]?.note?.edited_at).not.toBeNull();
    const [{ kinds } = { kinds: [] }] = await sql<{ kinds: string[] }[]>`
      select array_agg(kind order by id) as kinds from public.events where record_type = 'note'`;
    expect(kinds).toEqual(["created", "changed"]);
  });

  test("timeline 7: a deleted note is gone and can be brought back from the trash", async () => {
    const account = await addAccount();
    const id = await addNote(account, "Confidential");
    await sql`update public.events set at = at - interval '1 hour' where note_id = ${id}`;
    const remove = () => as(admin, (tx) => tx`delete from public.notes where id = ${id}`);
    await remove();
    let entries = await timeline(account);
    expect(told(entries)).toEqual(["note deleted", "account created"]);
    await as(admin, (tx) => tx`select public.restore_records('notes', ${[id]}::uuid[])`);
    entries = await timeline(account);
    expect(told(entries)).toEqual(["note created", "account created"]);
    expect(entries[0]?.note).toMatchObject({ body: "Confidential" });
    await remove();
    expect(told(await timeline(account))).toEqual(["note deleted", "account created"]);
  });

  test("timeline 13: nothing empty is stored, and a note that its author deletes at once leaves nothing to read", async () => {
    const account = await addAccount();
    for (const body of ["", "   ", "\n\t"])
      await expect(addNote(account, body)).rejects.toThrow("a note has 1 to 20000 characters");
    await expect(addNote(account, "x".repeat(20_001))).rejects.toThrow("a note has 1 to 20000 characters");
    const id = await addNote(account, "Oops");
    await as(admin, (tx) => tx`delete from public.notes where id = ${id}`);
    expect(told(await timeline(account))).toEqual(["account created"]);
  });

  test("are nothing to people without the role", async () => {
    const account = await addAccount();
    await addNote(account, "Secret");
    expect(await as(visitor, (tx) => tx`select * from public.notes`)).toEqual([]);
    await expect(addNote(account, "Mine", visitor)).rejects.toThrow("row-level security");
    for (const statement of ["select * from public.notes", "insert into public.notes (body) values ('x')"])
      await expect(as({ role: "anon" }, (tx) => tx.unsafe(statement))).rejects.toThrow("permission denied");
    expect(await as(visitor, (tx) => tx`delete from public.notes returning id`)).toEqual([]);
  });
});

describe("merging", () => {
  const count = async (place: Place) => (await timeline(place, { most: 200 })).length;
  const merge = (kind: "contacts" | "accounts", keep: Place, gone: Place, who = admin) =>
    as(who, (tx) => tx`select public.${tx(`merge_${kind}`)}(${keep.id}, ${gone.id}) as moved`);

  test("timeline 8: two contacts become one with every entry and note, and one entry more", async () => {
    const account = await addAccount();
    const ada = await addContact(account, "Ada Lind", { email: "ada@norrfall.example", title: "Chief" });
    const double = await addContact(account, "A. Lind", { phone: "123", title: "Head" });
    await addNote(double, "Prefers calls");
    await addNote(ada, "Wants a workshop");
    const [before, ofAccount] = [(await count(ada)) + (await count(double)), await count(account)];
    const [answer] = await merge("contacts", ada, double);
    expect(answer).toEqual({ moved: { notes: 1, events: 2 } });
    expect(await count(ada)).toBe(before + 1);
    expect(await count(account)).toBe(ofAccount + 1);
    const [entry] = await timeline(ada);
    expect(entry).toMatchObject({
      kind: "merged",
      actor_name: "Noor Marchetti",
      changes: { merged: ["A. Lind", "Ada Lind"], title: ["Head", "Chief"] },
    });
    expect(await sql`select name, email, phone, title from public.contacts`).toEqual([
      { name: "Ada Lind", email: "ada@norrfall.example", phone: "123", title: "Chief" },
    ]);
    expect(await sql`select id from public.notes where contact_id = ${ada.id}`).toHaveLength(2);
  });

  test("timeline 8: two accounts become one with people, entries and notes; both long texts are kept", async () => {
    const [norrfall, double] = [await addAccount(), await addAccount("Norrfall AS")];
    await sql`update public.accounts set notes = 'One', industry = 'Energy' where id = ${norrfall.id}`;
    await sql`update public.accounts set notes = 'Two', domain = 'norrfall.example' where id = ${double.id}`;
    const ada = await addContact(double);
    await addNote(double, "Owes us an answer");
    const before = (await count(norrfall)) + (await count(double));
    await merge("accounts", norrfall, double);
    expect(await count(norrfall)).toBe(before + 1);
    expect(await sql`select name, industry, domain, notes from public.accounts`).toEqual([
      { name: "Norrfall", industry: "Energy", domain: "norrfall.example", notes: "One\n\nTwo" },
    ]);
    expect(await sql`select account_id from public.contacts where id = ${ada.id}`).toEqual([
      { account_id: norrfall.id },
    ]);
    expect(await sql`select record_id from public.events where record_id = ${double.id}`).toEqual([]);
  });

  test("timeline 8: whatever refers to a record moves, also in tables that this module does not know", async () => {
    await sql`create table public.visits (id uuid primary key default uuidv7(), contact_id uuid references public.contacts (id), guest_id uuid references public.contacts (id))`;
    const account = await addAccount();
    const [ada, double] = [await addContact(account), await addContact(account, "A. Lind")];
    await sql`insert into public.visits (contact_id, guest_id) values (${double.id}, ${double.id}), (${ada.id}, null)`;
    await sql`create function private.note_merge(keep uuid, gone uuid) returns void language sql as 'update public.visits set guest_id = null where guest_id = gone'`;
    await sql`select private.register_hook('merge contacts', 'private.note_merge(uuid, uuid)')`;
    // The API's callers were not granted this table, and are told nothing of it.
    const counted = await as(admin, (tx) => tx`select * from public.count_merged('contacts', ${double.id})`);
    expect(counted).toEqual([{ moved: "events", count: 1 }]);
    await merge("contacts", ada, double);
    expect(await sql`select contact_id, guest_id from public.visits order by id`).toEqual([
      { contact_id: ada.id, guest_id: null },
      { contact_id: ada.id, guest_id: null },
    ]);
    await sql`drop table public.visits`;
    await sql`delete from private.hooks where routine::text like '%note_merge%'`;
    await sql`drop function private.note_merge(uuid, uuid)`;
  });

  test("says before what would move", async () => {
    const account = await addAccount();
    const ada = await addContact(account);
    await addNote(ada, "One");
    const counted = (kind: string, place: Place) =>
      as(admin, (tx) => tx`select * from public.count_merged(${kind}, ${place.id})`);
    expect(await counted("contacts", ada)).toEqual([
      { moved: "notes", count: 1 },
      { moved: "events", count: 2 },
    ]);
    expect(await counted("accounts", account)).toEqual([
      { moved: "contacts", count: 1 },
      { moved: "notes", count: 1 },
      { moved: "events", count: 3 },
    ]);
  });

  test("is refused for one and the same record, one that is gone, and people without the role", async () => {
    const account = await addAccount();
    const ada = await addContact(account);
    await expect(merge("contacts", ada, ada)).rejects.toThrow("cannot be merged with itself");
    await expect(merge("contacts", ada, { type: "contact", id: randomUUID() })).rejects.toThrow("no longer exists");
    await expect(merge("contacts", ada, await addContact(account), visitor)).rejects.toThrow("admin privileges");
  });

  test("both ways at once: one wins, and nothing is lost", async () => {
    const account = await addAccount();
    const [one, two] = [await addContact(account, "One"), await addContact(account, "Two")];
    const outcomes = await Promise.allSettled([merge("contacts", one, two), merge("contacts", two, one)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await sql`select id from public.contacts`).toHaveLength(1);
    const [left] = await sql<{ id: string }[]>`select id from public.contacts`;
    expect(await count({ type: "contact", id: left!.id })).toBe(3);
  });
});

describe("erasing", () => {
  test("timeline 15: the copy of a person's data has every row that names them, also of tables that nobody told it of, and nothing of others", async () => {
    await sql`create table public.calls (id uuid primary key default uuidv7(), caller uuid references public.contacts (id) on delete cascade, said text, secret text)`;
    await sql`alter table public.calls enable row level security`;
    await sql`create policy "all but the hidden" on public.calls for select to authenticated using (said <> 'Hidden')`;
    await sql`grant select (id, caller, said) on public.calls to authenticated`;
    const account = await addAccount();
    const ada = await addContact(account, "Ada Lind", { email: "ada@norrfall.example" });
    const ines = await addContact(account, "Ines Moor");
    await addNote(ada, "A note about Ada");
    await addNote(ines, "A note about Ines");
    await sql`insert into public.calls (caller, said, secret) values (${ada.id}, 'Called twice', 'Kept back'), (${ada.id}, 'Hidden', ''), (${ines.id}, 'Once', '')`;
    const copy = (who: Who, most = 5000) =>
      as(
        who,
        (tx) =>
          tx<
            { part: string; rows: Record<string, unknown>[]; left_out: number }[]
          >`select * from public.copy_of_person(${ada.id}, ${most}::int)`,
      );
    const parts = await copy(admin);
    const of = (part: string) => parts.find((one) => one.part === part)?.rows;
    expect(parts[0]).toMatchObject({ part: "contacts", rows: [{ name: "Ada Lind", email: "ada@norrfall.example" }] });
    expect(of("notes")).toMatchObject([{ body: "A note about Ada" }]);
    expect(of("events")!.length).toBeGreaterThan(0);
    expect(of("calls")).toMatchObject([{ said: "Called twice" }]);
    expect(JSON.stringify(parts)).not.toMatch(/Kept back|Hidden|Ines/);
    expect((await copy(admin, 1)).find(({ part }) => part === "events")).toMatchObject({
      left_out: of("events")!.length - 1,
    });
    expect(await sql`select act from public.acts order by id desc limit 1`).toEqual([{ act: "exported" }]);
    await expect(copy(visitor)).rejects.toMatchObject({ code: "42501" });
    await as(admin, (tx) => tx`delete from public.contacts where id = ${ada.id}`);
    await expect(copy(admin)).rejects.toThrow("no longer exists");
    await sql`drop table public.calls`;
  });

  test("timeline 10: names and texts are emptied, kind and time stay, also in other modules' tables", async () => {
    await sql`create table public.visits (id uuid primary key default uuidv7(), contact_id uuid references public.contacts (id), words text)`;
    await sql`select private.keep_history('public.visits', 'visit', 'words', 'contact_id=contact_id')`;
    await sql`select private.empty_with_contact('public.visits', 'contact_id', 'words = null')`;
    const account = await addAccount();
    const ada = await addContact(account, "Ada Lind", {
      email: "ada@norrfall.example",
      phone: "+46 8 5550199",
      role: "Sponsor",
    });
    const ines = await addContact(account, "Ines Moor", { phone: "456" });
    await as(
      admin,
      (tx) => tx`update public.contacts set title = 'Secret title', notes = 'Secret notes' where id = ${ada.id}`,
    );
    await addNote(ada, "Secret note");
    await addNote(ines, "Other note");
    await sql`insert into public.visits (contact_id, words) values (${ada.id}, 'Secret words'), (${ines.id}, 'Other words')`;
    const before = await timeline(ada);
    const ofInes = await timeline(ines);
    await as(admin, (tx) => tx`select public.erase_contact(${ada.id})`);
    const after = await timeline(ada);
    expect(after[0]).toMatchObject({ kind: "erased", actor_name: "Noor Marchetti" });
    expect(after.slice(1).map(({ id, at, kind, record_type }) => ({ id, at, kind, record_type }))).toEqual(
      before.map(({ id, at, kind, record_type }) => ({ id, at, kind, record_type })),
    );
    const [row] = await sql<{ everything: string }[]>`
      select concat(
        (select string_agg(contacts::text, ' ') from public.contacts), (select string_agg(notes::text, ' ') from public.notes),
        (select string_agg(visits::text, ' ') from public.visits), (select string_agg(events::text, ' ') from public.events),
        (select string_agg(found::text, ' ') from private.contacts_search as found)) as everything`;
    expect(row?.everything).not.toMatch(/Secret|Ada|norrfall.example|5550199|Sponsor/);
    expect(row?.everything).toContain("Other note");
    expect(row?.everything).toContain("Other words");
    expect(await timeline(ines)).toEqual(ofInes);
    expect(await sql`select name, title, email, phone, role, notes from public.contacts where id = ${ada.id}`).toEqual([
      { name: "Erased person", title: null, email: null, phone: null, role: null, notes: null },
    ]);
    await sql`delete from private.followers where place = 'public.visits'::regclass`;
    await sql`drop table public.visits`;
  });

  test("is refused to people without the role, and all or nothing", async () => {
    const ada = await addContact(await addAccount());
    await expect(as(visitor, (tx) => tx`select public.erase_contact(${ada.id})`)).rejects.toThrow("admin privileges");
    await sql`create function private.fail(contact uuid) returns void language plpgsql as 'begin raise exception ''no''; end'`;
    await sql`select private.register_hook('erase contact', 'private.fail(uuid)')`;
    await expect(as(admin, (tx) => tx`select public.erase_contact(${ada.id})`)).rejects.toThrow("no");
    await sql`delete from private.hooks where routine::text like '%fail%'`;
    expect(await sql`select name from public.contacts`).toEqual([{ name: "Ada Lind" }]);
  });
});

test("deleting says what goes along: notes of a company, and of a person nothing", async () => {
  const account = await addAccount();
  const ada = await addContact(account);
  await addNote(ada, "Stays with the company");
  const dependents = (kind: string, id: string) =>
    as(admin, (tx) => tx`select dependents, count, deleted from public.count_dependents(${kind}, ${[id]}) order by 1`);
  expect(await dependents("contacts", ada.id)).toEqual([]);
  expect(await dependents("accounts", account.id)).toEqual([
    { dependents: "contacts", count: 1, deleted: true },
    { dependents: "notes", count: 1, deleted: true },
  ]);
});

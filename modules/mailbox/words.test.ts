// Who sees which words, by every door; and what goes when someone says so.
import { afterAll, beforeAll, expect, test } from "vitest";
import { actAs } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { mail, type MailServer, startMailServer } from "./testing/mail-server.ts";
import { firm, type Firm, readOnce } from "./testing/mailbox-for-tests.ts";

const { sql } = await testDatabase();
let server: MailServer;
let us: Firm;
let box: string;
let mailId: string;
const dana = "Dana Okafor <dana@guidevane.example>";
const ada = "Ada Lind <ada@norrfall.example>";
const secret = "The gauge at Harbour Street";
const fileName = "Termination.pdf";

beforeAll(async () => {
  server = await startMailServer();
  us = await firm(sql);
  box = await us.mailbox(server.port, { colleagues_see: "text" });
  await readOnce(sql, box);
  server.append(
    "INBOX",
    mail({
      from: ada,
      to: dana,
      subject: "Harbour",
      headers: { "Content-Type": 'multipart/mixed; boundary="part"' },
      body: [
        "--part",
        "Content-Type: text/plain; charset=utf-8",
        "",
        `${secret} reads high.`,
        "--part",
        `Content-Type: application/pdf; name="${fileName}"`,
        `Content-Disposition: attachment; filename="${fileName}"`,
        "Content-Transfer-Encoding: base64",
        "",
        "JVBERi0xLjQK",
        "--part--",
      ].join("\r\n"),
    }),
  );
  await readOnce(sql, box);
  const [row] = await sql<{ id: string }[]>`select id from public.mails`;
  mailId = row!.id;
});
afterAll(() => server.close());

const set = (changes: object) => us.call(us.dana, "set_mailbox", { mailbox: box, changes: JSON.stringify(changes) });
/** What a person gets at each door. */
async function seen(who: string) {
  const read = <T extends object>(statement: string) =>
    actAs(sql, { role: "authenticated", userId: who }, (tx) => tx.unsafe(statement) as Promise<T[]>);
  const [thread] = await us.call<{ subject: string | null; snippet: string | null; files: string[] }>(
    who,
    "mail_threads_of",
    { kind: "contacts", id: us.ada },
  );
  const [shown] = await us.call<{ subject: string | null; may_read_text: boolean; files: { name: string }[] }>(
    who,
    "mail_thread",
    { thread: mailId },
  );
  const rows = await Promise.all(
    ["mails", "mail_heads", "mail_people"].map((table) =>
      read(`select to_jsonb(it) as row from public.${table} as it`),
    ),
  );
  const [body] = await us.call<{ text: string }>(who, "read_mail", { mail: mailId });
  return {
    mails: (await read("select id from public.mails")).length,
    people: (await read("select mail_id from public.mail_people")).length > 0,
    heads: (await read<{ subject: string }>("select subject from public.mail_heads")).map(({ subject }) => subject),
    thread: thread && { subject: thread.subject, snippet: thread.snippet },
    page: shown && { subject: shown.subject, text: shown.may_read_text },
    text: body?.text.includes(secret) ?? null,
    found: (await us.call(who, "search_mails", { term: "harbour" })).length,
    files: {
      thread: thread?.files,
      page: shown?.files.map(({ name }) => name),
      panel: (await us.call<{ name: string }>(who, "mail_files_of", { kind: "contacts", id: us.ada })).map(
        ({ name }) => name,
      ),
      toFile: (await read(`select name from private.file_of_mail('${mailId}', '2')`)).length,
      inRows: JSON.stringify(rows).includes(fileName),
    },
    entries: (await read(`select id from public.events where record_type = 'mail' and record_id = '${mailId}'`)).length,
  };
}
const everything = {
  mails: 1,
  people: true,
  heads: ["Harbour"],
  thread: { subject: "Harbour", snippet: `${secret} reads high.` },
  page: { subject: "Harbour", text: true },
  text: true,
  found: 1,
  files: { thread: [fileName], page: [fileName], panel: [fileName], toFile: 1, inRows: true },
  entries: 1,
};
const withoutText = { ...everything, page: { subject: "Harbour", text: false }, text: null };
const onlyWhoAndWhen = {
  ...withoutText,
  heads: [],
  thread: { subject: null, snippet: null },
  page: { subject: null, text: false },
  found: 0,
  files: { thread: [], page: [], panel: [], toFile: 0, inRows: false },
};

test("mailbox 14: a colleague sees what the mailbox shows, names of files included, on every door, and less from the next request on", async () => {
  expect(await seen(us.dana)).toEqual(everything);
  expect(await seen(us.noor)).toEqual(everything);
  await set({ colleagues_see: "snippet" });
  expect(await seen(us.noor)).toEqual(withoutText);
  await set({ colleagues_see: "headers" });
  expect(await seen(us.noor)).toEqual(onlyWhoAndWhen);
  await set({ colleagues_see: "nothing" });
  expect(await seen(us.noor)).toEqual({
    mails: 0,
    people: false,
    heads: [],
    thread: undefined,
    page: undefined,
    text: null,
    found: 0,
    files: { thread: undefined, page: undefined, panel: [], toFile: 0, inRows: false },
    entries: 0,
  });
  expect(await seen(us.dana)).toEqual({ ...everything, entries: 0 });
  await set({ colleagues_see: "text" });
});

test("mailbox 14: the copy of a person's data has their mails, with the words that are open to who makes it", async () => {
  const copied = async (who: string) => {
    const parts = await us.call<{ part: string; rows: Record<string, unknown>[] }>(who, "copy_of_person", {
      contact: us.ada,
    });
    expect(parts.map(({ part }) => part)).not.toContain("mail_people");
    return parts.find(({ part }) => part === "mails")?.rows;
  };
  const whoAndWhen = {
    at: expect.any(String) as string,
    direction: "in",
    from: ["Ada Lind ada@norrfall.example"],
    to: ["Dana Okafor dana@guidevane.example"],
  };
  const withFirstWords = {
    ...whoAndWhen,
    subject: "Harbour",
    first_words: `${secret} reads high.`,
    files: [fileName],
  };
  const whole = { ...withFirstWords, text: expect.stringContaining(secret) as string };
  expect(await copied(us.noor)).toEqual([whole]);
  expect(await us.call(us.dana, "mail_readers", {})).toMatchObject([{ reader: "Noor Marchetti", mail_id: mailId }]);
  await set({ colleagues_see: "snippet" });
  expect(await copied(us.noor)).toEqual([withFirstWords]);
  await set({ colleagues_see: "headers" });
  expect(await copied(us.noor)).toEqual([{ ...whoAndWhen, words_are_closed: true }]);
  await set({ colleagues_see: "nothing" });
  expect(await copied(us.noor)).toBeUndefined();
  expect(await copied(us.dana)).toEqual([whole]);
  await set({ colleagues_see: "text" });
});

test("mailbox 14: texts are read by one door alone, and their owner sees who read them", async () => {
  const asked = actAs(sql, { role: "authenticated", userId: us.noor }, (tx) => tx`select text from public.mail_bodies`);
  await expect(asked).rejects.toMatchObject({ code: "42501" });
  await us.call(us.noor, "read_mail", { mail: mailId });
  await us.call(us.dana, "read_mail", { mail: mailId });
  expect(await us.call(us.dana, "mail_readers", {})).toMatchObject([
    { reader: "Noor Marchetti", mail_id: mailId, subject: "Harbour" },
  ]);
  expect(await us.call(us.noor, "mail_readers", {})).toEqual([]);
  await expect(sql`delete from public.mail_reads`).rejects.toThrow("append-only");
  await expect(sql`update public.mailbox_consents set wording = 'Other' where true`).resolves.toBeDefined();
});

test("mailbox 14: someone without the right sees nothing, and no one writes mail by the API", async () => {
  const asOutsider = (statement: string) =>
    actAs(sql, { role: "authenticated", userId: us.outsider }, (tx) => tx.unsafe(statement));
  for (const table of [
    "mails",
    "mail_copies",
    "mail_people",
    "mail_heads",
    "mailboxes",
    "mailbox_folders",
    "mail_trouble",
    "mail_reads",
    "contact_addresses",
  ])
    expect(await asOutsider(`select 1 from public.${table}`), table).toEqual([]);
  const asDana = (statement: string) =>
    actAs(sql, { role: "authenticated", userId: us.dana }, (tx) => tx.unsafe(statement));
  for (const statement of [
    "update public.mails set direction = 'out'",
    "delete from public.mails",
    "insert into public.mail_heads values (gen_random_uuid(), 'x', 'y')",
    "update public.mailboxes set colleagues_see = 'text'",
    "select * from private.mailbox_secrets",
  ])
    await expect(asDana(statement), statement).rejects.toMatchObject({ code: "42501" });
  await expect(sql`update public.mails set direction = 'out'`).rejects.toThrow("append-only");
});

test("mailbox 14: other administrators pause and remove a personal mailbox; they do not widen, resume or re-point it", async () => {
  const as = (who: string, name: string, given: object) => us.call(who, name, { mailbox: box, ...given });
  await expect(as(us.noor, "set_mailbox", { changes: JSON.stringify({ colleagues_see: "text" }) })).rejects.toThrow(
    "Only its owner",
  );
  await expect(as(us.noor, "require_mailbox", {})).rejects.toThrow("Only its owner");
  await as(us.noor, "pause_mailbox", {});
  expect(await us.call(us.dana, "mailbox_list")).toMatchObject([
    { state: "paused", reason: "by_colleague", is_mine: true, may_change: true },
  ]);
  await expect(as(us.noor, "resume_mailbox", {})).rejects.toThrow("Only its owner");
  await as(us.dana, "resume_mailbox", {});
  expect(await us.call(us.noor, "mailbox_list")).toMatchObject([
    { state: "checking", is_mine: false, may_change: false, may_stop: true, user_name: null },
  ]);
  expect(await us.call(us.outsider, "mailbox_list")).toEqual([]);
});

test("mailbox 14: a thread made private, and what follows in it, is seen by its owner alone", async () => {
  await us.call(us.dana, "set_thread_private", { thread: mailId, is_private: true });
  expect((await seen(us.noor)).mails).toBe(0);
  const [first] = await sql<{ message_id: string }[]>`select message_id from public.mails where id = ${mailId}`;
  server.append(
    "INBOX",
    mail({ from: ada, to: dana, subject: "Re: Harbour", headers: { "In-Reply-To": first!.message_id } }),
  );
  await readOnce(sql, box);
  expect((await seen(us.noor)).mails).toBe(0);
  expect(await us.call(us.dana, "mail_thread", { thread: mailId })).toHaveLength(2);
  expect(await sql`select from public.events where record_type = 'mail'`).toEqual([]);
  await us.call(us.dana, "set_thread_private", { thread: mailId, is_private: false });
  expect((await seen(us.noor)).mails).toBe(2);
});

test("mailbox 23: a thread is filed by hand with a record to which nobody on it leads, and shows no one more than before", async () => {
  const [other] = await sql<{ id: string }[]>`insert into public.accounts (name) values ('Harbour Board') returning id`;
  const [deal] = await actAs(
    sql,
    { role: "authenticated", userId: us.dana },
    (tx) =>
      tx<{ id: string }[]>`insert into public.deals (name, account_id) values ('Gauges', ${other!.id}) returning id`,
  );
  const bo = await us.contact("Bo Quay", null);
  const records = [
    ["accounts", other!.id],
    ["deals", deal!.id],
    ["contacts", bo],
  ] as const;
  const threads = async (who: string, kind: string, id: string) =>
    (await us.call<{ subject: string | null }>(who, "mail_threads_of", { kind, id })).map(({ subject }) => subject);
  const ties = await sql`select count(*)::int as n from private.tie_days`;
  for (const [kind, record] of records) {
    expect(await threads(us.dana, kind, record)).toEqual([]);
    const file = () => us.call<{ file_thread: string }>(us.noor, "file_thread", { thread: mailId, kind, record });
    const [made] = await file();
    expect(await file()).toEqual([made]);
    expect(await threads(us.dana, kind, record)).toEqual(["Re: Harbour"]);
    expect(await us.call(us.dana, "mail_panel_facts", { kind, id: record })).toMatchObject([{ mails: 2, threads: 1 }]);
    expect(await us.call(us.dana, "mail_files_of", { kind, id: record })).toMatchObject([{ name: fileName }]);
    expect(await threads(us.outsider, kind, record)).toEqual([]);
  }
  // New mail in the thread follows, and pages do not show it twice.
  const [first] = await sql<
    { message_id: string; at: Date }[]
  >`select message_id, at from public.mails where id = ${mailId}`;
  const again = mail({
    from: ada,
    to: dana,
    subject: "Re: Re: Harbour",
    headers: { "In-Reply-To": first!.message_id },
  });
  server.append("INBOX", again);
  await readOnce(sql, box);
  expect(await threads(us.dana, "deals", deal!.id)).toEqual(["Re: Re: Harbour"]);
  const [page] = await us.call<{ last_at: Date }>(us.dana, "mail_threads_of", { kind: "deals", id: deal!.id });
  expect(
    await us.call(us.dana, "mail_threads_of", { kind: "deals", id: deal!.id, before: page!.last_at.toISOString() }),
  ).toEqual([]);
  expect(await sql`select count(*)::int as n from private.tie_days`).toEqual(ties);
  // What a mailbox does not show stays closed, and with it what it was filed with.
  await set({ colleagues_see: "nothing" });
  const seesFilings = (who: string) =>
    actAs(sql, { role: "authenticated", userId: who }, (tx) => tx`select id from public.mail_filings`);
  expect([await threads(us.noor, "deals", deal!.id), await seesFilings(us.noor)]).toEqual([[], []]);
  const refused = us.call(us.noor, "file_thread", { thread: mailId, kind: "accounts", record: us.accountId });
  await expect(refused).rejects.toThrow("not here any more");
  await set({ colleagues_see: "text" });
  await expect(us.call(us.dana, "file_thread", { thread: mailId, kind: "deals", record: other!.id })).rejects.toThrow(
    "no longer exists",
  );
  await expect(
    us.call(us.outsider, "file_thread", { thread: mailId, kind: "deals", record: deal!.id }),
  ).rejects.toMatchObject({ code: "42501" });
  const [filing] = await sql<{ id: string }[]>`select id from public.mail_filings where deal_id = ${deal!.id}`;
  await us.call(us.dana, "unfile_thread", { filing: filing!.id });
  expect(await threads(us.dana, "deals", deal!.id)).toEqual([]);
  expect(await sql`select count(*)::int as n from public.mail_filings`).toEqual([{ n: 2 }]);
  const [newest] = await sql<{ id: string }[]>`select id from public.mails order by at desc limit 1`;
  await us.call(us.dana, "delete_mails", { mails: `{${newest!.id}}` });
  expect(await sql`select count(*)::int as n from public.mail_filings`).toEqual([{ n: 2 }]);
});

test("mailbox 14: who keeps less has less at once", async () => {
  server.append("INBOX", mail({ from: ada, to: dana, subject: "Kept in full", text: "All of it." }));
  await readOnce(sql, box);
  const kept =
    () => sql`select words, (select count(*)::int from public.mail_bodies where mail_id = id) as bodies, (select count(*)::int from public.mail_heads where mail_id = id) as heads
    from public.mails order by id desc limit 1`;
  expect(await kept()).toEqual([{ words: "text", bodies: 1, heads: 1 }]);
  await set({ keep: "snippet" });
  expect(await kept()).toEqual([{ words: "snippet", bodies: 0, heads: 1 }]);
  await set({ keep: "headers" });
  expect(await kept()).toEqual([{ words: "none", bodies: 0, heads: 0 }]);
  server.append("INBOX", mail({ from: ada, to: dana, subject: "Only that it was", text: "Nothing of it." }));
  await readOnce(sql, box);
  expect(await kept()).toEqual([{ words: "none", bodies: 0, heads: 0 }]);
  await set({ keep: "text" });
});

test("mailbox 15: a new rule removes what was filed, with its entries, and it does not come back", async () => {
  await sql`create table public.heard (ids uuid[], why text)`;
  await sql`create function public.hear(ids uuid[], why text) returns void language sql as 'insert into public.heard values (ids, why)'`;
  await sql`select private.register_hook('mail removed', 'public.hear(uuid[], text)')`;
  await us.contact("Bo", "bo@bank.example");
  server.append("INBOX", mail({ from: "bo@bank.example", to: dana, subject: "Account" }));
  await readOnce(sql, box);
  const rule = { kind: "domain", value: "bank.example" };
  expect(await us.call(us.dana, "count_mail_never", rule)).toEqual([{ count_mail_never: 1 }]);
  await us.call(us.dana, "add_mail_never", { ...rule, remove_filed: true });
  const left = () => sql`select from public.mail_people where address_key = 'bo@bank.example'`;
  expect(await left()).toEqual([]);
  expect(await sql`select why, cardinality(ids) as n from public.heard`).toEqual([{ why: "never", n: 1 }]);
  const [made] = await actAs(
    sql,
    { role: "authenticated", userId: us.dana },
    (tx) => tx<{ id: string }[]>`select id from public.mail_never`,
  );
  await us.call(us.dana, "remove_mail_never", { id: made!.id });
  await sql`update public.mailbox_folders set next_uid = 1`;
  await readOnce(sql, box);
  expect(await left()).toEqual([]);
});

test("mailbox 16: what was deleted here stays deleted when everything is read again", async () => {
  server.append("INBOX", mail({ from: ada, to: dana, subject: "To be deleted" }));
  await readOnce(sql, box);
  const there = () =>
    sql<{ id: string }[]>`select mail_id as id from public.mail_heads where subject = 'To be deleted'`;
  const [before] = await there();
  expect(
    await us.call(us.noor, "delete_mails", { mails: `{${before!.id}}` }).catch((error: Error) => error.message),
  ).toMatch("mailboxes of others");
  await us.call(us.dana, "delete_mails", { mails: `{${before!.id}}` });
  await sql`update public.mailbox_folders set uid_validity = 5 where path = 'INBOX'`;
  await readOnce(sql, box);
  expect(await there()).toEqual([]);
  expect(await sql`select from public.events where record_type = 'mail' and record_id = ${before!.id}`).toEqual([]);
});

test("mailbox 16: words of a mail that is gone from every mailbox go within a day, who and when stay", async () => {
  server.append("INBOX", mail({ from: ada, to: dana, subject: "Deleted by its reader" }));
  await readOnce(sql, box);
  const [kept] = await sql<
    { id: string }[]
  >`select mail_id as id from public.mail_heads where subject = 'Deleted by its reader'`;
  server.folder("INBOX").messages.pop();
  await sql`update public.mailbox_folders set compared_at = null`;
  await readOnce(sql, box);
  const words = () =>
    sql`select words, (select count(*)::int from public.mail_heads where mail_id = id) as heads from public.mails where id = ${kept!.id}`;
  await sql`select private.tidy_mails(now())`;
  expect(await words()).toEqual([{ words: "text", heads: 1 }]);
  await sql`select private.tidy_mails(now() + interval '13 hours')`;
  expect(await words()).toEqual([{ words: "emptied", heads: 0 }]);
  expect(await sql`select address_key from public.mail_people where mail_id = ${kept!.id} and role = 'from'`).toEqual([
    { address_key: "ada@norrfall.example" },
  ]);
});

test("mailbox 16: mail that was kept long enough goes", async () => {
  const count = async () => (await sql<{ n: number }[]>`select count(*)::int as n from public.mails`)[0]!.n;
  expect(await count()).toBeGreaterThan(0);
  await sql`select private.tidy_mails(now() + interval '23 months')`;
  expect(await count()).toBeGreaterThan(0);
  await sql`select private.tidy_mails(now() + interval '25 months')`;
  expect(await count()).toBe(0);
});

test("mailbox 14: a mailbox that is removed leaves its mail or takes it along, and its secret goes at once", async () => {
  await sql`update public.mailbox_folders set uid_validity = 6, next_uid = 1, back_uid = 0 where path = 'INBOX'`;
  server.append("INBOX", mail({ from: ada, to: dana, subject: "Last one" }));
  await readOnce(sql, box);
  await us.call(us.noor, "remove_mailbox", { mailbox: box, with_mail: false });
  expect(await sql`select from private.mailbox_secrets`).toEqual([]);
  expect(
    (await us.call<{ subject: string }>(us.dana, "mail_threads_of", { kind: "accounts", id: us.accountId })).map(
      ({ subject }) => subject,
    ),
  ).toContain("Last one");
  // A deal shows the mail of its contact; a colleague reads that with their own rights.
  const [deal] = await sql<{ id: string }[]>`
    insert into public.deals (name, account_id) values ('Pilot', ${us.accountId}) returning id`;
  await sql`insert into public.deal_contacts (deal_id, contact_id, is_primary) values (${deal!.id}, ${us.ada}, true)`;
  const of = { kind: "deals", id: deal!.id };
  expect((await us.call<{ subject: string }>(us.dana, "mail_threads_of", of)).map(({ subject }) => subject)).toContain(
    "Last one",
  );
  expect(await us.call(us.dana, "mail_files_of", of)).toMatchObject([{ name: fileName }]);
  const again = await us.mailbox(server.port, { colleagues_see: "text" });
  await readOnce(sql, again);
  await sql`delete from public.mail_copies where mailbox_id = ${box}`;
  await us.call(us.dana, "remove_mailbox", { mailbox: again, with_mail: true });
  expect(await sql`select from public.mails`).toEqual([]);
});

// Copies of a mail: what another mailbox delivered under the same Message-ID, Date, From and Subject opens its own words, and changes nothing.
import { afterAll, beforeAll, expect, test } from "vitest";
import { actAs, addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { mail, type MailServer, startMailServer } from "./testing/mail-server.ts";
import { firm, type Firm, readOnce } from "./testing/mailbox-for-tests.ts";

const { sql } = await testDatabase();
let dansServer: MailServer;
let noorsServer: MailServer;
let us: Firm;
let third: string;
let dansBox: string;
let noorsBox: string;
const dana = "Dana Okafor <dana@guidevane.example>";
const ada = "Ada Lind <ada@norrfall.example>";

beforeAll(async () => {
  [dansServer, noorsServer] = await Promise.all([startMailServer(), startMailServer()]);
  us = await firm(sql);
  third = await addUser(sql, { admin: true });
  await sql`update public.staff set name = 'Tove Third' where user_id = ${third}`;
  dansBox = await us.mailbox(dansServer.port, { colleagues_see: "snippet" });
  noorsBox = await us.mailbox(noorsServer.port, {
    address: "noor@guidevane.example",
    owner_id: us.noor,
    colleagues_see: "nothing",
  });
  await readOnce(sql, dansBox);
  await readOnce(sql, noorsBox);
});
afterAll(() => Promise.all([dansServer.close(), noorsServer.close()]));

const idOf = async (subject: string) => {
  const rows = await sql<
    { id: string }[]
  >`select distinct mail_id as id from public.mail_heads where subject = ${subject}`;
  expect(rows).toHaveLength(1);
  return rows[0]!.id;
};
/** What a person gets of a mail at each door. */
async function seen(who: string, id: string) {
  const [shown] = await us.call<{ snippet: string | null; may_read_text: boolean; files: { name: string }[] }>(
    who,
    "mail_thread",
    { thread: id },
  );
  const [body] = await us.call<{ text: string }>(who, "read_mail", { mail: id });
  const [html] = await actAs(
    sql,
    { role: "authenticated", userId: who },
    (tx) => tx<{ html: string | null }[]>`select html from private.mail_html(${id})`,
  );
  const heads = await actAs(
    sql,
    { role: "authenticated", userId: who },
    (tx) => tx<{ snippet: string }[]>`select snippet from public.mail_heads where mail_id = ${id} order by snippet`,
  );
  return {
    snippet: shown?.snippet,
    may: shown?.may_read_text,
    text: body?.text.trim() ?? null,
    html: html?.html ?? null,
    heads: heads.map(({ snippet }) => snippet),
  };
}
const record = (id: string) => sql`
  select direction, class, words, at, thread_id, (select jsonb_agg(to_jsonb(who) order by no) from public.mail_people as who where who.mail_id = id) as people
  from public.mails where id = ${id}`;

test("audit-4 S2: a mail put into one's own mailbox under the headers of another opens nothing and replaces nothing", async () => {
  const written = { from: ada, to: dana, subject: "The offer", id: "<offer@norrfall.example>", date: new Date() };
  dansServer.append("INBOX", mail({ ...written, text: "We do NOT accept. The gauge reads high." }));
  await readOnce(sql, dansBox);
  const id = await idOf("The offer");
  const before = await record(id);
  noorsServer.append("INBOX", mail({ ...written, text: "We accept." }));
  await readOnce(sql, noorsBox);
  // Once more, as by a folder that is counted again, and in another folder.
  noorsServer.append("Sent", mail({ ...written, text: "We accept everything." }));
  await readOnce(sql, noorsBox);
  expect(await sql`select from public.mails where message_id = '<offer@norrfall.example>'`).toHaveLength(1);
  expect(await record(id)).toEqual(before);
  const original = "We do NOT accept. The gauge reads high.";
  expect(await seen(us.dana, id)).toMatchObject({ snippet: original, may: true, text: original, heads: [original] });
  // The snippet of the first is shared with colleagues, its text is not.
  expect(await seen(us.noor, id)).toMatchObject({ snippet: "We accept.", may: true, text: "We accept." });
  expect(await seen(third, id)).toMatchObject({
    snippet: original,
    may: false,
    text: null,
    html: null,
    heads: [original],
  });
  await us.call(us.dana, "set_mailbox", { mailbox: dansBox, changes: JSON.stringify({ colleagues_see: "headers" }) });
  expect(await seen(us.noor, id)).toMatchObject({ text: "We accept.", heads: ["We accept."] });
  expect(await us.call(us.noor, "search_mails", { term: "gauge" })).toEqual([]);
  expect(await us.call(us.noor, "search_mails", { term: "accept" })).toHaveLength(1);
  await us.call(us.dana, "set_mailbox", { mailbox: dansBox, changes: JSON.stringify({ colleagues_see: "snippet" }) });
});

test("audit-4 S2: names of files, and who opened the words, are not opened by a copy either", async () => {
  const parts = (name: string) => ({
    headers: { "Content-Type": 'multipart/mixed; boundary="part"' },
    body: [
      "--part",
      "Content-Type: text/plain; charset=utf-8",
      "",
      "Attached.",
      "--part",
      `Content-Type: application/pdf; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      "",
      "x",
      "--part--",
    ].join("\r\n"),
  });
  const written = { from: ada, to: dana, subject: "Attached", id: "<files@norrfall.example>", date: new Date() };
  await us.call(us.dana, "set_mailbox", { mailbox: dansBox, changes: JSON.stringify({ colleagues_see: "headers" }) });
  dansServer.append("INBOX", mail({ ...written, ...parts("Termination.pdf") }));
  await readOnce(sql, dansBox);
  noorsServer.append("INBOX", mail({ ...written, ...parts("Mine.pdf") }));
  await readOnce(sql, noorsBox);
  const id = await idOf("Attached");
  const files = (who: string) => us.call<{ name: string }>(who, "mail_files_of", { kind: "contacts", id: us.ada });
  expect(await files(us.noor)).toMatchObject([{ name: "Mine.pdf" }]);
  expect(await files(us.dana)).toMatchObject([{ name: "Termination.pdf" }]);
  const places = (who: string) =>
    actAs(
      sql,
      { role: "authenticated", userId: who },
      (tx) => tx<{ id: string }[]>`select id from private.places_of_mail(${id})`,
    );
  expect(await places(us.noor)).toEqual([{ id: noorsBox }]);
  expect(await places(us.dana)).toEqual([{ id: dansBox }]);
  await us.call(us.dana, "set_mailbox", { mailbox: dansBox, changes: JSON.stringify({ colleagues_see: "text" }) });
  await us.call(third, "read_mail", { mail: id });
  expect(await us.call(us.dana, "mail_readers", { mail: id })).toMatchObject([{ reader: "Tove Third" }]);
  expect(await us.call(us.noor, "mail_readers", { mail: id })).toEqual([]);
  await us.call(us.dana, "set_mailbox", { mailbox: dansBox, changes: JSON.stringify({ colleagues_see: "snippet" }) });
});

test("audit-4 S2: a body altered on the way is the same mail; the other text belongs to its mailbox, and the same body is kept once", async () => {
  const written = { from: ada, to: dana, cc: "noor@guidevane.example", date: new Date() };
  for (const [subject, footer] of [
    ["To the list", "\r\n-- \r\nYou get this as a member of the list."],
    ["Unchanged", ""],
  ] as const) {
    const id = `<${subject.replaceAll(" ", "-")}@norrfall.example>`;
    dansServer.append("INBOX", mail({ ...written, subject, id, text: "The tide tables." }));
    noorsServer.append("INBOX", mail({ ...written, subject, id, text: `The tide tables.${footer}` }));
  }
  await readOnce(sql, dansBox);
  await readOnce(sql, noorsBox);
  const listed = await idOf("To the list");
  expect((await seen(us.dana, listed)).text).toBe("The tide tables.");
  expect((await seen(us.noor, listed)).text).toContain("You get this as a member of the list.");
  const unchanged = await idOf("Unchanged");
  expect((await seen(us.noor, unchanged)).text).toBe("The tide tables.");
  const bodies = (id: string) => sql`select from public.mail_bodies where mail_id = ${id}`;
  expect(await bodies(listed)).toHaveLength(2);
  expect(await bodies(unchanged)).toHaveLength(1);
  // Words go with the last mailbox that delivered them.
  await us.call(us.noor, "delete_mails", { mails: `{${listed},${unchanged}}` });
  expect(await bodies(listed)).toHaveLength(1);
  expect(await bodies(unchanged)).toHaveLength(1);
  expect((await seen(us.noor, listed)).text).toBeNull();
  expect((await seen(us.dana, listed)).text).toBe("The tide tables.");
});

test("audit-4 S2: what was filed before the upgrade is seen as before, and opened by no new copy", async () => {
  const written = { from: ada, to: dana, subject: "From before", id: "<before@norrfall.example>", date: new Date() };
  dansServer.append("INBOX", mail({ ...written, text: "Filed long ago." }));
  await readOnce(sql, dansBox);
  const id = await idOf("From before");
  // As the migration leaves what it finds.
  const none = Buffer.alloc(32);
  await sql`update public.mail_copies set body_hash = ${none} where mail_id = ${id}`;
  await sql`update public.mail_heads set body_hash = ${none} where mail_id = ${id}`;
  await sql`update public.mail_bodies set body_hash = ${none} where mail_id = ${id}`;
  noorsServer.append("INBOX", mail({ ...written, text: "Filed today." }));
  await readOnce(sql, noorsBox);
  expect((await seen(us.dana, id)).text).toBe("Filed long ago.");
  expect((await seen(us.noor, id)).text).toBe("Filed today.");
  expect((await seen(third, id)).heads).toEqual(["Filed long ago."]);
  // Counted again, it is the same entry with the same words.
  const folder = dansServer.folder("INBOX");
  folder.uidvalidity = 4711;
  await readOnce(sql, dansBox);
  expect((await seen(us.dana, id)).text).toBe("Filed long ago.");
  expect(await sql`select from public.mail_heads where mail_id = ${id}`).toHaveLength(2);
});

test("audit-4 S10: what lies in Sent was sent by the owner of the mailbox, whatever its From claims", async () => {
  noorsServer.append("Sent", mail({ from: dana, to: ada, subject: "As if from Dana" }));
  await readOnce(sql, noorsBox);
  await us.call(us.noor, "set_mailbox", { mailbox: noorsBox, changes: JSON.stringify({ colleagues_see: "text" }) });
  noorsServer.append("Sent", mail({ from: dana, to: ada, subject: "As if from Dana again" }));
  await readOnce(sql, noorsBox);
  const id = await idOf("As if from Dana again");
  expect(await sql`select actor_id, kind from public.events where record_type = 'mail' and record_id = ${id}`).toEqual([
    { actor_id: us.noor, kind: "mail sent" },
  ]);
  expect(
    await sql`select address_key, staff_id from public.mail_people where mail_id = ${id} and role = 'from'`,
  ).toEqual([{ address_key: "dana@guidevane.example", staff_id: us.noor }]);
  const [shown] = await us.call<{ people: { role: string; is_claim?: boolean; sent_by?: string }[] }>(
    third,
    "mail_thread",
    { thread: id },
  );
  expect(shown!.people.find(({ role }) => role === "from")).toMatchObject({
    is_claim: true,
    sent_by: "Noor Marchetti",
  });
  // Their own is no claim.
  dansServer.append("Sent", mail({ from: dana, to: ada, subject: "From Dana" }));
  await readOnce(sql, dansBox);
  const [own] = await us.call<{ people: { role: string; is_claim?: boolean }[] }>(third, "mail_thread", {
    thread: await idOf("From Dana"),
  });
  expect(own!.people.find(({ role }) => role === "from")!.is_claim).toBeUndefined();
  await us.call(us.noor, "set_mailbox", { mailbox: noorsBox, changes: JSON.stringify({ colleagues_see: "nothing" }) });
});

test("audit-4 S2: a copy in a colleague's Sent proves nothing of a mail that only says it is from us", async () => {
  const written = { from: dana, to: ada, subject: "Forged", id: "<forged@elsewhere.example>", date: new Date() };
  dansServer.append("INBOX", mail(written));
  await readOnce(sql, dansBox);
  const id = await idOf("Forged");
  expect(await record(id)).toMatchObject([{ direction: "unclear" }]);
  noorsServer.append("Sent", mail(written));
  await readOnce(sql, noorsBox);
  expect(await record(id)).toMatchObject([{ direction: "unclear" }]);
  expect(await sql`select from public.events where record_type = 'mail' and record_id = ${id}`).toEqual([]);
  // Their own Sent does.
  dansServer.append("Sent", mail(written));
  await readOnce(sql, dansBox);
  expect(await record(id)).toMatchObject([{ direction: "out" }]);
  expect(await sql`select actor_id from public.events where record_type = 'mail' and record_id = ${id}`).toEqual([
    { actor_id: us.dana },
  ]);
});

test("audit-4 S8: the history tells a mail, and a mailbox read back, to those whom the mailbox shows as much", async () => {
  const written = { from: ada, date: new Date() };
  noorsServer.append(
    "INBOX",
    mail({
      ...written,
      to: "noor@guidevane.example",
      subject: "zzclosed",
      id: "<zzclosed@norrfall.example>",
      text: "Shh",
    }),
  );
  dansServer.append(
    "INBOX",
    mail({ ...written, to: dana, subject: "zzshared", id: "<zzshared@norrfall.example>", text: "Hello" }),
  );
  await readOnce(sql, noorsBox);
  await readOnce(sql, dansBox);
  await sql`
    insert into public.events (kind, record_type, record_id, record_name, contact_id)
    select 'mails read', 'mail', id, address, ${us.ada} from public.mailboxes`;
  const [closed, shared] = [await idOf("zzclosed"), await idOf("zzshared")];
  // Nothing is told of a mailbox that shows nothing. Told all the same, as by an earlier release, it is hidden.
  await sql`
    insert into public.events (kind, record_type, record_id, record_name, contact_id)
    values ('mail received', 'mail', ${closed}, 'zzclosed', ${us.ada})`;
  const told = async (who: string) => {
    const rows = await actAs(
      sql,
      { role: "authenticated", userId: who },
      (tx) => tx<{ id: string }[]>`
        select distinct record_id as id from public.events
        where record_type = 'mail' and record_id = any (${[closed, shared, noorsBox, dansBox]})`,
    );
    return rows.map(({ id }) => id).toSorted();
  };
  expect(await told(third)).toEqual([shared, dansBox].toSorted());
  expect(await told(us.noor)).toEqual([closed, shared, noorsBox, dansBox].toSorted());
  const shown = await actAs(
    sql,
    { role: "authenticated", userId: third },
    (tx) => tx`select * from public.record_timeline('contact', ${us.ada})`,
  );
  expect(JSON.stringify(shown)).not.toContain(closed);
  expect(JSON.stringify(shown)).toContain(shared);
});

// The gate: what leaves, what is held, and what is never repeated.
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { type Who, actAs, addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { createLinks } from "../links/links.ts";
import { handOver, setOutboxGate } from "./hand-over.ts";

const { sql } = await testDatabase();
const admin: Who = { role: "authenticated", userId: await addUser(sql, { admin: true }) };
const woken: string[] = [];
const gate = (isOpen: boolean, now?: () => Date) =>
  handOver({
    sql,
    jobs: { wake: async (_, key) => void woken.push(key) },
    links: createLinks(sql),
    env: { AUTO_PUBLISH: isOpen, SITE_URL: "https://guidevane.test" },
    ...(now && { now }),
  });
async function sweep(isOpen: boolean, now?: () => Date) {
  const job = gate(isOpen, now);
  for (const id of await job.findDue(100)) await job.run(id, new AbortController().signal);
}
async function put(changed: Record<string, unknown> = {}) {
  const message = {
    class: "transactional",
    dedupe_key: randomUUID(),
    origin_kind: "inquiry",
    origin_id: randomUUID(),
    to_address: `${randomUUID()}@norrfall.example`,
    subject: "Hello",
    body_text: "Text",
    ...changed,
  };
  const [row] = await sql<{ id: string }[]>`select private.put_in_outbox(${JSON.stringify(message)}::jsonb) as id`;
  return row!.id;
}
const find = async (id: string) => {
  const [row] = await sql<{ state: string; gate_reason: string | null; subject: string; body_text: string }[]>`
    select state, gate_reason, subject, body_text from public.outbox where id = ${id}`;
  return row!;
};
const mails = () =>
  sql<{ id: string; content: { text: string; html: string }; recipient: string }[]>`select * from private.mails`;

beforeEach(async () => {
  await sql`delete from public.outbox`;
  await sql`delete from private.mails`;
  await setOutboxGate(sql, true);
});

test("outbox 3: in the safe mode a row is complete and held, and nothing reaches the mail queue", async () => {
  await setOutboxGate(sql, false);
  const id = await put();
  expect(await find(id)).toMatchObject({ state: "held", gate_reason: "Safe mode: would have sent", body_text: "Text" });
  await sweep(false);
  expect(await mails()).toHaveLength(0);
});

test("outbox 4: turning publishing on releases nothing; a person does, row by row, and not in the safe mode", async () => {
  await setOutboxGate(sql, false);
  const [id, other] = [await put(), await put()];
  const release = () => actAs(sql, admin, (caller) => caller`select public.release_outbox(${[id]}::uuid[])`);
  await expect(release()).rejects.toThrow("The safe mode is on");
  await setOutboxGate(sql, true);
  await sweep(true);
  expect((await find(id)).state).toBe("held");
  await release();
  await sweep(true);
  expect([(await find(id)).state, (await find(other)).state]).toEqual(["sending", "held"]);
});

test("outbox 4: turned off again, what waited is held; what was not released in time expires", async () => {
  const id = await put();
  await sweep(false);
  expect((await find(id)).state).toBe("held");
  await sweep(false, () => new Date(Date.now() + 8 * 86_400_000));
  expect((await find(id)).state).toBe("expired");
});

test("outbox 5: one action is one row and one mail, however often and however parallel", async () => {
  const key = randomUUID();
  const ids = await Promise.all(Array.from({ length: 10 }, () => put({ dedupe_key: key })));
  expect(new Set(ids).size).toBe(1);
  const job = gate(true);
  await Promise.all(Array.from({ length: 5 }, () => job.run(ids[0]!, new AbortController().signal)));
  expect(await mails()).toHaveLength(1);
  expect(woken).toContain(ids[0]);
});

test("outbox 6: what became of the mail is what became of the row, and uncertain is never repeated", async () => {
  for (const state of ["sent", "failed", "uncertain", "expired"]) {
    const id = await put();
    await sweep(true);
    await sql`update private.mails set state = ${state}, content = null, reason = 'because', finished_at = now() where id = ${id}`;
    expect((await find(id)).state).toBe(state);
    await sweep(true);
    expect((await mails()).filter((mail) => mail.id === id)).toHaveLength(1);
  }
});

test("outbox 9: pages for one person are filled in when the mail leaves, and stand in no list", async () => {
  const id = await put({ body_text: "Open {{sender_page}}", body_html: '<a href="{{sender_page}}">Open</a>' });
  await sweep(true);
  const [mail] = await mails();
  const address = /https:\/\/guidevane\.test\/i\/[\w-]{43}/.exec(mail!.content.text)![0];
  expect(mail!.content.html).toBe(`<a href="${address}">Open</a>`);
  expect((await find(id)).body_text).toBe("Open {{sender_page}}");
});

test("outbox 2: a tag that is left open does not leave, and a header is one line", async () => {
  const id = await put({ body_text: "Dear {{first_name}}" });
  const folded = await put({ subject: "Hi\r\nBcc: victim@example.com" });
  await sweep(true);
  expect(await find(id)).toMatchObject({ state: "failed", gate_reason: "A tag was left open" });
  expect((await find(folded)).subject).toBe("Hi Bcc: victim@example.com");
});

test("outbox 2: outreach without a consent that holds is suppressed", async () => {
  await expect(put({ class: "outreach" })).rejects.toThrow("outreach names the consent it needs");
  const id = await put({ class: "outreach", consent_purpose: "newsletter" });
  await sweep(true);
  expect(await find(id)).toMatchObject({ state: "suppressed" });
});

test("outbox 16: a fourth mail to one address within the hour is held", async () => {
  const ids = [];
  for (let n = 0; n < 4; n += 1) ids.push(await put({ to_address: "loop@norrfall.example" }));
  await sweep(true);
  expect((await Promise.all(ids.map(find))).map(({ state }) => state)).toEqual([
    "sending",
    "sending",
    "sending",
    "held",
  ]);
});

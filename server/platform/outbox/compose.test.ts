// From kind and facts to words: right after the commit, once, and nothing leaves before.
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { findMessage, putMessage, testGate } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { listen } from "../database/listen.ts";
import { composeMails } from "./compose.ts";
import { setOutboxGate } from "./hand-over.ts";
import { mail, type Mails } from "./mails.ts";

const { sql } = await testDatabase();
beforeEach(async () => {
  await sql`delete from public.outbox`;
  await setOutboxGate(sql, true);
});

const mails: Mails = {
  "trial.hello": mail(z.object({ name: z.string() }), ({ name }) => ({
    subject: `Hello\n${name}`,
    text: `Dear ${name}, {{trial_page}}`,
    html: `<p>Dear ${name}</p>`,
  })),
  "trial.silent": mail(z.object({}), () => ({ subject: "", text: "" })),
};
const put = (kind: string, facts: unknown, more: object = {}) =>
  putMessage(sql, { subject: null, body_text: null, mail_kind: kind, mail_data: facts, ...more });
const find = (id: string) => findMessage(sql, id);

test("outbox 22: words are composed once, from the facts, which are not kept beside them", async () => {
  const id = await put("trial.hello", { name: "Maren" });
  expect(await find(id)).toMatchObject({ subject: null, body_text: null, mail_data: { name: "Maren" } });
  await composeMails(sql, mails);
  const composed = { subject: "Hello Maren", body_text: "Dear Maren, {{trial_page}}", body_html: "<p>Dear Maren</p>" };
  expect(await find(id)).toMatchObject({ ...composed, mail_kind: "trial.hello", mail_data: null });
  await sql`update public.outbox set subject = 'By hand' where id = ${id}`;
  await composeMails(sql, mails);
  expect((await find(id)).subject).toBe("By hand");
});

test("outbox 22: no row without words leaves, by no way", async () => {
  const id = await put("trial.hello", { name: "Maren" });
  const gate = testGate(sql, { mails: {} });
  expect(await gate.send(id)).toBeNull();
  await expect(gate.sweep()).rejects.toThrow("trial.hello: no module has a mail of this kind");
  expect(gate.sent).toEqual([]);
  for (const state of ["sent", "delivered", "uncertain", "bounced", "complained"])
    await expect(
      sql`update public.outbox set state = ${state}, finished_at = now() where id = ${id}`,
      state,
    ).rejects.toThrow("nothing leaves without words");
  await expect(sql`update public.outbox set mail_data = null where id = ${id}`).rejects.toThrow("has words");
});

test("outbox 22: one that cannot be composed is shown, is tried again, and keeps no other", async () => {
  const [misspelled, wrong, silent, good] = [
    await put("trial.gone", {}),
    await put("trial.hello", { nam: "Maren" }),
    await put("trial.silent", {}),
    await putMessage(sql),
  ];
  const broken = testGate(sql, { mails });
  await expect(broken.sweep()).rejects.toThrow("Words are missing for 3 in the outbox");
  expect(broken.sent.map(({ id }) => id)).toEqual([good]);
  for (const id of [misspelled, wrong, silent])
    expect(await find(id)).toMatchObject({ state: "queued", subject: null, error_code: "uncomposed" });
  // A release that knows them.
  const words = mail(z.object({}), () => ({ subject: "Words", text: "Text" }));
  const mended = testGate(sql, { mails: { "trial.gone": words, "trial.hello": words, "trial.silent": words } });
  await mended.sweep();
  expect(mended.sent).toHaveLength(3);
  expect(await find(wrong)).toMatchObject({ state: "sent", subject: "Words", error_code: null });
});

test("outbox 22: more than one batch is composed, also where the first ones fail", async () => {
  for (let n = 0; n < 60; n += 1) await put("trial.gone", {});
  const last = await put("trial.hello", { name: "Last" });
  await expect(composeMails(sql, mails)).rejects.toThrow("Words are missing for 60");
  expect((await find(last)).subject).toBe("Hello Last");
});

test("outbox 22: writing one wakes the server, also while everything is held", async () => {
  await setOutboxGate(sql, false);
  const heard = Promise.withResolvers<void>();
  const listener = await listen(
    sql,
    "outbox_due",
    () => heard.resolve(),
    () => undefined,
  );
  const id = await put("trial.hello", { name: "Maren" });
  await heard.promise;
  await listener.close();
  const gate = testGate(sql, { isOpen: false, mails });
  await gate.sweep();
  expect(await find(id)).toMatchObject({ state: "held", subject: "Hello Maren" });
});

test("outbox 22: a tag in what people typed is no tag", async () => {
  const id = await put("trial.hello", { name: "{{{unsubscribe_url}}} {% if %}" });
  await composeMails(sql, mails);
  const { body_text: text } = await find(id);
  expect(text.replace("{{trial_page}}", "")).not.toMatch(/\{\{|\}\}|\{%|%\}/);
  expect(text).toContain("unsubscribe_url");
});

test("outbox 22: erased or edited before it had words, it keeps what it was given", async () => {
  const [account] = await sql<{ id: string }[]>`insert into public.accounts (name) values ('Norrfall') returning id`;
  const email = `${randomUUID()}@norrfall.example`;
  const [person] = await sql<{ id: string }[]>`
    insert into public.contacts (account_id, name, email) values (${account!.id}, 'Maren', ${email}) returning id`;
  const id = await put("trial.hello", { name: "Maren" }, { contact_id: person!.id, to_address: email });
  await sql`select private.erase_outbox_of_contact(${person!.id})`;
  await composeMails(sql, mails);
  expect(await find(id)).toMatchObject({ subject: "Erased", body_text: "", mail_data: null });
});

// The audit log: one test per kind of act, who did it, that nothing secret is in it, and that it is append-only.
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { actAsCommand, actFor, duringRequest } from "#server/http/current-request.ts";
import { actAs, addUser, type Who } from "#server/testing/act-as.ts";
import { putMessage } from "#server/testing/outbox-for-tests.ts";
import { testAuth } from "#server/testing/test-auth.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import type { TransactionSql } from "./database/sql.ts";
import { noteAct } from "./acts.ts";

const { sql } = await testDatabase();
const noorId = await addUser(sql, { admin: true });
const noor: Who = { role: "authenticated", userId: noorId };
const member: Who = { role: "authenticated", userId: await addUser(sql, { admin: false }) };
const secretKey: Who = { role: "service_role" };
await sql`update public.staff set name = 'Noor' where user_id = ${noorId}`;
const ilseId = await addUser(sql, { admin: true });
await sql`update public.staff set name = 'Else' where user_id = ${ilseId}`;
await sql`update public.modules set live = true`;

interface Entry {
  actor_id: string | null;
  actor_name: string;
  act: string;
  subject: string | null;
  was: unknown;
  becomes: unknown;
  request_id: string;
}
let seen = 0;
const entries = () => sql<Entry[]>`
  select actor_id, actor_name, act, subject, was, becomes, request_id from public.acts where id > ${seen} order by id`;
beforeEach(async () => {
  const [last] = await sql<{ id: number }[]>`select coalesce(max(id), 0)::int as id from public.acts`;
  seen = last!.id;
});

const asNoor = <T>(work: (tx: TransactionSql) => Promise<T>) => actAs(sql, noor, work);
const byNoor = (act: string, more: Partial<Entry> = {}) =>
  expect.objectContaining({ actor_id: noorId, actor_name: "Noor", act, ...more }) as Entry;

async function addContact(name = "Ada Lind"): Promise<{ account: string; contact: string }> {
  const [account] = await sql<{ id: string }[]>`
    insert into public.accounts (name, type) values (${`Norrfall ${randomUUID()}`}, 'Customer') returning id`;
  const [contact] = await sql<{ id: string }[]>`
    insert into public.contacts (account_id, name, email) values (${account!.id}, ${name}, ${`${randomUUID()}@norrfall.example`}) returning id`;
  return { account: account!.id, contact: contact!.id };
}

describe("settings", () => {
  test.each<[string, string, Partial<Entry>, (tx: TransactionSql) => Promise<unknown>]>([
    [
      "a module's switch",
      "module switched",
      { subject: "reports", was: { live: true }, becomes: { live: false } },
      (tx) => tx`update public.modules set live = false where key = 'reports'`,
    ],
    [
      "the office",
      "office changed",
      { was: { closes_at: "17:00:00" }, becomes: { closes_at: "18:00:00" } },
      (tx) => tx`update public.office set closes_at = '18:00', currency = currency`,
    ],
    [
      "a holiday",
      "holiday changed",
      { subject: "2027-01-01", was: null, becomes: { day: "2027-01-01", name: "New Year" } },
      (tx) => tx`insert into public.office_holidays values ('2027-01-01', 'New Year')`,
    ],
    [
      "a colleague's name",
      "colleague renamed",
      { subject: "Ilse", was: { name: "Else" }, becomes: { name: "Ilse" } },
      (tx) => tx`update public.staff set name = 'Ilse' where user_id = ${ilseId}`,
    ],
    [
      "a rate",
      "exchange rate changed",
      { subject: "CHF", was: { rate: null }, becomes: { rate: 1.1 } },
      (tx) => tx`update public.currencies set rate = 1.1 where code = 'CHF'`,
    ],
    [
      "the limits of the outbox",
      "sending limits changed",
      { was: { in_all_a_day: 200 }, becomes: { in_all_a_day: 150 } },
      (tx) => tx`select public.set_outbox_caps(1, 20, 150)`,
    ],
    ["a pause", "sending paused", {}, (tx) => tx`select public.set_outbox_paused(true)`],
    ["its end", "sending resumed", {}, (tx) => tx`select public.set_outbox_paused(false)`],
    [
      "publishing",
      "publishing switched",
      { was: false, becomes: true },
      (tx) => tx`select public.set_publishing(true)`,
    ],
    [
      "the routing of a subject",
      "routing of a subject changed",
      { subject: "AI Consult", was: { makes_deal: true }, becomes: { makes_deal: false } },
      (tx) => tx`update public.subjects set makes_deal = false where key = 'ai-consult'`,
    ],
    [
      "sequences",
      "sequence settings changed",
      { was: { domain_cap: 10 }, becomes: { domain_cap: 5 } },
      (tx) => tx`update public.sequence_settings set domain_cap = 5`,
    ],
  ])("%s", async (_name, act, more, change) => {
    await asNoor(change);
    expect(await entries()).toEqual([byNoor(act, more)]);
  });

  test("what is set to what it was is no act", async () => {
    await asNoor((tx) => tx`update public.modules set live = live`);
    await asNoor((tx) => tx`update public.sequence_settings set domain_cap = domain_cap`);
    expect(await entries()).toEqual([]);
  });
});

test("roles: given by the secret key, taken away at the command line", async () => {
  const id = await addUser(sql, { admin: false });
  await actAs(sql, secretKey, (tx) => tx`insert into public.user_roles (user_id, role) values (${id}, 'admin')`);
  await sql.begin(async (tx) => {
    await tx`set local guidevane.actor = 'Command line'`;
    await tx`delete from public.user_roles where user_id = ${id}`;
  });
  const subject = `${id}@example.com`;
  expect(await entries()).toMatchObject([
    { actor_id: null, actor_name: "Secret key", act: "role given", subject, was: null, becomes: "admin" },
    { actor_id: null, actor_name: "Command line", act: "role taken away", subject, was: "admin", becomes: null },
  ]);
});

test("deletions: one record by its name, several by their number, whatever goes along with them", async () => {
  const one = await addContact();
  const [two, three] = [await addContact(), await addContact()];
  await asNoor((tx) => tx`delete from public.contacts where id = ${one.contact}`);
  await asNoor((tx) => tx`select public.delete_records('accounts', ${[two.account, three.account]})`);
  await asNoor((tx) => tx`delete from public.contacts where id = ${randomUUID()}`);
  expect(await entries()).toEqual([
    byNoor("records deleted", { subject: "contact Ada Lind", was: { count: 1, ids: [one.contact] } }),
    byNoor("records deleted", {
      subject: "2 of kind account",
      was: { count: 2, ids: expect.arrayContaining([two.account, three.account]) as string[] },
    }),
  ]);
});

test("deletions of deals, which keep their history themselves", async () => {
  const { account } = await addContact();
  const [deal] = await sql<{ id: string }[]>`
    insert into public.deals (name, account_id, currency, base_rate) values ('Rollout', ${account}, 'USD', 1) returning id`;
  await asNoor((tx) => tx`delete from public.deals where id = ${deal!.id}`);
  expect(await entries()).toEqual([byNoor("records deleted", { subject: "deal Rollout" })]);
});

test("restores and merges of records", async () => {
  const [one, other] = [await addContact(), await addContact()];
  await sql`delete from public.contacts where id = ${one.contact}`;
  await asNoor((tx) => tx`select * from public.restore_records('contacts', ${[one.contact]})`);
  await asNoor((tx) => tx`select public.merge_contacts(${one.contact}, ${other.contact})`);
  expect((await entries()).slice(1)).toEqual([
    // Her row, and that of her address.
    byNoor("records restored", { subject: "1 of kind contact", becomes: { restored: 1, rows: 2 } }),
    byNoor("records merged", { subject: "contact Ada Lind", becomes: { id: one.contact } }),
  ]);
});

test("an undone import", async () => {
  const id = randomUUID();
  await sql`insert into public.imports (id, kind, imported_by, added, created, records) values (${id}, 'accounts', ${noorId}, 0, 0, '[]')`;
  await asNoor((tx) => tx`select * from public.undo_import(${id})`);
  expect(await entries()).toEqual([byNoor("import undone", { subject: "accounts" })]);
});

test("an erasure names nobody, and takes the person's name out of older entries", async () => {
  const { contact } = await addContact("Quirina Ashdown");
  const { contact: other } = await addContact("Quirina Ashdown");
  await sql`delete from public.contacts where id = ${other}`;
  await asNoor((tx) => tx`select public.erase_contact(${contact})`);
  const told = await entries();
  expect(told).toMatchObject([
    { act: "records deleted", subject: "contact Erased person" },
    { actor_name: "Noor", act: "person erased", subject: `contact ${contact}` },
  ]);
  expect(JSON.stringify(told)).not.toContain("Quirina");
});

test("releases of held messages, also despite an opt-out", async () => {
  await sql`update private.outbox_gate set is_open = true`;
  const [held, stopped] = [await putMessage(sql), await putMessage(sql)];
  await sql`update public.outbox set state = 'held' where id = ${held}`;
  await sql`update public.outbox set state = 'suppressed', finished_at = now() where id = ${stopped}`;
  await asNoor((tx) => tx`select public.release_outbox(${[held]})`);
  await asNoor((tx) => tx`select public.release_outbox(${[held]})`);
  await asNoor((tx) => tx`select public.send_despite(${stopped}, 'They asked for it')`);
  expect(await entries()).toEqual([
    byNoor("messages released", { becomes: 1 }),
    byNoor("message released despite an opt-out", {
      subject: `message ${stopped}`,
      becomes: { reason: "They asked for it" },
    }),
  ]);
});

test("exports: what the browser handed over; nobody without the role writes it", async () => {
  await asNoor((tx) => tx`select public.note_export('crm', 'contacts', 12)`);
  await expect(actAs(sql, member, (tx) => tx`select public.note_export('crm', 'contacts', 12)`)).rejects.toThrow(
    "privileges",
  );
  expect(await entries()).toEqual([byNoor("exported", { subject: "contacts", becomes: { records: 12 } })]);
});

test("commands name themselves in every transaction; keys are named by their id", async () => {
  actAsCommand("Command line");
  try {
    await noteAct(sql, { act: "signing key rotated", subject: "kid-1" });
  } finally {
    actAsCommand("");
  }
  expect(await entries()).toMatchObject([
    { actor_id: null, actor_name: "Command line", act: "signing key rotated", subject: "kid-1" },
  ]);
});

describe("sign-in changes", async () => {
  const auth = await testAuth(sql);
  const password = "a-long-enough-Passphrase-1";
  const isNew = { password: "another-long-Passphrase-2" };
  const during = <T>(id: string, work: () => Promise<T>) => duringRequest(id, work);

  test("by the person, by the secret key, and by a mail's link; never with a hash", async () => {
    const admin = auth.administrator();
    const { data } = await admin.auth.admin.createUser({ email: "ida@example.com", password, email_confirm: true });
    const ida = data.user!.id;
    await sql`insert into public.user_roles (user_id, role) values (${ida}, 'admin')`;
    const [browser, phone] = [auth.browser(), auth.browser()];
    for (const each of [browser, phone]) await each.auth.signInWithPassword({ email: "ida@example.com", password });
    await during("request-1", () => browser.auth.updateUser(isNew));
    await during("request-2", () => admin.auth.admin.updateUserById(ida, { email: "ida@norrfall.example" }));
    await during("request-3", () => admin.auth.admin.updateUserById(ida, { ban_duration: "1h" }));
    await during("request-4", () => admin.auth.admin.deleteUser(ida));
    const told = (await entries()).slice(1);
    const subject = "ida@example.com";
    const moved = "ida@norrfall.example";
    const idas = { actor_id: ida, actor_name: subject };
    const keys = { actor_id: null, actor_name: "Secret key" };
    expect(told.filter(({ act }) => act !== "colleague renamed")).toMatchObject([
      { ...idas, act: "password changed", subject, was: null, becomes: null, request_id: "request-1" },
      { ...idas, act: "sessions ended", subject, was: 1, request_id: "request-1" },
      { ...keys, act: "sign-in address changed", was: subject, becomes: moved, request_id: "request-2" },
      { ...keys, act: "ban changed", subject: moved, was: null, request_id: "request-3" },
      { ...keys, act: "account deleted", subject: moved, request_id: "request-4" },
      { ...keys, act: "role taken away", was: "admin", request_id: "request-4" },
    ]);
    expect(JSON.stringify(told)).not.toMatch(/\$2[aby]\$|passphrase/i);
  });

  test("second factors and passkeys: when they count, and when they go", async () => {
    await duringRequest("request-5", async () => {
      actFor({ sub: noorId, session_id: null });
      await sql.begin(async (tx) => {
        const factor = randomUUID();
        await tx`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
          values (${factor}, ${noorId}, 'Phone', 'totp', 'unverified', 'JBSWY3DPEHPK3PXP', now(), now())`;
        await tx`update auth.mfa_factors set status = 'verified' where id = ${factor}`;
        await tx`delete from auth.mfa_factors where id = ${factor}`;
        await tx`insert into auth.webauthn_credentials (id, user_id, credential_id, public_key, attestation_type, sign_count, created_at, updated_at)
          values (${factor}, ${noorId}, '\\x01', '\\x02', 'none', 0, now(), now())`;
        await tx`delete from auth.webauthn_credentials where id = ${factor}`;
      });
    });
    const told = await entries();
    expect(told).toEqual([
      byNoor("second factor added", { becomes: { type: "totp", name: "Phone" }, request_id: "request-5" }),
      byNoor("second factor removed", { was: { type: "totp", name: "Phone" } }),
      byNoor("passkey added"),
      byNoor("passkey removed"),
    ]);
    expect(JSON.stringify(told)).not.toContain("JBSWY3DPEHPK3PXP");
  });

  test("a link of a mail is the person's own act; outside of requests it is the server's", async () => {
    await duringRequest("request-6", () =>
      sql.begin((tx) => tx`update auth.users set encrypted_password = 'x' where id = ${noorId}`),
    );
    await sql`update auth.users set encrypted_password = 'y' where id = ${noorId}`;
    expect(await entries()).toMatchObject([
      { actor_id: noorId, act: "password changed", request_id: "request-6" },
      { actor_id: null, actor_name: "Server", act: "password changed" },
    ]);
  });

  test("strangers, sign-outs and expiry write nothing", async () => {
    const stranger = auth.browser();
    await auth.administrator().auth.admin.createUser({ email: "guest@example.com", password, email_confirm: true });
    await stranger.auth.signInWithPassword({ email: "guest@example.com", password });
    await during("request-7", () => stranger.auth.updateUser(isNew));
    await sql`insert into auth.sessions (id, user_id, created_at, updated_at) values (${randomUUID()}, ${noorId}, now(), now())`;
    await sql`delete from auth.sessions where user_id = ${noorId}`;
    expect(await entries()).toEqual([]);
  });
});

test("it is append-only: for the roles of the API, and for the owner of the tables", async () => {
  await asNoor((tx) => tx`select public.note_export('crm', 'contacts', 1)`);
  const changes = ["update public.acts set act = 'x'", "delete from public.acts", "truncate public.acts"];
  for (const change of changes) {
    for (const who of [noor, secretKey])
      await expect(
        actAs(sql, who, (tx) => tx.unsafe(change)),
        change,
      ).rejects.toThrow("permission denied");
    await expect(sql.unsafe(change), change).rejects.toThrow("The audit log is append-only.");
  }
  for (const who of [noor, secretKey])
    await expect(
      actAs(sql, who, (tx) => tx`insert into public.acts (actor_name, act, request_id) values ('x', 'x', 'x')`),
    ).rejects.toThrow("permission denied");
  // Erasing may change words, and nothing else.
  await expect(
    sql.begin(async (tx) => {
      await tx`set local guidevane.anonymise = 'yes'`;
      await tx`update public.acts set at = now() - interval '1 day'`;
    }),
  ).rejects.toThrow("append-only");
  expect(await entries()).toHaveLength(1);
});

test("who has no such area sees nothing of it", async () => {
  await asNoor((tx) => tx`select public.note_export('crm', 'contacts', 1)`);
  expect(await asNoor((tx) => tx`select act from public.acts where id > ${seen}`)).toEqual([{ act: "exported" }]);
  expect(await actAs(sql, member, (tx) => tx`select * from public.acts`)).toEqual([]);
  expect(await actAs(sql, member, (tx) => tx`select * from public.act_choices()`)).toEqual([]);
  await expect(actAs(sql, { role: "anon" }, (tx) => tx`select * from public.acts`)).rejects.toThrow(
    "permission denied",
  );
});

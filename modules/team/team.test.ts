import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { Sql, TransactionSql } from "#server/platform/database/sql.ts";
import { listen } from "#server/platform/database/listen.ts";
import { addUser } from "#server/testing/act-as.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { openPool } from "#server/platform/database/sql.ts";
import { server } from "./server.ts";

const { sql, connection } = await testDatabase();
await sql`update public.modules set live = true`;

interface Person {
  id: string;
  session: string;
  aal: "aal1" | "aal2";
}

/** A colleague with a session, in one of the roles; none without. */
async function person(role?: string, name = "Somebody"): Promise<Person> {
  const id = await addUser(sql, { admin: false });
  await sql`update auth.users set raw_user_meta_data = ${sql.json({ name })}, email_confirmed_at = now() where id = ${id}`;
  if (role) await sql`insert into public.user_roles (user_id, role) values (${id}, ${role})`;
  const session = randomUUID();
  await sql`insert into auth.sessions (id, user_id, created_at, updated_at, aal) values (${session}, ${id}, now(), now(), 'aal1')`;
  return { id, session, aal: "aal1" };
}

function as<T>(who: Person, work: (tx: TransactionSql) => Promise<T>, on: Sql = sql, more: object = {}): Promise<T> {
  const claims = { role: "authenticated", sub: who.id, session_id: who.session, aal: who.aal, ...more };
  return on.begin(async (tx) => {
    await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
    return work(tx);
  });
}
const may = async (who: Person, area: string, action: string) =>
  (await as(who, (tx) => tx<{ may: boolean }[]>`select public.may(${area}, ${action})`))[0]?.may;
const count = async (who: Person, table: string) =>
  (await as(who, (tx) => tx.unsafe<{ count: number }[]>(`select count(*)::int as count from public.${table}`)))[0]
    ?.count;
const acts = async (act: string) =>
  sql<{ actor_id: string; subject: string; was: unknown; becomes: unknown; request_id: string }[]>`
    select actor_id, subject, was, becomes, request_id from public.acts where act = ${act} order by id desc`;
const refusal = (words: string | RegExp) => expect.objectContaining({ message: expect.stringMatching(words) });

const owner = await person("admin", "Noor Marchetti");
const [company] = await sql<
  { id: string }[]
>`insert into public.accounts (name, owner_id) values ('Norrfall', ${owner.id}) returning id`;
const account = company!.id;
const [ada] = await sql<{ id: string }[]>`
  insert into public.contacts (account_id, name, email) values (${account}, 'Ada Lind', 'ada@norrfall.example') returning id`;

describe("presets", () => {
  test("team 1: what each may, area by area", async () => {
    const wanted: Record<string, [string, string, boolean][]> = {
      partner: [
        ["payments", "money", true],
        ["settings", "read", false],
        ["staff", "read", false],
        ["audit", "read", false],
      ],
      sales: [
        ["deals", "edit", true],
        ["proposals", "send", true],
        ["proposals", "money", false],
        ["crm", "export", false],
        ["payments", "read", false],
      ],
      finance: [],
      editor: [["crm", "read", false]],
      reader: [
        ["deals", "read", true],
        ["deals", "edit", false],
        ["payments", "read", false],
        ["outbox", "read", false],
      ],
    };
    for (const [role, rights] of Object.entries(wanted)) {
      const who = await person(role);
      for (const [area, action, allowed] of rights)
        expect(await may(who, area, action), `${role}: ${area} ${action}`).toBe(allowed);
    }
  });

  test("with the module off every role but admin opens nothing, as specified", async () => {
    const partner = await person("partner");
    await sql`update public.modules set live = false where key = 'team'`;
    expect([await may(partner, "crm", "read"), await may(owner, "crm", "read")]).toEqual([false, true]);
    await sql`update public.modules set live = true where key = 'team'`;
    expect(await may(partner, "crm", "read")).toBe(true);
  });
});

describe("send, money and export", () => {
  beforeEach(async () => {
    await sql`update private.outbox_gate set is_open = true`;
  });
  const writer = async (...rights: string[]) => {
    const key = `r${randomUUID().replaceAll("-", "")}`;
    await sql`insert into public.roles (key, name) values (${key}, ${key})`;
    for (const right of rights)
      await sql`insert into public.role_grants select id, ${right.split(" ")[0]!}, ${right.split(" ")[1]!} from public.roles where key = ${key}`;
    return person(key);
  };
  const write = (who: Person) =>
    as(
      who,
      (tx) => tx<{ id: string }[]>`
      select public.write_mail(${JSON.stringify({ contact_id: ada!.id, subject: "Hello", text: "Hello" })}::jsonb) as id`,
    );

  test("team 3: without send a mail waits for someone who may, who gets a task", async () => {
    const clerk = await writer("outbox read", "outbox edit", "crm read");
    const [mail] = await write(clerk);
    expect(await sql`select state, gate_code from public.outbox where id = ${mail!.id}`).toEqual([
      { state: "held", gate_code: "needs_release" },
    ]);
    await expect(as(clerk, (tx) => tx`select public.release_outbox(array[${mail!.id}]::uuid[])`)).rejects.toMatchObject(
      { code: "42501" },
    );
    const about = JSON.stringify({ account_id: account, contact_id: ada!.id });
    const [asked] = await as(
      clerk,
      (tx) => tx<{ whom: string }[]>`
      select public.ask_for_release('outbox', 'Release the mail to Ada Lind', ${about}::jsonb) as whom`,
    );
    expect(asked?.whom).toBe("Noor Marchetti");
    expect(
      await sql`select assignee_id, source from public.tasks where title = 'Release the mail to Ada Lind'`,
    ).toEqual([{ assignee_id: owner.id, source: "release" }]);
    expect(await as(owner, (tx) => tx`select public.release_outbox(array[${mail!.id}]::uuid[]) as released`)).toEqual([
      { released: 1 },
    ]);
  });

  test("team 3: with send it leaves by itself", async () => {
    const [mail] = await write(await person("sales"));
    expect(await sql`select state from public.outbox where id = ${mail!.id}`).toEqual([{ state: "queued" }]);
  });

  test("team 4: money decides recording payments and bank details, export what is handed over", async () => {
    const clerk = await writer("payments read", "payments add", "payments edit", "crm read");
    const cashier = await writer("payments read", "payments money");
    const record = (who: Person) =>
      as(who, (tx) => tx`select public.record_payment(null, ${randomUUID()}, 100, '2026-01-01')`);
    await expect(record(clerk)).rejects.toMatchObject({ code: "42501" });
    await expect(record(cashier)).rejects.not.toMatchObject({ code: "42501" });
    const bank = (who: Person) => as(who, (tx) => tx`update public.firm set bank_name = ${randomUUID()}`);
    expect((await bank(clerk)).count).toBe(0);
    expect((await bank(cashier)).count).toBe(1);
    await expect(as(cashier, (tx) => tx`update public.firm set legal_name = 'Mine'`)).rejects.toMatchObject({
      code: "42501",
    });
    const note = (who: Person) => as(who, (tx) => tx`select public.note_export('payments', 'list', 1)`);
    await expect(note(clerk)).rejects.toMatchObject({ code: "42501" });
    await note(await writer("payments export"));
  });
});

describe("invitations", () => {
  const invite = (who: Person, email: string, role = "reader") =>
    as(who, (tx) => tx<{ id: string }[]>`select public.invite_colleague('Lotte Brandt', ${email}, ${role}) as id`);
  /** As the server does: a link whose token only the mail has. */
  async function linked(invitation: string): Promise<string> {
    const token = randomUUID();
    const [link] = await sql<{ id: string }[]>`
      insert into private.access_links (kind, subject_id, token_hash, hint) values ('invitation', ${invitation}, sha256(convert_to(${token}, 'UTF8')), 'x') returning id`;
    await sql`update public.invitations set link_id = ${link!.id} where id = ${invitation}`;
    return token;
  }
  const accept = (who: Person, token: string, more: object = { amr: [{ method: "otp" }] }) =>
    as(who, (tx) => tx<{ role: string }[]>`select public.accept_invitation(${token}) as role`, sql, more);
  async function invitee(email: string): Promise<Person> {
    const who = await person(undefined, "Lotte Brandt");
    await sql`update auth.users set email = ${email}, email_confirmed_at = now() + interval '1 second' where id = ${who.id}`;
    return who;
  }

  test("team 5: accepted once, within 72 hours, with the role it was made for", async () => {
    const email = `${randomUUID()}@guidevane.example`;
    const [made] = await invite(owner, ` ${email.toUpperCase()} `);
    const token = await linked(made!.id);
    const [row] =
      await sql`select email_key, round(extract(epoch from expires_at - invited_at) / 3600)::int as hours from public.invitations where id = ${made!.id}`;
    expect(row).toEqual({ email_key: email, hours: 72 });
    const lotte = await invitee(email);
    expect(await accept(lotte, token)).toEqual([{ role: "Reader" }]);
    expect(await may(lotte, "crm", "read")).toBe(true);
    await expect(accept(lotte, token)).rejects.toEqual(refusal("used already"));
  });

  test("team 5: the server mails the link, which says for whom it is, and that no more once it was used", async () => {
    const site = moduleSite(sql, "team", server);
    const email = `${randomUUID()}@guidevane.example`;
    const token = `e30.${Buffer.from(JSON.stringify({ sub: owner.id, role: "authenticated" })).toString("base64url")}.x`;
    const post = (path: string, body: object, headers = {}) =>
      site.ask(`/api/team/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
    const made = await post(
      "invitations",
      { name: "Lotte Brandt", email, role_key: "sales" },
      { authorization: `Bearer ${token}` },
    );
    expect(made.status).toBe(201);
    // No provider is set up here, and the screen must not say that the mail is on its way.
    expect(await made.json()).toMatchObject({ leaves: false });
    expect(site.mails).toMatchObject([{ to: email, text: expect.stringContaining("as Sales") }]);
    const sent = /invitation=([\w-]+)/.exec(site.mails[0]!.text)?.[1] ?? "";
    const opened = async () => (await post("join", { token: sent })).json();
    expect(await opened()).toEqual({ state: "open", email, name: "Lotte Brandt", role: "Sales", hasAccount: false });
    const [joined] = await sql<{ id: string }[]>`
      update auth.users set email_confirmed_at = now() + interval '1 second' where email = ${email} returning id`;
    expect(await accept({ id: joined!.id, session: randomUUID(), aal: "aal1" }, sent)).toEqual([{ role: "Sales" }]);
    expect(await opened()).toEqual({ state: "used" });
    expect(await (await post("join", { token: "nothing" })).json()).toEqual({ state: "unknown" });
  });

  test("team 5: a second one replaces the first; an ended, unknown or withdrawn one says what to do", async () => {
    const email = `${randomUUID()}@guidevane.example`;
    const first = await linked((await invite(owner, email))[0]!.id);
    const second = (await invite(owner, email, "sales"))[0]!.id;
    const token = await linked(second);
    const lotte = await invitee(email);
    await expect(accept(lotte, first)).rejects.toEqual(refusal("taken back. Ask for a new one"));
    await expect(accept(lotte, "nothing")).rejects.toEqual(refusal("not known"));
    await sql`update public.invitations set expires_at = now() - interval '1 second' where id = ${second}`;
    await expect(accept(lotte, token)).rejects.toEqual(refusal("lasted 72 hours"));
    await as(owner, (tx) => tx`select public.revoke_invitation(${second})`);
    await expect(accept(lotte, token)).rejects.toEqual(refusal("taken back"));
    expect(await may(lotte, "crm", "read")).toBe(false);
  });

  test("team 6: not for anyone who is signed in as somebody else, nor for who has not read the mailbox", async () => {
    const email = `${randomUUID()}@guidevane.example`;
    const token = await linked((await invite(owner, email, "admin"))[0]!.id);
    await expect(accept(await person(undefined), token)).rejects.toEqual(refusal("for another address"));
    const forwarded = await invitee(email);
    await expect(accept(forwarded, token, { amr: [{ method: "password" }] })).rejects.toEqual(refusal("Type the code"));
    expect(await accept(forwarded, token)).toEqual([{ role: "Owner" }]);
  });

  test("team 6: an account that was proved before signs in as it does and confirms", async () => {
    const email = `${randomUUID()}@guidevane.example`;
    const known = await invitee(email);
    await sql`update auth.users set email_confirmed_at = now() - interval '1 day' where id = ${known.id}`;
    const token = await linked((await invite(owner, email))[0]!.id);
    expect(await accept(known, token, { amr: [{ method: "password" }] })).toEqual([{ role: "Reader" }]);
  });

  test("team 10: nobody invites above themselves, and bad input is refused with a sentence", async () => {
    const partner = await person("partner");
    await expect(invite(partner, "x@guidevane.example")).rejects.toMatchObject({ code: "42501" });
    await expect(invite(owner, "no address")).rejects.toEqual(refusal("no mail address"));
    await expect(invite(owner, "x@guidevane.example", "captain")).rejects.toEqual(refusal("no longer exists"));
    const [row] = await sql<{ email: string }[]>`select email from auth.users where id = ${partner.id}`;
    await expect(invite(owner, row!.email)).rejects.toEqual(refusal("works here already"));
  });
});

describe("roles", () => {
  const setRole = (by: Person, who: Person, role: string) =>
    as(by, (tx) => tx`select public.set_role(${who.id}, ${role})`);

  test("team 7: the next request of an open session is judged by the new role, and its screens are told", async () => {
    const daniel = await person("sales");
    expect(await count(daniel, "accounts")).toBeGreaterThan(0);
    const heard: string[] = [];
    const listener = await listen(
      sql,
      "live",
      (payload) => heard.push(payload),
      () => {},
    );
    await setRole(owner, daniel, "editor");
    expect(await count(daniel, "accounts")).toBe(0);
    await expect.poll(() => heard.some((said) => said.includes('"access"') && said.includes(daniel.id))).toBe(true);
    await listener.close();
  });

  test("team 9: the last owner stays, whoever asks and by whatever way", async () => {
    const last = "This is the last owner";
    const owners = await sql<{ user_id: string }[]>`select user_id from public.user_roles where role = 'admin'`;
    for (const { user_id } of owners.filter((one) => one.user_id !== owner.id))
      await sql`delete from public.user_roles where user_id = ${user_id}`;
    await expect(sql`delete from public.user_roles where user_id = ${owner.id}`).rejects.toEqual(refusal(last));
    await expect(sql`update public.user_roles set role = 'reader' where user_id = ${owner.id}`).rejects.toEqual(
      refusal(last),
    );
    await expect(sql`delete from auth.users where id = ${owner.id}`).rejects.toEqual(refusal(last));
    await expect(
      sql`update auth.users set banned_until = now() + interval '1 day' where id = ${owner.id}`,
    ).rejects.toEqual(refusal(last));
  });

  test("team 9: of two who remove each other at the same moment one stays", async () => {
    const other = await person("admin");
    const pools = [openPool({ ...connection, max: 1 }), openPool({ ...connection, max: 1 })];
    const meet = Promise.withResolvers<void>();
    let ready = 0;
    const remove = (id: string, pool: Sql) =>
      pool.begin(async (tx) => {
        await tx`delete from public.user_roles where user_id = ${id} and role = 'admin'`;
        if (++ready === 2) meet.resolve();
        await meet.promise;
      });
    const outcomes = await Promise.allSettled([remove(owner.id, pools[0]!), remove(other.id, pools[1]!)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await sql`select from public.user_roles where role = 'admin'`).toHaveLength(1);
    await sql`insert into public.user_roles (user_id, role) values (${owner.id}, 'admin') on conflict do nothing`;
    await Promise.all(pools.map((pool) => pool.end()));
  });

  test("team 10: who may edit staff gives no more than they have, and changes no role above theirs", async () => {
    await sql`insert into public.roles (key, name) values ('lead', 'Lead')`;
    await sql`insert into public.role_grants select id, area, action from public.roles,
      (values ('staff', 'read'), ('staff', 'edit'), ('staff', 'delete'), ('crm', 'read')) as given (area, action) where key = 'lead'`;
    await sql`insert into public.roles (key, name) values ('helper', 'Helper')`;
    await sql`insert into public.role_grants select id, 'crm', 'read' from public.roles where key = 'helper'`;
    const lead = await person("lead");
    const reader = await person("helper");
    await expect(setRole(lead, reader, "admin")).rejects.toEqual(refusal("may do more than you"));
    await expect(setRole(lead, reader, "partner")).rejects.toEqual(refusal("may do more than you"));
    await expect(setRole(lead, owner, "helper")).rejects.toEqual(refusal("may do more than you"));
    await expect(setRole(lead, lead, "helper")).rejects.toEqual(refusal("your own role"));
    await expect(setRole(owner, reader, "captain")).rejects.toEqual(refusal("no longer exists"));
    const save = (by: Person, role: object) =>
      as(by, (tx) => tx`select public.save_role(${JSON.stringify(role)}::jsonb)`);
    await expect(save(lead, { name: "More", grants: [{ area: "payments", action: "money" }] })).rejects.toEqual(
      refusal("You may not money in payments"),
    );
    const [partner] = await sql<{ id: string }[]>`select id from public.roles where key = 'partner'`;
    await expect(save(lead, { id: partner!.id, name: "Partner", grants: [] })).rejects.toEqual(
      refusal("may do more than you"),
    );
    const [admin] = await sql<{ id: string }[]>`select id from public.roles where key = 'admin'`;
    await expect(save(owner, { id: admin!.id, name: "Owner", grants: [] })).rejects.toEqual(
      refusal("everything, always"),
    );
    await expect(as(lead, (tx) => tx`select public.deactivate_colleague(${owner.id})`)).rejects.toEqual(
      refusal("may do more than you"),
    );
    await setRole(lead, reader, "helper");
    const [held] = await sql<{ id: string }[]>`select id from public.roles where key = 'helper'`;
    await expect(as(owner, (tx) => tx`select public.delete_role(${held!.id})`)).rejects.toEqual(
      refusal("1 colleague has this role: choose another first."),
    );
  });

  test("team 13: who changed which role from what to what is in the audit log", async () => {
    const daniel = await person("reader");
    await setRole(owner, daniel, "sales");
    const [given] = await acts("role given");
    expect(given).toMatchObject({ actor_id: owner.id, becomes: "sales" });
    const [sales] = await sql<{ id: string; name: string }[]>`select id, name from public.roles where key = 'editor'`;
    await as(
      owner,
      (tx) =>
        tx`select public.save_role(${JSON.stringify({ id: sales!.id, name: sales!.name, grants: [{ area: "crm", action: "read" }] })}::jsonb)`,
    );
    const [edited] = await acts("role edited");
    expect(edited).toMatchObject({
      actor_id: owner.id,
      subject: "Editor",
      was: { may: [] },
      becomes: { may: ["crm read"] },
    });
    expect(edited?.request_id).toBeTruthy();
  });
});

describe("leaving", () => {
  test("team 8: everything ends in one transaction, records go over, and the name stays", async () => {
    const noam = await person("sales", "Noam Feldheim");
    const heir = await person("sales", "Daniel Roth");
    await sql`insert into public.deals (name, account_id, owner_id) values ('Pilot', ${account}, ${noam.id})`;
    await sql`insert into public.tasks (title, assignee_id, account_id) values ('Call', ${noam.id}, ${account}), ('Write', ${noam.id}, null)`;
    await sql`insert into public.notes (body, account_id, author_id) values ('Said', ${account}, ${noam.id})`;
    await sql`update public.notes set author_id = ${noam.id} where body = 'Said'`;
    const [before] = await as(
      owner,
      (tx) => tx<{ seen: unknown }[]>`select public.leaving_preview(${noam.id}) as seen`,
    );
    expect(before?.seen).toMatchObject({ sessions: 1, holds: { deals: 1, tasks: 2 } });
    await as(
      owner,
      (tx) => tx`select public.deactivate_colleague(${noam.id}, ${JSON.stringify({ tasks: heir.id })}::jsonb)`,
    );
    expect(await sql`select from auth.sessions where user_id = ${noam.id}`).toHaveLength(0);
    expect(await count(noam, "accounts")).toBe(0);
    expect(await sql`select banned_until > now() as banned from auth.users where id = ${noam.id}`).toEqual([
      { banned: true },
    ]);
    expect(await sql`select owner_id from public.deals where name = 'Pilot'`).toEqual([{ owner_id: owner.id }]);
    expect(await sql`select distinct assignee_id from public.tasks where title in ('Call', 'Write')`).toEqual([
      { assignee_id: heir.id },
    ]);
    expect(await sql`select name, active from public.staff where user_id = ${noam.id}`).toEqual([
      { name: "Noam Feldheim", active: false },
    ]);
    expect(await sql`select author_id from public.notes where body = 'Said'`).toEqual([{ author_id: noam.id }]);
    expect((await acts("colleague deactivated"))[0]).toMatchObject({ actor_id: owner.id, subject: "Noam Feldheim" });
    await as(owner, (tx) => tx`select public.reactivate_colleague(${noam.id})`);
    expect([
      await may(noam, "deals", "edit"),
      await sql`select owner_id from public.deals where name = 'Pilot'`,
    ]).toEqual([true, [{ owner_id: owner.id }]]);
  });

  test("team 8: one heir who is not there, and nothing has happened", async () => {
    const noam = await person("sales");
    await expect(
      as(
        owner,
        (tx) => tx`select public.deactivate_colleague(${noam.id}, ${JSON.stringify({ deals: randomUUID() })}::jsonb)`,
      ),
    ).rejects.toEqual(refusal("who is active"));
    expect(await may(noam, "deals", "edit")).toBe(true);
  });
});

describe("view as", () => {
  test("team 11: a session sees what the role would, changes nothing, and both ends are in the log", async () => {
    const who = await person("admin");
    const [reader] = await sql<{ id: string }[]>`select id from public.roles where key = 'reader'`;
    await as(who, (tx) => tx`select public.view_as(${reader!.id})`);
    expect([await may(who, "crm", "read"), await may(who, "payments", "read"), await may(who, "crm", "edit")]).toEqual([
      true,
      false,
      false,
    ]);
    expect((await as(who, (tx) => tx`update public.accounts set name = name`)).count).toBe(0);
    await expect(
      as(who, (tx) => tx`insert into public.format_choices (user_id, locale) values (${who.id}, 'de-DE')`),
    ).rejects.toMatchObject({ code: "42501" });
    await expect(as(who, (tx) => tx`select public.set_outbox_paused(true)`)).rejects.toEqual(
      refusal("looking through another role"),
    );
    const [access] = await as(who, (tx) => tx<{ seen: object }[]>`select public.my_access() as seen`);
    expect(access?.seen).toMatchObject({ is_owner: false, viewing: "Reader" });
    // Another session of the same person is not concerned.
    expect(await may({ ...who, session: randomUUID() }, "crm", "edit")).toBe(true);
    await as(who, (tx) => tx`select public.stop_viewing()`);
    expect(await may(who, "crm", "edit")).toBe(true);
    expect((await acts("view as started"))[0]).toMatchObject({ actor_id: who.id, subject: "Reader" });
    expect((await acts("view as ended"))[0]).toMatchObject({ actor_id: who.id, subject: "Reader" });
  });
});

describe("audit-4 S1: the effective right is what is viewed and held, now", () => {
  const roleId = async (key: string) =>
    (await sql<{ id: string }[]>`select id from public.roles where key = ${key}`)[0]!.id;
  const view = async (who: Person, key: string) => {
    const role = await roleId(key);
    await as(who, (tx) => tx`select public.view_as(${role})`);
  };
  const isViewing = async (who: Person) =>
    (await sql`select from private.viewing_as where session_id = ${who.session}`).length > 0;
  /** A role of its own with these rights, and somebody who has it. */
  const holder = async (...rights: string[]) => {
    const key = `r${randomUUID().replaceAll("-", "")}`;
    await sql`insert into public.roles (key, name) values (${key}, ${key})`;
    const add = (right: string) =>
      sql`insert into public.role_grants select id, ${right.split(" ")[0]!}, ${right.split(" ")[1]!} from public.roles where key = ${key}`;
    for (const right of rights) await add(right);
    return { key, who: await person(key) };
  };

  test("audit-4 S1: a row left behind in viewing_as gives no more than is held", async () => {
    const { who } = await holder("tasks read");
    await sql`
      insert into private.viewing_as (session_id, user_id, role_id, ends_at)
      values (${who.session}, ${who.id}, ${await roleId("partner")}, now() + interval '1 hour')`;
    expect([await may(who, "tasks", "read"), await may(who, "tasks", "edit"), await may(who, "crm", "read")]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await count(who, "contacts")).toBe(0);
    const [access] = await as(who, (tx) => tx<{ seen: object }[]>`select public.my_access() as seen`);
    expect(access?.seen).toMatchObject({ is_owner: false, grants: ["tasks read"] });
    await expect(as(who, async (tx) => tx`select public.view_as(${await roleId("reader")})`)).rejects.toMatchObject({
      code: "42501",
    });
  });

  test("audit-4 S1: demoting who looks, taking a grant of either role or letting them go ends it, and it cannot be renewed", async () => {
    const changes: Record<string, (key: string, who: Person) => Promise<unknown>> = {
      "another role": (_, who) => sql`update public.user_roles set role = 'editor' where user_id = ${who.id}`,
      "no role": (_, who) => sql`delete from public.user_roles where user_id = ${who.id}`,
      "a grant of their own": (key) =>
        sql`delete from public.role_grants where area = 'staff' and role_id = (select id from public.roles where key = ${key})`,
      "a second factor asked for": (key) => sql`update public.roles set asks_second_factor = true where key = ${key}`,
      banned: (_, who) => sql`update auth.users set banned_until = now() + interval '1 day' where id = ${who.id}`,
      left: (_, who) => sql`update public.staff set active = false where user_id = ${who.id}`,
    };
    for (const [what, change] of Object.entries(changes)) {
      const { key, who } = await holder("staff read", "crm read", "tasks read");
      const { key: seen } = await holder("crm read");
      await view(who, seen);
      expect(await may(who, "crm", "read"), what).toBe(true);
      await change(key, who);
      expect(await isViewing(who), what).toBe(false);
      if (what === "banned" || what === "left") continue;
      await expect(view(who, seen), what).rejects.toMatchObject({ code: "42501" });
    }
    const { who } = await holder("staff read", "crm read");
    const { key: seen } = await holder("crm read");
    await view(who, seen);
    await sql`insert into public.role_grants select id, 'payments', 'read' from public.roles where key = ${seen}`;
    expect([await isViewing(who), await may(who, "payments", "read")]).toEqual([false, false]);
  });
});

describe("second factor", () => {
  test("team 12: a role that asks for one opens nothing before it was used", async () => {
    const who = await person("finance");
    const seen = async (on: Person) =>
      (await as(on, (tx) => tx<{ seen: object }[]>`select public.my_access() as seen`))[0]?.seen;
    expect([await may(who, "payments", "read"), await count(who, "staff")]).toEqual([false, 0]);
    expect(await seen(who)).toMatchObject({ is_colleague: false, grants: [], second_factor: "missing" });
    const proved: Person = { ...who, aal: "aal2" };
    expect(await may(proved, "payments", "money")).toBe(true);
    expect(await seen(proved)).toMatchObject({ is_colleague: true, second_factor: null });
  });
});

test("team 15: the question is asked once a statement, however many rows there are", async () => {
  await sql`insert into public.accounts (name) select 'Company ' || n from generate_series(1, 200) as n`;
  const reader = await person("reader");
  const plan = await as(
    reader,
    (tx) =>
      tx<{ "QUERY PLAN": string }[]>`explain (analyze, timing off, costs off) select * from public.accounts limit 50`,
  );
  const lines = plan.map((line) => line["QUERY PLAN"]).join("\n");
  expect(lines).toMatch(/InitPlan/);
  expect(lines).not.toMatch(/SubPlan/);
});

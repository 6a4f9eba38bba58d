// A right is asked at each use, as of now. Every kind of thing that is kept to open something later (a session, a token, a link, a
// subscription) is found in the catalog of the database and in the code; for each, the right behind it is taken away and it is used again. A
// new kind fails the first two tests until it is named here.
import { readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { Hono } from "hono";
import { afterAll, describe, expect, test } from "vitest";
import { rightsInDatabase } from "#server/api/caller-rights.ts";
import { requireMay } from "#server/api/require-may.ts";
import type { AppEnv } from "#server/app.ts";
import { addUser } from "#server/testing/act-as.ts";
import { clientSite } from "#server/testing/client-site.ts";
import { someone, testAuth } from "#server/testing/test-auth.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { loadModuleServers } from "#server/module-servers.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { serverWith } from "./client-area/server.ts";
import { createSessions } from "./client-area/server/sessions.ts";
import { readAs } from "./notices/server/told-person.ts";

const { sql } = await testDatabase();
const site = await clientSite(sql, (later) => serverWith({ later }));
const auth = await testAuth(sql, { LIMIT_MAIL_SECONDS: "0" });
afterAll(() => rm(site.dataDir, { recursive: true, force: true }));

/** Walked below by a test of this name. */
const walked = [
  "a session",
  "a mailed code or link to sign in",
  "a look through a role",
  "a client's session",
  "a client's code and link",
  "a client's passkey",
  "a client's device",
  "an invitation",
  "a client's link to book",
  "a link of a record",
  "a subscription to notices",
] as const;
type Walk = (typeof walked)[number];
/** Walked by a test of another file. */
const elsewhere: Record<string, string> = {
  "a calendar's feed": "modules/meetings/server/calendars.test.ts: audit-4 S16",
  "a colleague's look at a client": "modules/client-area/client-attacks.test.ts: audit-4 S6",
};

/** Tables with something that opens, and what was found to hold for them. */
const tables: Record<string, Walk | `no: ${string}`> = {
  "auth.flow_state": "a mailed code or link to sign in",
  "auth.mfa_amr_claims": "a session",
  "auth.mfa_challenges": "no: answered within a session, by a factor",
  "auth.mfa_factors": "no: proves a person within a session",
  "auth.one_time_tokens": "a mailed code or link to sign in",
  "auth.refresh_tokens": "a session",
  "auth.users": "a session",
  "auth.webauthn_challenges": "no: asked of a passkey, once",
  "auth.webauthn_credentials": "a session",
  "private.access_links": "a link of a record",
  "private.address_news": "no: the key of an address, hashed",
  "private.booking_submissions": "no: the hash of a form that was sent; sent again, it gives no link",
  "private.calendar_secrets": "no: opens a colleague's own calendar, for jobs (audit-4 S16 for what is written there)",
  "private.calendar_sign_ins": "a session",
  "private.client_challenges": "a client's passkey",
  "private.client_codes": "a client's code and link",
  "private.client_known_devices": "a client's device",
  "private.client_passkeys": "a client's passkey",
  "private.client_sessions": "a client's session",
  "private.factor_secrets": "no: proves a person within a session",
  "private.files": "no: the hash of content",
  "private.form_secret": "no: signs forms that anyone may open",
  "private.mail_answer_bytes": "no: content",
  "private.mail_thread_names": "no: the key of a name, hashed",
  "private.mail_tombstones": "no: the key of a mail, hashed",
  "private.mailbox_secrets": "no: opens the mailbox of a colleague or the firm, for jobs",
  "private.proposal_previews": "a link of a record",
  "private.push_browsers": "a subscription to notices",
  "private.push_keys": "no: the server's own key",
  "private.sealed_settings": "no: the server's own keys",
  "private.suppression_facts": "no: the key of an address, hashed",
  "private.suppression_key": "no: the server's own key",
  "private.unsubscribe_keys": "no: stops mail to one address, which is always allowed",
  "private.viewing_as": "a look through a role",
  "public.calendars": "no: where reading of a calendar goes on",
  "public.change_requests": "no: the nonce of a form that was sent",
  "public.checkout_sessions": "no: the provider's name of a payment",
  "public.invitations": "an invitation",
  "public.mail_bodies": "no: the hash of content",
  "public.mail_copies": "no: the hash of content",
  "public.mail_filings": "no: the hash of content",
  "public.mail_heads": "no: the hash of content",
  "public.mail_never": "no: the key of an address, hashed",
  "public.mail_reads": "no: the hash of content",
  "public.mails": "no: the key of a mail, hashed",
  "public.outbox": "no: what is about to be mailed",
  "public.proposal_events": "no: a chain of hashes",
  "public.share_settings": "a link of a record",
  "public.share_views": "a link of a record",
  "public.suppressions": "no: the key of an address, hashed",
  "server.keys": "no: the server's own keys",
  "server.mail_codes": "a mailed code or link to sign in",
  "server.unproven_passwords": "no: takes a password away",
  "supabase_migrations.current_sql": "no: the hash of a file",
};

/** Kinds of private.access_links. */
const links: Record<string, Walk | keyof typeof elsewhere | `no: ${string}`> = {
  booking: "a link of a record",
  booking_client: "a client's link to book",
  consent: "a link of a record",
  document: "a link of a record",
  feed: "a calendar's feed",
  inquiry: "a link of a record",
  invitation: "an invitation",
  notice_choices: "a subscription to notices",
  payment: "a link of a record",
  proposal: "a link of a record",
  unsubscribe: "no: stops mail to one address, which is always allowed",
};

const isSecret =
  "(^|_)(token|hash|secret|hmac|nonce|challenge|verifier|credential|password|sealed|endpoint|auth|session|pad|state_key|private_key)(_|$)";

test("audit-4 S: every table with something that opens is named, with the walk that takes its right away", async () => {
  const found = await sql<{ place: string }[]>`
    select distinct format('%s.%s', columns.table_schema, columns.table_name) as place
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and columns.table_schema not in ('pg_catalog', 'information_schema')
      and (columns.column_name ~ ${isSecret} or columns.data_type = 'bytea' or columns.column_name = 'keys' and columns.table_schema = 'server'
        or exists (select from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
          where contype = 'f' and conrelid = format('%I.%I', columns.table_schema, columns.table_name)::regclass
            and attname = columns.column_name and confrelid in ('auth.sessions'::regclass, 'private.access_links'::regclass)))
    order by 1`;
  const known = new Set(Object.keys(tables));
  expect(
    found
      .map(({ place }) => place)
      .filter((place) => !known.has(place))
      .join(", "),
  ).toBe("");
});

test("audit-4 S: every kind of link that the code makes or opens is named", () => {
  const kinds = new Set<string>();
  const read = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const place = path.join(folder, entry.name);
      if (entry.isDirectory()) read(place);
      else if (entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts")) {
        const text = readFileSync(place, "utf8");
        for (const pattern of [
          /links\s*\.(?:issue|leadOn)\([^)]*?kind: "([a-z_]+)"/gs,
          /links\.(?:find|list)\("([a-z_]+)"/g,
          /export const \w+Link = "([a-z_]+)"/g,
          /kind: "([a-z_]+)",\s*(?:async )?show[(:]/g,
        ])
          for (const [, kind] of text.matchAll(pattern)) kinds.add(kind!);
      }
    }
  };
  read("modules");
  read("server/platform");
  expect([...kinds].filter((kind) => !(kind in links))).toEqual([]);
  expect(kinds.size).toBeGreaterThan(8);
});

/** A role of these rights, and a colleague who has it. */
async function colleague(...rights: string[]) {
  const id = await addUser(sql, { admin: false });
  const key = `r${id.replaceAll("-", "")}`;
  await sql`insert into public.roles (key, name) values (${key}, ${key})`;
  for (const right of rights)
    await sql`insert into public.role_grants select id, ${right.split(" ")[0]!}, ${right.split(" ")[1]!} from public.roles where key = ${key}`;
  await sql`insert into public.user_roles (user_id, role) values (${id}, ${key})`;
  const take = (area: string) =>
    sql`delete from public.role_grants where area = ${area} and role_id = (select id from public.roles where key = ${key})`;
  return { id, key, take };
}
const ban = (id: string) => sql`update auth.users set banned_until = now() + interval '1 day' where id = ${id}`;
const isOut = async (visitor: ReturnType<typeof site.visitor>) =>
  (await visitor.text("/client")).includes("Send me a code");

describe("audit-4 S: the right is taken away, and used again", () => {
  const uses: Record<Walk, () => Promise<void>> = {
    async "a session"() {
      const { id, take } = await colleague("documents add", "meetings edit");
      const email = `${id}@example.com`;
      await auth.administrator().auth.admin.updateUserById(id, { password: "correct horse 9", email_confirm: true });
      const { data } = await auth.browser().auth.signInWithPassword({ email, password: "correct horse 9" });
      const routes = new Hono<AppEnv>();
      for (const right of ["documents add", "meetings edit"] as const)
        routes.get(`/${right.replace(" ", "-")}`, requireMay(rightsInDatabase(sql, auth.auth.identify))(right), (c) =>
          c.text("in"),
        );
      const ask = async (address: string) =>
        (
          await routes.request(address, {
            headers: { apikey: auth.keys.publishableKey, authorization: `Bearer ${data.session!.access_token}` },
          })
        ).status;
      expect([await ask("/documents-add"), await ask("/meetings-edit")]).toEqual([200, 200]);
      await take("documents");
      expect([await ask("/documents-add"), await ask("/meetings-edit")]).toEqual([403, 200]);
      await ban(id);
      expect(await ask("/meetings-edit")).toBe(401);
    },
    async "a mailed code or link to sign in"() {
      const email = someone();
      const { data } = await auth.administrator().auth.admin.createUser({ email, email_confirm: true });
      await auth.browser().auth.signInWithOtp({ email });
      const { link, code } = await auth.mailTo(email);
      await ban(data.user!.id);
      expect((await auth.open(link)).hash).not.toContain("access_token=");
      expect((await auth.browser().auth.verifyOtp({ email, token: code, type: "email" })).data.session).toBeNull();
    },
    async "a look through a role"() {
      const { id, take } = await colleague("staff read", "crm read");
      const [role] = await sql<{ id: string }[]>`select id from public.roles where key = 'reader'`;
      const session = crypto.randomUUID();
      await sql`insert into auth.sessions (id, user_id, created_at, updated_at, aal) values (${session}, ${id}, now(), now(), 'aal1')`;
      const may = () =>
        sql.begin(async (tx) => {
          await tx`select set_config('request.jwt.claims', ${JSON.stringify({ role: "authenticated", sub: id, session_id: session })}, true)`;
          const [row] = await tx<{ may: boolean }[]>`select public.may('crm', 'read')`;
          return row!.may;
        });
      const look = () =>
        sql`insert into private.viewing_as values (${session}, ${id}, ${role!.id}, now() + interval '1 hour') on conflict do nothing`;
      await look();
      expect(await may()).toBe(true);
      await take("crm");
      await look();
      expect(await may()).toBe(false);
    },
    async "a client's session"() {
      const company = await site.company("Walkone");
      const access = await site.give(company.contact);
      const visitor = site.visitor();
      await visitor.signIn(company.email);
      expect(await isOut(visitor)).toBe(false);
      await sql`update public.contacts set email = 'other@walkone.example' where id = ${company.contact}`;
      expect(await isOut(visitor)).toBe(true);
      await sql`update public.contacts set email = ${company.email} where id = ${company.contact}`;
      await visitor.signIn(company.email);
      await site.call("take_client_access", { access });
      expect(await isOut(visitor)).toBe(true);
    },
    async "a client's code and link"() {
      const company = await site.company("Walktwo");
      const access = await site.give(company.contact);
      const visitor = site.visitor();
      await visitor.post("/client/code", { email: company.email });
      const first = (await site.mailTo(company.email))!;
      await visitor.post("/client/code", { email: company.email });
      const { code } = (await site.mailTo(company.email))!;
      await site.call("take_client_access", { access });
      expect((await visitor.post(first.link, {})).status).toBe(403);
      expect((await visitor.post("/client/enter", { email: company.email, code })).status).toBe(403);
    },
    async "a client's passkey"() {
      // The challenge and the key: modules/client-area/passkeys.test.ts; here what a good one opens.
      const company = await site.company("Walkthree");
      await site.give(company.contact);
      await site.visitor().signIn(company.email);
      const [user] = await sql<{ id: string }[]>`select id from auth.users where email = ${company.email}`;
      const sessions = createSessions({ sql, mail: { send: async () => {} }, siteUrl: "https://guidevane.test" });
      expect(await sessions.openForPasskey(user!.id, "")).not.toBeNull();
      await sql`update public.contacts set email = 'other@walkthree.example' where id = ${company.contact}`;
      expect(await sessions.openForPasskey(user!.id, "")).toBeNull();
    },
    async "a client's device"() {
      const company = await site.company("Walkfour");
      await site.give(company.contact);
      const visitor = site.visitor();
      await visitor.signIn(company.email);
      const again = site.visitor();
      again.setDevice(visitor.device());
      expect(await isOut(again)).toBe(true);
    },
    async "an invitation"() {
      const { id, take } = await colleague("staff add", "crm read", "tasks read");
      const [role] = await sql<{ id: string }[]>`
        insert into public.roles (key, name) values ('invited', 'Invited') returning id`;
      await sql`insert into public.role_grants values (${role!.id}, 'crm', 'read')`;
      const accept = async (change: () => Promise<unknown>) => {
        const who = await addUser(sql, { admin: false });
        const token = crypto.randomUUID();
        await sql`update auth.users set email_confirmed_at = now() - interval '1 year' where id = ${who}`;
        await sql`
          with link as (
            insert into private.access_links (kind, subject_id, token_hash, hint) values ('invitation', ${who}, sha256(convert_to(${token}, 'UTF8')), 'abcd') returning id)
          insert into public.invitations (email_key, name, role_id, invited_by, expires_at, link_id)
          select ${`${who}@example.com`}, 'Somebody', ${role!.id}, ${id}, now() + interval '1 hour', id from link`;
        await change();
        return sql
          .begin(async (tx) => {
            await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${JSON.stringify({ role: "authenticated", sub: who })}, true)`;
            await tx`select public.accept_invitation(${token})`;
            return "accepted";
          })
          .catch((error: { code?: string }) => error.code);
      };
      expect(await accept(async () => {})).toBe("accepted");
      // The role may more by now than the colleague who invited.
      expect(await accept(() => sql`insert into public.role_grants values (${role!.id}, 'payments', 'money')`)).toBe(
        "PT409",
      );
      expect(
        await accept(() => sql`delete from public.role_grants where role_id = ${role!.id} and area = 'payments'`),
      ).toBe("accepted");
      expect(await accept(() => take("staff"))).toBe("PT409");
    },
    async "a client's link to book"() {
      const company = await site.company("Walkfive");
      const access = await site.give(company.contact);
      const { meetings } = await loadModuleServers();
      const pages = moduleSite(sql, "meetings", meetings!);
      await sql`insert into public.booking_pages (slug, title, step, state, visibility) values ('for-clients', 'A talk', 30, 'live', 'clients')`;
      const { token } = await pages.links.issue({ kind: "booking_client", subjectId: company.contact });
      const open = async () => (await pages.ask(`/book/for-clients?for=${token}`)).status;
      expect(await open()).toBe(200);
      await site.call("take_client_access", { access });
      expect(await open()).toBe(404);
    },
    async "a link of a record"() {
      // What was sent to a person outside goes on when its writer leaves; it ends with its record, when it is taken back, and with its time.
      const company = await site.company("Walksix");
      const { token, id } = await site.links.issue({ kind: "proposal", subjectId: company.proposal });
      const open = async () => (await site.ask(`/p/${token}`)).status;
      expect(await open()).toBe(200);
      await site.links.revoke(id);
      expect(await open()).not.toBe(200);
      const other = await site.links.issue({ kind: "proposal", subjectId: company.proposal });
      await site.links.setEnd(other.id, new Date(0));
      expect(await site.links.find("proposal", other.token)).toBe("ended");
    },
    async "a subscription to notices"() {
      const { id, take } = await colleague("tasks read", "crm read");
      await sql`insert into private.push_browsers (user_id, endpoint, p256dh, auth) values (${id}, 'https://push.example/1', ${"p".repeat(87)}, ${"a".repeat(22)})`;
      await sql`delete from public.notices where user_id = ${id}`;
      await sql`insert into public.tasks (title, assignee_id) values ('Call Maren', ${id})`;
      const read = () =>
        sql.begin(async (tx) => {
          const rows = await tx<{ id: number }[]>`select id from public.notices where user_id = ${id}`;
          return (
            await readAs(
              tx,
              id,
              rows.map((row) => row.id),
            )
          ).length;
        });
      expect(await read()).toBe(1);
      await ban(id);
      expect(await read()).toBe(0);
      await sql`update auth.users set banned_until = null where id = ${id}`;
      expect(await read()).toBe(1);
      await take("tasks");
      expect(await read()).toBe(0);
    },
  };
  test.each(walked)("audit-4 S: %s", (walk) => uses[walk]());

  test("audit-4 S: what is walked elsewhere is there", () => {
    for (const place of Object.values(elsewhere)) {
      const [file = "", name = ""] = place.split(": ");
      expect([place, readFileSync(file, "utf8").includes(`"${name}`)]).toEqual([place, true]);
    }
  });
});

// What in the database could open something. Each such column is found in the catalogue by its name, or because rows are looked up by it, so
// that a new one fails here until someone has said what it is. Then everything that is stored in them is tried at the doors.
import { randomUUID } from "node:crypto";
import { generateSync } from "otplib";
import { expect, test } from "vitest";
import { someone, testAuth } from "#server/testing/test-auth.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { createLinks } from "../links/links.ts";

const { sql } = await testDatabase();

const names =
  "(token|secret|hash|hmac|nonce|sealed|password|bearer|credential|challenge|signature|grant|submission|private_key|api_key|otp|_pad$|session_data|auth_code|verifier|cookie|form_key|^key$|^keys$|^auth$|p256dh|feed)";
const candidates = await sql<{ column: string; schema: string; table: string; name: string }[]>`
  select format('%s.%s', class.oid::regclass, attname) as column, nspname as schema, relname as table, attname as name
  from pg_class as class join pg_namespace as space on space.oid = relnamespace
  join pg_attribute as attribute on attrelid = class.oid and attnum > 0 and not attisdropped
  where nspname in ('public', 'private', 'auth', 'server') and class.relkind in ('r', 'p')
    and atttypid in ('text'::regtype, 'varchar'::regtype, 'bytea'::regtype, 'uuid'::regtype, 'jsonb'::regtype, 'json'::regtype)
    and (attname ~ ${names} or (atttypid in ('uuid'::regtype, 'bytea'::regtype)
      and exists (select from pg_index where indrelid = class.oid and indisunique and indnkeyatts = 1 and indkey[0] = attnum and not indisprimary)
      and not exists (select from pg_constraint where conrelid = class.oid and contype = 'f' and attnum = any (conkey))))
  order by 1`;

/** What each of them is. "hash" is of what its holder has, "sealed" by a key outside of the database; the others say why they open nothing. */
const kinds: Record<string, string> = {
  hash: `auth.one_time_tokens.token_hash auth.refresh_tokens.token auth.users.encrypted_password mail_never.key_hmac occupied.form_key private.access_links.password_hash private.access_links.token_hash private.address_news.key_hmac private.booking_submissions.submission_hash private.client_codes.code_hash private.client_codes.token_hash private.client_known_devices.token_hash private.client_sessions.token_hash private.suppression_facts.key_hmac private.unsubscribe_keys.key_hmac server.mail_codes.code_hash share_views.grant_hash suppressions.key_hmac`,
  "hash of what was written, which opens nothing": `mail_bodies.body_hash mail_copies.body_hash mail_heads.body_hash mail_reads.body_hash mails.identity proposal_events.hash proposal_events.prev_hash`,
  sealed: `private.calendar_secrets.nonce private.calendar_secrets.sealed private.calendar_sign_ins.nonce private.calendar_sign_ins.sealed private.factor_secrets.nonce private.factor_secrets.sealed private.mailbox_secrets.nonce private.mailbox_secrets.sealed private.push_keys.nonce private.push_keys.sealed private.sealed_settings.nonce private.sealed_settings.sealed`,
  "never written: a column of GoTrue's table": `auth.flow_state.auth_code auth.flow_state.code_challenge auth.flow_state.provider_access_token auth.flow_state.provider_refresh_token auth.mfa_challenges.otp_code auth.mfa_factors.last_webauthn_challenge_data auth.users.confirmation_token auth.users.email_change_token_current auth.users.email_change_token_new auth.users.phone_change_token auth.users.reauthentication_token auth.users.recovery_token`,
  "null where there is a key to seal with (factors.test.ts, jobs.test.ts)": `auth.mfa_factors.secret private.push_keys.private_key`,
  "public: the key of a passkey, whose other half is in the device": `auth.mfa_factors.web_authn_credential auth.webauthn_credentials.credential_id private.client_passkeys.credential private.client_passkeys.credential_id`,
  "a question, which the device answers once": `auth.mfa_challenges.web_authn_session_data auth.webauthn_challenges.challenge_type auth.webauthn_challenges.session_data private.client_challenges.challenge`,
  "a name or a place in a list": `bank_lines.key blocked_senders.key client_access.granted_by deal_stages.key firm.signature mail_templates.key modules.key own_fields.key private.deleted_links.key private.files.key private.made_rows.key private.sample_rows.key roles.key server.limits.key server.slowdowns.key subjects.key`,
  "the id of a row, or a reference to one": `server.mail_codes.token_id server.unproven_passwords.token_id staff.id suppressions.id`,
  "which press of a button it was: sent again, it is the same request, and the page answers with nothing new": `change_requests.nonce`,
  "how far a calendar was read; its server asks for the password all the same": `calendars.sync_token`,
  "of a browser: encrypts to it, and delivers only with the installation's key": `private.push_browsers.auth private.push_browsers.p256dh`,
  "server's key: says when a form of a visitor was shown; whoever has it skips three seconds of waiting": `private.form_secret.secret`,
  "server's key: compares addresses that are kept as hashes; opens no page": `private.suppression_key.inner_pad private.suppression_key.outer_pad`,
  "server's key: of a database with DATABASE_URL and without JWT_SIGNING_KEY; no role of the API reads its schema": `server.keys.keys`,
  "on its way: the text of a mail with its link, emptied when it is handed over": `outbox.secret`,
};
const known = Object.fromEntries(
  Object.entries(kinds).flatMap(([kind, columns]) => columns.split(/\s+/).map((column) => [column, kind])),
);
const columnsThat = (kind: string) => candidates.filter(({ column }) => known[column]?.startsWith(kind));

test("audit-4 S9: every column that could open something is classified", () => {
  expect(Object.keys(known).toSorted()).toEqual(candidates.map(({ column }) => column).toSorted());
});

test("audit-4 S9: no client reads the server's own keys, or mail that is on its way", async () => {
  const asked = [
    ...columnsThat("server's key"),
    ...columnsThat("on its way"),
    ...columnsThat("sealed"),
    ...columnsThat("null where"),
  ];
  expect(asked.length).toBeGreaterThan(15);
  const readable = [];
  for (const { schema, table, name, column } of asked)
    for (const role of ["anon", "authenticated"]) {
      const [row] = await sql<{ may: boolean }[]>`
        select has_schema_privilege(${role}, ${schema}, 'usage') and has_column_privilege(${role}, format('%I.%I', ${schema}::text, ${table}::text), ${name}, 'select') as may`;
      if (row!.may) readable.push(`${column} by ${role}`);
    }
  expect(readable).toEqual([]);
});

test(
  "audit-4 S9: nothing that is stored in them opens a session, an account or a page",
  { timeout: 60_000 },
  async () => {
    const site = await testAuth(sql, { MAIL_AUTOCONFIRM: "false" });
    const links = createLinks(sql);
    const pages = ["proposal", "payment", "document", "booking"];
    const [first] = await Promise.all(
      pages.map((kind) => links.issue({ kind, subjectId: randomUUID(), password: "secret" })),
    );
    await links.leadOn(first!, { kind: "payment", subjectId: randomUUID() });
    await links.issue({ kind: "booking", subjectId: randomUUID(), follows: randomUUID() });
    // Someone with a session, a second factor, and mails under way.
    const email = someone();
    const browser = site.browser();
    await browser.auth.signUp({ email, password: "right password" });
    const { html, text } = await site.mailTo(email);
    const hash = /token(?:_hash)?=([\w-]+)/.exec(`${text} ${html}`)![1]!;
    const { data: verified } = await browser.auth.verifyOtp({ type: "email", token_hash: hash });
    expect(verified.session).toBeTruthy();
    const { data: factor } = await browser.auth.mfa.enroll({ factorType: "totp" });
    const { secret } = (factor as { totp: { secret: string } }).totp;
    await browser.auth.mfa.challengeAndVerify({
      factorId: factor!.id,
      code: generateSync({ secret, epoch: Math.floor(site.clock.now().getTime() / 1000) }),
    });
    await site.browser().auth.resetPasswordForEmail(email);
    await site.browser().auth.signInWithOtp({ email: someone() });
    await site.auth.settled();

    const stored = new Set<string>();
    for (const { schema, table, name } of candidates) {
      // The server's own keys, where a database of the operator's keeps them (docs/threat-model.md): JWT_SIGNING_KEY takes them out.
      if (schema === "server" && table === "keys") continue;
      const rows = await sql<{ value: string | null }[]>`
      select distinct case when pg_typeof(${sql(name)}) = 'bytea'::regtype then ltrim(${sql(name)}::text, '\\x') else ${sql(name)}::text end as value
      from ${sql(schema)}.${sql(table)} limit 200`;
      for (const { value } of rows) {
        if (!value) continue;
        stored.add(value);
        if (/^(?:[0-9a-f]{2}){16,}$/.test(value)) stored.add(Buffer.from(value, "hex").toString("base64url"));
      }
    }
    expect(stored.size).toBeGreaterThan(30);
    for (const { schema, table, name, column } of [...columnsThat("never written"), ...columnsThat("null where")]) {
      const written = await sql`select from ${sql(schema)}.${sql(table)} where coalesce(${sql(name)}::text, '') <> ''`;
      expect([column, written.length]).toEqual([column, 0]);
    }
    const call = async (path: string, body: object) =>
      (
        await site.fetch(`http://guidevane.test/auth/v1/${path}`, {
          method: "POST",
          headers: { "content-type": "application/json", apikey: site.keys.publishableKey },
          body: JSON.stringify(body),
        })
      ).status;
    const opened: string[] = [];
    for (const value of stored) {
      if ((await call("token?grant_type=refresh_token", { refresh_token: value })) < 400)
        opened.push(`refresh ${value}`);
      for (const type of ["recovery", "magiclink", "email"])
        if ((await call("verify", { type, token_hash: value })) < 400) opened.push(`${type} ${value}`);
      for (const kind of pages) if ((await links.find(kind, value)) !== "unknown") opened.push(`${kind} ${value}`);
    }
    expect(opened).toEqual([]);
    // What was tried does open, in the hands of who has it.
    expect(await links.find("proposal", first!.token)).toMatchObject({ kind: "proposal" });
    const { data: now } = await browser.auth.getSession();
    expect(await call("token?grant_type=refresh_token", { refresh_token: now.session!.refresh_token })).toBe(200);
  },
);

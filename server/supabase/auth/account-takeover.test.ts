// Attempts to keep, or get, a way into an account that belongs to somebody else.
import { generateSync } from "otplib";
import { describe, expect, it, vi } from "vitest";
import { eventually } from "#server/testing/eventually.ts";
import { SoftwareAuthenticator } from "#server/testing/software-authenticator.ts";
import { someone, testAuth, type TestAuth } from "#server/testing/test-auth.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { ensureAdministrator } from "./admin/administrators.ts";

const { sql } = await testDatabase();
const site = await testAuth(sql);
const unconfirmed = await testAuth(sql, { MAIL_AUTOCONFIRM: "true", PASSKEYS: "true" });
const strangers = "stranger's password";
const owners = "owner's password";
const origin = "http://guidevane.test";
vi.setConfig({ testTimeout: 60_000 });

const signIn = async (email: string, password: string, on: TestAuth = site) =>
  (await on.browser().auth.signInWithPassword({ email, password })).error?.code ?? "signed in";
const fragment = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
const { admin } = site.administrator().auth;

/** A stranger signs up with an address that is not theirs; the owner ignores the mail. */
async function claimed(options: { data?: object } = {}) {
  const email = someone();
  const { error } = await site.browser().auth.signUp({ email, password: strangers, options });
  expect(error).toBeNull();
  return { email, strangersMail: await site.mailTo(email) };
}

/** Runs `act` while the account's row is locked, lets `meanwhile` happen once it waits, and answers what became of it. */
async function heldUp<Result>(
  email: string,
  act: () => Promise<Result>,
  meanwhile: (db: typeof sql) => Promise<unknown>,
  requests = 1,
) {
  let running: Promise<Result> | undefined;
  await sql.begin(async (db) => {
    await db`select from auth.users where email = ${email} for update`;
    running = act();
    await eventually(async () =>
      expect(
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ).toHaveLength(requests),
    );
    await meanwhile(db as unknown as typeof sql);
  });
  return running!;
}

describe("a password from before the mailbox was proven", () => {
  it("stays for the person who opens the mail of that sign-up", async () => {
    const { email, strangersMail } = await claimed();
    expect(await signIn(email, strangers)).toBe("email_not_confirmed");
    expect(fragment(await site.open(strangersMail.link)).access_token).toBeTruthy();
    expect(await signIn(email, strangers)).toBe("signed in");
  });

  it("stays when that mail is sent once more", async () => {
    const { email } = await claimed();
    await site.browser().auth.resend({ type: "signup", email });
    await site.open((await site.mailTo(email)).link);
    expect(await signIn(email, strangers)).toBe("signed in");
  });

  it("is replaced by a later sign-up, whose mail alone counts", async () => {
    const { email, strangersMail } = await claimed({ data: { full_name: "Mallory" } });
    await site.browser().auth.signUp({ email, password: owners });
    await site.settled();
    const own = await site.mailTo(email);
    expect(fragment(await site.open(strangersMail.link)).error_code).toBe("otp_expired");
    const browser = site.browser();
    const { data } = await browser.auth.verifyOtp({ email, token: own.code, type: "signup" });
    expect(data.user?.user_metadata["full_name"]).toBeUndefined();
    expect(await signIn(email, strangers)).toBe("invalid_credentials");
    expect(await signIn(email, owners)).toBe("signed in");
  });

  it.each([
    ["a sign-in link", (email: string) => site.browser().auth.signInWithOtp({ email })],
    ["a recovery", (email: string) => site.browser().auth.resetPasswordForEmail(email)],
    ["an invitation", (email: string) => admin.inviteUserByEmail(email)],
  ])("ends when the owner comes by %s", async (_name, ask) => {
    const { email, strangersMail } = await claimed({ data: { full_name: "Mallory" } });
    expect((await ask(email)).error).toBeNull();
    await site.settled();
    const landed = fragment(await site.open((await site.mailTo(email)).link));
    const { data } = await site.browser().auth.getUser(landed.access_token!);
    expect(data.user).toMatchObject({ email, email_confirmed_at: expect.any(String) });
    expect(data.user?.user_metadata).toMatchObject({ email, email_verified: true });
    expect(JSON.stringify(data.user)).not.toContain("Mallory");
    expect(await signIn(email, strangers)).toBe("invalid_credentials");
    expect(fragment(await site.open(strangersMail.link)).error_code).toBe("otp_expired");
    expect(await signIn(email, strangers)).toBe("invalid_credentials");
  });

  it("ends when the owner comes by code", async () => {
    const { email } = await claimed();
    await site.browser().auth.signInWithOtp({ email });
    const { code } = await site.mailTo(email);
    expect((await site.browser().auth.verifyOtp({ email, token: code, type: "email" })).error).toBeNull();
    expect(await signIn(email, strangers)).toBe("invalid_credentials");
  });

  it.each(["signup", "invite", "magiclink", "recovery"] as const)(
    "ends when the operator makes a %s link",
    async (type) => {
      const { email } = await claimed();
      const given = { type, email, password: owners } as Parameters<typeof admin.generateLink>[0];
      const { data } = await admin.generateLink(given);
      expect(fragment(await site.open(data.properties!.action_link)).access_token).toBeTruthy();
      expect(await signIn(email, strangers)).toBe("invalid_credentials");
      expect(await signIn(email, owners)).toBe(type === "signup" ? "signed in" : "invalid_credentials");
    },
  );

  it("ends when the operator confirms the account, and a password of the operator's counts", async () => {
    for (const password of [undefined, owners]) {
      const { email } = await claimed();
      const [row] = await sql`select id from auth.users where email = ${email}`;
      const { error } = await admin.updateUserById(row!["id"], { email_confirm: true, ...(password && { password }) });
      expect(error).toBeNull();
      expect(await signIn(email, strangers)).toBe("invalid_credentials");
      if (password) expect(await signIn(email, password)).toBe("signed in");
    }
  });

  it("that the operator has set is not a stranger's, and no stranger replaces it", async () => {
    const email = someone();
    await admin.createUser({ email, password: owners });
    await site.browser().auth.signUp({ email, password: strangers });
    await site.settled();
    await site.open((await site.mailTo(email)).link);
    expect(await signIn(email, strangers)).toBe("invalid_credentials");
    expect(await signIn(email, owners)).toBe("signed in");
    await site.browser().auth.signInWithOtp({ email });
    await site.open((await site.mailTo(email)).link);
    expect(await signIn(email, owners)).toBe("signed in");
  });

  it("cannot come in while the owner is confirming", async () => {
    const { email, strangersMail } = await claimed();
    await site.open(strangersMail.link);
    await sql`update auth.users set email_confirmed_at = null where email = ${email}`;
    await heldUp(
      email,
      async () => {
        await site.browser().auth.signUp({ email, password: "late password" });
        await site.settled();
      },
      (db) => db`update auth.users set email_confirmed_at = now() where email = ${email}`,
    );
    expect(await signIn(email, "late password")).toBe("invalid_credentials");
    expect(await signIn(email, strangers)).toBe("signed in");
  });

  it("never makes an administrator, also where addresses are not confirmed", async () => {
    for (const on of [site, unconfirmed]) {
      const email = someone();
      const browser = on.browser();
      await browser.auth.signUp({ email, password: strangers });
      await expect(ensureAdministrator(sql, email, null)).rejects.toThrow("a password is needed");
      await ensureAdministrator(sql, email, owners);
      expect(await signIn(email, strangers, on)).toBe("invalid_credentials");
      expect(await signIn(email, owners, on)).toBe("signed in");
      expect((await browser.auth.getUser()).data.user).toBeNull();
      await ensureAdministrator(sql, email, null);
    }
  });
});

describe("where addresses are not confirmed, the first mail that is opened", () => {
  async function squatted() {
    const email = someone();
    const { auth } = unconfirmed.browser();
    await auth.signUp({ email, password: strangers });
    const key = new SoftwareAuthenticator(origin);
    const { data: asked } = await auth.passkey.startRegistration();
    const credential = key.create(asked!.options);
    const made = await auth.passkey.verifyRegistration({ challengeId: asked!.challenge_id, credential } as never);
    expect(made.error).toBeNull();
    const { data: factor } = await auth.mfa.enroll({ factorType: "totp", friendlyName: "stranger's" });
    const secret = (factor as { totp: { secret: string } }).totp.secret;
    const epoch = Math.floor(unconfirmed.clock.now().getTime() / 1000);
    const code = generateSync({ secret, epoch });
    expect((await auth.mfa.challengeAndVerify({ factorId: factor!.id, code })).error).toBeNull();
    return { email, auth, key };
  }

  it("ends the stranger's password, session, factor and passkey", async () => {
    const { email, auth, key } = await squatted();
    await unconfirmed.browser().auth.resetPasswordForEmail(email);
    const landed = fragment(await unconfirmed.open((await unconfirmed.mailTo(email)).link));
    const owner = unconfirmed.browser();
    await owner.auth.setSession({ access_token: landed.access_token!, refresh_token: landed.refresh_token! });
    expect((await owner.auth.updateUser({ password: owners })).error).toBeNull();
    expect((await owner.auth.mfa.listFactors()).data?.all).toEqual([]);
    expect((await auth.getUser()).data.user).toBeNull();
    expect(await signIn(email, strangers, unconfirmed)).toBe("invalid_credentials");
    const thief = unconfirmed.browser().auth;
    const { data } = await thief.passkey.startAuthentication();
    const answer = { challengeId: data!.challenge_id, credential: key.get(data!.options) } as never;
    expect((await thief.passkey.verifyAuthentication(answer)).error).toMatchObject({
      code: "webauthn_verification_failed",
    });
    // Proven once: the next mail changes nothing.
    await unconfirmed.browser().auth.signInWithOtp({ email });
    await unconfirmed.open((await unconfirmed.mailTo(email)).link);
    expect(await signIn(email, owners, unconfirmed)).toBe("signed in");
  });

  it("in the old mailbox does not make a new address proven", async () => {
    const { auth } = unconfirmed.browser();
    const [own, victim] = [someone(), someone()];
    await auth.signUp({ email: own, password: strangers });
    await auth.updateUser({ email: victim });
    await unconfirmed.open((await unconfirmed.mailTo(own)).link);
    expect((await auth.getUser()).data.user?.email).toBe(victim);
    await expect(ensureAdministrator(sql, victim, null)).rejects.toThrow("a password is needed");
  });
});

describe("a change of address", () => {
  it("is not settled by the same mailbox twice", async () => {
    const [email, newEmail] = [someone(), someone()];
    const { data } = await admin.createUser({ email, email_confirm: true });
    for (let time = 0; time < 2; time += 1) {
      const made = await admin.generateLink({ type: "email_change_current", email, newEmail });
      await site.open(made.data.properties!.action_link);
    }
    expect((await admin.getUserById(data.user!.id)).data.user?.email).toBe(email);
    const made = await admin.generateLink({ type: "email_change_new", email, newEmail });
    await site.open(made.data.properties!.action_link);
    expect((await admin.getUserById(data.user!.id)).data.user?.email).toBe(newEmail);
  });
});

describe("while the password is being changed", () => {
  async function member() {
    const email = someone();
    await admin.createUser({ email, password: strangers, email_confirm: true });
    const browser = site.browser();
    const { data } = await browser.auth.signInWithPassword({ email, password: strangers });
    return { email, browser, userId: data.user!.id };
  }
  const newHash = "$2b$10$abcdefghijklmnopqrstuuYbKRh.8w1h6yKq8yFQz2c4wq6Zb9Dbe";
  const changePassword = (userId: string) => async (db: typeof sql) => {
    await db`update auth.users set encrypted_password = ${newHash} where id = ${userId}`;
    await db`delete from auth.sessions where user_id = ${userId}`;
  };

  it("no session starts with the old one", async () => {
    const { email, userId } = await member();
    expect(await heldUp(email, () => signIn(email, strangers), changePassword(userId))).toBe("invalid_credentials");
    expect(await sql`select from auth.sessions where user_id = ${userId}`).toHaveLength(0);
  });

  it("a session that ends by it sets no password", async () => {
    const { email, browser, userId } = await member();
    const { error } = await heldUp(
      email,
      () => browser.auth.updateUser({ password: "thief's password" }),
      changePassword(userId),
    );
    expect(error).toMatchObject({ name: "AuthSessionMissingError" });
    const [row] = await sql`select encrypted_password from auth.users where id = ${userId}`;
    expect(row?.["encrypted_password"]).toBe(newHash);
  });

  it("links and codes that were under way lead nowhere", async () => {
    const { email, browser } = await member();
    const waiting = site.browser({ flowType: "pkce" });
    await waiting.auth.signInWithOtp({ email });
    const code = (await site.open((await site.mailTo(email)).link)).searchParams.get("code")!;
    expect((await browser.auth.updateUser({ password: owners })).error).toBeNull();
    expect((await waiting.auth.exchangeCodeForSession(code)).error).toMatchObject({ code: "flow_state_not_found" });
  });
});

describe("a mail link of the PKCE flow", () => {
  it("gives no session for the token without its verifier", async () => {
    const email = someone();
    await admin.createUser({ email, email_confirm: true });
    const browser = site.browser({ flowType: "pkce" });
    await browser.auth.signInWithOtp({ email });
    const { link } = await site.mailTo(email);
    const token_hash = new URL(link).searchParams.get("token")!;
    expect(token_hash).toMatch(/^pkce_/);
    const thief = await site.browser().auth.verifyOtp({ token_hash, type: "magiclink" });
    expect(thief.error).toMatchObject({ status: 400, code: "bad_code_verifier" });
    const code = (await site.open(link)).searchParams.get("code")!;
    expect((await browser.auth.exchangeCodeForSession(code)).error).toBeNull();
  });
});

describe("with the password but not the second factor", () => {
  async function guarded() {
    const email = someone();
    await admin.createUser({ email, password: owners, email_confirm: true });
    const owner = site.browser();
    await owner.auth.signInWithPassword({ email, password: owners });
    const secrets: { id: string; secret: string }[] = [];
    const enrol = async (friendlyName: string) => {
      const { data } = await owner.auth.mfa.enroll({ factorType: "totp", friendlyName });
      const factor = { id: data!.id, secret: (data as { totp: { secret: string } }).totp.secret };
      const verified = await owner.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.secret) });
      expect(verified.error).toBeNull();
      secrets.push(factor);
    };
    await enrol("phone");
    await enrol("tablet");
    return { email, owner, factors: secrets };
  }
  const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(site.clock.now().getTime() / 1000) });

  it("the owner's other sessions are not ended", async () => {
    const { email, owner } = await guarded();
    const thief = site.browser();
    expect((await thief.auth.signInWithPassword({ email, password: owners })).error).toBeNull();
    expect((await thief.auth.signOut({ scope: "others" })).error).toMatchObject({
      status: 422,
      code: "insufficient_aal",
    });
    const { data } = await thief.auth.getSession();
    expect((await thief.auth.signOut({ scope: "global" })).error).toBeNull();
    expect((await owner.auth.getUser()).data.user?.email).toBe(email);
    expect((await site.browser().auth.getUser(data.session?.access_token)).data.user).toBeNull();
    const second = site.browser();
    await second.auth.signInWithPassword({ email, password: owners });
    expect((await owner.auth.signOut({ scope: "others" })).error).toBeNull();
    expect((await second.auth.getUser()).data.user).toBeNull();
  });

  it("two factors given at the same moment both count", async () => {
    const { email, factors } = await guarded();
    site.clock.ahead(60_000);
    const outcomes = await Promise.all(
      factors.map(async ({ id, secret }) => {
        const browser = site.browser();
        await browser.auth.signInWithPassword({ email, password: owners });
        const { data: challenge, error } = await browser.auth.mfa.challenge({ factorId: id });
        expect(error).toBeNull();
        return { browser, factorId: id, challengeId: challenge!.id, secret };
      }),
    );
    const given = await heldUp(
      email,
      () =>
        Promise.all(
          outcomes.map(({ browser, factorId, challengeId, secret }) =>
            browser.auth.mfa.verify({ factorId, challengeId, code: codeOf(secret) }),
          ),
        ),
      async () => undefined,
      2,
    );
    expect(given.map(({ error }) => error)).toEqual([null, null]);
    for (const { browser } of outcomes) expect((await browser.auth.getUser()).data.user?.email).toBe(email);
  });
});

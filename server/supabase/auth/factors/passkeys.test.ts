// Passkeys: signing in without a password, with an authenticator in software.
import { describe, expect, it } from "vitest";
import { SoftwareAuthenticator } from "#server/testing/software-authenticator.ts";
import { someone, testAuth } from "#server/testing/test-auth.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const on = await testAuth(sql, { MAIL_AUTOCONFIRM: "true", PASSKEYS: "true" });
const off = await testAuth(sql, { MAIL_AUTOCONFIRM: "true" });
const nobody = "00000000-0000-0000-0000-000000000000";
const origin = "http://guidevane.test";

async function member(site = on) {
  const { auth } = site.browser();
  const { data } = await auth.signUp({ email: someone(), password: "right password" });
  return { auth, id: data.user!.id };
}

async function register(auth: Awaited<ReturnType<typeof member>>["auth"], key = new SoftwareAuthenticator(origin)) {
  const { data, error } = await auth.passkey.startRegistration();
  if (error) throw error;
  const credential = key.create(data.options);
  const made = await auth.passkey.verifyRegistration({ challengeId: data.challenge_id, credential } as never);
  return { key, credential, made, options: data };
}

async function signIn(key: SoftwareAuthenticator) {
  const { auth } = on.browser();
  const { data } = await auth.passkey.startAuthentication();
  const answer = { challengeId: data!.challenge_id, credential: key.get(data!.options) } as never;
  return { auth, answer, options: data!.options, result: await auth.passkey.verifyAuthentication(answer) };
}

describe("a passkey", () => {
  it("is made by someone signed in, and signs in alone", async () => {
    const { auth, id } = await member();
    const { key, made, options } = await register(auth);
    expect(made.error).toBeNull();
    expect(options.options).toMatchObject({
      rp: { id: "guidevane.test" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const { auth: other, result, options: asked } = await signIn(key);
    expect(result.error).toBeNull();
    expect(result.data?.user?.id).toBe(id);
    expect(asked.allowCredentials ?? []).toHaveLength(0);
    expect((await other.getUser()).data.user?.id).toBe(id);
    const { data: claims } = await other.getClaims();
    expect(claims?.claims).toMatchObject({ aal: "aal1", amr: [{ method: "passkey" }] });
    expect((await auth.passkey.list()).data).toMatchObject([{ id: made.data?.id, last_used_at: expect.any(String) }]);
  });

  it("can be named and removed by its owner only, or with the secret key", async () => {
    const { auth, id } = await member();
    const { key, made } = await register(auth);
    const passkeyId = made.data!.id;
    const { auth: stranger } = await member();
    const theft = await stranger.passkey.update({ passkeyId, friendlyName: "mine" });
    expect(theft.error).toMatchObject({ status: 404 });
    expect((await stranger.passkey.delete({ passkeyId })).error).toMatchObject({ status: 404 });
    const named = await auth.passkey.update({ passkeyId, friendlyName: "Laptop" });
    expect(named.data).toMatchObject({ id: passkeyId, friendly_name: "Laptop" });
    const admin = on.administrator().auth.admin;
    expect((await admin.passkey.listPasskeys({ userId: id })).data).toMatchObject([{ id: passkeyId }]);
    expect((await admin.passkey.deletePasskey({ userId: id, passkeyId })).error).toBeNull();
    expect((await auth.passkey.list()).data).toEqual([]);
    expect((await signIn(key)).result.error).toMatchObject({ code: "webauthn_verification_failed" });
  });

  it("answers each challenge once, and only its own", async () => {
    const { auth } = await member();
    const { key, made, credential } = await register(auth);
    expect(made.error).toBeNull();
    const { auth: other, answer } = await signIn(key);
    const gone = { error: { code: "webauthn_challenge_not_found" } };
    expect(await other.passkey.verifyAuthentication(answer)).toMatchObject(gone);
    expect(await auth.passkey.verifyRegistration({ challengeId: nobody, credential } as never)).toMatchObject(gone);
    const { data: foreign } = await (await member()).auth.passkey.startRegistration();
    const taken = { challengeId: foreign!.challenge_id, credential } as never;
    expect(await auth.passkey.verifyRegistration(taken)).toMatchObject(gone);
    const { data: late } = await other.passkey.startAuthentication();
    on.clock.ahead(301_000);
    const answered = await other.passkey.verifyAuthentication({
      challengeId: late!.challenge_id,
      credential: key.get(late!.options),
    } as never);
    on.clock.ahead(-301_000);
    expect(answered.error).toMatchObject({ code: "webauthn_challenge_expired" });
  });

  it("audit-4 attack: of one answer that is sent ten times at once one signs in", async () => {
    const { auth } = await member();
    const { key } = await register(auth);
    const { auth: other } = on.browser();
    const { data } = await other.passkey.startAuthentication();
    const answer = { challengeId: data!.challenge_id, credential: key.get(data!.options) } as never;
    const answers = await Promise.all(Array.from({ length: 10 }, () => other.passkey.verifyAuthentication(answer)));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    const refused = answers.flatMap(({ error }) => (error ? [error.code] : []));
    expect(new Set(refused)).toEqual(new Set(["webauthn_challenge_not_found"]));
  });

  it("that was never registered, or answers for someone else, signs nobody in", async () => {
    const { auth } = await member();
    const unregistered = new SoftwareAuthenticator(origin);
    unregistered.create((await auth.passkey.startRegistration()).data!.options);
    expect((await signIn(unregistered)).result.error).toMatchObject({ code: "webauthn_verification_failed" });
    const { key } = await register(auth);
    const victim = await member();
    key.create((await victim.auth.passkey.startRegistration()).data!.options);
    expect((await signIn(key)).result.error).toMatchObject({ code: "webauthn_verification_failed" });
    const elsewhere = new SoftwareAuthenticator("https://evil.example");
    expect((await register(auth, elsewhere)).made.error).toMatchObject({ code: "webauthn_verification_failed" });
  });

  it("is of no use to someone banned", async () => {
    const { auth, id } = await member();
    const { key } = await register(auth);
    await on.administrator().auth.admin.updateUserById(id, { ban_duration: "1h" });
    expect((await signIn(key)).result.error).toMatchObject({ status: 403, code: "user_banned" });
  });
});

it("who has a second factor gives it before passkeys change", async () => {
  const { auth, id } = await member();
  await sql`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
    values (gen_random_uuid(), ${id}, 'app', 'totp', 'verified', 'x', now(), now())`;
  expect((await auth.passkey.startRegistration()).error).toMatchObject({ status: 403, code: "insufficient_aal" });
});

it("without the setting there are no passkeys", async () => {
  const { auth } = await member(off);
  const disabled = { status: 404, code: "passkey_disabled" };
  expect((await auth.passkey.startRegistration()).error).toMatchObject(disabled);
  expect((await auth.passkey.list()).error).toMatchObject(disabled);
  expect((await off.browser().auth.passkey.startAuthentication()).error).toMatchObject(disabled);
});

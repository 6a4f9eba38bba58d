// Second factors: codes from an app, and security keys.
import { randomBytes } from "node:crypto";
import { generateSync } from "otplib";
import { describe, expect, it } from "vitest";
import { reseal } from "#server/platform/reseal.ts";
import { openSharedSealing, type Sealed, sealWith } from "#server/platform/sealed.ts";
import { SoftwareAuthenticator } from "#server/testing/software-authenticator.ts";
import { someone, testAuth } from "#server/testing/test-auth.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { factorSecrets, openFactorSecret, sealFactorSecrets } from "./factor-secrets.ts";

const { sql } = await testDatabase();
const site = await testAuth(sql, { MAIL_AUTOCONFIRM: "true" });
const password = "right password";
const origin = "http://guidevane.test";

async function signedIn() {
  const email = someone();
  const browser = site.browser();
  await browser.auth.signUp({ email, password });
  return { email, browser };
}

const codeFor = (secret: string) => generateSync({ secret, epoch: Math.floor(site.clock.now().getTime() / 1000) });

async function withTotp() {
  const { email, browser } = await signedIn();
  const { data, error } = await browser.auth.mfa.enroll({ factorType: "totp", friendlyName: "phone" });
  expect(error).toBeNull();
  const factorId = data!.id;
  const secret = (data as { totp: { secret: string } }).totp.secret;
  const verified = await browser.auth.mfa.challengeAndVerify({ factorId, code: codeFor(secret) });
  expect(verified.error).toBeNull();
  return { email, browser, factorId, secret };
}

async function call(browser: ReturnType<typeof site.browser>, path: string, body: unknown) {
  const { data } = await browser.auth.getSession();
  const response = await site.fetch(`${origin}/auth/v1/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${data.session!.access_token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

async function enrolled(authenticator = new SoftwareAuthenticator(origin)) {
  const { email, browser } = await signedIn();
  const { data: factor } = await browser.auth.mfa.enroll({ factorType: "webauthn", friendlyName: "key" });
  const { body: challenge } = await call(browser, `factors/${factor!.id}/challenge`, {});
  expect(challenge.webauthn.type).toBe("create");
  const credential_response = authenticator.create(challenge.webauthn.credential_options.publicKey);
  const verified = await call(browser, `factors/${factor!.id}/verify`, {
    challenge_id: challenge.id,
    webauthn: { type: "create", credential_response },
  });
  return { email, browser, factorId: factor!.id, authenticator, verified };
}

async function ask(browser: ReturnType<typeof site.browser>, factorId: string) {
  const { body } = await call(browser, `factors/${factorId}/challenge`, {});
  return body;
}

describe("audit-4 S19: the secret of an authenticator", () => {
  const everywhere = async () =>
    JSON.stringify([
      await sql`select * from auth.mfa_factors`,
      await sql`select factor_id, key_id, encode(nonce, 'hex'), encode(sealed, 'escape') from private.factor_secrets`,
    ]);
  const elevate = async (browser: ReturnType<typeof site.browser>, factorId: string, secret: string) => {
    // The next step of the clock: a code counts once.
    site.clock.ahead(60_000);
    return browser.auth.mfa.challengeAndVerify({ factorId, code: codeFor(secret) });
  };

  it("audit-4 S19: is sealed from the moment it is made, and gone with its factor", async () => {
    const { browser, factorId, secret } = await withTotp();
    expect(await everywhere()).not.toContain(secret);
    expect((await elevate(browser, factorId, secret)).error).toBeNull();
    await browser.auth.mfa.unenroll({ factorId });
    expect(await sql`select from private.factor_secrets where factor_id = ${factorId}`).toHaveLength(0);
  });

  it("audit-4 S19: of an earlier installation is sealed at the start, and the app goes on making codes", async () => {
    const { browser, factorId, secret } = await withTotp();
    await sql`delete from private.factor_secrets where factor_id = ${factorId}`;
    await sql`update auth.mfa_factors set secret = ${secret} where id = ${factorId}`;
    expect((await elevate(browser, factorId, secret)).error).toBeNull();
    expect(await sealFactorSecrets(sql, site.sealing)).toBe(1);
    expect(await sealFactorSecrets(sql, site.sealing)).toBe(0);
    expect(await everywhere()).not.toContain(secret);
    expect((await elevate(browser, factorId, secret)).error).toBeNull();
  });

  it("audit-4 S19: is bound to its factor, opens with no other key, and is sealed again when the key is renewed", async () => {
    const [one, other] = [await withTotp(), await withTotp()];
    await sql`
      update private.factor_secrets as here set nonce = there.nonce, sealed = there.sealed
      from private.factor_secrets as there where here.factor_id = ${one.factorId} and there.factor_id = ${other.factorId}`;
    expect((await elevate(one.browser, one.factorId, other.secret)).error).toMatchObject({
      message: "The server's key for second factors is missing. Ask its operator.",
    });
    expect((await elevate(other.browser, other.factorId, other.secret)).error).toBeNull();
    const next = sealWith(randomBytes(32));
    const both = {
      ...next,
      open: (purpose: string, given: Sealed) => next.open(purpose, given) ?? site.sealing.open(purpose, given),
    };
    const { resealed, unopened } = await reseal(sql, both, [factorSecrets]);
    expect([resealed > 0, unopened]).toEqual([true, 1]);
    expect(await openFactorSecret(sql, next, other.factorId)).toBe(other.secret);
    expect(await openFactorSecret(sql, site.sealing, other.factorId)).toBe("sealed");
    await sql`delete from auth.mfa_factors where id in (${one.factorId}, ${other.factorId})`;
  });

  it("audit-4 S19: stays where GoTrue keeps it without a key that all servers of the database have", async () => {
    const plain = await testAuth(sql, { MAIL_AUTOCONFIRM: "true" }, undefined, { sealing: null });
    const browser = plain.browser();
    await browser.auth.signUp({ email: someone(), password });
    const { data } = await browser.auth.mfa.enroll({ factorType: "totp" });
    const { secret } = (data as { totp: { secret: string } }).totp;
    const code = generateSync({ secret, epoch: Math.floor(plain.clock.now().getTime() / 1000) });
    expect((await browser.auth.mfa.challengeAndVerify({ factorId: data!.id, code })).error).toBeNull();
    expect([...(await sql`select secret from auth.mfa_factors where id = ${data!.id}`)]).toEqual([{ secret }]);
    const settings = { DATA_DIR: "/nowhere", SEALING_KEY: undefined };
    expect(await openSharedSealing({ ...settings, DATABASE_URL: "postgres://elsewhere" })).toBeNull();
    await sql`delete from auth.mfa_factors where id = ${data!.id}`;
  });
});

describe("codes from an app", () => {
  it("are enrolled with a drawing that survives a data URL, and raise the session to aal2", async () => {
    const { browser } = await signedIn();
    const { data } = await browser.auth.mfa.enroll({ factorType: "totp", issuer: "Guidevane" });
    const totp = (data as { totp: { qr_code: string; secret: string; uri: string } }).totp;
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    expect(totp.qr_code).not.toContain("#");
    expect(totp.uri).toMatch(/^otpauth:\/\/totp\/Guidevane:/);

    const { error } = await browser.auth.mfa.challengeAndVerify({ factorId: data!.id, code: codeFor(totp.secret) });
    expect(error).toBeNull();
    const { data: level } = await browser.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
    expect(level?.currentAuthenticationMethods.map((entry) => (entry as { method: string }).method).sort()).toEqual([
      "password",
      "totp",
    ]);
    const { data: factors } = await browser.auth.mfa.listFactors();
    expect(factors?.totp).toMatchObject([{ status: "verified", factor_type: "totp" }]);
    expect(JSON.stringify(factors)).not.toContain(totp.secret);
  });

  it("are asked for at the next sign-in, and stay over a refresh", async () => {
    const { email, factorId, secret } = await withTotp();
    const browser = site.browser();
    await browser.auth.signInWithPassword({ email, password });
    const { data: before } = await browser.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(before).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
    site.clock.ahead(60_000);
    await browser.auth.mfa.challengeAndVerify({ factorId, code: codeFor(secret) });
    await browser.auth.refreshSession();
    const { data: after } = await browser.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(after).toMatchObject({ currentLevel: "aal2" });
  });

  it("are accepted once", async () => {
    const { email, factorId, secret } = await withTotp();
    const thief = site.browser();
    await thief.auth.signInWithPassword({ email, password });
    const { error } = await thief.auth.mfa.challengeAndVerify({ factorId, code: codeFor(secret) });
    expect(error).toMatchObject({ code: "mfa_verification_failed", message: "Invalid TOTP code entered", status: 422 });
  });

  it("are not guessed: ten wrong ones are stopped, also when they arrive together", async () => {
    const { browser } = await signedIn();
    const { data } = await browser.auth.mfa.enroll({ factorType: "totp" });
    const { data: challenge } = await browser.auth.mfa.challenge({ factorId: data!.id });
    const secret = (data as { totp: { secret: string } }).totp.secret;
    const wrong = codeFor(secret) === "000000" ? "000001" : "000000";
    const tries = await Promise.all(
      Array.from({ length: 10 }, () =>
        call(browser, `factors/${data!.id}/verify`, { challenge_id: challenge!.id, code: wrong }),
      ),
    );
    expect(tries.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(5);
    const right = await call(browser, `factors/${data!.id}/verify`, {
      challenge_id: challenge!.id,
      code: codeFor(secret),
    });
    expect(right).toMatchObject({ status: 429, body: { error_code: "over_request_rate_limit" } });
    site.clock.ahead(299_000);
  });

  it("need a challenge that is open and young", async () => {
    const { browser } = await signedIn();
    const { data } = await browser.auth.mfa.enroll({ factorType: "totp" });
    const { data: challenge } = await browser.auth.mfa.challenge({ factorId: data!.id });
    site.clock.ahead(301_000);
    const { error } = await browser.auth.mfa.verify({ factorId: data!.id, challengeId: challenge!.id, code: "123456" });
    expect(error).toMatchObject({ code: "mfa_challenge_expired" });
  });

  it("end the other sessions that never gave one", async () => {
    const { email, browser } = await signedIn();
    const other = site.browser();
    await other.auth.signInWithPassword({ email, password });
    const { data } = await browser.auth.mfa.enroll({ factorType: "totp" });
    const secret = (data as { totp: { secret: string } }).totp.secret;
    await browser.auth.mfa.challengeAndVerify({ factorId: data!.id, code: codeFor(secret) });
    expect((await other.auth.getUser()).data.user).toBeNull();
    expect((await browser.auth.getUser()).data.user).not.toBeNull();
  });
});

describe("an account with a factor", () => {
  it("lets only aal2 change the password, enrol and remove factors", async () => {
    const { email, factorId, secret } = await withTotp();
    const browser = site.browser();
    await browser.auth.signInWithPassword({ email, password });
    expect((await browser.auth.updateUser({ password: "another password" })).error).toMatchObject({
      code: "insufficient_aal",
      status: 401,
    });
    expect((await browser.auth.mfa.enroll({ factorType: "totp", friendlyName: "mine" })).error).toMatchObject({
      code: "insufficient_aal",
    });
    expect((await browser.auth.mfa.unenroll({ factorId })).error).toMatchObject({ code: "insufficient_aal" });
    site.clock.ahead(60_000);
    await browser.auth.mfa.challengeAndVerify({ factorId, code: codeFor(secret) });
    expect((await browser.auth.mfa.unenroll({ factorId })).error).toBeNull();
    await browser.auth.refreshSession();
    const { data } = await browser.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });
  });

  it("keeps its factors from other people", async () => {
    const { factorId } = await withTotp();
    const { browser } = await signedIn();
    expect((await browser.auth.mfa.challenge({ factorId })).error).toMatchObject({
      code: "mfa_factor_not_found",
      status: 404,
    });
    expect((await browser.auth.mfa.unenroll({ factorId })).error).toMatchObject({ code: "mfa_factor_not_found" });
  });

  it("refuses a second factor of the same name, and phones", async () => {
    const { browser } = await withTotp();
    expect((await browser.auth.mfa.enroll({ factorType: "totp", friendlyName: "phone" })).error).toMatchObject({
      code: "mfa_factor_name_conflict",
    });
    const { browser: quick } = await signedIn();
    const tries = [1, 2, 3].map(() => quick.auth.mfa.enroll({ factorType: "totp", friendlyName: "twice" }));
    const codes = (await Promise.all(tries)).map(({ error }) => error?.code ?? "enrolled");
    expect(codes.sort()).toEqual(["enrolled", "mfa_factor_name_conflict", "mfa_factor_name_conflict"]);
    expect((await browser.auth.mfa.enroll({ factorType: "phone", phone: "+15551234567" })).error).toMatchObject({
      code: "mfa_phone_enroll_not_enabled",
    });
  });
});

describe("security keys", () => {
  it("are registered and then asked for", async () => {
    const { email, factorId, authenticator, verified } = await enrolled();
    expect(verified.status).toBe(200);
    const browser = site.browser();
    await browser.auth.signInWithPassword({ email, password });
    const challenge = await ask(browser, factorId);
    expect(challenge.webauthn).toMatchObject({
      type: "request",
      credential_options: { publicKey: { rpId: "guidevane.test" } },
    });
    const credential_response = authenticator.get(challenge.webauthn.credential_options.publicKey);
    const answer = await call(browser, `factors/${factorId}/verify`, {
      challenge_id: challenge.id,
      webauthn: { type: "request", credential_response },
    });
    expect(answer.status).toBe(200);
    const claims = JSON.parse(Buffer.from(answer.body.access_token.split(".")[1], "base64url").toString());
    expect(claims).toMatchObject({ aal: "aal2" });
    expect(claims.amr.map((entry: { method: string }) => entry.method)).toContain("mfa/webauthn");

    const again = await call(browser, `factors/${factorId}/verify`, {
      challenge_id: challenge.id,
      webauthn: { type: "request", credential_response },
    });
    expect(again.status).toBe(422);
  });

  it("are refused from another origin, with another key, or for another challenge", async () => {
    const elsewhere = await enrolled(new SoftwareAuthenticator("https://evil.example"));
    expect(elsewhere.verified).toMatchObject({ status: 422, body: { error_code: "mfa_verification_failed" } });

    const { email, factorId, authenticator } = await enrolled();
    const browser = site.browser();
    await browser.auth.signInWithPassword({ email, password });
    const challenge = await ask(browser, factorId);
    const options = challenge.webauthn.credential_options.publicKey;
    for (const credential_response of [
      new SoftwareAuthenticator(origin).get(options),
      authenticator.get({ ...options, challenge: "AAAAAAAAAAAAAAAAAAAAAA" }),
      authenticator.get({ ...options, rpId: "evil.example" }),
      { nonsense: true },
    ]) {
      const answer = await call(browser, `factors/${factorId}/verify`, {
        challenge_id: challenge.id,
        webauthn: { type: "request", credential_response },
      });
      expect(answer).toMatchObject({ status: 422, body: { error_code: "mfa_verification_failed" } });
    }
  });
});

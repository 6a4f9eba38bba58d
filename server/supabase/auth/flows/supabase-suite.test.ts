// What Supabase's own client tests expect of a server, in the set-ups they use: sign-up with and without confirmation,
// sign-up closed, and keys signed with a shared secret.
import { createHmac } from "node:crypto";
import { AuthClient, type SupportedStorage } from "@supabase/supabase-js";
import { describe, expect, it, vi } from "vitest";
import { someone, testAuth, type TestAuth } from "#server/testing/test-auth.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const JWT_SECRET = "37c304f8-51aa-419a-a1af-06154e63707a";
const autoconfirm = await testAuth(sql, { JWT_SECRET, JWT_ALGORITHM: "HS256", MAIL_AUTOCONFIRM: "true" });
const asymmetric = await testAuth(sql, { MAIL_AUTOCONFIRM: "true" });
const confirming = await testAuth(sql, { JWT_SECRET });
const closed = await testAuth(sql, { JWT_SECRET, SIGNUP_OPEN: "false" });
const password = "right password";

function memory(): SupportedStorage {
  const items = new Map<string, string>();
  return {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
  };
}

/** The bare auth client, which sends no API key. */
const client = (site: TestAuth, flowType: "implicit" | "pkce" = "implicit") =>
  new AuthClient({
    url: "http://guidevane.test/auth/v1",
    autoRefreshToken: false,
    storage: memory(),
    fetch: site.fetch,
    flowType,
  });

const serviceRole = (() => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const content = `${part({ alg: "HS256", typ: "JWT" })}.${part({ role: "service_role", iat: Math.floor(Date.now() / 1000) - 3600 })}`;
  return `${content}.${createHmac("sha256", JWT_SECRET).update(content).digest("base64url")}`;
})();
const admin = (site: TestAuth) =>
  new AuthClient({
    url: "http://guidevane.test/auth/v1",
    headers: { Authorization: `Bearer ${serviceRole}` },
    autoRefreshToken: false,
    storage: memory(),
    fetch: site.fetch,
  }).admin;

async function signedUp(site = autoconfirm) {
  const auth = client(site);
  const email = someone();
  const { data, error } = await auth.signUp({ email, password });
  expect(error).toBeNull();
  return { auth, email, session: data.session! };
}

describe("sessions", () => {
  it("start with a sign-up where nothing has to be confirmed, and are told of a second one", async () => {
    const { auth, email, session } = await signedUp();
    expect(session).toMatchObject({
      token_type: "bearer",
      expires_in: 3600,
      user: { email, app_metadata: { provider: "email" } },
    });
    const again = await auth.signUp({ email, password });
    expect(again.error?.message).toMatch(/^User already registered/);
    expect(again.data).toMatchObject({ user: null, session: null });
  });

  it("with a made-up refresh token are refused in Supabase's words", async () => {
    const { error } = await client(autoconfirm).refreshSession({ refresh_token: "invalid-refresh-token" });
    expect(error?.message).toBe("Invalid Refresh Token: Refresh Token Not Found");
  });

  it("take metadata, and drop it when the user is gone", async () => {
    const { auth, session } = await signedUp();
    const { data } = await auth.updateUser({ data: { hello: "world" } });
    expect(data.user?.user_metadata).toMatchObject({ hello: "world" });
    await admin(autoconfirm).deleteUser(session.user.id);
    expect((await auth.signOut()).error).toBeNull();
    expect((await auth.getUser()).data.user).toBeNull();
  });

  it("are ended by the service role for the owner of a token", async () => {
    const { session } = await signedUp();
    expect((await admin(autoconfirm).signOut(session.access_token)).error).toBeNull();
    expect((await admin(autoconfirm).signOut("this-is-a-bad-token")).error?.message).toMatch(/^invalid JWT/);
  });
});

describe("claims", () => {
  it("of a shared secret are checked by asking the server, of a key pair with the published key", async () => {
    const shared = await signedUp();
    const asked = vi.spyOn(shared.auth, "getUser");
    expect((await shared.auth.getClaims()).data?.claims.email).toBe(shared.email);
    expect(asked).toHaveBeenCalled();

    const paired = await signedUp(asymmetric);
    const notAsked = vi.spyOn(paired.auth, "getUser");
    expect((await paired.auth.getClaims()).data?.claims.email).toBe(paired.email);
    expect(notAsked).not.toHaveBeenCalled();
  });
});

describe("sign-up", () => {
  it("is closed where the operator says so", async () => {
    const { data, error } = await client(closed).signUp({ email: someone(), password });
    expect(data.user).toBeNull();
    expect(error?.message).toBe("Signups not allowed for this instance");
  });

  it("waits for the confirmation, which the service role may give", async () => {
    const { data } = await client(confirming).signUp({ email: someone(), password });
    expect(data.session).toBeNull();
    expect(data.user).not.toHaveProperty("email_confirmed_at");
    const updated = await admin(confirming).updateUserById(data.user!.id, { email_confirm: true });
    expect(updated.data.user?.email_confirmed_at).toBeTruthy();
  });

  it("works in the PKCE flow too", async () => {
    const { data, error } = await client(autoconfirm, "pkce").signUp({ email: someone(), password });
    expect(error).toBeNull();
    expect(data.session).not.toBeNull();
  });
});

describe("what is not offered", () => {
  it.each([
    ["anonymous sign-in", () => client(autoconfirm).signInAnonymously(), "Anonymous sign-ins are disabled", 422],
    [
      "phone sign-up",
      () => client(autoconfirm).signUp({ phone: "+15551234567", password }),
      "Phone signups are disabled",
      400,
    ],
    [
      "phone sign-in",
      () => client(autoconfirm).signInWithPassword({ phone: "+15551234567", password }),
      "Phone logins are disabled",
      422,
    ],
    [
      "phone codes",
      () => client(autoconfirm).signInWithOtp({ phone: "+15551234567" }),
      "Unsupported phone provider",
      400,
    ],
    [
      "checking a phone code",
      () => client(autoconfirm).verifyOtp({ phone: "15551234567", token: "123456", type: "sms" }),
      "Token has expired or is invalid",
      403,
    ],
    [
      "a phone number that is none",
      () => client(autoconfirm).verifyOtp({ phone: "12345-invalid", token: "123456", type: "sms" }),
      "Invalid phone number format (E.164 required)",
      400,
    ],
    [
      "id tokens",
      () => client(autoconfirm).signInWithIdToken({ provider: "google", token: "x", nonce: "y" }),
      'Provider (issuer "https://accounts.google.com") is not enabled',
      400,
    ],
    [
      "wallets",
      () => client(autoconfirm).signInWithWeb3({ chain: "solana", message: "x", signature: new Uint8Array([1]) }),
      "Web3 provider is disabled",
      422,
    ],
    ["an OAuth server", () => admin(autoconfirm).oauth.listClients(), "OAuth server is disabled", 404],
    ["single sign-on", () => client(autoconfirm).signInWithSSO({ domain: "example.com" }), "SAML 2.0 is disabled", 404],
    [
      "codes for strangers where no account may be made",
      () => client(autoconfirm, "pkce").signInWithOtp({ email: someone(), options: { shouldCreateUser: false } }),
      "Signups not allowed for otp",
      422,
    ],
  ])("%s", async (_name, call, message, status) => {
    const { error } = await call();
    expect(error).toMatchObject({ message, status });
  });

  it("other identities", async () => {
    const { auth } = await signedUp();
    const { data } = await auth.getUserIdentities();
    expect(data?.identities).toHaveLength(1);
    expect((await auth.unlinkIdentity(data!.identities[0]!)).error?.message).toBe("Manual linking is disabled");
    expect((await auth.linkIdentity({ provider: "google" })).error?.message).toBe("Manual linking is disabled");
    const response = await autoconfirm.fetch("http://guidevane.test/auth/v1/authorize?provider=google");
    expect(await response.json()).toMatchObject({ code: 400, msg: "Unsupported provider: provider is not enabled" });
  });
});

describe("second factors", () => {
  it("need a session, and answer a wrong code in Supabase's words", async () => {
    const stranger = await client(autoconfirm).mfa.enroll({ factorType: "totp" });
    expect(stranger.error?.message).toContain("Bearer token");
    const { auth, session } = await signedUp();
    const { data } = await auth.mfa.enroll({ factorType: "totp" });
    const verified = await auth.mfa.challengeAndVerify({ factorId: data!.id, code: "12345x" });
    expect(verified.error?.message).toContain("Invalid TOTP code");
    const listed = await admin(autoconfirm).mfa.listFactors({ userId: session.user.id });
    expect(listed.data?.factors).toMatchObject([{ id: data!.id, status: "unverified" }]);
    const removed = await admin(autoconfirm).mfa.deleteFactor({ userId: session.user.id, id: data!.id });
    expect(removed.error).toBeNull();
    expect((await auth.mfa.listFactors()).data?.all).toHaveLength(0);
  });
});

describe("mail", () => {
  it("is promised to anyone who asks", async () => {
    const auth = client(autoconfirm);
    expect((await auth.resetPasswordForEmail("this_user@does-not-exist.com")).data).toEqual({});
    expect((await auth.resend({ type: "signup", email: someone() })).error).toBeNull();
    expect((await auth.signInWithOtp({ email: someone() })).error).toBeNull();
    const { auth: member } = await signedUp();
    expect((await member.reauthenticate()).error).toBeNull();
  });
});

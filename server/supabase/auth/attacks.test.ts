// What someone would try who wants to be someone else.
import { createHmac, generateKeyPairSync } from "node:crypto";
import { SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { someone, testAuth, type TestAuth } from "#server/testing/test-auth.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const site = await testAuth(sql, { MAIL_AUTOCONFIRM: "true" });
const secret = "a secret that only tools know, long enough";
const withSecret = await testAuth(sql, { MAIL_AUTOCONFIRM: "true", JWT_SECRET: secret });
const password = "right password";

async function signedIn(on: TestAuth = site) {
  const browser = on.browser();
  const { data } = await browser.auth.signUp({ email: someone(), password });
  return { browser, session: data.session!, claims: read(data.session!.access_token) };
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const read = (token: string) => JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString());
const header = (token: string) => JSON.parse(Buffer.from(token.split(".")[0]!, "base64url").toString());
const hs256 = (claims: object, key: string, head: object = { alg: "HS256", typ: "JWT" }) => {
  const content = `${part(head)}.${part(claims)}`;
  return `${content}.${createHmac("sha256", key).update(content).digest("base64url")}`;
};
const identify = (token: string, on: TestAuth = site) =>
  on.auth.identify(new Headers({ apikey: on.keys.publishableKey, authorization: `Bearer ${token}` }));

async function expectRefused(token: string, on: TestAuth = site) {
  await expect(identify(token, on)).rejects.toMatchObject({ status: expect.toBeOneOf([401, 403]) });
  const { data, error } = await on.browser().auth.getUser(token);
  expect(data.user).toBeNull();
  expect(error).not.toBeNull();
}

/** Signs what an attacker would like with our own key: only the claims are wrong then. */
async function ours(claims: Record<string, unknown>, on: TestAuth = site) {
  const { kid, key } = await on.keys.signing();
  return new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid, typ: "JWT" }).sign(key);
}

describe("nobody gives themselves a role", () => {
  it("by sign-up metadata", async () => {
    const { data } = await site.browser().auth.signUp({
      email: someone(),
      password,
      options: { data: { role: "admin", app_metadata: { role: "admin" }, is_super_admin: true, email_verified: true } },
    });
    const claims = read(data.session!.access_token);
    expect(claims.role).toBe("authenticated");
    expect(claims.app_metadata).toEqual({ provider: "email", providers: ["email"] });
    const [row] = await sql`select role, is_super_admin from auth.users where id = ${data.user!.id}`;
    expect(row).toMatchObject({ role: "authenticated", is_super_admin: null });
    expect(await sql`select from public.user_roles where user_id = ${data.user!.id}`).toHaveLength(0);
  });

  it("by sign-up fields that only the admin API knows", async () => {
    const email = someone();
    const response = await site.fetch("http://guidevane.test/auth/v1/signup", {
      method: "POST",
      body: JSON.stringify({
        email,
        password,
        role: "service_role",
        aud: "admin",
        app_metadata: { role: "admin" },
        is_super_admin: true,
        id: "00000000-0000-4000-8000-000000000000",
      }),
    });
    const { user } = await response.json();
    expect(user).toMatchObject({ role: "authenticated", aud: "authenticated", app_metadata: { provider: "email" } });
    expect(user.app_metadata.role).toBeUndefined();
    expect(user.id).not.toBe("00000000-0000-4000-8000-000000000000");
  });

  it("by updating themselves", async () => {
    const { session } = await signedIn();
    const put = async (body: object) => {
      const response = await site.fetch("http://guidevane.test/auth/v1/user", {
        method: "PUT",
        headers: { authorization: `Bearer ${session.access_token}` },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() };
    };
    expect(await put({ app_metadata: { role: "admin" } })).toMatchObject({
      status: 403,
      body: { error_code: "not_admin" },
    });
    const { body } = await put({
      role: "service_role",
      aud: "x",
      data: { role: "admin" },
      email_confirmed_at: "2020-01-01",
    });
    expect(body).toMatchObject({ role: "authenticated", aud: "authenticated", user_metadata: { role: "admin" } });
    expect(body.app_metadata).toEqual({ provider: "email", providers: ["email"] });
  });

  it("by a role that the admin API put into an account: rest/v1 knows only authenticated", async () => {
    const { session } = await signedIn();
    await site.administrator().auth.admin.updateUserById(session.user.id, { role: "service_role" });
    const { data } = await site.browser().auth.refreshSession({ refresh_token: session.refresh_token });
    expect(read(data.session!.access_token).role).toBe("service_role");
    await expect(identify(data.session!.access_token)).rejects.toMatchObject({ status: 403 });
  });
});

describe("tokens are refused", () => {
  it("with alg none, in any spelling", async () => {
    const { claims } = await signedIn();
    for (const alg of ["none", "None", "NONE", "nOnE", ""]) {
      await expectRefused(`${part({ alg, typ: "JWT" })}.${part(claims)}.`);
      await expectRefused(`${part({ alg, typ: "JWT" })}.${part(claims)}.AAAA`);
    }
  });

  it("signed with another key, or with ours used as a shared secret", async () => {
    const { claims, session } = await signedIn();
    const { kid } = header(session.access_token);
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    await expectRefused(await new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid }).sign(privateKey));
    await expectRefused(await new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: "other" }).sign(privateKey));
    const [jwk] = site.keys.publicSet().keys;
    for (const key of [JSON.stringify(jwk), jwk!.x!, site.keys.publishableKey, "", "secret"]) {
      await expectRefused(hs256(claims, key, { alg: "HS256", typ: "JWT", kid }));
      await expectRefused(hs256(claims, key, { alg: "HS256", typ: "JWT" }), withSecret);
    }
  });

  it("with a key of their own in the header", async () => {
    const { claims } = await signedIn();
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const jwk = publicKey.export({ format: "jwk" });
    const token = new SignJWT(claims).setProtectedHeader({
      alg: "ES256",
      jwk: jwk as never,
      jku: "https://evil.example",
    });
    await expectRefused(await token.sign(privateKey));
  });

  it("with a changed content or signature", async () => {
    const { session, claims } = await signedIn();
    const [head, , signature] = session.access_token.split(".");
    await expectRefused(`${head}.${part({ ...claims, role: "service_role" })}.${signature}`);
    await expectRefused(`${head}.${part(claims)}.${"A".repeat(86)}`);
    await expectRefused(`${session.access_token}x`);
    await expectRefused(session.access_token.slice(0, -10));
    await expectRefused("a.b.c");
    await expectRefused("...");
  });

  it("expired, without an end, from the future, not yet valid", async () => {
    const { claims } = await signedIn();
    const seconds = Math.floor(site.clock.now().getTime() / 1000);
    await expectRefused(await ours({ ...claims, exp: seconds - 31 }));
    await expect(identify(await ours({ ...claims, exp: seconds - 20 }))).resolves.toMatchObject({
      role: "authenticated",
    });
    const { exp: _exp, ...endless } = claims;
    await expectRefused(await ours(endless));
    await expectRefused(await ours({ ...claims, iat: seconds + 60 }));
    await expectRefused(await ours({ ...claims, nbf: seconds + 60 }));
    await expectRefused(await ours({ ...claims, exp: "tomorrow" }));
  });

  it("with a role that no caller has", async () => {
    const { claims } = await signedIn();
    for (const role of [
      "postgres",
      "service_role",
      "anon",
      "supabase_admin",
      "authenticator",
      "",
      null,
      ["authenticated"],
    ]) {
      await expect(identify(await ours({ ...claims, role }))).rejects.toMatchObject({ status: 403 });
    }
    for (const role of ["postgres", "supabase_admin", "authenticator"]) {
      await expect(identify(hs256({ role, exp: 9_999_999_999 }, secret), withSecret)).rejects.toMatchObject({
        status: 403,
      });
    }
  });

  it("for another user's session, without one, or for nobody", async () => {
    const [{ claims }, { claims: other }] = [await signedIn(), await signedIn()];
    await expectRefused(await ours({ ...claims, session_id: other.session_id }));
    const { session_id: _session, ...sessionless } = claims;
    await expectRefused(await ours(sessionless));
    await expectRefused(await ours({ ...claims, sub: "not a uuid" }));
    await expectRefused(await ours({ ...claims, sub: "83fd9e20-7a80-46e4-bf29-a86e3d6bbf66" }));
    await expectRefused(await ours({ ...claims, session_id: "' or true --" }));
  });

  it("after sign-out, after a new password, after deletion", async () => {
    const out = await signedIn();
    await out.browser.auth.signOut();
    await expectRefused(out.session.access_token);

    const gone = await signedIn();
    await site.administrator().auth.admin.deleteUser(gone.session.user.id);
    await expectRefused(gone.session.access_token);

    const changed = await signedIn();
    const other = site.browser();
    await other.auth.signInWithPassword({ email: changed.session.user.email!, password });
    await other.auth.updateUser({ password: "new password" });
    await expectRefused(changed.session.access_token);
  });
});

describe("requests that are not what they should be", () => {
  it.each([
    ["signup", "{"],
    ["signup", "[]"],
    ["signup", '{"email": {"$ne": null}, "password": "right password"}'],
    ["signup", '{"email": "a@example.com", "password": ["x"]}'],
    ["signup", '{"email": "a\\u0000@example.com", "password": "right password"}'],
    ["signup", '{"email": "b@example.com", "password": "right password", "data": {"a": "\\u0000"}}'],
    ["signup", '{"email": "c@example.com", "password": "right password", "data": {"half a pair": "\\ud83d"}}'],
    ["signup", '{"email": "d@example.com", "password": "right password", "data": {"deeper": [{"\\uDE00": 1}]}}'],
    ["token?grant_type=password", '{"email": 1, "password": 2}'],
    ["token?grant_type=password", "null"],
    ["token?grant_type=refresh_token", "{}"],
    ["token?grant_type=unknown", "{}"],
    ["token", "{}"],
    ["otp", "{}"],
    ["verify", "{}"],
    ["verify", '{"type": "constructor", "email": "a@example.com", "token": "123456"}'],
    ["verify", '{"type": "__proto__", "token_hash": "x"}'],
    ["token?grant_type=id_token", '{"provider": "constructor", "id_token": "x"}'],
    ["recover", "{}"],
    ["resend", "{}"],
  ])("answer 4xx in JSON: %s %s", async (path, body) => {
    const response = await site.fetch(`http://guidevane.test/auth/v1/${path}`, { method: "POST", body });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(await response.json()).toMatchObject({ error_code: expect.any(String), msg: expect.any(String) });
  });

  it("cannot make a token too large to send", async () => {
    const { browser } = await signedIn();
    const filler = "x".repeat(5000);
    expect((await browser.auth.updateUser({ data: { a: filler } })).error).toBeNull();
    expect((await browser.auth.updateUser({ data: { b: filler } })).error).toMatchObject({
      code: "validation_failed",
      status: 422,
    });
    const { error } = await site
      .browser()
      .auth.signUp({ email: someone(), password, options: { data: { a: filler, b: filler } } });
    expect(error).toMatchObject({ code: "validation_failed", status: 422 });
    expect((await browser.auth.getUser()).error).toBeNull();
  });

  it("speak the version that was asked for", async () => {
    const asked = async (version?: string) => {
      const response = await site.fetch("http://guidevane.test/auth/v1/signup", {
        method: "POST",
        headers: version ? { "X-Supabase-Api-Version": version } : {},
        body: JSON.stringify({ email: someone(), password: "123" }),
      });
      return { version: response.headers.get("X-Supabase-Api-Version"), body: await response.json() };
    };
    expect(await asked("2024-01-01")).toMatchObject({
      version: "2024-01-01",
      body: { code: "weak_password", message: expect.any(String), weak_password: { reasons: ["length"] } },
    });
    expect(await asked()).toMatchObject({
      version: null,
      body: { code: 422, error_code: "weak_password", msg: expect.any(String), weak_password: { reasons: ["length"] } },
    });
  });
});

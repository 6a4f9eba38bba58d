// As whom rest/v1 and /api act, by the keys and tokens of a request.
import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { someone, testAuth, type TestAuth } from "#server/testing/test-auth.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const site = await testAuth(sql, { MAIL_AUTOCONFIRM: "true" });
const secret = "a secret that only tools know, long enough";
const withSecret = await testAuth(sql, { MAIL_AUTOCONFIRM: "true", JWT_SECRET: secret });

async function signedIn(on: TestAuth = site) {
  const { data } = await on.browser().auth.signUp({ email: someone(), password: "right password" });
  return { session: data.session! };
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const header = (token: string) => JSON.parse(Buffer.from(token.split(".")[0]!, "base64url").toString());
const hs256 = (claims: object, key: string) => {
  const content = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
  return `${content}.${createHmac("sha256", key).update(content).digest("base64url")}`;
};

describe("callers", () => {
  const from = (headers: Record<string, string>, on = site) => on.auth.identify(new Headers(headers));

  it("are who their keys say", async () => {
    const { publishableKey, secretKey } = site.keys;
    await expect(from({})).resolves.toMatchObject({ role: "anon", userId: null });
    await expect(from({ apikey: publishableKey })).resolves.toMatchObject({ role: "anon" });
    await expect(from({ apikey: publishableKey, authorization: `Bearer ${publishableKey}` })).resolves.toMatchObject({
      role: "anon",
    });
    await expect(from({ apikey: secretKey })).resolves.toMatchObject({ role: "service_role" });
    // As many letters as the secret key, and more bytes.
    await expect(from({ apikey: `${secretKey.slice(0, -1)}é` })).rejects.toMatchObject({ status: 401 });
    const { session } = await signedIn();
    await expect(from({ apikey: secretKey, authorization: `Bearer ${session.access_token}` })).resolves.toMatchObject({
      role: "authenticated",
      userId: session.user.id,
    });
  });

  it("with a wrong key are refused", async () => {
    const { session } = await signedIn();
    await expect(from({ apikey: "sb_publishable_wrong" })).rejects.toMatchObject({ status: 401 });
    await expect(from({ apikey: "wrong", authorization: `Bearer ${session.access_token}` })).rejects.toMatchObject({
      status: 401,
    });
    await expect(from({ authorization: "Bearer sb_secret_wrong" })).rejects.toMatchObject({ status: 401 });
  });

  it("may use legacy keys and tokens only where JWT_SECRET is set", async () => {
    const legacy = hs256({ role: "service_role", iss: "supabase" }, secret);
    await expect(from({ apikey: legacy }, withSecret)).resolves.toMatchObject({ role: "service_role" });
    await expect(from({ apikey: hs256({ role: "anon" }, secret) }, withSecret)).resolves.toMatchObject({
      role: "anon",
    });
    await expect(from({ apikey: legacy })).rejects.toMatchObject({ status: 401 });
    const sub = crypto.randomUUID();
    const user = { sub, role: "authenticated", exp: Math.floor(Date.now() / 1000) + 60 };
    await expect(from({ authorization: `Bearer ${hs256(user, secret)}` }, withSecret)).resolves.toMatchObject({
      role: "authenticated",
      userId: sub,
    });
    const endless = hs256({ sub, role: "authenticated" }, secret);
    await expect(from({ authorization: `Bearer ${endless}` }, withSecret)).rejects.toMatchObject({ status: 401 });
    const users = await withSecret.fetch("http://guidevane.test/auth/v1/admin/users", {
      headers: { authorization: `Bearer ${legacy}` },
    });
    expect(users.status).toBe(200);
  });

  it("sign HS256 when the operator asks for it, and are told apart by nothing else", async () => {
    const old = await testAuth(sql, { MAIL_AUTOCONFIRM: "true", JWT_SECRET: secret, JWT_ALGORITHM: "HS256" });
    const { session } = await signedIn(old);
    expect(header(session.access_token).alg).toBe("HS256");
    const headers = { authorization: `Bearer ${session.access_token}` };
    await expect(from(headers, old)).resolves.toMatchObject({ role: "authenticated" });
    await expect(from(headers, site)).rejects.toMatchObject({ status: 401 });
  });
});

// From sign-up to sign-out, as supabase-js drives it.
import { describe, expect, it } from "vitest";
import { signInFailures } from "#server/platform/operations/metrics.ts";
import { someone, testAuth } from "#server/testing/test-auth.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const site = await testAuth(sql);
const password = "right password";

async function signedUp(email = someone()) {
  const browser = site.browser();
  const { error } = await browser.auth.signUp({ email, password });
  expect(error).toBeNull();
  await site.open((await site.mailTo(email)).link);
  return { email, browser };
}

describe("sign-up", () => {
  it("answers with the unconfirmed user and no session", async () => {
    const email = someone();
    const { data, error } = await site.browser().auth.signUp({
      email,
      password,
      options: { data: { full_name: "Ada" } },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      email,
      aud: "authenticated",
      role: "authenticated",
      phone: "",
      is_anonymous: false,
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: { full_name: "Ada", email, email_verified: false, phone_verified: false },
    });
    expect(data.user?.identities?.[0]).toMatchObject({ provider: "email", user_id: data.user?.id, email });
    expect(data.user?.confirmation_sent_at).toBeTruthy();
    expect(data.user?.email_confirmed_at).toBeUndefined();
  });

  it("confirms by the mailed link, which works once and returns to the site with a session", async () => {
    const email = someone();
    await site.browser().auth.signUp({ email, password, options: { emailRedirectTo: "http://guidevane.test/" } });
    const { link } = await site.mailTo(email);
    const landed = await site.open(link);
    expect(landed.origin).toBe("http://guidevane.test");
    const values = new URLSearchParams(landed.hash.slice(1));
    expect(values.get("type")).toBe("signup");
    const browser = site.browser();
    const { error } = await browser.auth.setSession({
      access_token: values.get("access_token")!,
      refresh_token: values.get("refresh_token")!,
    });
    expect(error).toBeNull();
    const { data } = await browser.auth.getUser();
    expect(data.user?.email_confirmed_at).toBeTruthy();
    expect(data.user?.user_metadata.email_verified).toBe(true);

    const again = new URLSearchParams((await site.open(link)).hash.slice(1));
    expect(again.get("error_code")).toBe("otp_expired");
    expect(again.get("error")).toBe("access_denied");
  });

  it("confirms by the mailed code", async () => {
    const email = someone();
    const browser = site.browser();
    await browser.auth.signUp({ email, password });
    const { code } = await site.mailTo(email);
    const { data, error } = await browser.auth.verifyOtp({ email, token: code, type: "signup" });
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(email);
  });

  it("refuses a short password with its reason", async () => {
    const { error } = await site.browser().auth.signUp({ email: someone(), password: "12345" });
    expect(error).toMatchObject({ code: "weak_password", status: 422, reasons: ["length"] });
  });

  it("refuses what is not an address", async () => {
    const { error } = await site.browser().auth.signUp({ email: "not an address", password });
    expect(error).toMatchObject({ code: "validation_failed", status: 400 });
  });
});

describe("sign-in", () => {
  it("opens a session whose claims are those of Supabase", async () => {
    const { email, browser } = await signedUp();
    const { data, error } = await browser.auth.signInWithPassword({ email, password });
    expect(error).toBeNull();
    const { data: claims } = await browser.auth.getClaims();
    expect(claims?.claims).toMatchObject({
      iss: "http://guidevane.test/auth/v1",
      sub: data.user?.id,
      aud: "authenticated",
      role: "authenticated",
      email,
      phone: "",
      aal: "aal1",
      is_anonymous: false,
      app_metadata: { provider: "email", providers: ["email"] },
    });
    expect(claims?.claims.amr).toMatchObject([{ method: "password" }]);
    expect(Number(claims?.claims.exp) - Number(claims?.claims.iat)).toBe(3600);
    expect(claims?.header.alg).toBe("ES256");
  });

  it("says the same of a wrong password and of a stranger", async () => {
    const { email, browser } = await signedUp();
    const wrong = await browser.auth.signInWithPassword({ email, password: "wrong password" });
    const stranger = await browser.auth.signInWithPassword({ email: someone(), password });
    expect(wrong.error).toMatchObject({
      code: "invalid_credentials",
      message: "Invalid login credentials",
      status: 400,
    });
    expect(stranger.error).toMatchObject({
      code: wrong.error?.code,
      message: wrong.error?.message,
      status: wrong.error?.status,
    });
  });

  it("asks for the confirmation first, but only of someone who knows the password", async () => {
    const email = someone();
    const browser = site.browser();
    await browser.auth.signUp({ email, password });
    const right = await browser.auth.signInWithPassword({ email, password });
    expect(right.error).toMatchObject({ code: "email_not_confirmed", message: "Email not confirmed" });
    const wrong = await browser.auth.signInWithPassword({ email, password: "wrong password" });
    expect(wrong.error).toMatchObject({ code: "invalid_credentials" });
  });
});

describe("sign-out", () => {
  it.each([
    ["global", [false, false]],
    ["local", [false, true]],
    ["others", [true, false]],
  ] as const)("%s ends the sessions it names, at once", async (scope, alive) => {
    const { email } = await signedUp();
    const [here, there] = [site.browser(), site.browser()];
    const tokens = [];
    for (const browser of [here, there]) {
      const { data } = await browser.auth.signInWithPassword({ email, password });
      tokens.push(data.session!.access_token);
    }
    const { error } = await here.auth.signOut({ scope });
    expect(error).toBeNull();
    for (const [index, token] of tokens.entries()) {
      const { data, error: refused } = await site.browser().auth.getUser(token);
      expect(data.user !== null).toBe(alive[index]);
      if (!alive[index]) expect(refused).toMatchObject({ name: "AuthSessionMissingError" });
      const caller = site.auth.identify(new Headers({ authorization: `Bearer ${token}` }));
      if (alive[index]) await expect(caller).resolves.toMatchObject({ role: "authenticated" });
      else await expect(caller).rejects.toMatchObject({ status: 401, code: "session_not_found" });
    }
  });
});

describe("what anyone may ask", () => {
  it("tells settings, health and public keys", async () => {
    const settings = await (await site.fetch("http://guidevane.test/auth/v1/settings")).json();
    expect(settings).toMatchObject({ disable_signup: false, mailer_autoconfirm: false, external: { email: true } });
    const health = await (await site.fetch("http://guidevane.test/auth/v1/health")).json();
    expect(health).toMatchObject({ name: "GoTrue" });
    const { keys } = await (await site.fetch("http://guidevane.test/auth/v1/.well-known/jwks.json")).json();
    expect(keys).toMatchObject([{ kty: "EC", crv: "P-256", alg: "ES256" }]);
    expect(keys[0].d).toBeUndefined();
  });

  it("answers unknown paths in JSON", async () => {
    const response = await site.fetch("http://guidevane.test/auth/v1/nothing");
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 404, error_code: "not_found" });
  });
});

describe("metrics", () => {
  it("count refused sign-ins by reason, and nothing of who tried", async () => {
    const { email } = await signedUp();
    signInFailures.reset();
    const browser = site.browser();
    await browser.auth.signInWithPassword({ email, password: "wrong password" });
    await browser.auth.signInWithPassword({ email: someone(), password });
    await browser.auth.signInWithPassword({ email, password });
    expect((await signInFailures.get()).values).toMatchObject([
      { labels: { reason: "invalid_credentials" }, value: 2 },
    ]);
  });
});

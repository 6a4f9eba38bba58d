// Everything that goes through a mailbox.
import { describe, expect, it } from "vitest";
import { someone, testAuth } from "#server/testing/test-auth.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const site = await testAuth(sql, { PASSWORD_CHANGE_REAUTHENTICATION: "true", ACCESS_TOKEN_SECONDS: "604800" });
const password = "right password";

async function signedIn() {
  const email = someone();
  const browser = site.browser();
  await browser.auth.signUp({ email, password });
  await browser.auth.verifyOtp({ email, token: (await site.mailTo(email)).code, type: "email" });
  return { email, browser };
}

const fragment = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
const canSignIn = async (email: string, withPassword: string) =>
  (await site.browser().auth.signInWithPassword({ email, password: withPassword })).error === null;

describe("recovery", () => {
  it("leads by link to a session in which the password is changed, and ends the others", async () => {
    const { email, browser: other } = await signedIn();
    const browser = site.browser();
    expect((await browser.auth.resetPasswordForEmail(email)).error).toBeNull();
    const { link, subject } = await site.mailTo(email);
    expect(subject).toBe("Reset your password");
    const values = fragment(await site.open(link));
    expect(values.type).toBe("recovery");
    await browser.auth.setSession({ access_token: values.access_token!, refresh_token: values.refresh_token! });
    expect((await browser.auth.updateUser({ password: "new password" })).error).toBeNull();
    expect(await canSignIn(email, password)).toBe(false);
    expect(await canSignIn(email, "new password")).toBe(true);
    expect((await other.auth.getUser()).data.user).toBeNull();
    expect((await browser.auth.getUser()).data.user?.email).toBe(email);
  });

  it("leads by code as well, and a newer mail replaces an older one", async () => {
    const { email } = await signedIn();
    const browser = site.browser();
    await browser.auth.resetPasswordForEmail(email);
    const older = await site.mailTo(email);
    await browser.auth.resetPasswordForEmail(email);
    const newer = await site.mailTo(email);
    expect((await browser.auth.verifyOtp({ email, token: older.code, type: "recovery" })).error).toMatchObject({
      code: "otp_expired",
      status: 403,
      message: "Token has expired or is invalid",
    });
    expect((await browser.auth.verifyOtp({ email, token: newer.code, type: "recovery" })).error).toBeNull();
  });

  it("keeps the old password from being chosen again", async () => {
    const { browser } = await signedIn();
    expect((await browser.auth.updateUser({ password })).error).toMatchObject({ code: "same_password", status: 422 });
  });
});

describe("codes and links", () => {
  it("die after five wrong tries; the link goes on", async () => {
    const { email } = await signedIn();
    const browser = site.browser();
    await browser.auth.signInWithOtp({ email });
    const { code, link } = await site.mailTo(email);
    const wrong = code === "000000" ? "000001" : "000000";
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await browser.auth.verifyOtp({ email, token: wrong, type: "email" })).error).not.toBeNull();
    }
    expect((await browser.auth.verifyOtp({ email, token: code, type: "email" })).error).toMatchObject({
      code: "otp_expired",
    });
    expect(fragment(await site.open(link)).access_token).toBeTruthy();
  });

  it("die after ten minutes, links after an hour", async () => {
    const { email } = await signedIn();
    const browser = site.browser();
    await browser.auth.signInWithOtp({ email });
    const { code, link } = await site.mailTo(email);
    site.clock.ahead(601_000);
    expect((await browser.auth.verifyOtp({ email, token: code, type: "email" })).error).toMatchObject({
      code: "otp_expired",
    });
    site.clock.ahead(3_000_000);
    expect(fragment(await site.open(link))).toMatchObject({ error: "access_denied", error_code: "otp_expired" });
  });

  it("are not used up by a scanner that only asks for headers", async () => {
    const { email } = await signedIn();
    await site.browser().auth.signInWithOtp({ email });
    const { link } = await site.mailTo(email);
    expect((await site.fetch(link, { method: "HEAD" })).status).toBe(200);
    expect(fragment(await site.open(link)).access_token).toBeTruthy();
  });

  it("cannot be used for another purpose or by another mailbox", async () => {
    const { email } = await signedIn();
    const { email: other } = await signedIn();
    const browser = site.browser();
    await browser.auth.signInWithOtp({ email });
    const { code, link } = await site.mailTo(email);
    expect((await browser.auth.verifyOtp({ email: other, token: code, type: "email" })).error).not.toBeNull();
    const token = new URL(link).searchParams.get("token")!;
    expect((await browser.auth.verifyOtp({ token_hash: token, type: "email_change" })).error).not.toBeNull();
    expect((await browser.auth.verifyOtp({ token_hash: token, type: "magiclink" })).error).toBeNull();
  });
});

describe("sign-in links", () => {
  it("create an account where that is allowed", async () => {
    const email = someone();
    const browser = site.browser();
    const { error } = await browser.auth.signInWithOtp({ email, options: { data: { full_name: "Ada" } } });
    expect(error).toBeNull();
    const { code } = await site.mailTo(email);
    const { data } = await browser.auth.verifyOtp({ email, token: code, type: "email" });
    expect(data.user).toMatchObject({ email, user_metadata: { full_name: "Ada", email_verified: true } });
  });

  it("create none where it is not, with the same answer", async () => {
    const email = someone();
    const { error } = await site.browser().auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    expect(error).toBeNull();
    await site.settled();
    expect(await sql`select from auth.users where email = ${email}`).toHaveLength(0);
    expect(site.mails.some((mail) => mail.to === email)).toBe(false);
  });
});

describe("a change of address", () => {
  it("counts when both mailboxes have agreed", async () => {
    const { email, browser } = await signedIn();
    const newEmail = someone();
    const { data, error } = await browser.auth.updateUser({ email: newEmail });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, new_email: newEmail });
    const current = await site.mailTo(email);
    const next = await site.mailTo(newEmail);
    expect(current.text).toContain(newEmail);

    expect(fragment(await site.open(next.link)).message).toContain("Confirmation link accepted");
    expect((await browser.auth.getUser()).data.user?.email).toBe(email);
    // The same mailbox cannot agree twice.
    expect(fragment(await site.open(next.link)).error_code).toBe("otp_expired");
    expect(fragment(await site.open(current.link)).access_token).toBeTruthy();
    const { data: after } = await browser.auth.getUser();
    expect(after.user).toMatchObject({ email: newEmail, user_metadata: { email: newEmail } });
    expect(after.user?.new_email).toBeUndefined();
    expect(after.user?.identities?.[0]?.identity_data).toMatchObject({ email: newEmail });
    expect(await canSignIn(newEmail, password)).toBe(true);
    expect(await canSignIn(email, password)).toBe(false);
  });

  it("works with codes", async () => {
    const { email, browser } = await signedIn();
    const newEmail = someone();
    await browser.auth.updateUser({ email: newEmail });
    const current = await site.mailTo(email);
    const next = await site.mailTo(newEmail);
    const first = await browser.auth.verifyOtp({ email, token: current.code, type: "email_change" });
    expect(first.error).toBeNull();
    expect(first.data.session).toBeNull();
    const second = await browser.auth.verifyOtp({ email: newEmail, token: next.code, type: "email_change" });
    expect(second.data.user?.email).toBe(newEmail);
  });

  it("does not tell whose address is taken, and cannot take it", async () => {
    const { email, browser } = await signedIn();
    const { email: taken } = await signedIn();
    const { data, error } = await browser.auth.updateUser({ email: taken });
    expect(error).toBeNull();
    expect(data.user?.new_email).toBe(taken);
    await site.open((await site.mailTo(email)).link);
    expect(site.mails.some((mail) => mail.to === taken)).toBe(false);
    expect((await browser.auth.getUser()).data.user?.email).toBe(email);
  });
});

describe("invitations", () => {
  it("create an account that the link confirms", async () => {
    const email = someone();
    const { data, error } = await site.administrator().auth.admin.inviteUserByEmail(email, { data: { team: "sales" } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, invited_at: expect.any(String), user_metadata: { team: "sales" } });
    const values = fragment(await site.open((await site.mailTo(email)).link));
    expect(values.type).toBe("invite");
    const browser = site.browser();
    await browser.auth.setSession({ access_token: values.access_token!, refresh_token: values.refresh_token! });
    expect((await browser.auth.updateUser({ password: "own password" })).error).toBeNull();
    expect(await canSignIn(email, "own password")).toBe(true);
    expect((await site.administrator().auth.admin.inviteUserByEmail(email)).error).toMatchObject({
      code: "email_exists",
    });
  });
});

describe("reauthentication", () => {
  it("is asked for before a password changes in an old session", async () => {
    const { email, browser } = await signedIn();
    site.clock.ahead(25 * 3_600_000);
    expect((await browser.auth.updateUser({ password: "new password" })).error).toMatchObject({
      code: "reauthentication_needed",
    });
    expect((await browser.auth.reauthenticate()).error).toBeNull();
    const { code, link } = await site.mailTo(email);
    expect(link).toBe("");
    const wrong = code === "000000" ? "000001" : "000000";
    expect((await browser.auth.updateUser({ password: "new password", nonce: wrong })).error).toMatchObject({
      code: "reauthentication_not_valid",
    });
    expect((await browser.auth.updateUser({ password: "new password", nonce: code })).error).toBeNull();
    expect(await canSignIn(email, "new password")).toBe(true);
  });
});

describe("resend", () => {
  it("mails an unconfirmed sign-up again", async () => {
    const email = someone();
    const browser = site.browser();
    await browser.auth.signUp({ email, password });
    await site.mailTo(email);
    expect((await browser.auth.resend({ type: "signup", email })).error).toBeNull();
    const { code } = await site.mailTo(email);
    expect((await browser.auth.verifyOtp({ email, token: code, type: "signup" })).error).toBeNull();
  });

  it("mails both sides of a change of address again", async () => {
    const { email, browser } = await signedIn();
    const newEmail = someone();
    await browser.auth.updateUser({ email: newEmail });
    await site.mailTo(newEmail);
    await site.mailTo(email);
    await browser.auth.resend({ type: "email_change", email });
    await site.open((await site.mailTo(newEmail)).link);
    await site.open((await site.mailTo(email)).link);
    expect((await browser.auth.getUser()).data.user?.email).toBe(newEmail);
  });
});

describe("PKCE", () => {
  it("gives the session only to the browser that asked", async () => {
    const email = someone();
    const browser = site.browser({ flowType: "pkce" });
    await browser.auth.signUp({ email, password });
    const { link } = await site.mailTo(email);
    expect(new URL(link).searchParams.get("token")).toMatch(/^pkce_/);
    const landed = await site.open(link);
    expect(landed.hash).toBe("");
    const code = landed.searchParams.get("code")!;
    const thief = await site.fetch("http://guidevane.test/auth/v1/token?grant_type=pkce", {
      method: "POST",
      body: JSON.stringify({ auth_code: code, code_verifier: "x".repeat(56) }),
    });
    expect(await thief.json()).toMatchObject({ code: 400, error_code: "bad_code_verifier" });
    const { data, error } = await browser.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    const again = await site.fetch("http://guidevane.test/auth/v1/token?grant_type=pkce", {
      method: "POST",
      body: JSON.stringify({ auth_code: code, code_verifier: "x".repeat(56) }),
    });
    expect(await again.json()).toMatchObject({ code: 404, error_code: "flow_state_not_found" });
  });

  it("refuses a wrong verifier of a plain challenge, whatever its letters", async () => {
    const { email } = await signedIn();
    const post = (path: string, body: object) =>
      site.fetch(`http://guidevane.test/auth/v1/${path}`, { method: "POST", body: JSON.stringify(body) });
    await post("otp", { email, code_challenge: "a".repeat(43), code_challenge_method: "plain" });
    const code = (await site.open((await site.mailTo(email)).link)).searchParams.get("code")!;
    const redeem = (verifier: string) => post("token?grant_type=pkce", { auth_code: code, code_verifier: verifier });
    expect((await redeem("é".repeat(43))).status).toBe(400);
    expect((await redeem("a".repeat(43))).status).toBe(200);
  });

  it("reports errors in the query as well", async () => {
    const landed = await site.open("http://guidevane.test/auth/v1/verify?token=pkce_unknown&type=magiclink");
    expect(landed.searchParams.get("error_code")).toBe("otp_expired");
    expect(fragment(landed).error_description).toBe("Email link is invalid or has expired");
  });

  it("serves recovery and sign-in links too", async () => {
    const { email } = await signedIn();
    const browser = site.browser({ flowType: "pkce" });
    await browser.auth.resetPasswordForEmail(email);
    const recovery = (await site.open((await site.mailTo(email)).link)).searchParams.get("code")!;
    expect((await browser.auth.exchangeCodeForSession(recovery)).error).toBeNull();
    await browser.auth.signInWithOtp({ email });
    const magic = (await site.open((await site.mailTo(email)).link)).searchParams.get("code")!;
    expect((await browser.auth.exchangeCodeForSession(magic)).error).toBeNull();
  });
});

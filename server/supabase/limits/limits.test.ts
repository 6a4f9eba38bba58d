import { generateSync } from "otplib";
import { openPool } from "#server/platform/database/sql.ts";
import { afterAll, describe, expect, it, vi } from "vitest";
import { someone, testAuth, type TestAuth } from "#server/testing/test-auth.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { createLimits, type Limit } from "./limits.ts";

const { sql, connection } = await testDatabase();
const second = openPool({ ...connection, max: 5 });
afterAll(() => second.end());
// Dozens of password hashes one after the other: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 90_000 });

const limit = (more: Partial<Limit> = {}): Limit => {
  return { name: "test", of: crypto.randomUUID(), max: 3, seconds: 60, ...more };
};

describe("limits", () => {
  it("count across instances, however the requests arrive", async () => {
    const [here, there] = [createLimits(sql), createLimits(second)];
    const asked = limit({ max: 10 });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 ? here : there).take(asked)));
    expect(answers.filter((wait) => wait === null)).toHaveLength(10);
    for (const wait of answers) if (wait !== null) expect(wait).toBeLessThanOrEqual(60);
  });

  it("open again when the window is over", async () => {
    let at = Date.now();
    const limits = createLimits(sql, () => new Date(at));
    const asked = limit({ max: 1 });
    expect(await limits.take(asked)).toBeNull();
    expect(await limits.take(asked)).toBeGreaterThan(55);
    at += 61_000;
    expect(await limits.take(asked)).toBeNull();
  });

  it("refuse when any of several is used up, and give back", async () => {
    const limits = createLimits(sql);
    const [shared, own] = [limit({ max: 2 }), limit({ max: 100 })];
    expect(await limits.take(shared, own)).toBeNull();
    await limits.giveBack(shared);
    expect(await limits.take(shared, own)).toBeNull();
    expect(await limits.take(shared, own)).toBeNull();
    expect(await limits.take(shared, own)).not.toBeNull();
  });

  it("of zero seconds do not limit, and store no address", async () => {
    const limits = createLimits(sql);
    const asked = limit({ seconds: 0, max: 1, of: "person@example.com" });
    for (let count = 0; count < 5; count += 1) expect(await limits.take(asked)).toBeNull();
    await limits.take(limit({ of: "person@example.com" }));
    expect(await sql`select from server.limits where key like '%example.com%'`).toHaveLength(0);
  });

  it("slow an account down only after its free tries, whichever of two clocks is behind", async () => {
    const account = { name: "test", of: crypto.randomUUID(), free: 2 };
    const start = Date.now();
    const [here, there] = [createLimits(sql, () => new Date(start)), createLimits(second, () => new Date(start - 500))];
    expect(await here.slowDown(account)).toBeNull();
    expect(await there.slowDown(account)).toBeNull();
    expect(await here.slowDown(account)).toBeNull();
    expect(await here.slowDown(account)).toBe(1);
    await here.speedUp(account);
    expect(await there.slowDown(account)).toBeNull();
  });

  it("forget what is over", async () => {
    let at = Date.now();
    const limits = createLimits(sql, () => new Date(at));
    await limits.take(limit());
    at += 7_200_000;
    await limits.sweep();
    expect(await sql`select from server.limits`).toHaveLength(0);
  });
});

describe("guessing is stopped", () => {
  const wrong = { password: "wrong password" };
  const password = "right password";
  const settings = {
    LIMIT_TOKEN_PER_MINUTE: "30",
    LIMIT_PASSWORD_FAILURES: "3",
    LIMIT_VERIFY_PER_MINUTE: "30",
    LIMIT_SIGNUP_PER_HOUR: "5",
  };
  const post = (site: TestAuth, email: string, tried: string, cookie?: string) =>
    site.fetch("http://guidevane.test/auth/v1/token?grant_type=password", {
      method: "POST",
      headers: cookie ? { cookie } : {},
      body: JSON.stringify({ email, password: tried }),
    });

  it("after at most thirty of 120 passwords from one address, however fast they come", async () => {
    const site = await testAuth(sql, settings, () => "198.51.100.1");
    const answers = await Promise.all(
      Array.from({ length: 120 }, () => site.browser().auth.signInWithPassword({ email: someone(), ...wrong })),
    );
    const judged = answers.filter(({ error }) => error?.code === "invalid_credentials").length;
    expect(judged).toBeGreaterThan(0);
    expect(judged).toBeLessThanOrEqual(30);
    expect(answers.filter(({ error }) => error?.status === 429)).toHaveLength(120 - judged);
  });

  it("from many addresses for one account: nine tries, then each waits twice as long as the one before", async () => {
    let count = 0;
    const site = await testAuth(sql, settings, () => `203.0.113.${(count += 1)}`);
    const email = someone();
    await site.administrator().auth.admin.createUser({ email, password, email_confirm: true });
    const codes: (string | undefined)[] = [];
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => site.browser().auth.signInWithPassword({ email, ...wrong })),
      );
      codes.push(...answers.map(({ error }) => error?.code));
    }
    // The tenth arms the first wait.
    expect(codes.filter((code) => code === "invalid_credentials")).toHaveLength(10);
    expect(codes.filter((code) => code === "over_request_rate_limit")).toHaveLength(6);
    const waits: number[] = [];
    for (let time = 0; time < 12; time += 1) {
      const refused = await post(site, email, wrong.password);
      expect(refused.status).toBe(429);
      const wait = Number(refused.headers.get("retry-after"));
      waits.push(wait);
      site.clock.ahead(wait * 1000);
      expect((await post(site, email, wrong.password)).status).toBe(400);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
    site.clock.ahead(900_000);
    expect((await site.browser().auth.signInWithPassword({ email, password })).error).toBeNull();
  });

  it("from one address without locking the owner out elsewhere", async () => {
    let address = "198.51.100.20";
    const site = await testAuth(sql, { ...settings, LIMIT_TOKEN_PER_MINUTE: "1000" }, () => address);
    const email = someone();
    await site.administrator().auth.admin.createUser({ email, password, email_confirm: true });
    const statuses: number[] = [];
    for (let time = 0; time < 30; time += 1) statuses.push((await post(site, email, wrong.password)).status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(3);
    expect((await post(site, email, password)).status).toBe(429);
    address = "198.51.100.21";
    expect((await post(site, email, password)).status).toBe(200);
  });

  it("without locking out a device that has signed in before, whatever address it has", async () => {
    let address = "198.51.100.30";
    const site = await testAuth(sql, settings, () => address);
    const [email, other] = [someone(), someone()];
    for (const who of [email, other])
      await site.administrator().auth.admin.createUser({ email: who, password, email_confirm: true });
    const first = await post(site, email, password);
    const cookie = first.headers.get("set-cookie")!;
    expect(cookie).toMatch(/^guidevane-device=[\w.-]+; Max-Age=31536000; Path=\/auth\/v1; HttpOnly; SameSite=Lax$/);
    const device = cookie.split(";")[0]!;
    for (let network = 0; network < 4; network += 1) {
      address = `198.51.100.${40 + network}`;
      for (let time = 0; time < 3; time += 1) await post(site, email, wrong.password);
    }
    // The account waits, and this address has used up its tries.
    expect((await post(site, email, password)).status).toBe(429);
    const again = await post(site, email, password, device);
    expect(again.status).toBe(200);
    // The device is known for the account that signed in there, and made-up marks are worth nothing.
    for (let time = 0; time < 3; time += 1) await post(site, other, wrong.password);
    expect((await post(site, other, password, device)).status).toBe(429);
    const forged = device.replace(/\.[\w-]{43}$/, `.${"A".repeat(43)}`);
    expect((await post(site, email, password, forged)).status).toBe(429);
    // Guessing on the device itself has an end too.
    for (let time = 0; time < 3; time += 1) {
      expect((await post(site, email, wrong.password, device)).status).toBe(400);
    }
    expect((await post(site, email, password, device)).status).toBe(429);
    // A new password makes every device a stranger.
    site.clock.ahead(901_000);
    const { access_token: token } = await again.json();
    const changed = await site.fetch("http://guidevane.test/auth/v1/user", {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, cookie: device },
      body: JSON.stringify({ password: "another password" }),
    });
    const renewed = changed.headers.get("set-cookie")!.split(";")[0]!;
    for (let time = 0; time < 4; time += 1) await post(site, email, wrong.password);
    expect((await post(site, email, "another password", device)).status).toBe(429);
    expect((await post(site, email, "another password", renewed)).status).toBe(200);
  });

  it("without keeping the owner waiting on a new device: a mailed link or code lets them in at once", async () => {
    let count = 0;
    const site = await testAuth(sql, { ...settings, LIMIT_MAIL_SECONDS: "0" }, () => `203.0.114.${(count += 1)}`);
    const email = someone();
    await site.administrator().auth.admin.createUser({ email, password, email_confirm: true });
    for (let time = 0; time < 12; time += 1) await post(site, email, wrong.password);
    expect((await post(site, email, password)).status).toBe(429);
    const owner = site.browser();
    expect((await owner.auth.signInWithOtp({ email })).error).toBeNull();
    expect((await site.open((await site.mailTo(email)).link)).hash).toContain("access_token=");
    expect((await owner.auth.signInWithOtp({ email })).error).toBeNull();
    const { code } = await site.mailTo(email);
    expect((await owner.auth.verifyOtp({ email, token: code, type: "email" })).error).toBeNull();
    // The guesser's wait is not over by it.
    expect((await post(site, email, password)).status).toBe(429);
  });

  it("but signing in often is not guessing", async () => {
    let count = 0;
    const site = await testAuth(
      sql,
      { ...settings, LIMIT_TOKEN_PER_MINUTE: "3" },
      () => `2001:db8:0:${(count += 1)}::1`,
    );
    const email = someone();
    await site.administrator().auth.admin.createUser({ email, password, email_confirm: true });
    for (let tries = 0; tries < 6; tries += 1) {
      expect((await site.browser().auth.signInWithPassword({ email, password })).error).toBeNull();
    }
  });

  it("and a whole IPv6 network is one caller", async () => {
    let count = 0;
    const site = await testAuth(
      sql,
      { ...settings, LIMIT_TOKEN_PER_MINUTE: "3" },
      () => `2001:db8:5:5::${(count += 1)}`,
    );
    const codes: (string | undefined)[] = [];
    for (let tries = 0; tries < 5; tries += 1) {
      const { error } = await site.browser().auth.signInWithPassword({ email: someone(), ...wrong });
      codes.push(error?.code);
    }
    expect(codes.filter((code) => code === "over_request_rate_limit")).toHaveLength(2);
  });

  it("for codes after five of ten", async () => {
    const site = await testAuth(sql, settings);
    const email = someone();
    await site.administrator().auth.admin.createUser({ email, email_confirm: true });
    const browser = site.browser();
    await browser.auth.signInWithOtp({ email });
    const { code } = await site.mailTo(email);
    const guess = code === "000000" ? "000001" : "000000";
    await Promise.all(Array.from({ length: 10 }, () => browser.auth.verifyOtp({ email, token: guess, type: "email" })));
    expect((await browser.auth.verifyOtp({ email, token: code, type: "email" })).error).toMatchObject({
      code: "otp_expired",
    });
  });

  it("for codes of ever new mails: fifteen tries for a mailbox, then each waits longer; the link goes on", async () => {
    const site = await testAuth(sql, settings, () => "198.51.100.70");
    const email = someone();
    await site.administrator().auth.admin.createUser({ email, email_confirm: true });
    const browser = site.browser();
    const statuses: (number | undefined)[] = [];
    let mail = { code: "", link: "" };
    for (let time = 0; time < 5; time += 1) {
      await browser.auth.signInWithOtp({ email });
      mail = await site.mailTo(email);
      const token = mail.code === "000000" ? "000001" : "000000";
      for (let tries = 0; tries < 4; tries += 1) {
        statuses.push((await browser.auth.verifyOtp({ email, token, type: "email" })).error?.status);
      }
    }
    expect(statuses.filter((status) => status === 403)).toHaveLength(16);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    expect((await site.open(mail.link)).hash).toContain("access_token=");
  });

  it("for second factors without locking the owner out elsewhere", async () => {
    let address = "198.51.100.60";
    const site = await testAuth(sql, { ...settings, LIMIT_FACTOR_TRIES: "5" }, () => address);
    const email = someone();
    await site.administrator().auth.admin.createUser({ email, password, email_confirm: true });
    const [owner, thief] = [site.browser(), site.browser()];
    const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(site.clock.now().getTime() / 1000) });
    await owner.auth.signInWithPassword({ email, password });
    const { data } = await owner.auth.mfa.enroll({ factorType: "totp" });
    const { id: factorId, secret } = { id: data!.id, secret: (data as { totp: { secret: string } }).totp.secret };
    await owner.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    site.clock.ahead(60_000);
    await thief.auth.signInWithPassword({ email, password });
    const wrongCode = codeOf(secret) === "000000" ? "000001" : "000000";
    const codes: (string | undefined)[] = [];
    for (let time = 0; time < 8; time += 1) {
      codes.push((await thief.auth.mfa.challengeAndVerify({ factorId, code: wrongCode })).error?.code);
    }
    expect(codes.filter((code) => code === "mfa_verification_failed")).toHaveLength(5);
    expect(codes.filter((code) => code === "over_request_rate_limit")).toHaveLength(3);
    address = "198.51.100.61";
    await owner.auth.signInWithPassword({ email, password });
    expect((await owner.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull();
  });

  it("with 429 and Retry-After for sign-ups", async () => {
    const site = await testAuth(sql, settings, () => "198.51.100.9");
    const signUp = () =>
      site.fetch("http://guidevane.test/auth/v1/signup", {
        method: "POST",
        body: JSON.stringify({ email: someone(), password: "right password" }),
      });
    const statuses = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await signUp()).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    const refused = await signUp();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3500);
    expect(await refused.json()).toMatchObject({
      error_code: "over_request_rate_limit",
      msg: "Request rate limit reached",
    });
  });
});

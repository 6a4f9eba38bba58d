import { openPool } from "#server/platform/database/sql.ts";
import { afterAll, describe, expect, it, vi } from "vitest";
import { someone, testAuth } from "#server/testing/test-auth.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { createLimits, type Limit } from "./limits.ts";

const { sql, connection } = await testDatabase();
const second = openPool({ ...connection, max: 5 });
afterAll(() => second.end());
// Dozens of password hashes one after the other: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 90_000 });

const limit = (more: Partial<Limit> = {}): Limit => {
  return { name: "test", of: crypto.randomUUID(), most: 3, seconds: 60, ...more };
};

describe("limits", () => {
  it("count across instances, however the requests arrive", async () => {
    const [here, there] = [createLimits(sql), createLimits(second)];
    const asked = limit({ most: 10 });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 ? here : there).take(asked)));
    expect(answers.filter((wait) => wait === null)).toHaveLength(10);
    for (const wait of answers) if (wait !== null) expect(wait).toBeLessThanOrEqual(60);
  });

  it("open again when the window is over", async () => {
    let ahead = 0;
    const limits = createLimits(sql, () => new Date(Date.now() + ahead));
    const asked = limit({ most: 1 });
    expect(await limits.take(asked)).toBeNull();
    expect(await limits.take(asked)).toBeGreaterThan(55);
    ahead = 61_000;
    expect(await limits.take(asked)).toBeNull();
  });

  it("refuse when any of several is used up, and give back", async () => {
    const limits = createLimits(sql);
    const [shared, own] = [limit({ most: 2 }), limit({ most: 100 })];
    expect(await limits.take(shared, own)).toBeNull();
    await limits.giveBack(shared);
    expect(await limits.take(shared, own)).toBeNull();
    expect(await limits.take(shared, own)).toBeNull();
    expect(await limits.take(shared, own)).not.toBeNull();
  });

  it("of zero seconds do not limit, and store no address", async () => {
    const limits = createLimits(sql);
    const asked = limit({ seconds: 0, most: 1, of: "person@example.com" });
    for (let count = 0; count < 5; count += 1) expect(await limits.take(asked)).toBeNull();
    await limits.take(limit({ of: "person@example.com" }));
    expect(await sql`select from server.limits where key like '%example.com%'`).toHaveLength(0);
  });

  it("forget what is over", async () => {
    let ahead = 0;
    const limits = createLimits(sql, () => new Date(Date.now() + ahead));
    await limits.take(limit());
    ahead = 7_200_000;
    await limits.sweep();
    expect(await sql`select from server.limits`).toHaveLength(0);
  });
});

describe("guessing is stopped", () => {
  const wrong = { password: "wrong password" };
  const settings = { LIMIT_TOKEN_PER_MINUTE: "30", LIMIT_VERIFY_PER_MINUTE: "30", LIMIT_SIGNUP_PER_HOUR: "5" };

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

  it("after ten of 120 passwords for one account from many addresses, where ten is the limit", async () => {
    let count = 0;
    const site = await testAuth(sql, { ...settings, LIMIT_TOKEN_PER_MINUTE: "10" }, () => `203.0.113.${(count += 1)}`);
    const email = someone();
    const password = "right password";
    await site.administrator().auth.admin.createUser({ email, password, email_confirm: true });
    const codes: (string | undefined)[] = [];
    for (let round = 0; round < 30; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => site.browser().auth.signInWithPassword({ email, ...wrong })),
      );
      codes.push(...answers.map(({ error }) => error?.code));
    }
    expect(codes.filter((code) => code === "invalid_credentials")).toHaveLength(10);
    expect(codes.filter((code) => code === "over_request_rate_limit")).toHaveLength(110);
    const { error } = await site.browser().auth.signInWithPassword({ email, password });
    expect(error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
    site.clock.ahead(61_000);
    expect((await site.browser().auth.signInWithPassword({ email, password })).error).toBeNull();
  });

  it("but signing in often is not guessing", async () => {
    let count = 0;
    const site = await testAuth(
      sql,
      { ...settings, LIMIT_TOKEN_PER_MINUTE: "3" },
      () => `2001:db8:0:${(count += 1)}::1`,
    );
    const email = someone();
    const password = "right password";
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

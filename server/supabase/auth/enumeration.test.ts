// Whether an address has an account shows neither in an answer nor in the time it takes.
import { describe, expect, it, vi } from "vitest";
import { someone, testAuth } from "#server/testing/test-auth.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const site = await testAuth(sql);
const password = "right password";
// Dozens of password hashes one after the other: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 90_000 });

async function member() {
  const email = someone();
  await site.administrator().auth.admin.createUser({ email, password, email_confirm: true });
  return email;
}

async function post(path: string, body: object) {
  const start = performance.now();
  const response = await site.fetch(`http://guidevane.test/auth/v1/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text), milliseconds: performance.now() - start };
}

/** Interleaved, so that a busy machine slows both sides; the median ignores what remains. */
async function compareTimes(count: number, one: () => Promise<unknown>, other: () => Promise<unknown>) {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < count; round += 1) {
    for (const [index, act] of [one, other].entries()) {
      const start = performance.now();
      await act();
      times[index]!.push(performance.now() - start);
    }
  }
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
  return median(times[0]) / median(times[1]);
}

/** The same shape all the way down, whatever the values. */
const shape = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, item]) => [key, shape(item)])
      .sort(),
  );
};

describe("sign-up", () => {
  it("answers alike for a new address, a member, and someone who never confirmed", async () => {
    const [known, unconfirmed] = [await member(), someone()];
    await post("signup", { email: unconfirmed, password });
    const answers = [];
    for (const email of [someone(), known, unconfirmed]) {
      const { status, body } = await post("signup", { email, password, data: { full_name: "Ada" } });
      expect(status).toBe(200);
      expect(body.email).toBe(email);
      expect(body.identities[0].identity_data).toMatchObject({ email, full_name: "Ada", sub: body.id });
      expect(Date.now() - Date.parse(body.created_at)).toBeLessThan(5000);
      answers.push(shape(body));
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    const real = await sql`select id from auth.users where email = ${known}`;
    const { body } = await post("signup", { email: known, password });
    expect(body.id).not.toBe(real[0]?.id);
    expect(await sql`select from auth.users where email like '%rehearsal.invalid'`).toHaveLength(0);
  });

  it("mails a member nothing, and changes nothing", async () => {
    const known = await member();
    await post("signup", { email: known, password: "stranger's password" });
    await site.settled();
    expect(site.mails.filter((mail) => mail.to === known)).toHaveLength(0);
    expect((await site.browser().auth.signInWithPassword({ email: known, password })).error).toBeNull();
  });

  it("takes as long for a member as for a new address", async () => {
    const known = await member();
    const ratio = await compareTimes(
      9,
      () => post("signup", { email: known, password }),
      () => post("signup", { email: someone(), password }),
    );
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.7);
  });
});

describe("sign-in", () => {
  it("takes as long for a stranger as for a member", async () => {
    const known = await member();
    const signIn = (email: string) => post("token?grant_type=password", { email, password: "wrong password" });
    const ratio = await compareTimes(
      9,
      () => signIn(someone()),
      () => signIn(known),
    );
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.7);
  });

  it("says the same of a stranger, a wrong password, a banned and an unconfirmed account", async () => {
    const { admin } = site.administrator().auth;
    const unconfirmed = someone();
    await admin.createUser({ email: unconfirmed, password });
    const banned = someone();
    await admin.createUser({ email: banned, password, email_confirm: true, ban_duration: "24h" });
    const invited = someone();
    await admin.inviteUserByEmail(invited);
    const answers = [];
    for (const email of [someone(), await member(), unconfirmed, banned, invited]) {
      const { status, body } = await post("token?grant_type=password", { email, password: "wrong password" });
      answers.push({ status, body });
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });
});

describe.each([
  ["recover", {}],
  ["otp", { create_user: false }],
  ["resend", { type: "signup" }],
  ["resend", { type: "email_change" }],
])("%s %j", (path, more) => {
  it("answers alike, and before it looks the account up", async () => {
    const known = await member();
    const answers = [];
    for (const email of [someone(), known]) {
      const { status, body } = await post(path, { email, ...more });
      answers.push({ status, body });
    }
    expect(answers).toEqual([
      { status: 200, body: {} },
      { status: 200, body: {} },
    ]);
  });

  it("is limited alike", async () => {
    const limited = await testAuth(sql, { LIMIT_MAIL_SECONDS: "60" });
    const ask = async (email: string) => {
      const response = await limited.fetch(`http://guidevane.test/auth/v1/${path}`, {
        method: "POST",
        body: JSON.stringify({ email, ...more }),
      });
      return { status: response.status, body: await response.json(), wait: response.headers.get("retry-after") };
    };
    const [known, stranger] = [await member(), someone()];
    for (const email of [known, stranger]) expect((await ask(email)).status).toBe(200);
    for (const email of [known, stranger]) {
      expect(await ask(email)).toMatchObject({
        status: 429,
        body: {
          error_code: "over_email_send_rate_limit",
          msg: expect.stringContaining("you can only request this after"),
        },
        wait: expect.stringMatching(/^\d+$/),
      });
    }
  });
});

describe("verify", () => {
  it("says the same of a wrong code and of a stranger", async () => {
    const known = await member();
    await post("otp", { email: known });
    await site.settled();
    const answers = [];
    for (const email of [known, someone()]) {
      const { status, body } = await post("verify", { type: "email", email, token: "abcdef" });
      answers.push({ status, body });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 403, body: { error_code: "otp_expired" } });
  });
});

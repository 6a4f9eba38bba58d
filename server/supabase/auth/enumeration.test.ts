// Whether an address has an account shows neither in an answer nor in the work behind it, and so not in its time.
import type { Sql, TransactionSql } from "#server/platform/database/sql.ts";
import { describe, expect, it } from "vitest";
import { createPasswords } from "./passwords.ts";
import { someone, testAuth } from "#server/testing/test-auth.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const password = "right password";
const work: string[] = [];
let opened = Promise.resolve();
const bcrypt = createPasswords({ minLength: 6, refuseCommon: false });
const site = await testAuth(sql, {}, undefined, {
  sql: recorded(sql),
  passwords: {
    ...bcrypt,
    hash: (given) => (work.push("hash"), bcrypt.hash(given)),
    matches: (given, stored) => (work.push("compare"), bcrypt.matches(given, stored)),
  },
  afterResponse: async (later) => {
    await opened;
    await later();
  },
});

/** Notes each statement's text, in and out of transactions. */
function recorded<Db extends Sql | TransactionSql>(db: Db): Db {
  return new Proxy(db, {
    apply(target, self, given: unknown[]) {
      if (Array.isArray(given[0]) && "raw" in given[0]) work.push(given[0].join("?"));
      return Reflect.apply(target as never, self, given);
    },
    get(target, name) {
      if (name !== "begin" || !("begin" in target)) return Reflect.get(target, name);
      return (act: (inner: TransactionSql) => Promise<unknown>) => {
        work.push("begin");
        return target.begin((inner) => act(recorded(inner)));
      };
    },
  });
}

async function member() {
  const email = someone();
  await site.administrator().auth.admin.createUser({ email, password, email_confirm: true });
  return email;
}

async function post(path: string, body: object) {
  const response = await site.fetch(`http://guidevane.test/auth/v1/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text) };
}

/**
 * What a request makes the server do until it answers: passwords hashed and compared, statements sent. The same work
 * takes the same time, on any machine.
 */
async function workOf(act: () => Promise<unknown>): Promise<string[]> {
  const gate = Promise.withResolvers<void>();
  opened = gate.promise;
  work.length = 0;
  await act();
  const done = [...work];
  gate.resolve();
  await site.settled();
  return done;
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
    const before = site.clock.now().getTime();
    for (const email of [someone(), known, unconfirmed]) {
      const { status, body } = await post("signup", { email, password, data: { full_name: "Ada" } });
      expect(status).toBe(200);
      expect(body.email).toBe(email);
      expect(body.identities[0].identity_data).toMatchObject({ email, full_name: "Ada", sub: body.id });
      expect(Date.parse(body.created_at)).toBeGreaterThan(before);
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

  it("is the same work for a member, for someone who never confirmed and for a new address", async () => {
    const [known, unconfirmed] = [await member(), someone()];
    await post("signup", { email: unconfirmed, password });
    const signUp = (email: string) => workOf(() => post("signup", { email, password }));
    const stranger = await signUp(someone());
    expect(stranger).toContain("hash");
    expect(stranger.length).toBeGreaterThan(5);
    expect(await signUp(known)).toEqual(stranger);
    expect(await signUp(unconfirmed)).toEqual(stranger);
  });
});

describe("sign-in", () => {
  it("is the same work for a stranger as for a member", async () => {
    const signIn = (email: string) =>
      workOf(() => post("token?grant_type=password", { email, password: "wrong password" }));
    const known = await signIn(await member());
    expect(known.filter((step) => step === "compare")).toHaveLength(1);
    expect(await signIn(someone())).toEqual(known);
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
    const askedOf = await workOf(() => post(path, { email: known, ...more }));
    expect(askedOf.join(" ")).not.toContain("auth.users");
    expect(await workOf(() => post(path, { email: someone(), ...more }))).toEqual(askedOf);
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

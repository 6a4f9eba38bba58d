// Refresh tokens: rotated, one chain per session, and a stolen one ends the session.
import { openPool } from "#server/platform/database/sql.ts";
import { afterAll, describe, expect, it } from "vitest";
import { someone, testAuth, type TestAuth } from "#server/testing/test-auth.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql, connection } = await testDatabase();
const settings = { MAIL_AUTOCONFIRM: "true" };
const site = await testAuth(sql, settings);
const pool = openPool({ ...connection, max: 5 });
afterAll(() => pool.end());
/** Another instance on the same database, whose clock goes with the first one's. */
const twin = await testAuth(pool, settings, undefined, { now: site.clock.now });
const password = "right password";

async function signedIn(on: TestAuth = site) {
  const { data, error } = await on.browser().auth.signUp({ email: someone(), password });
  expect(error).toBeNull();
  return data.session!;
}

async function refresh(token: string, on: TestAuth = site) {
  const response = await on.fetch("http://guidevane.test/auth/v1/token?grant_type=refresh_token", {
    method: "POST",
    body: JSON.stringify({ refresh_token: token }),
  });
  return { status: response.status, body: await response.json() };
}

const isAlive = async (accessToken: string, on: TestAuth = site) =>
  (await on.browser().auth.getUser(accessToken)).data.user !== null;

describe("refresh tokens", () => {
  it("give a new pair, and stay long, random and unknown to the database", async () => {
    const session = await signedIn();
    const { status, body } = await refresh(session.refresh_token);
    expect(status).toBe(200);
    expect(body.refresh_token).not.toBe(session.refresh_token);
    expect(body.user.id).toBe(session.user.id);
    for (const token of [session.refresh_token, body.refresh_token]) {
      expect(Buffer.from(token, "base64url").length).toBeGreaterThanOrEqual(32);
      const [stored] = await sql`select from auth.refresh_tokens where token = ${token}`;
      expect(stored).toBeUndefined();
    }
  });

  it("that came back within the grace lead to the one token that is good", async () => {
    const session = await signedIn();
    const first = await refresh(session.refresh_token);
    const second = await refresh(first.body.refresh_token);
    const late = await refresh(session.refresh_token);
    expect(late.status).toBe(200);
    // The chain had moved on: the answer is its newest link, and only that one is unused.
    const [count] = await sql`
      select count(*)::int as live from auth.refresh_tokens
      where user_id = ${session.user.id} and not revoked`;
    expect(count?.live).toBe(1);
    expect(late.body.refresh_token).toBe(second.body.refresh_token);
  });

  it("that come back after the grace end the whole session at once", async () => {
    const session = await signedIn();
    const next = await refresh(session.refresh_token);
    site.clock.ahead(11_000);
    const stolen = await refresh(session.refresh_token);
    expect(stolen).toMatchObject({
      status: 400,
      body: { code: 400, error_code: "refresh_token_already_used", msg: "Invalid Refresh Token: Already Used" },
    });
    expect(await refresh(next.body.refresh_token)).toMatchObject({
      status: 400,
      body: { error_code: "refresh_token_not_found" },
    });
    expect(await isAlive(next.body.access_token)).toBe(false);
  });

  it("leave no row behind when they are used up, and one that was used long ago still ends the session", async () => {
    const session = await signedIn();
    let newest = session.refresh_token;
    let access = session.access_token;
    for (let turn = 0; turn < 30; turn++) {
      site.clock.ahead(11_000);
      const { body } = await refresh(newest);
      [newest, access] = [body.refresh_token, body.access_token];
    }
    const { session_id: id } = JSON.parse(Buffer.from(access.split(".")[1]!, "base64url").toString());
    const rows = await sql`select revoked from auth.refresh_tokens where session_id = ${id} order by revoked`;
    expect(rows.map(({ revoked }) => revoked)).toEqual([false, true]);
    expect(await refresh(session.refresh_token)).toMatchObject({
      status: 400,
      body: { error_code: "refresh_token_already_used" },
    });
    expect(await isAlive(access)).toBe(false);
    expect((await refresh(newest)).status).toBe(400);
  });

  it("that arrive together, here and at another instance, give one family", async () => {
    const session = await signedIn();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => refresh(session.refresh_token, index % 2 ? site : twin)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
    const [count] = await sql`
      select count(distinct session_id)::int as sessions, count(*) filter (where not revoked)::int as live
      from auth.refresh_tokens where user_id = ${session.user.id}`;
    expect(count).toMatchObject({ sessions: 1, live: 1 });
  });

  it("and a sign-out at the same moment do not block each other", async () => {
    const sessions = await Promise.all(Array.from({ length: 8 }, () => signedIn()));
    const outcomes = await Promise.all(
      sessions.flatMap(({ refresh_token, access_token }) => [
        refresh(refresh_token).then(({ status }) => status),
        site
          .fetch("http://guidevane.test/auth/v1/logout", {
            method: "POST",
            headers: { authorization: `Bearer ${access_token}` },
          })
          .then(({ status }) => status),
      ]),
    );
    for (const status of outcomes) expect(status).toBeOneOf([200, 204, 400]);
    for (const { access_token } of sessions) expect(await isAlive(access_token)).toBe(false);
  });

  it("that nobody issued are refused", async () => {
    expect(await refresh("nonsense")).toMatchObject({
      status: 400,
      body: { error_code: "refresh_token_not_found", msg: "Invalid Refresh Token: Refresh Token Not Found" },
    });
    const session = await signedIn();
    const [row] = await sql`select token from auth.refresh_tokens where user_id = ${session.user.id}`;
    expect(await refresh(row?.token)).toMatchObject({ status: 400, body: { error_code: "refresh_token_not_found" } });
  });
});

describe("sessions", () => {
  it("ended at one instance are over at the other with the next request", async () => {
    const session = await signedIn();
    const headers = new Headers({ authorization: `Bearer ${session.access_token}` });
    await expect(twin.auth.identify(headers)).resolves.toMatchObject({ userId: session.user.id });
    await site.fetch("http://guidevane.test/auth/v1/logout", { method: "POST", headers });
    await expect(twin.auth.identify(headers)).rejects.toMatchObject({ status: 401, code: "session_not_found" });
  });

  it("end when their time is over, for tokens of either kind", async () => {
    const boxed = await testAuth(sql, { ...settings, SESSION_MAX_HOURS: "2", ACCESS_TOKEN_SECONDS: "36000" });
    const session = await signedIn(boxed);
    boxed.clock.ahead(3_600_000);
    const renewed = await refresh(session.refresh_token, boxed);
    expect(renewed.status).toBe(200);
    boxed.clock.ahead(3_700_000);
    expect(await isAlive(renewed.body.access_token, boxed)).toBe(false);
    expect(await refresh(renewed.body.refresh_token, boxed)).toMatchObject({
      status: 400,
      body: { error_code: "session_expired", msg: "Invalid Refresh Token: Session Expired" },
    });
  });

  it("end when nobody used them", async () => {
    const idle = await testAuth(sql, { ...settings, SESSION_IDLE_HOURS: "1" });
    const session = await signedIn(idle);
    idle.clock.ahead(3_000_000);
    const renewed = await refresh(session.refresh_token, idle);
    expect(renewed.status).toBe(200);
    idle.clock.ahead(3_700_000);
    expect(await refresh(renewed.body.refresh_token, idle)).toMatchObject({
      status: 400,
      body: { error_code: "session_expired", msg: "Invalid Refresh Token: Session Expired (Inactivity)" },
    });
  });

  it("of a banned user end at once, and start again when the ban is lifted", async () => {
    const session = await signedIn();
    const { admin } = site.administrator().auth;
    await admin.updateUserById(session.user.id, { ban_duration: "24h" });
    expect(await isAlive(session.access_token)).toBe(false);
    await expect(
      site.auth.identify(new Headers({ authorization: `Bearer ${session.access_token}` })),
    ).rejects.toMatchObject({ status: 401 });
    expect(await refresh(session.refresh_token)).toMatchObject({ status: 400, body: { error_code: "user_banned" } });
    await admin.updateUserById(session.user.id, { ban_duration: "none" });
    expect((await refresh(session.refresh_token)).status).toBe(200);
  });
});

import { expect, it } from "vitest";
import { someone, testAuth } from "#server/testing/test-auth.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { createLiveSessions } from "./live-sessions.ts";

const { sql } = await testDatabase();
const site = await testAuth(sql, { MAIL_AUTOCONFIRM: "true" });

async function session() {
  const { data } = await site.browser().auth.signUp({ email: someone(), password: "right password" });
  const claims = JSON.parse(Buffer.from(data.session!.access_token.split(".")[1]!, "base64url").toString());
  return { id: claims.session_id as string, userId: data.user!.id };
}

it("answers questions that arrive together with one statement, each for itself", async () => {
  const [one, two] = [await session(), await session()];
  let statements = 0;
  const counting = new Proxy(sql, {
    apply(target, self, given) {
      statements += 1;
      return Reflect.apply(target, self, given);
    },
  });
  const isLive = createLiveSessions(counting, () => new Date());
  const answers = await Promise.all([
    isLive(one.id, one.userId),
    isLive(one.id.toUpperCase(), one.userId),
    isLive(two.id, two.userId),
    isLive(one.id, two.userId),
    isLive(crypto.randomUUID(), one.userId),
  ]);
  expect(answers).toEqual([true, true, true, false, false]);
  expect(statements).toBe(1);
});

it("asks again for every later question", async () => {
  const { id, userId } = await session();
  const isLive = createLiveSessions(sql, () => new Date());
  expect(await isLive(id, userId)).toBe(true);
  await sql`delete from auth.sessions where id = ${id}`;
  expect(await isLive(id, userId)).toBe(false);
});

it("passes a failure on to everyone who asked", async () => {
  const broken = (() => Promise.reject(new Error("away"))) as unknown as typeof sql;
  const isLive = createLiveSessions(broken, () => new Date());
  const both = await Promise.allSettled([isLive("a", "b"), isLive("c", "d")]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

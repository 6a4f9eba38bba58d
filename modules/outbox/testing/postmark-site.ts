// What the tests of Postmark share: a stand-in for it, the outbox's webhooks with their login, and what they lead to.
import { afterAll, beforeEach } from "vitest";
import type { Sql } from "#server/platform/database/sql.ts";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { createPostmark } from "#server/platform/outbox/providers/postmark.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { findMessage, putMessage, testGate } from "#server/testing/outbox-for-tests.ts";
import { postmarkStandIn } from "#server/testing/postmark-stand-in.ts";
import { server } from "../server.ts";

export async function postmarkSite(sql: Sql) {
  const postmark = await postmarkStandIn();
  afterAll(() => postmark.close());
  const login = "postmark:a long password";
  const site = moduleSite(sql, "outbox", server, { settings: { POSTMARK_WEBHOOK_LOGIN: login } });
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString("base64")}` });
  beforeEach(async () => {
    postmark.mood = "well";
    postmark.taken.length = 0;
    await sql`delete from public.outbox`;
    await sql`update public.modules set live = true where key = 'outbox'`;
    await setOutboxGate(sql, true);
  });
  return {
    postmark,
    site,
    login,
    basic,
    put: (changed: Record<string, unknown> = {}) => putMessage(sql, changed),
    find: (id: string) => findMessage(sql, id),
    gateTo: () =>
      testGate(sql, {
        providers: {
          email: createPostmark({ token: "t", from: "hello@guidevane.example", address: postmark.address }),
        },
      }),
    deliver: (event: unknown, headers: Record<string, string> = basic(login), provider = "postmark") =>
      site.ask(`/api/webhooks/${provider}`, { method: "POST", body: JSON.stringify(event), headers }),
    async work() {
      const job = site.jobs.get("inbound-events")!;
      for (const id of await job.findDue(500)) await job.run(id, new AbortController().signal);
    },
    /** Why the address gets no mail; null if it does. */
    async stop(address: string) {
      const [row] = await sql<{ scope: string; reason: string }[]>`
        select scope, reason from public.suppressions where key_hmac = private.address_key(${address}) and lifted_at is null`;
      return row ?? null;
    },
    day: (n: number, hour = 9) => new Date(Date.UTC(2026, 10, n, hour)).toISOString(),
  };
}

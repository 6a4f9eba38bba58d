import { createHmac } from "node:crypto";
import pino from "pino";
import { beforeEach, expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import type { JobKind } from "./jobs/jobs.ts";
import { webhookEvents, webhooksReceived } from "./operations/metrics.ts";
import { createWebhooks, type InboundEvent } from "./webhooks.ts";

const { sql } = await testDatabase();
const log = pino({ level: "silent" });
await sql`create table public.paid (key text, amount int)`;

let job: JobKind | undefined;
let trouble: Error | null = null;
const webhooks = createWebhooks({
  sql,
  log,
  jobs: { add: (kind) => void (job = kind), wake: async () => {} },
});
const sign = (raw: string) => createHmac("sha256", "secret").update(raw).digest("hex");
webhooks.receive({
  provider: "bank",
  maxBytes: 1000,
  verify(headers, raw) {
    const text = new TextDecoder().decode(raw);
    if (headers.get("signature") !== sign(text)) return null;
    return JSON.parse(text) as InboundEvent;
  },
  async process({ key, type, payload }, within) {
    if (type !== "paid") return "ignored";
    await within`insert into public.paid values (${key}, ${(payload as { amount: number }).amount})`;
    if (trouble) throw trouble;
    return "processed";
  },
});

const raw = (event: Partial<InboundEvent> = {}) =>
  JSON.stringify({ key: "evt_1", type: "paid", payload: { amount: 4000 }, ...event });
const deliver = (body: string, signature = sign(body)) =>
  webhooks.routes.request("/bank", { method: "POST", body, headers: { signature } });
const work = async () => {
  for (const id of await job!.findDue(100)) await job!.run(id, AbortSignal.abort()).catch(() => undefined);
};
const stored = () => sql<{ state: string; attempts: number; error_code: string | null }[]>`
  select state, attempts, error_code from private.inbound_events order by id`;
const paid = async () => (await sql<{ amount: number }[]>`select amount from public.paid`).map(({ amount }) => amount);

beforeEach(async () => {
  trouble = null;
  await sql`truncate private.inbound_events, public.paid`;
});

test("an event is stored and answered first, then processed", async () => {
  expect((await deliver(raw())).status).toBe(200);
  expect(await stored()).toMatchObject([{ state: "received" }]);
  expect(await paid()).toEqual([]);
  await work();
  expect(await stored()).toMatchObject([{ state: "processed" }]);
  expect(await paid()).toEqual([4000]);
});

test("an event that comes twenty times at once is one event", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(raw())));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await Promise.all(Array.from({ length: 5 }, work));
  await deliver(raw());
  await work();
  expect(await stored()).toHaveLength(1);
  expect(await paid()).toEqual([4000]);
});

test("a changed byte, a missing signature, nonsense and too much are refused, and nothing is stored", async () => {
  expect((await deliver(raw(), sign(`${raw()} `))).status).toBe(401);
  expect((await deliver(raw(), "")).status).toBe(401);
  expect((await deliver("no json")).status).toBe(400);
  expect((await deliver(raw({ payload: "x".repeat(2000) }))).status).toBe(413);
  expect((await webhooks.routes.request("/unknown", { method: "POST", body: "{}" })).status).toBe(404);
  expect(await stored()).toEqual([]);
});

test("what is none of our business is kept as ignored", async () => {
  await deliver(raw({ type: "weather" }));
  await work();
  expect(await stored()).toMatchObject([{ state: "ignored" }]);
});

test("an event whose processing fails leaves nothing half done, is tried again later, and is failed in the end", async () => {
  trouble = Object.assign(new Error("no"), { code: "E_TROUBLE" });
  await deliver(raw());
  await work();
  await work();
  expect(await stored()).toMatchObject([{ state: "received", attempts: 1, error_code: "E_TROUBLE" }]);
  expect(await paid()).toEqual([]);
  for (let n = 0; n < 5; n += 1) {
    await sql`update private.inbound_events set due_at = now()`;
    await work();
  }
  expect(await stored()).toMatchObject([{ state: "failed", attempts: 6 }]);
  expect(await paid()).toEqual([]);
});

test("an event that a killed server left claimed is processed when the lease is over", async () => {
  await deliver(raw());
  await sql`update private.inbound_events set attempts = 1, lease_until = now() + interval '20 seconds'`;
  await work();
  expect(await paid()).toEqual([]);
  await sql`update private.inbound_events set lease_until = now() - interval '1 second'`;
  await work();
  expect(await paid()).toEqual([4000]);
});

test("what became of requests and events is counted by provider", async () => {
  webhooksReceived.reset();
  webhookEvents.reset();
  await deliver(raw());
  await deliver(raw());
  await deliver(raw(), "not signed");
  await deliver("{", sign("{"));
  await deliver(raw({ key: "evt_2", type: "other" }));
  await work();
  trouble = new Error("busy");
  await deliver(raw({ key: "evt_3" }));
  await work();
  const counts = async (counter: typeof webhookEvents | typeof webhooksReceived) =>
    Object.fromEntries(
      (await counter.get()).values.map(({ labels, value }) => [`${labels.provider} ${labels.result}`, value]),
    );
  expect(await counts(webhooksReceived)).toEqual({
    "bank stored": 3,
    "bank repeated": 1,
    "bank unsigned": 1,
    "bank unreadable": 1,
  });
  expect(await counts(webhookEvents)).toEqual({ "bank processed": 1, "bank ignored": 1, "bank again": 1 });
});

// What providers tell us. An event is checked on its raw bytes, stored under the provider's own key, answered, and only
// then processed: a provider that repeats itself, or a server that dies in between, changes nothing twice.
import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#server/app.ts";
import { limitBody, providersRoom, strangersRoom } from "#server/http/body-room.ts";
import type { Log } from "#server/http/log.ts";
import type { Sql, Statements } from "#server/platform/database/sql.ts";
import { type JobKind, type Jobs, leaseSeconds } from "./jobs/jobs.ts";
import { webhookEvents, webhooksReceived } from "./operations/metrics.ts";

export interface InboundEvent {
  /** The provider's own key of this event: a repeated one is the same event. */
  key: string;
  type: string;
  payload: unknown;
}

export interface Webhook {
  /** "stripe": part of the address, /api/webhooks/stripe. */
  provider: string;
  maxBytes: number;
  /** False while nothing is set by which the provider could be known: there is no address to post to then. */
  isSetUp?: boolean | (() => boolean);
  /** What the headers alone say of the caller, asked before the body is read. False refuses with 401. */
  admits?(headers: Headers): boolean;
  /** Checks signature and age on the raw bytes. Null refuses with 401. Throws for content that makes no sense: 400. */
  verify(headers: Headers, raw: Uint8Array): Promise<InboundEvent | null> | InboundEvent | null;
  /** Applies the event, in a transaction that also marks it as processed. "ignored": none of our business. */
  process(event: InboundEvent, within: Statements): Promise<"processed" | "ignored">;
}

export interface Webhooks {
  receive(webhook: Webhook): void;
  routes: Hono<AppEnv>;
}

interface WebhookParts {
  sql: Sql;
  jobs: Pick<Jobs, "add" | "wake">;
  log: Log;
}

const unsigned = { code: 401, message: "This is not signed by the provider" };

/** Seconds until an event that could not be processed is tried again; after the last it is failed, and shown as that. */
const pauses = [10, 60, 600, 3600, 6 * 3600];

export function createWebhooks({ sql, jobs, log }: WebhookParts): Webhooks {
  const known = new Map<string, Webhook>();
  const routes = new Hono<AppEnv>();
  jobs.add(inboundJob(sql, log, known));

  return {
    routes,
    receive(webhook) {
      known.set(webhook.provider, webhook);
      if (webhook.isSetUp === false) return;
      const isSetUp = webhook.isSetUp;
      const count = (result: "stored" | "repeated" | "unsigned" | "unreadable") =>
        webhooksReceived.inc({ provider: webhook.provider, result });
      const atTheDoor = createMiddleware<AppEnv>(async (c, next) => {
        if (typeof isSetUp === "function" && !isSetUp()) return c.notFound();
        // Nothing of the body is read, so the connection cannot be used again.
        if (webhook.admits?.(c.req.raw.headers) === false) {
          count("unsigned");
          return c.json(unsigned, 401, { Connection: "close" });
        }
        await next();
        return undefined;
      });
      const limited = limitBody({
        maxBytes: webhook.maxBytes,
        room: webhook.admits ? providersRoom : strangersRoom,
        onTooLarge: (c) => c.json({ code: 413, message: "Too large" }, 413),
      });
      routes.post(`/${webhook.provider}`, atTheDoor, limited, async (c) => {
        const raw = new Uint8Array(await c.req.arrayBuffer());
        let event: InboundEvent | null;
        try {
          event = await webhook.verify(c.req.raw.headers, raw);
        } catch {
          count("unreadable");
          return c.json({ code: 400, message: "This cannot be read" }, 400);
        }
        if (!event) {
          count("unsigned");
          return c.json(unsigned, 401);
        }
        const [stored] = await sql<{ id: string }[]>`
          insert into private.inbound_events (provider, event_key, type, payload)
          values (${webhook.provider}, ${event.key}, ${event.type}, ${JSON.stringify(event.payload)})
          on conflict (provider, event_key) do nothing returning id`;
        count(stored ? "stored" : "repeated");
        if (stored) await jobs.wake("inbound-events", stored.id);
        return c.json({ received: true });
      });
    },
  };
}

interface StoredEvent {
  provider: string;
  event_key: string;
  type: string;
  payload: unknown;
  attempts: number;
}

function inboundJob(sql: Sql, log: Log, known: Map<string, Webhook>): JobKind {
  return {
    name: "inbound-events",
    async findDue(limit) {
      const rows = await sql<{ id: string }[]>`
        select id from private.inbound_events
        where state = 'received' and due_at <= now() and (lease_until is null or lease_until <= now())
        order by due_at limit ${limit}`;
      return rows.map(({ id }) => id);
    },
    async run(id) {
      const [event] = await sql<StoredEvent[]>`
        update private.inbound_events
        set attempts = attempts + 1, lease_until = now() + ${`${leaseSeconds} seconds`}::interval
        where id = ${id} and state = 'received' and due_at <= now() and (lease_until is null or lease_until <= now())
        returning provider, event_key, type, payload, attempts`;
      const webhook = event && known.get(event.provider);
      if (!event || !webhook) return;
      try {
        const result = await sql.begin(async (within) => {
          // One at a time, also when a lease ran out while its holder was still at work.
          const [still] = await within`
            select 1 from private.inbound_events where id = ${id} and state = 'received' for update`;
          if (!still) return null;
          const { event_key: key, type, payload } = event;
          const state = await webhook.process({ key, type, payload }, within);
          await within`update private.inbound_events set state = ${state}, lease_until = null where id = ${id}`;
          return state;
        });
        if (result) webhookEvents.inc({ provider: event.provider, result });
      } catch (error) {
        const pause = pauses[event.attempts - 1];
        webhookEvents.inc({ provider: event.provider, result: pause === undefined ? "failed" : "again" });
        const code = (error as { code?: string }).code ?? (error as Error).name;
        await sql`update private.inbound_events set lease_until = null, error_code = ${code},
          state = ${pause === undefined ? "failed" : "received"}, due_at = now() + ${`${pause ?? 0} seconds`}::interval
          where id = ${id}`;
        log.warn({ provider: event.provider, type: event.type, code }, "an inbound event could not be processed");
        throw error;
      }
    },
  };
}

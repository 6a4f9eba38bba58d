// Open back offices hear of changes at once: GET /api/live is one stream of server-sent events per window, fed by one connection
// to PostgreSQL per process. POST /api/live/presence says which record a window shows. See docs/decisions/236.
import { type Context, Hono } from "hono";
import { decodeJwt } from "jose";
import { z } from "zod";
import type { AskCallerRights } from "#server/api/caller-rights.ts";
import type { AppEnv } from "#server/app.ts";
import { jsonBody } from "#server/http/json-body.ts";
import type { Log } from "#server/http/log.ts";
import type { Sql } from "../database/sql.ts";
import { type LiveMessage, openLiveChannel } from "./live-channel.ts";
import { createPresence } from "./presence.ts";
import { createStreams, type Reader, type StreamLimits } from "./streams.ts";

export interface Live {
  /** Mounted at /api/live. */
  routes(askRights: AskCallerRights): Hono<AppEnv>;
  /** Ends every stream, so that a server that stops need not wait for them. */
  endStreams(): void;
  close(): Promise<void>;
}

interface Options {
  limits?: StreamLimits;
  /** How often streams look whether their reader still is one, besides being told. */
  recheckMs?: number;
  now?: () => number;
  expireEveryMs?: number;
}

const presenceReport = z.object({ table: z.string().max(63), id: z.uuid(), tab: z.uuid(), here: z.boolean() });
const beat = presenceReport.extend({ person: z.object({ id: z.string(), name: z.string() }) });

export async function openLive(
  sql: Sql,
  log: Log,
  { limits, recheckMs, now, expireEveryMs = 1000 }: Options = {},
): Promise<Live> {
  const streams = createStreams(limits, recheckMs);
  const tables = new Map(
    (await sql<{ name: string; area: string }[]>`select name, area from private.live_tables`).map(
      ({ name, area }) => [name, area] as const,
    ),
  );
  const presence = createPresence((table, id) => {
    const area = tables.get(table);
    if (area) streams.send({ event: "presence", area, data: { table, id, people: presence.peopleOn(table, id) } });
  }, now);
  const heard = (said: LiveMessage) => {
    if (said.event === "recheck") void streams.recheck(said.to);
    else if (said.event === "beat") presence.note(beat.parse(said.data));
    else streams.send(said);
  };
  const channel = await openLiveChannel(sql, log, { heard, again: () => streams.sendToAll("missed") });
  const expiring = setInterval(() => presence.expire(), expireEveryMs).unref();

  /** The areas that a caller may read, by the same function as row level security asks. */
  async function readerOf(userId: string, claims: Record<string, unknown>): Promise<Reader & { name: string }> {
    const row = await sql.begin("read only", async (transaction) => {
      await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
      const [found] = await transaction<{ areas: string[]; name: string | null }[]>`
        select array(select area from (select distinct area from private.live_tables) as known where public.may(area, 'read')) as areas,
          private.actor_name() as name`;
      return found;
    });
    return { userId, areas: new Set(row?.areas), name: row?.name ?? "" };
  }

  return {
    routes(askRights) {
      const routes = new Hono<AppEnv>();
      /** Null for callers without a session. */
      const findReader = async (headers: Headers) => {
        if ((await askRights(headers, [])) === "anonymous") return null;
        // The token has just been verified.
        const claims = decodeJwt((headers.get("authorization") ?? "").replace(/^Bearer\s+/i, ""));
        return claims.sub ? readerOf(claims.sub, claims) : null;
      };
      const refuse = (c: Context<AppEnv>, isKnown: boolean) =>
        isKnown
          ? c.json({ code: 403, message: "You need admin privileges to access this area." }, 403)
          : c.json({ code: 401, message: "Sign in first" }, 401);

      routes.get("/", async (c) => {
        const headers = new Headers(c.req.raw.headers);
        const reader = await findReader(headers);
        if (!reader || reader.areas.size === 0) return refuse(c, reader !== null);
        const stream = streams.open(reader, async () => {
          const found = await findReader(headers);
          return found && found.areas.size > 0 ? found : null;
        });
        if (!stream) {
          c.header("Retry-After", "30");
          return c.json({ code: 429, message: "Too many open windows. This one refreshes every 30 seconds." }, 429);
        }
        return c.body(stream, 200, {
          "Content-Type": "text/event-stream",
          // Proxies pass on each event as it comes: nginx by the second, others by the first.
          "Cache-Control": "no-store, no-transform",
          "X-Accel-Buffering": "no",
        });
      });

      routes.use(...jsonBody);
      routes.post("/presence", async (c) => {
        const report = presenceReport.safeParse(await c.req.json().catch(() => null));
        const area = report.success ? tables.get(report.data.table) : undefined;
        if (!report.success || !area)
          return c.json({ code: 400, message: "Say which record, and from which window" }, 400);
        const reader = await findReader(c.req.raw.headers);
        if (!reader?.areas.has(area)) return refuse(c, reader !== null);
        const { table, id, tab, here } = report.data;
        const data = { table, id, tab, here, person: { id: reader.userId, name: reader.name.slice(0, 100) } };
        presence.note(data);
        await channel.say({ event: "beat", area, data });
        return c.json({ people: presence.peopleOn(table, id) });
      });
      return routes;
    },
    endStreams: () => streams.close(),
    async close() {
      clearInterval(expiring);
      streams.close();
      await channel.close();
    },
  };
}

// The three doors a module may open: for colleagues, for everybody, for providers that call us. Each route declares
// what it takes and how much of it; nothing else reaches the handler.
import type { Context, Handler, Hono, MiddlewareHandler } from "hono";
import type { AppEnv } from "#server/app.ts";
import {
  type BodyRoom,
  clientsRoom,
  colleaguesRoom,
  limitBody,
  limitStreams,
  strangersRoom,
} from "#server/http/body-room.ts";
import type { Right } from "#domain/rights.ts";
import type { RequireMay } from "#server/api/require-may.ts";
import { notePage } from "#server/platform/pages/short-pages.ts";
import type { Limits } from "#server/supabase/limits/limits.ts";
import { networkOf } from "#server/supabase/limits/network.ts";

export type Takes =
  | { takes: "nothing" }
  | { takes: "json" | "form" | "text"; maxBytes: number }
  /** The handler reads `c.req.raw.body` piece by piece and counts for itself (storage.keep does). */
  | { takes: "stream" };

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface AdminRoutes {
  /** Under /api/<module>. Only people who may do all of `may` get here. */
  route(method: Method, path: string, body: Takes & { may: readonly Right[] }, handler: Handler<AppEnv>): void;
}

export interface PublicRoutes {
  /** At this very path. Everybody gets here, `perMinute` times from one network. */
  route(method: Method, path: string, body: Takes & { perMinute: number }, handler: Handler<AppEnv>): void;
  /** Routes that guard themselves, such as token pages; `perMinute` from one network, where it is given. */
  mount(path: string, routes: Hono<AppEnv>, limit?: { perMinute: number }): void;
}

const contentTypes = {
  json: /^application\/json\b/i,
  form: /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i,
  text: /^text\/(?:plain|csv|markdown|calendar)\b/i,
};

const refusal = (c: Context<AppEnv>, status: 400 | 413 | 415 | 429, message: string) =>
  c.json({ code: status, message }, status);

/** Stands before a handler: the declared type and size, or a sentence that says what is wrong. */
function demand(body: Takes, room: BodyRoom): Handler<AppEnv>[] {
  if (body.takes === "stream") return [limitStreams(room) as Handler<AppEnv>];
  if (body.takes === "nothing") {
    const onTooLarge = (c: Context<AppEnv>) => refusal(c, 413, "This address takes no content");
    return [limitBody({ maxBytes: 0, room, onTooLarge }) as Handler<AppEnv>];
  }
  const { takes, maxBytes } = body;
  return [
    async (c, next) => {
      if (!contentTypes[takes].test(c.req.header("content-type") ?? ""))
        return refusal(c, 415, `Send this as ${takes === "json" ? "application/json" : takes}`);
      await next();
      return undefined;
    },
    limitBody({
      maxBytes,
      room,
      onTooLarge: (c) => refusal(c, 413, `The content is larger than ${maxBytes.toLocaleString("en-US")} bytes`),
    }) as Handler<AppEnv>,
  ];
}

/** For the client area, which looks at who sends before the body is read. */
export const clientBody = (maxBytes: number): MiddlewareHandler<AppEnv> =>
  limitBody({
    maxBytes,
    room: clientsRoom,
    onTooLarge: (c) => refusal(c, 413, `The content is larger than ${maxBytes.toLocaleString("en-US")} bytes`),
  });

/** `gate` is behind the question who asks. */
export function adminRoutes(
  routes: Hono<AppEnv>,
  requireMay: RequireMay,
  gate: MiddlewareHandler<AppEnv>,
): AdminRoutes {
  return {
    route(method, path, { may, ...body }, handler) {
      routes.on([method], [path], requireMay(...may), gate, ...demand(body, colleaguesRoom), handler);
    },
  };
}

/** `gate` is before every one of them. */
export function publicRoutes(routes: Hono<AppEnv>, limits: Limits, gate: MiddlewareHandler<AppEnv>): PublicRoutes {
  const counted =
    (name: string, perMinute: number): Handler<AppEnv> =>
    async (c, next) => {
      const of = networkOf(c.env?.clientAddress ?? "unknown");
      const wait = await limits.take({ name, of, max: perMinute, seconds: 60 });
      if (wait === null) {
        await next();
        return undefined;
      }
      const message = "Too many requests. Please try again soon.";
      const refused = c.req.header("accept")?.includes("text/html")
        ? await notePage({ title: "One moment", text: message }, 429)
        : refusal(c, 429, message);
      refused.headers.set("Retry-After", String(wait));
      return refused;
    };
  return {
    route(method, path, { perMinute, ...body }, handler) {
      routes.on(
        [method],
        [path],
        gate,
        counted(`${method} ${path}`, perMinute),
        ...demand(body, strangersRoom),
        handler,
      );
    },
    mount(path, mounted, limit) {
      routes.use(`${path}/*`, gate);
      if (limit) routes.use(`${path}/*`, counted(path, limit.perMinute) as MiddlewareHandler<AppEnv>);
      routes.route(path, mounted);
    },
  };
}

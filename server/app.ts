// The composition root: guard, website, then the API, each asked once. main.ts gives it real parts, tests give it theirs.
import { type ErrorHandler, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import { createMiddleware } from "hono/factory";
import { healthRoutes } from "./api/healthz.ts";
import type { Env } from "./env.ts";
import { addApiHeaders, allowedOrigins, exposedHeaders } from "./http/api-headers.ts";
import { refuseDeepJson } from "./http/json-depth.ts";
import { type Log, loggable } from "./http/log.ts";
import { guardRequests } from "./http/request-guard.ts";
import type { Website } from "./http/website/website.ts";
import { isDatabaseAway } from "./platform/database/connection-errors.ts";

/** Where a request came from, as far as the configured proxies let us know. Set by listener.ts, read by limits. */
export type AppEnv = { Variables: { clientAddress: string }; Bindings: { clientAddress?: string } };

export interface Backend {
  auth: Hono<AppEnv>;
  rest: Hono<AppEnv>;
  answers(): Promise<boolean>;
  /** False while the disk is almost full. */
  takesWrites(): boolean;
  /** Whether a request carries the secret key. */
  isOperator(headers: Headers): boolean;
}

export interface Parts {
  env: Env;
  log: Log;
  website: Website;
  /** Null when the browser talks to hosted Supabase. */
  backend: Backend | null;
  /** The back office's own endpoints, mounted at /api. */
  api: Hono<AppEnv>;
}

export function createApp({ env, log, website, backend, api }: Parts): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.onError(failed(log));
  app.use(guardRequests(env));
  app.use(async (c, next) => website.respond(c.req.raw) ?? next());

  // Only the API from here on: the website has a response for every other path.
  app.use(addApiHeaders(env));
  app.options("*", cors({ origin: allowedOrigins(env), maxAge: 600, exposeHeaders: exposedHeaders }));
  app.route(
    "/healthz",
    healthRoutes({ env, answers: backend?.answers ?? null, isOperator: backend?.isOperator ?? (() => false) }),
  );
  app.use(smallBodies, refuseDeepJson);
  if (backend) app.use(refuseWritesWithoutRoom(backend));
  if (backend) app.route("/auth/v1", backend.auth).route("/rest/v1", backend.rest);
  app.route("/api", api);
  app.all("/:part{auth|rest}/v1/*", (c) =>
    c.json({ code: 404, message: "This deployment uses a hosted backend" }, 404),
  );
  return app.all("*", (c) => c.json({ code: 404, message: "Not found" }, 404));
}

const tooLarge = "The request body is larger than 1 MB";
const smallBodies = bodyLimit({
  maxSize: 1_000_000,
  // The rest of the body is not read, so the connection cannot be used again.
  onError: (c) =>
    c.json({ code: 413, error_code: "request_too_large", msg: tooLarge, message: tooLarge }, 413, {
      Connection: "close",
    }),
});

const refuseWritesWithoutRoom = (backend: Backend) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (backend.takesWrites() || isRead(c.req.method, c.req.path)) return next();
    const message = "The server's disk is almost full: nothing can be saved until there is room";
    return c.json({ code: 507, error_code: "insufficient_storage", msg: message, message }, 507);
  });

/** Searches are calls of functions that only read. */
const isRead = (method: string, path: string) =>
  ["GET", "HEAD", "OPTIONS"].includes(method) || path.startsWith("/rest/v1/rpc/search_");

const failed =
  (log: Log): ErrorHandler<AppEnv> =>
  (error, c) => {
    if (isDatabaseAway(error))
      return c.json({ code: 503, message: "The database is away for a moment" }, 503, { "Retry-After": "1" });
    log.error({ err: loggable(error) }, "request failed");
    return c.json({ code: 500, message: "Something went wrong on our side" }, 500);
  };

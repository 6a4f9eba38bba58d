// The composition root: which part answers which path. main.ts gives it real parts, tests give it theirs.
import { type ErrorHandler, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import { allowedOrigins, createApiHeaders, exposedHeaders, safeHeaders } from "./http/api-headers.ts";
import { healthRoutes } from "./api/healthz.ts";
import { isDatabaseAway } from "./platform/database/connection-errors.ts";
import type { Env } from "./env.ts";
import { refuseDeepJson } from "./http/json-depth.ts";
import { type Log, loggable } from "./http/log.ts";
import { guardRequest } from "./http/request-guard.ts";
import type { Answer, Website } from "./http/website/website.ts";

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

export function createApp({ env, log, website, backend, api: backOffice }: Parts): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const apiHeaders = createApiHeaders(env);
  const safe = safeHeaders(env);

  app.use(async (c, next) => {
    const refusal = guardRequest(env, { method: c.req.method, host: c.req.header("host"), url: c.req.url });
    if (refusal) return c.json({ code: refusal.status, message: refusal.message }, refusal.status, safe);
    await next();
    return undefined;
  });

  const api = new Hono<AppEnv>();
  api.use(async (c, next) => {
    c.set("clientAddress", c.env?.clientAddress ?? "unknown");
    await next();
    apiHeaders.addTo(c.res.headers, c.req.header("origin"));
  });
  // What a browser asks before it sends a request from another origin.
  api.options("*", cors({ origin: allowedOrigins(env), maxAge: 600, exposeHeaders: exposedHeaders }));
  api.route(
    "/healthz",
    healthRoutes({ env, answers: backend?.answers ?? null, isOperator: backend?.isOperator ?? (() => false) }),
  );
  const tooLarge = "The request body is larger than 1 MB";
  const small = bodyLimit({
    maxSize: 1_000_000,
    // The rest of the body is not read, so the connection cannot be used again.
    onError: (c) =>
      c.json({ code: 413, error_code: "request_too_large", msg: tooLarge, message: tooLarge }, 413, {
        Connection: "close",
      }),
  });
  api.use(small, refuseDeepJson);
  api.use(async (c, next) => {
    if (backend?.takesWrites() === false && !isRead(c.req.method, c.req.path)) {
      const message = "The server's disk is almost full: nothing can be saved until there is room";
      return c.json({ code: 507, error_code: "insufficient_storage", msg: message, message }, 507);
    }
    await next();
    return undefined;
  });
  if (backend) api.route("/auth/v1", backend.auth).route("/rest/v1", backend.rest);
  api.route("/api", backOffice);
  api.all("/:part{auth|rest}/v1/*", (c) =>
    c.json({ code: 404, message: "This deployment uses a hosted backend" }, 404),
  );
  api.all("/api/*", (c) => c.json({ code: 404, message: "Not found" }, 404));

  const onError: ErrorHandler<AppEnv> = (error, c) => {
    if (isDatabaseAway(error)) {
      return c.json({ code: 503, message: "The database is away for a moment" }, 503, { "Retry-After": "1" });
    }
    log.error({ err: loggable(error) }, "request failed");
    return c.json({ code: 500, message: "Something went wrong on our side" }, 500);
  };
  app.onError(onError);
  api.onError(onError);

  app.all("*", async (c) => {
    const url = new URL(c.req.url);
    const answer = website.answer({
      method: c.req.method,
      target: url.pathname + url.search,
      host: c.req.header("host"),
      acceptEncoding: c.req.header("accept-encoding"),
      ifNoneMatch: c.req.header("if-none-match"),
    });
    return answer ? asResponse(answer, safe) : api.fetch(c.req.raw, c.env);
  });
  return app;
}

/** Searches are calls of functions that only read. */
const isRead = (method: string, path: string) =>
  ["GET", "HEAD", "OPTIONS"].includes(method) || path.startsWith("/rest/v1/rpc/search_");

function asResponse({ status, headers, body }: Answer, safe: Record<string, string>): Response {
  const hasPolicy = "Content-Security-Policy" in headers || "X-Content-Type-Options" in headers;
  return new Response(body ? new Uint8Array(body) : null, {
    status,
    headers: hasPolicy ? headers : { ...safe, ...headers },
  });
}

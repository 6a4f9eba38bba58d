// The composition root: guard, website, API and modules, each asked once (docs/request.md). main.ts gives it real parts,
// tests give it theirs.
import { Hono } from "hono";
import { cors } from "hono/cors";
import { healthRoutes } from "./api/healthz.ts";
import { type Operations, probeRoutes } from "./api/probes.ts";
import type { Env } from "./env.ts";
import { addApiHeaders, allowedOrigins, exposedHeaders } from "./http/api-headers.ts";
import type { AddressSource } from "./http/client-address.ts";
import { jsonBody } from "./http/json-body.ts";
import type { Log } from "./http/log.ts";
import { guardRequests } from "./http/request-guard.ts";
import { noteRoute, type Seen } from "./http/route-label.ts";
import { refuseWritesUnless, respondToError } from "./http/unavailable.ts";
import type { Website } from "./http/website/website.ts";
import type { LiveModules } from "./platform/live-modules.ts";
import type { LiveSettings } from "./platform/live-settings.ts";

/** Where a request came from, as far as the configured proxies let us know. Set by listener.ts, read by limits. */
export type AppEnv = {
  Variables: {
    clientAddress: string;
    /** Who asks, where that is known before the body is read: one caller's bodies have a share of the room. */
    caller?: string;
    /** What api-headers.ts adds to the response; null when that has been done. */
    apiHeaders?: Record<string, string> | null;
  };
  /** What the listener knows of the request; tests that call the app itself may leave it out. */
  Bindings: { clientAddress?: string; addressSource?: AddressSource; seen?: Seen };
};

export interface Backend {
  auth: Hono<AppEnv>;
  rest: Hono<AppEnv>;
  /** Whether the database answers. */
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
  /** Routes of modules under /api, their webhooks, and pages behind links (`modulePaths`). */
  modules?: Hono<AppEnv>;
  /** Whether external publishing is on at this moment. */
  isPublishing?: () => Promise<boolean>;
  /** Told when a module is switched, so that public pages follow at once. */
  liveModules?: Pick<LiveModules, "refresh">;
  /** What open back offices are told at once, mounted at /api/live. */
  live?: Hono<AppEnv>;
  /** Told when the firm is changed, so that public pages and mail follow at once. */
  settings?: Pick<LiveSettings, "refresh">;
  /** What probes and metrics are answered from. Without it, as in many tests, there are none. */
  operations?: Operations;
}

export function createApp({
  env,
  log,
  website,
  backend,
  api,
  modules,
  liveModules,
  live,
  settings,
  isPublishing,
  operations,
}: Parts): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.onError(respondToError(log));
  app.use(guardRequests(env));
  app.use(async (c, next) => website.respond(c.req.raw) ?? next());

  // From here on only what the website leaves to others.
  app.use(noteRoute);
  app.use(addApiHeaders(env));
  app.options("*", cors({ origin: allowedOrigins(env), maxAge: 600, exposeHeaders: exposedHeaders }));
  app.route(
    "/healthz",
    healthRoutes({
      env,
      answers: backend?.answers,
      isOperator: backend?.isOperator,
      isPublishing,
      outbox: operations?.outbox,
    }),
  );
  if (operations) app.route("/", probeRoutes(operations, backend?.isOperator));
  if (backend) {
    app.use(refuseWritesUnless(backend.takesWrites));
    app.use("/auth/v1/*", ...jsonBody).route("/auth/v1", backend.auth);
    if (liveModules)
      for (const path of ["/rest/v1/modules", "/rest/v1/rpc/set_publishing"])
        app.use(path, async (c, next) => {
          await next();
          if (c.req.method !== "GET") await liveModules.refresh();
        });
    if (settings)
      app.use("/rest/v1/firm", async (c, next) => {
        await next();
        if (c.req.method !== "GET") await settings.refresh();
      });
    app.use("/rest/v1/*", ...jsonBody).route("/rest/v1", backend.rest);
  }
  if (modules) app.route("/", modules);
  if (live) app.route("/api/live", live);
  app.route("/api", api);
  return app.notFound((c) => website.notFound(c.req.raw));
}

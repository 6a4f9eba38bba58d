// What is answered until the database is there: the process lives, is not ready, and everything else is to be asked for again.
import { Hono } from "hono";
import type { AppEnv } from "../app.ts";
import type { Env } from "../env.ts";
import { safeHeaders } from "../http/api-headers.ts";
import type { Serving } from "../http/listener.ts";
import { guardRequests } from "../http/request-guard.ts";
import { noteRoute } from "../http/route-label.ts";
import { healthRoutes } from "./healthz.ts";
import { type Operations, probeRoutes } from "./probes.ts";

export function whileStarting(env: Env, operations: Operations): Serving {
  const app = new Hono<AppEnv>();
  const headers = safeHeaders(env);
  app.use(guardRequests(env), noteRoute, async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  });
  app.route("/healthz", healthRoutes({ env, answers: async () => false }));
  app.route("/", probeRoutes(operations, undefined));
  app.all("*", (c) => c.text("The server is starting. Try again in a moment.\n", 503, { "Retry-After": "1" }));
  return { app, website: { paths: [] } };
}

// /livez: the process answers. /readyz: it can do its work. /metrics: figures, for who has the operator's key.
import { Hono } from "hono";
import type { AppEnv } from "../app.ts";
import type { OutboxFigures } from "../platform/operations/outbox-figures.ts";

export interface Readiness {
  /** The database answers and is one that takes writes. */
  database: boolean;
  /** It has the migrations and functions of this release, and no others. */
  schema: boolean;
  /** Work in the background is taken up. */
  jobs: boolean;
  /** There is room to write. Without it the server is ready all the same: pages and reads answer, and writes are refused with a sentence. */
  disk: boolean;
}

export interface Operations {
  /** Null when hosted Supabase has the database and the work: answering is all there is to be ready for. */
  readiness(): Promise<Readiness | null>;
  metrics(): Promise<string>;
  outbox?(): Promise<OutboxFigures>;
}

export const isReady = (checks: Readiness | null): boolean =>
  checks === null || (checks.database && checks.schema && checks.jobs);
export const metricsType = "text/plain; version=0.0.4; charset=utf-8";

export function probeRoutes(operations: Operations, isOperator: ((headers: Headers) => boolean) | undefined) {
  const routes = new Hono<AppEnv>();
  routes.get("/livez", (c) => c.json({ ok: true }));
  routes.get("/readyz", async (c) => {
    const checks = await operations.readiness();
    const ok = isReady(checks);
    return c.json({ ok, ...(checks && { checks }) }, ok ? 200 : 503);
  });
  routes.get("/metrics", async (c) => {
    if (!isOperator?.(c.req.raw.headers)) return c.json({ code: 401, message: "This needs the secret key" }, 401);
    return c.body(await operations.metrics(), 200, { "Content-Type": metricsType });
  });
  for (const path of ["/livez", "/readyz", "/metrics"])
    routes.all(path, (c) => c.json({ code: 405, message: "Method not allowed" }, 405, { Allow: "GET, HEAD" }));
  return routes;
}

import { Hono } from "hono";
import { currentTime } from "#domain/clock.ts";
import type { AppEnv } from "../app.ts";
import type { Env } from "../env.ts";
import type { OutboxFigures } from "../platform/operations/outbox-figures.ts";
import { operatorReport } from "./operator-report.ts";

export const version = "1.0.0";

interface Health {
  env: Env;
  /** Undefined when there is no database of ours to ask. */
  answers: (() => Promise<boolean>) | undefined;
  /** Whether external publishing is on; what the environment says, where no database of ours is asked. */
  isPublishing?: (() => Promise<boolean>) | undefined;
  /** Whether the request carries the secret key. */
  isOperator?: ((headers: Headers) => boolean) | undefined;
  outbox?: (() => Promise<OutboxFigures>) | undefined;
}

export function healthRoutes({ env, answers, isOperator, isPublishing, outbox }: Health): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get("/", async (c) => {
    const ok = answers ? await answers() : true;
    const body = {
      ok,
      version,
      timestamp: currentTime().toISOString(),
      environment: "production",
      features: {
        contentIntelligence: env.CONTENT_INTELLIGENCE,
        crmRelMining: env.CRM_REL_MINING,
        // A database that does not answer lets nothing leave that is not fixed by the environment.
        autoPublish: ok && isPublishing ? await isPublishing() : (env.AUTO_PUBLISH ?? false),
      },
      ...(answers && isOperator?.(c.req.raw.headers)
        ? { operations: await operatorReport(env, { answers, outbox, addressSource: c.env?.addressSource }) }
        : {}),
    };
    return c.json(body, ok ? 200 : 503);
  });
  return routes.all("/", (c) => c.json({ code: 405, message: "Method not allowed" }, 405, { Allow: "GET, HEAD" }));
}

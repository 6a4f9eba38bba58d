// What a module's server gets, and how it is opened: modules/<key>/server.ts exports a `ModuleServer`.
import { Hono, type MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#server/app.ts";
import type { Env } from "#server/env.ts";
import type { Log } from "#server/http/log.ts";
import type { Limits } from "#server/supabase/limits/limits.ts";
import type { Sql } from "./database/sql.ts";
import { events, type Events } from "./events.ts";
import type { JobKind, Jobs } from "./jobs/jobs.ts";
import type { Links } from "./links/links.ts";
import { tokenPage, type TokenPage, type TokenPageParts } from "./links/token-pages.ts";
import type { Mail } from "./mail/mail.ts";
import { type AdminRoutes, adminRoutes, type PublicRoutes, publicRoutes } from "./module-routes.ts";
import { isLive } from "./module-switches.ts";
import type { Storage } from "./storage/storage.ts";
import type { Webhooks } from "./webhooks.ts";

export interface Platform {
  sql: Sql;
  env: Env;
  log: Log;
  jobs: Jobs;
  mail: Mail;
  storage: Storage;
  events: Events;
  links: Links;
}

export interface ModuleRoutes {
  /** /api/<module>/...: a session with the role. */
  admin: AdminRoutes;
  /** Everybody's: rate-limited, each with its own body limit. */
  open: PublicRoutes;
  /** /api/webhooks/<provider>: raw body, signature, stored first. */
  webhooks: Pick<Webhooks, "receive">;
  /** A page that a secret address opens: "/p" serves /p/{token}. */
  tokenPage(path: string, page: TokenPage): void;
}

export interface ModuleServer {
  open(platform: Platform, routes: ModuleRoutes): void;
}

interface ModuleHost {
  platform: Omit<Platform, "events">;
  limits: Limits;
  webhooks: Webhooks;
  requireAdmin: MiddlewareHandler<AppEnv>;
  notice: TokenPageParts["notice"];
}

/** Routes of all modules, with their whole paths. A module that is off is as if it were not there, and its work rests. */
export function openModules(host: ModuleHost, servers: Record<string, ModuleServer>): Hono<AppEnv> {
  const { platform, limits, webhooks, requireAdmin, notice } = host;
  const { sql, env } = platform;
  const all = new Hono<AppEnv>();

  for (const [key, server] of Object.entries(servers)) {
    const whileLive = createMiddleware<AppEnv>(async (c, next) => {
      if (!(await isLive(sql, key))) return c.notFound();
      await next();
      return undefined;
    });
    const admin = new Hono<AppEnv>().use(requireAdmin, whileLive);
    const open = new Hono<AppEnv>();
    const onlyLive = publicRoutes(open, limits, whileLive);
    server.open(
      { ...platform, events, jobs: { ...platform.jobs, add: (kind) => platform.jobs.add(resting(sql, key, kind)) } },
      {
        admin: adminRoutes(admin),
        open: onlyLive,
        webhooks,
        tokenPage: (path, page) =>
          onlyLive.mount(
            path,
            tokenPage({ links: platform.links, limits, notice, secure: env.SITE_URL.startsWith("https:") }, page),
          ),
      },
    );
    // Everybody's first: some of them stand below the administrators' address, which lets nobody else past.
    all.route("/", open);
    all.route(`/api/${key}`, admin);
  }
  // Last: only what modules have asked to receive by now is known.
  all.route("/api/webhooks", webhooks.routes);
  return all;
}

const resting = (sql: Sql, module: string, kind: JobKind): JobKind => ({
  ...kind,
  findDue: async (limit) => ((await isLive(sql, module)) ? kind.findDue(limit) : []),
});

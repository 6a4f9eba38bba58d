// What a module's server gets, and how it is opened: modules/<key>/server.ts exports a `ModuleServer`.
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#server/app.ts";
import type { Env } from "#server/env.ts";
import type { Log } from "#server/http/log.ts";
import { modulePaths } from "#server/http/website/paths.ts";
import type { RequireMay } from "#server/api/require-may.ts";
import type { Limits } from "#server/supabase/limits/limits.ts";
import { networkOf } from "#server/supabase/limits/network.ts";
import type { ClientSection, ClientSections } from "./clients/client-area.ts";
import type { Sql } from "./database/sql.ts";
import { events, type Events } from "./events.ts";
import type { JobKind, Jobs } from "./jobs/jobs.ts";
import type { Links } from "./links/links.ts";
import { tokenPage, type TokenPage, type TokenPageParts } from "./links/token-pages.ts";
import type { Mail } from "./mail/mail.ts";
import { type AdminRoutes, adminRoutes, clientBody, type PublicRoutes, publicRoutes } from "./module-routes.ts";
import { isLive } from "./module-switches.ts";
import type { SendingMailboxes } from "./outbox/sending-mailboxes.ts";
import type { SealedTable } from "./reseal.ts";
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
  /** Where mailboxes are told of that send by their own servers. */
  mailboxes: Pick<SendingMailboxes, "use">;
}

/** What routes get that outlive the switch of their module. */
export interface LastingParts {
  links: Links;
  limits: Limits;
  notice: TokenPageParts["notice"];
  networkOf(c: Context<AppEnv>): string;
  isLive(): Promise<boolean>;
}
export type LastingRoutes = Hono<AppEnv>;
export interface PageParts extends Pick<LastingParts, "limits" | "networkOf"> {
  /** Before routes that read a body of a client. */
  limitBody(maxBytes: number): MiddlewareHandler<AppEnv>;
}
export type LastingContext = Context<AppEnv>;

export interface ModuleRoutes {
  /** /api/<module>/...: a session of someone who may. */
  admin: AdminRoutes;
  /** Everybody's: rate-limited, each with its own body limit. */
  open: PublicRoutes;
  /** /api/webhooks/<provider>: raw body, signature, stored first. */
  webhooks: Pick<Webhooks, "receive">;
  /** A page that a secret address opens: "/p" serves /p/{token}. */
  tokenPage(path: string, page: TokenPage): void;
  /** Sections of the client's area, which modules/client-area hosts. */
  clients: ClientSections;
  /** Routes below this path that guard themselves; gone while the module is off. */
  pages(path: string, make: (parts: PageParts) => Hono<AppEnv>): void;
  /** A promise once made is kept while the module is off, such as a way to unsubscribe. These routes guard themselves. */
  lasting(path: string, make: (parts: LastingParts) => LastingRoutes): void;
}

export interface ModuleServer {
  open(platform: Platform, routes: ModuleRoutes): void;
  /** Its tables with secrets, so that they are sealed again when the key is renewed. */
  sealed?: readonly SealedTable[];
}

interface ModuleHost {
  platform: Omit<Platform, "events">;
  limits: Limits;
  webhooks: Webhooks;
  requireMay: RequireMay;
  notice: TokenPageParts["notice"];
}

/** Routes of all modules, with their whole paths. A module that is off is as if it were not there, and its work rests. */
export function openModules(host: ModuleHost, servers: Record<string, ModuleServer>): Hono<AppEnv> {
  const { platform, limits, webhooks, requireMay, notice } = host;
  const { sql, env } = platform;
  const all = new Hono<AppEnv>();
  const sections: (ClientSection & { module: string })[] = [];
  const networkFrom = (c: Context<AppEnv>) => networkOf(c.env?.clientAddress ?? "unknown");
  for (const [key, server] of Object.entries(servers)) {
    const whileLive = createMiddleware<AppEnv>(async (c, next) => {
      if (!(await isLive(sql, key))) return c.notFound();
      await next();
      return undefined;
    });
    const admin = new Hono<AppEnv>();
    const open = new Hono<AppEnv>();
    const onlyLive = publicRoutes(open, limits, whileLive);
    const lasting: [string, LastingRoutes][] = [];
    server.open(
      { ...platform, events, jobs: { ...platform.jobs, add: (kind) => platform.jobs.add(resting(sql, key, kind)) } },
      {
        admin: adminRoutes(admin, requireMay, whileLive),
        open: onlyLive,
        webhooks,
        tokenPage(path, page) {
          // Else the website would answer 404 before the module is asked.
          if (!modulePaths.test(`${path}/token`))
            throw new Error(`Add ${path} to modulePrefixes (server/http/website/paths.ts) and to deploy/nginx.conf`);
          const secure = env.SITE_URL.startsWith("https:");
          onlyLive.mount(path, tokenPage({ links: platform.links, limits, notice, secure }, page));
        },
        clients: {
          add: (section) => void sections.push({ module: key, ...section }),
          async live(within) {
            const rows = await within<{ key: string }[]>`select key from public.modules where live`;
            return sections
              .filter(({ module }) => rows.some((row) => row.key === module))
              .toSorted((one, other) => one.place - other.place);
          },
        },
        pages(path, make) {
          if (!modulePaths.test(path))
            throw new Error(`Add ${path} to modulePages (server/http/website/paths.ts) and to deploy/nginx.conf`);
          open.use(path, whileLive);
          onlyLive.mount(path, make({ limits, networkOf: networkFrom, limitBody: clientBody }));
        },
        lasting: (path, make) => {
          const isLiveNow = () => isLive(sql, key);
          lasting.push([
            path,
            make({ links: platform.links, limits, notice, networkOf: networkFrom, isLive: isLiveNow }),
          ]);
        },
      },
    );
    for (const [path, routes] of lasting) all.route(path, routes);
    // Everybody's first: some of them are below the administrators' address, which lets no one else past.
    all.route("/", open);
    all.route(`/api/${key}`, admin);
  }
  // Last: what is mounted is what is there by now.
  all.route("/api/webhooks", webhooks.routes);
  return all;
}

const resting = (sql: Sql, module: string, kind: JobKind): JobKind => ({
  ...kind,
  findDue: async (limit) => ((await isLive(sql, module)) ? kind.findDue(limit) : []),
});

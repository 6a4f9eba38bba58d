// The doors of one module on a test database: its routes, and the jobs it added. Who asks from where is the test's to say.
import { createMail, type Mail, type Message } from "../platform/mail/mail.ts";
import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import pino from "pino";
import { type AppEnv, createApp } from "../app.ts";
import { readEnv } from "../env.ts";
import type { Website } from "../http/website/website.ts";
import type { Sql } from "../platform/database/sql.ts";
import type { JobKind, Jobs } from "../platform/jobs/jobs.ts";
import { createLinks } from "../platform/links/links.ts";
import { type ModuleServer, openModules, type Platform } from "../platform/module-server.ts";
import { createSendingMailboxes, type SendingMailboxes } from "../platform/outbox/sending-mailboxes.ts";
import { createStorage } from "../platform/storage/storage.ts";
import { createWebhooks } from "../platform/webhooks.ts";
import { createLimits } from "../supabase/limits/limits.ts";

export interface ModuleSite {
  app: Hono<AppEnv>;
  /** As a visitor from `clientAddress`; with the header `authorization` as an administrator. */
  ask(path: string, init?: RequestInit & { from?: string }): Promise<Response>;
  jobs: Map<string, JobKind>;
  links: ReturnType<typeof createLinks>;
  /** Mail of class system that was sent. */
  mails: Message[];
  /** What modules said about mailboxes that send by their own servers. */
  mailboxes: SendingMailboxes;
}

interface SiteOptions {
  settings?: Record<string, string>;
  now?: () => Date;
  /** Mail is written into the outbox as well. */
  writesMail?: boolean;
}

export const moduleSite = (sql: Sql, key: string, server: ModuleServer, options: SiteOptions = {}): ModuleSite =>
  modulesSite(sql, { [key]: server }, options);

/** Several modules that meet on the same pages. */
export function modulesSite(
  sql: Sql,
  servers: Record<string, ModuleServer>,
  { settings = {}, now, writesMail = false }: SiteOptions = {},
): ModuleSite {
  const env = readEnv({ LOG_LEVEL: "silent", SITE_URL: "https://guidevane.test", ...settings });
  const log = pino({ level: "silent" });
  const jobs = new Map<string, JobKind>();
  const queue = {
    add: (kind: JobKind) => void jobs.set(kind.name, kind),
    wake: async () => {},
  } as unknown as Jobs;
  const links = createLinks(sql, now);
  const mailboxes = createSendingMailboxes();
  const mails: Message[] = [];
  const mail = createMail({ sql, jobs: queue });
  const send: Mail["send"] = async (message, options) => {
    mails.push(message);
    if (writesMail) await mail.send(message, options);
  };
  const requireMay = () =>
    createMiddleware<AppEnv>(async (c, next) =>
      c.req.header("authorization") ? next() : c.json({ code: 401, message: "Sign in first" }, 401),
    );
  const modules = openModules(
    {
      platform: {
        sql,
        log,
        jobs: queue,
        links,
        env,
        storage: createStorage(env, sql),
        mail: { send },
        mailboxes,
      } as unknown as Omit<Platform, "events">,
      limits: createLimits(sql, now),
      webhooks: createWebhooks({ sql, jobs: queue, log }),
      requireMay,
      notice: (name) => ({ html: new TextEncoder().encode(`<h1>${name}</h1>`), headers: {} }),
    },
    servers,
  );
  const website = {
    respond: () => undefined,
    notFound: () => new Response("<h1>Oops! Page not found</h1>", { status: 404 }),
  } as unknown as Website;
  const app = createApp({ env, log, website, backend: null, api: new Hono<AppEnv>(), modules });
  return {
    app,
    ask: async (path, { from = "192.0.2.1", ...init } = {}) =>
      app.request(
        `https://guidevane.test${path}`,
        {
          ...init,
          headers: { host: "guidevane.test", ...declared(init.body), ...(init.headers as Record<string, string>) },
        },
        { clientAddress: from },
      ),
    jobs,
    links,
    mails,
    mailboxes,
  };
}

/** How long a body is, as browsers and providers say it: one of unknown length counts as the largest that may come. */
function declared(body: RequestInit["body"]): Record<string, string> {
  const given = body instanceof URLSearchParams ? String(body) : body;
  const whole = typeof given === "string" ? Buffer.from(given) : given;
  const isWhole = whole instanceof ArrayBuffer || ArrayBuffer.isView(whole);
  return isWhole ? { "content-length": String(whole.byteLength) } : {};
}

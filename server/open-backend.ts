// Opens everything that stands on PostgreSQL, in order: database, migrations, keys, auth, data API.
import type { Hono } from "hono";
import { site } from "#content/site.ts";
import { type FindCallerRole, roleInDatabase } from "./api/caller-role.ts";
import type { AppEnv, Backend } from "./app.ts";
import type { Env } from "./env.ts";
import type { Log } from "./http/log.ts";
import { ensureAdministrator } from "./supabase/auth/admin/administrators.ts";
import { createAuth } from "./supabase/auth/auth.ts";
import { createKeys } from "./supabase/auth/tokens/keys.ts";
import { openDatabase } from "./platform/database/database.ts";
import { migrate } from "./platform/database/migrate.ts";
import { watchDiskRoom } from "./platform/disk-room.ts";
import { createLimits } from "./supabase/limits/limits.ts";
import { createJobs, type Jobs } from "./platform/jobs/jobs.ts";
import { createLinks } from "./platform/links/links.ts";
import type { TokenPageParts } from "./platform/links/token-pages.ts";
import { createDelivery, createMail, mailProvider } from "./platform/mail/mail.ts";
import { openModules } from "./platform/module-server.ts";
import { presetModules } from "./platform/module-switches.ts";
import { createStorage } from "./platform/storage/storage.ts";
import { createWebhooks } from "./platform/webhooks.ts";
import { loadModuleServers } from "./module-servers.ts";
import { requireAdmin } from "./api/require-admin.ts";
import { createRest } from "./supabase/rest/rest.ts";

export interface OpenBackend extends Backend {
  publishableKey: string;
  callerRole: FindCallerRole;
  hasAdministrator: boolean;
  jobs: Jobs;
  /** The modules' own routes. `notice` shows what stands in place of a page behind a link. */
  modules(notice: TokenPageParts["notice"]): Hono<AppEnv>;
  /** Begins with what is due. */
  work(): Promise<void>;
  close(): Promise<void>;
}

/** `print` shows the operator the links of mail that no provider takes. */
export async function openBackend(env: Env, log: Log, print: (line: string) => void): Promise<OpenBackend> {
  const database = await openDatabase(env, log);
  try {
    const { sql } = database;
    await migrate(sql, log);
    const keys = await createKeys(env, sql, log);
    if (env.ADMIN_EMAIL && env.ADMIN_PASSWORD) await ensureAdministrator(sql, env.ADMIN_EMAIL, env.ADMIN_PASSWORD);
    await presetModules(sql, env.MODULES);
    const jobs = createJobs(sql, log);
    const deliver = createDelivery(env, print, site.email);
    const mail = createMail({ sql, jobs, log, provider: mailProvider(env), deliver });
    const storage = createStorage(env, sql);
    jobs.add(storage.cleanUp);
    const webhooks = createWebhooks({ sql, jobs, log });
    const limits = createLimits(sql);
    const auth = createAuth({ sql, env, log, mail, keys, limits, siteName: site.name });
    const rest = await createRest({ sql, env, log, identify: auth.identify });
    const servers = await loadModuleServers();
    const callerRole = roleInDatabase(sql, auth.identify);
    const [{ count: administrators } = { count: 0 }] = await sql<{ count: number }[]>`
      select count(*)::int as count from public.user_roles where role = 'admin'`;
    const disk = env.DATABASE_URL ? null : watchDiskRoom(env.DATA_DIR, env.DISK_RESERVE_MB * 1_000_000, log);
    return {
      auth: auth.routes,
      rest: rest.routes,
      callerRole,
      takesWrites: () => disk?.hasRoom() ?? true,
      answers: () => database.answers(),
      isOperator(headers) {
        const bearer = headers.get("authorization")?.replace(/^Bearer /i, "");
        return [headers.get("apikey"), bearer].some((key) => key !== null && key !== undefined && keys.isSecret(key));
      },
      publishableKey: keys.publishableKey,
      hasAdministrator: administrators > 0,
      jobs,
      modules: (notice) =>
        openModules(
          {
            platform: { sql, env, log, jobs, mail, storage, links: createLinks(sql) },
            limits,
            webhooks,
            requireAdmin: requireAdmin(callerRole),
            notice,
          },
          servers,
        ),
      work: () => jobs.start(),
      async close() {
        disk?.stop();
        await jobs.stop();
        await rest.close();
        await auth.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

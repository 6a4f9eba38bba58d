// Opens the protocols of Supabase on our own PostgreSQL, in order: keys, auth, data API.
import { site } from "#content/site.ts";
import { type AskCallerRights, rightsInDatabase } from "./api/caller-rights.ts";
import type { Backend } from "./app.ts";
import type { Env } from "./env.ts";
import type { Log } from "./http/log.ts";
import type { OpenPlatform } from "./open-platform.ts";
import { watchDiskRoom } from "./platform/disk-room.ts";
import { openSharedSealing } from "./platform/sealed.ts";
import { ensureAdministrator } from "./supabase/auth/admin/administrators.ts";
import { createAuth } from "./supabase/auth/auth.ts";
import { sealFactorSecrets } from "./supabase/auth/factors/factor-secrets.ts";
import { createKeys } from "./supabase/auth/tokens/keys.ts";
import { createRest } from "./supabase/rest/rest.ts";

export interface OpenBackend extends Backend {
  publishableKey: string;
  askRights: AskCallerRights;
  hasAdministrator: boolean;
  close(): Promise<void>;
}

export async function openBackend(
  env: Env,
  log: Log,
  { database, mail, limits }: Pick<OpenPlatform, "database" | "mail" | "limits">,
): Promise<OpenBackend> {
  const { sql } = database;
  const keys = await createKeys(env, sql, log);
  if (env.ADMIN_EMAIL && env.ADMIN_PASSWORD) await ensureAdministrator(sql, env.ADMIN_EMAIL, env.ADMIN_PASSWORD);
  const sealing = await openSharedSealing(env);
  if (sealing) await sealFactorSecrets(sql, sealing);
  const auth = createAuth({ sql, env, log, mail, keys, limits, sealing, siteName: site.name });
  const rest = await createRest({ sql, env, log, identify: auth.identify }).catch(async (error: unknown) => {
    await auth.close();
    throw error;
  });
  const [{ count: administrators } = { count: 0 }] = await sql<{ count: number }[]>`
    select count(*)::int as count from public.user_roles where role = 'admin'`;
  const disk = env.DATABASE_URL ? null : watchDiskRoom(env.DATA_DIR, env.DISK_RESERVE_MB * 1_000_000, log);
  return {
    auth: auth.routes,
    rest: rest.routes,
    askRights: rightsInDatabase(sql, auth.identify),
    takesWrites: () => disk?.hasRoom() ?? true,
    answers: () => database.answers(),
    isOperator(headers) {
      const bearer = headers.get("authorization")?.replace(/^Bearer /i, "");
      return [headers.get("apikey"), bearer].some((key) => key !== null && key !== undefined && keys.isSecret(key));
    },
    publishableKey: keys.publishableKey,
    hasAdministrator: administrators > 0,
    async close() {
      disk?.stop();
      await rest.close();
      await auth.close();
    },
  };
}

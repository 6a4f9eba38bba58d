// Opens everything that answers requests. If the database is away, it is waited for at every step of the start.
import { setTimeout as sleep } from "node:timers/promises";
import { createApi } from "./api/api.ts";
import { rightsAtSupabase } from "./api/caller-rights.ts";
import type { Operations, Readiness } from "./api/probes.ts";
import { createPublishing } from "./api/publish.ts";
import { createReadiness } from "./api/readiness.ts";
import { createApp } from "./app.ts";
import type { Env } from "./env.ts";
import type { Serving } from "./http/listener.ts";
import { type Log, loggable } from "./http/log.ts";
import { createWebsite } from "./http/website/website.ts";
import { type OpenBackend, openBackend } from "./open-backend.ts";
import { openPlatform, type OpenPlatform } from "./open-platform.ts";
import { isAwayUnderneath } from "./platform/database/connection-errors.ts";
import { outboxFigures } from "./platform/operations/outbox-figures.ts";

export interface OpenServer {
  /** Null with hosted Supabase, unless its DATABASE_URL is given. */
  platform: OpenPlatform | null;
  /** Null when hosted Supabase keeps the users. */
  hasAdministrator: boolean | null;
  readiness(): Promise<Readiness | null>;
  close(): Promise<void>;
}

interface Opening {
  env: Env;
  log: Log;
  operations: Operations;
  /** Shows the operator the links of mail that no provider takes. */
  print(line: string): void;
  stopping: AbortSignal;
  /** Called when requests can be answered, and with null when they cannot any more. */
  serve(serving: Serving | null): void;
}

const retryMs = 1000;

export async function openServer(opening: Opening): Promise<OpenServer> {
  for (;;) {
    const closers: (() => Promise<void>)[] = [];
    try {
      return await openOnce(opening, closers);
    } catch (error) {
      opening.serve(null);
      await closeAll(closers, opening.log);
      if (!isAwayUnderneath(error) || opening.stopping.aborted) throw error;
      opening.log.error({ err: loggable(error) }, "the database went away during the start; starting again");
      await sleep(retryMs, undefined, { signal: opening.stopping });
    }
  }
}

async function openOnce(
  { env: given, log, operations, print, stopping, serve }: Opening,
  closers: (() => Promise<void>)[],
) {
  // With hosted Supabase there is a database for modules only when its address is given too.
  const platform: OpenPlatform | null =
    given.SUPABASE_URL && !given.DATABASE_URL ? null : await openPlatform(given, log, print, stopping);
  // With what was pasted in Settings.
  const env = platform?.settings.env ?? given;
  if (platform) closers.push(platform.close);
  const backend: OpenBackend | null = platform && !env.SUPABASE_URL ? await openBackend(env, log, platform) : null;
  if (backend) closers.push(backend.close);
  // In development Vite serves the pages, and there is no build to load (tools/dev.ts).
  const pages = process.env.PAGES_BY_VITE ? [] : undefined;
  const website = await createWebsite(
    env,
    backend?.publishableKey ?? "",
    pages,
    platform?.liveModules.keys,
    platform?.settings.firm,
  );
  const askRights = backend?.askRights ?? rightsAtSupabase(env.SUPABASE_URL!, env.SUPABASE_PUBLISHABLE_KEY!);
  const publishing = platform && createPublishing(platform.database.sql, platform.gate);
  const isPublishing = platform?.isPublishing ?? (async () => env.AUTO_PUBLISH ?? false);
  const jobs = platform?.jobs ?? null;
  const pasting = platform && { sql: platform.database.sql, ...platform };
  const api = createApi({ env, log, askRights, dataDir: env.DATA_DIR, jobs, publishing, isPublishing, pasting });
  const modules = platform?.modules(askRights, (name) => website.hiddenPage(`/link/${name}`));
  const app = createApp({
    env,
    log,
    website,
    backend,
    api,
    isPublishing,
    operations: { ...operations, ...(platform && { outbox: () => outboxFigures(platform.database.probe) }) },
    ...(modules && { modules }),
    ...(platform && {
      liveModules: platform.liveModules,
      live: platform.live.routes(askRights),
      settings: platform.settings,
    }),
  });
  serve({ app, website });
  await jobs?.start();
  return {
    platform,
    hasAdministrator: backend ? backend.hasAdministrator : null,
    readiness: platform
      ? createReadiness({ ...platform, takesWrites: () => backend?.takesWrites() ?? true })
      : async () => null,
    close: () => closeAll(closers, log),
  };
}

/** The last opened first. One that does not close keeps none of the others open. */
async function closeAll(closers: (() => Promise<void>)[], log: Log): Promise<void> {
  for (const close of closers.splice(0).toReversed())
    await close().catch((error: unknown) => log.warn({ err: loggable(error) }, "closing failed"));
}

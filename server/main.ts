// The one process: read the settings, open the backend, listen, shut down.
import { createApi } from "./api/api.ts";
import { roleAtSupabase } from "./api/caller-role.ts";
import { createPublishing } from "./api/publish.ts";
import { createApp } from "./app.ts";
import { type OpenBackend, openBackend } from "./open-backend.ts";
import { openPlatform } from "./open-platform.ts";
import { BadSetting, readEnv } from "./env.ts";
import { createListener } from "./http/listener.ts";
import { createLog } from "./http/log.ts";
import { shutDownGracefully } from "./http/shut-down.ts";
import { startUpMessage } from "./start-up-message.ts";
import { createWebsite } from "./http/website/website.ts";

async function main(): Promise<void> {
  const started = performance.now();
  const env = readEnv(process.env);
  const log = createLog(env);
  // With hosted Supabase there is a database for modules only when its address is given too.
  const platform =
    env.SUPABASE_URL && !env.DATABASE_URL ? null : await openPlatform(env, log, (line) => console.log(line));
  const backend: OpenBackend | null = platform && !env.SUPABASE_URL ? await openBackend(env, log, platform) : null;
  const close = async () => {
    await backend?.close();
    await platform?.close();
  };
  // In development Vite serves the pages, and there is no build to load (tools/dev.ts).
  const pages = process.env.PAGES_BY_VITE ? [] : undefined;
  const website = await createWebsite(env, backend?.publishableKey ?? "", pages, platform?.liveModules.keys);
  const callerRole = backend?.callerRole ?? roleAtSupabase(env.SUPABASE_URL!, env.SUPABASE_PUBLISHABLE_KEY!);
  const publishing = platform && createPublishing(platform.database.sql, platform.gate);
  const isPublishing = platform?.isPublishing ?? (async () => env.AUTO_PUBLISH ?? false);
  const jobs = platform?.jobs ?? null;
  const api = createApi({ env, log, callerRole, dataDir: env.DATA_DIR, jobs, publishing, isPublishing });
  const modules = platform?.modules(callerRole, (name) => website.hiddenPage(`/link/${name}`));
  const app = createApp({
    env,
    log,
    website,
    backend,
    api,
    isPublishing,
    ...(modules && { modules }),
    ...(platform && { liveModules: platform.liveModules }),
  });
  const server = createListener({ app, website, env, log });

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(env.PORT, env.HOST, resolve);
  }).catch(async (error: NodeJS.ErrnoException) => {
    await close();
    throw error.code === "EADDRINUSE"
      ? new BadSetting(`PORT ${env.PORT} is in use by another program. Set PORT to a free one.`)
      : error;
  });
  await platform?.jobs.start();
  shutDownGracefully(server, log, close);
  console.log(
    startUpMessage({
      env,
      ms: performance.now() - started,
      hasAdministrator: backend ? backend.hasAdministrator : null,
    }),
  );
}

main().catch((error: unknown) => {
  // Settings and data directories get a sentence; only what we did not foresee gets a stack.
  const known = error instanceof Error && (error instanceof BadSetting || "forOperator" in error);
  console.error(known ? error.message : error);
  process.exit(1);
});

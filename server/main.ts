// The one process: read the settings, listen, open everything that answers, shut down.
import type { Server } from "node:http";
import { createMetricsServer } from "./api/metrics-port.ts";
import { isReady, type Operations } from "./api/probes.ts";
import { whileStarting } from "./api/starting.ts";
import { BadSetting, type Env, readEnv } from "./env.ts";
import { createListener } from "./http/listener.ts";
import { createLog, exitAfterLog, isReadable, type Log } from "./http/log.ts";
import { shutDownGracefully } from "./http/shut-down.ts";
import { type OpenServer, openServer } from "./open-server.ts";
import { metricsText } from "./platform/operations/collect.ts";
import { startTracing, stopTracing } from "./platform/operations/tracing.ts";
import { startUpMessage } from "./start-up-message.ts";

async function main(env: Env, log: Log): Promise<void> {
  const started = performance.now();
  await startTracing(process.env);
  let open: OpenServer | null = null;
  const hasOwnWork = !env.SUPABASE_URL || env.DATABASE_URL !== undefined;
  const notReady = hasOwnWork ? { database: false, schema: false, jobs: false, disk: true } : null;
  const operations: Operations = {
    readiness: async () => (open ? open.readiness() : notReady),
    metrics: () =>
      metricsText({
        env,
        database: () => open?.platform?.database ?? null,
        jobs: () => open?.platform?.jobs ?? null,
        isReady: async () => open !== null && isReady(await open.readiness()),
      }),
  };

  const tell = isReadable(env) ? (line: string) => console.log(line) : () => {};
  const starting = whileStarting(env, operations);
  const server = createListener({ ...starting, env, log });
  await listen(server, "PORT", env.PORT, env.HOST);
  const metrics = env.METRICS_PORT ? createMetricsServer(operations.metrics) : null;
  if (metrics) await listen(metrics, "METRICS_PORT", env.METRICS_PORT, "127.0.0.1");

  tell(
    env.DATABASE_URL || env.SUPABASE_URL ? "Opening the database ..." : `Opening the database in ${env.DATA_DIR} ...`,
  );
  const stopping = new AbortController();
  const opening = openServer({
    env,
    log,
    operations,
    print: (line) => console.log(line),
    stopping: stopping.signal,
    serve: (serving) => server.serve(serving ?? starting),
  });
  shutDownGracefully(server, log, {
    endStreams: () => open?.platform?.live.endStreams(),
    async closeBackend() {
      stopping.abort();
      metrics?.close();
      await opening.then(({ close }) => close()).catch(() => undefined);
      await stopTracing();
    },
  });
  open = await opening.catch((error: unknown) => {
    // Told to stop while it waited for the database: the shutdown is under way, and ends the process.
    if (!stopping.signal.aborted) throw error;
    return null;
  });
  if (open)
    console.log(startUpMessage({ env, ms: performance.now() - started, hasAdministrator: open.hasAdministrator }));
}

async function listen(server: Server, setting: string, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EADDRINUSE"
      ? new BadSetting(`${setting} ${port} is in use by another program. Set ${setting} to a free one.`)
      : error;
  });
}

function end(error: unknown, log?: Log): void {
  // Settings and data directories get a sentence; only what we did not foresee gets a stack.
  const known = error instanceof Error && (error instanceof BadSetting || "forOperator" in error);
  console.error(known ? error.message : error);
  if (log) exitAfterLog(log, 1);
  else process.exit(1);
}

try {
  const env = readEnv(process.env);
  const log = createLog(env);
  main(env, log).catch((error: unknown) => end(error, log));
} catch (error) {
  end(error);
}

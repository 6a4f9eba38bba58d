// The figures of /metrics that are looked up when somebody asks: outbox, jobs, database, disk, and those of Node itself.
import { collectDefaultMetrics, Gauge } from "prom-client";
import type { Env } from "#server/env.ts";
import type { Database } from "../database/database.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { diskFigures } from "./disk-figures.ts";
import { registry } from "./metrics.ts";
import { outboxFigures } from "./outbox-figures.ts";

const registers = [registry];
const gauge = <T extends string>(name: string, help: string, labelNames: T[] = []) =>
  new Gauge({ name, help, labelNames, registers });

const databaseUp = gauge("guidevane_database_up", "1 when the database answers");
const isReady = gauge("guidevane_ready", "1 when /readyz says so");
const outboxMessages = gauge("guidevane_outbox_messages", "Messages by state", ["state"]);
const outboxOldest = gauge("guidevane_outbox_oldest_seconds", "Age of the oldest message in the state", ["state"]);
const jobCount = gauge("guidevane_jobs", "Jobs of the queue by kind and state", ["kind", "state"]);
const jobOldest = gauge("guidevane_jobs_oldest_seconds", "Age of the oldest job of the kind in the state", [
  "kind",
  "state",
]);
const diskFree = gauge("guidevane_disk_free_bytes", "Room where DATA_DIR is");
const diskTotal = gauge("guidevane_disk_total_bytes", "Size of the disk where DATA_DIR is");
const diskReserve = gauge("guidevane_disk_reserve_bytes", "With less room than this, writes are refused");

export interface Collected {
  env: Pick<Env, "DATA_DIR" | "DISK_RESERVE_MB">;
  /** Null while there is none, and with hosted Supabase. */
  database(): Pick<Database, "answers" | "probe"> | null;
  jobs(): Pick<Jobs, "figures"> | null;
  isReady(): Promise<boolean>;
}

let hasDefaults = false;

/** The text of /metrics. What the database cannot tell now is left out rather than repeated from before. */
export async function metricsText({ env, database, jobs, isReady: ready }: Collected): Promise<string> {
  if (!hasDefaults) collectDefaultMetrics({ register: registry });
  hasDefaults = true;
  const asked = database();
  const [up, isReadyNow, disk] = await Promise.all([asked?.answers() ?? false, ready(), diskFigures(env)]);
  for (const old of [outboxMessages, outboxOldest, jobCount, jobOldest]) old.reset();
  if (asked && up)
    await Promise.all([collectOutbox(asked.probe), collectJobs(jobs(), asked.probe)]).catch(() => undefined);
  databaseUp.set(up ? 1 : 0);
  isReady.set(isReadyNow ? 1 : 0);
  diskFree.set(disk.freeBytes);
  diskTotal.set(disk.totalBytes);
  diskReserve.set(disk.reserveBytes);
  return registry.metrics();
}

async function collectOutbox(probe: Database["probe"]): Promise<void> {
  for (const [state, { count, oldestSeconds }] of Object.entries(await outboxFigures(probe))) {
    outboxMessages.set({ state }, count);
    outboxOldest.set({ state }, oldestSeconds ?? 0);
  }
}

async function collectJobs(jobs: Pick<Jobs, "figures"> | null, probe: Database["probe"]): Promise<void> {
  for (const { kind, state, count, oldestSeconds } of (await jobs?.figures(probe)) ?? []) {
    jobCount.set({ kind, state }, count);
    jobOldest.set({ kind, state }, oldestSeconds);
  }
}

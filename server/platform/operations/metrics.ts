// Every figure of /metrics that is counted where it happens. Labels have few, known values and never personal data; what is read
// from the database when somebody asks is in collect.ts.
import type { Pool } from "pg";
import { Counter, Gauge, Histogram, Registry } from "prom-client";

export const registry = new Registry();
const registers = [registry];
const seconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const requestSeconds = new Histogram({
  name: "guidevane_http_request_duration_seconds",
  help: "Requests by pattern of their route, method and status",
  labelNames: ["method", "route", "status"] as const,
  buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
});

export const statementSeconds = new Histogram({
  name: "guidevane_database_statement_duration_seconds",
  help: "Statements, from sending to the last row",
  labelNames: ["pool"] as const,
  buckets: seconds,
  registers,
});
export const slowStatements = new Counter({
  name: "guidevane_database_slow_statements_total",
  help: "Statements that took at least SLOW_STATEMENT_MS; the log names them",
  labelNames: ["pool"] as const,
  registers,
});
export const connectionWaitSeconds = new Histogram({
  name: "guidevane_database_connection_wait_seconds",
  help: "How long callers waited for a connection of the pool",
  labelNames: ["pool"] as const,
  buckets: seconds,
  registers,
});

/** Pools that are open now. Several may have one name: their figures are added up. */
export const openPools = new Set<{ name: string; pool: Pool }>();
export const poolConnections = new Gauge({
  name: "guidevane_database_connections",
  help: "Connections of the pool that are in use or idle",
  labelNames: ["pool", "state"] as const,
  registers,
  collect() {
    this.reset();
    for (const { name, pool } of openPools) {
      this.inc({ pool: name, state: "idle" }, pool.idleCount);
      this.inc({ pool: name, state: "used" }, pool.totalCount - pool.idleCount);
    }
  },
});
export const poolLimit = new Gauge({
  name: "guidevane_database_connections_max",
  help: "Connections the pool may open",
  labelNames: ["pool"] as const,
  registers,
  collect() {
    this.reset();
    for (const { name, pool } of openPools) this.inc({ pool: name }, pool.options.max);
  },
});
export const poolWaiting = new Gauge({
  name: "guidevane_database_waiting",
  help: "Callers that wait for a connection of the pool now",
  labelNames: ["pool"] as const,
  registers,
  collect() {
    this.reset();
    for (const { name, pool } of openPools) this.inc({ pool: name }, pool.waitingCount);
  },
});

export const jobRuns = new Counter({
  name: "guidevane_job_runs_total",
  help: "Jobs that ran, by kind and result: done, failed",
  labelNames: ["kind", "result"] as const,
  registers,
});
export const handedOver = new Counter({
  name: "guidevane_mail_results_total",
  help: "What providers said to messages: sent, again (tried later), failed, bounced, uncertain",
  labelNames: ["provider", "result"] as const,
  registers,
});
export const webhooksReceived = new Counter({
  name: "guidevane_webhooks_received_total",
  help: "Requests of providers: stored, repeated, unsigned, unreadable",
  labelNames: ["provider", "result"] as const,
  registers,
});
export const webhookEvents = new Counter({
  name: "guidevane_webhook_events_total",
  help: "Stored events of providers: processed, ignored, again (tried later), failed",
  labelNames: ["provider", "result"] as const,
  registers,
});
export const signInFailures = new Counter({
  name: "guidevane_sign_in_failures_total",
  help: "Refused sign-ins, by the error code of the answer",
  labelNames: ["reason"] as const,
  registers,
});

// The dashboard and the alert rules in deploy/ ask for figures that /metrics has, by labels and values that it uses.
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { metricsText } from "./collect.ts";
import { registry } from "./metrics.ts";
import { watchedStates } from "./outbox-figures.ts";

const database = await testDatabase();
const text = await metricsText({
  env: { DATA_DIR: ".", DISK_RESERVE_MB: 256 },
  database: () => database,
  jobs: () => ({ figures: async () => [{ kind: "outbox", state: "failed", count: 2, oldestSeconds: 60 }] }),
  isReady: async () => true,
});
const known = new Map<string, string[]>();
for (const { name, type } of await registry.getMetricsAsJSON()) {
  const { labelNames = [] } = registry.getSingleMetric(name) as unknown as { labelNames?: string[] };
  if (String(type) === "histogram")
    for (const part of ["_bucket", "_sum", "_count"]) known.set(name + part, [...labelNames, "le"]);
  else known.set(name, labelNames);
}
/** Prometheus adds these to every series. */
const added = ["job", "instance"];

interface Panel {
  title: string;
  targets?: { expr: string }[];
}
const { panels } = JSON.parse(readFileSync("deploy/grafana-dashboard.json", "utf8")) as { panels: Panel[] };
const { groups } = parse(readFileSync("deploy/prometheus-alerts.yml", "utf8")) as {
  groups: { rules: { alert: string; expr: string }[] }[];
};
const asked = [
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
  ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [alert, expr] as const)),
];

test("both ask for something", () => {
  expect(panels.filter(({ targets }) => targets).length).toBeGreaterThan(15);
  expect(groups.flatMap(({ rules }) => rules).length).toBeGreaterThan(10);
});

test.each(asked)("%s asks for what /metrics has: %s", (_name, expr) => {
  const used = [...expr.matchAll(/\b((?:guidevane|nodejs|process)_\w+|up\b)(?:\{([^}]*)\})?/g)];
  expect(used.length).toBeGreaterThan(0);
  for (const [, metric = "", selector = ""] of used) {
    if (metric !== "up") expect([...known.keys()]).toContain(metric);
    const labels = [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label);
    for (const label of labels) expect([...(known.get(metric) ?? []), ...added]).toContain(label);
    const state = metric.startsWith("guidevane_outbox") ? /state="(\w+)"/.exec(selector)?.[1] : undefined;
    if (state) expect(watchedStates).toContain(state);
  }
});

test("figures of the database, of jobs and of Node stand in the text", () => {
  expect(text).toContain('guidevane_jobs{kind="outbox",state="failed"} 2');
  expect(text).toContain('guidevane_jobs_oldest_seconds{kind="outbox",state="failed"} 60');
  expect(text).toMatch(/^guidevane_database_up 1$/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \S+$/m);
  for (const state of watchedStates) expect(text).toContain(`guidevane_outbox_messages{state="${state}"} 0`);
});

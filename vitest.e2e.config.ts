import { defineConfig } from "vitest/config";
import { longestFirst } from "./tools/check/longest-first.ts";
import { browserFiles } from "./tools/check/tiers.ts";

/** Those that take longest. */
const longest = [
  "every-page",
  "dev",
  "third-module",
  "admin-accessibility",
  "documents",
  "outreach-screens",
  "outbox-leaves",
  "first-run",
  "proposals",
  "mailbox",
  "client-area",
  "team",
  "cash",
  "payments",
  "invoices",
  "compose-mail",
  "deals-board",
  "timeline",
  "relationships",
  "auth-session",
  "layout",
  "auth-sign-in",
  "admin-crm-records",
  "contact",
  "home",
  "islands",
  "navigation",
  "admin-shell",
  "docs",
  "inquiries-public",
  "publish-switch",
  "first-page",
  "reports",
  "admin-settings",
  "tasks",
  "inquiries-inbox",
  "admin-crm-care",
  "shared-pdf",
  "dashboard-live",
  "admin-bad-input",
  "timed",
];
// Browser tests against the real server. Each file has a server and its own database (e2e/fixtures.ts); a worker
// keeps its browser for all the files it runs.
export default defineConfig({
  test: {
    include: [browserFiles],
    globalSetup: ["e2e/prepare-run.ts"],
    sequence: { sequencer: longestFirst(longest) },
    // Limits end what hangs; none is near to what a test takes, also on one core beside another program. The first test of a
    // file also starts its server. Polls are as patient as the browser's own waiting (fixtures.ts).
    testTimeout: 300_000,
    hookTimeout: 120_000,
    teardownTimeout: 120_000,
    expect: { poll: { timeout: 45_000 } },
    pool: "forks",
    isolate: false,
    // One more than the cores of a small machine: a browser or a database is often what a test waits for.
    maxWorkers: 3,
  },
});

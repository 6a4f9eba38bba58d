import { defineConfig } from "vitest/config";
import { longestFirst } from "./tools/check/longest-first.ts";
import { browserFiles } from "./tools/check/tiers.ts";

/** Those that take more than half a minute. */
const longest = [
  "every-page",
  "dev",
  "admin-accessibility",
  "timeline",
  "tasks",
  "admin-crm-care",
  "admin-bad-input",
  "inquiries-inbox",
  "reports",
  "timed",
  "docs",
  "inquiries-public",
  "third-module",
  "admin-shell",
  "outreach-screens",
  "admin-crm-records",
  "admin-settings",
  "documents",
  "shared-pdf",
  "deals-board",
  "admin-import",
  "admin-crm-lists",
  "auth-session",
  "outbox-leaves",
  "dashboard-live",
  "auth-sign-in",
  "contact",
  "deal-page",
  "layout",
  "navigation",
  "office",
  "admin-drafts",
];
// Browser tests against the real server. Each file has a server and a database of its own (e2e/fixtures.ts); a worker
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

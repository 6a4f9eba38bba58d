import { defineConfig } from "vitest/config";
import { longestFirst } from "./tools/check/longest-first.ts";
import { unitFiles } from "./tools/check/tiers.ts";

/** Those that take longest. */
const longest = [
  "backup",
  "planning",
  "hostile-arguments",
  "stopping",
  "cents",
  "restored-copy",
  "rights",
  "functions",
  "invoice-files",
  "migrate",
  "own-fields",
  "proposal-pdf",
  "trash",
  "faults",
  "forms",
  "main",
  "reports",
  "embedded",
  "payments",
  "search",
  "deletions",
  "proposals",
  "erasing",
  "client-area",
  "enumeration",
  "backup-and-restore",
  "move-deal",
  "stripe-events",
  "export-sql",
  "build-inputs",
  "bounces",
  "passwords",
];

// No mocked API: tests talk to a real PostgreSQL that server/testing/postgres-for-tests.ts starts once per run.
export default defineConfig({
  test: {
    // Limits end what hangs; none is near to what a test takes, also on one core beside another program.
    expect: { poll: { timeout: 30_000 } },
    include: [unitFiles],
    sequence: { sequencer: longestFirst(longest) },
    globalSetup: ["server/testing/postgres-for-tests.ts"],
    testTimeout: 180_000,
    hookTimeout: 120_000,
    teardownTimeout: 120_000,
    pool: "forks",
    // Files of one worker share what they import. None replaces a module; what a test needs otherwise is handed to it.
    isolate: false,
    // One more than the cores of a small machine: a browser or a database is often what a test waits for.
    maxWorkers: 3,
  },
});

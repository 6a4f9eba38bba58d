import { defineConfig } from "vitest/config";

// No mocked API: tests talk to a real PostgreSQL that server/testing/postgres-for-tests.ts starts once per run.
export default defineConfig({
  test: {
    // A busy machine may take its time; Vitest would give up after a second.
    expect: { poll: { timeout: 10_000 } },
    include: ["{app,content,domain,modules,server,tools}/**/*.test.{ts,tsx}"],
    globalSetup: ["server/testing/postgres-for-tests.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    pool: "forks",
    maxWorkers: 2,
  },
});

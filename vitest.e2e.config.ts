import { defineConfig } from "vitest/config";

// Browser tests against the real server. Workers keep their server and browser for all the files they run.
export default defineConfig({
  test: {
    include: ["e2e/**/*.e2e.ts"],
    // The first test of a worker also starts its server and its browser, on a machine that may be busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    isolate: false,
    maxWorkers: 2,
  },
});

// The whole process: how it starts, and what it tells an operator.
import { expect, test } from "vitest";
import { mainForTests } from "./testing/main-for-tests.ts";

const { connection, door, start } = await mainForTests();

test.each([
  [
    "a database that does not exist",
    { DATABASE_URL: "nowhere" },
    /cannot be used: database "nowhere" does not exist\n$/,
  ],
  ["a setting that cannot be read", { METRICS_PORT: "many" }, /METRICS_PORT: must be a whole number/],
  ["traces by an unknown way", { OTEL_TRACES_EXPORTER: "smoke" }, /OTEL_TRACES_EXPORTER is smoke/],
])("a wrong configuration ends it with one sentence: %s", async (_name, settings, sentence) => {
  const address = `postgres://${connection.user}@127.0.0.1:${door.port}/nowhere`;
  const server = await start({ ...settings, ...("DATABASE_URL" in settings && { DATABASE_URL: address }) });
  expect(await server.exited).toEqual({ code: 1, signal: null });
  expect(server.output()).toMatch(sentence);
  expect(server.output()).not.toContain("    at ");
});

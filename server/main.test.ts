// The whole process: how it starts, and what it tells an operator.
import { expect, test } from "vitest";
import { eventually } from "./testing/eventually.ts";
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

test("audit-4 start: in a terminal it says what is done, the addresses, how to become administrator and how to see everything, without JSON", async () => {
  const server = await start({ LOG_FORMAT: "text", SLOW_STATEMENT_MS: "0" });
  await eventually(() => expect(server.output()).toContain("npm run demo"));
  expect(await server.status("/livez")).toBe(200);
  expect(server.output().trim().split("\n")).toEqual([
    "Opening the database ...",
    expect.stringMatching(/^Guidevane is ready \(\d+\.\d s\)\.$/),
    expect.stringMatching(/^ {2}Site {11}http/),
    expect.stringMatching(/^ {2}Back office {4}http.*\/admin$/),
    expect.stringMatching(/^ {2}Administrator {2}there is none yet: npm run admin -- add you@example\.com/),
    expect.stringMatching(/^ {2}Everything {5}npm run demo/),
  ]);
});

test("audit-4 start: what is no terminal gets JSON lines of each request", async () => {
  const server = await start();
  await eventually(() => expect(server.output()).toContain("Guidevane is ready"));
  await server.status("/livez");
  await eventually(() =>
    expect(server.lines()).toContainEqual(expect.objectContaining({ path: "/livez", status: 200 })),
  );
  expect(server.output()).not.toContain("Opening the database");
});

// Traces are off and nothing of OpenTelemetry is loaded, until the standard variables ask for them.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { wantsTraces } from "./tracing.ts";

/**
 * Runs a request with a step in it, and says how many files of OpenTelemetry were loaded in the meantime. Those of its API, which does
 * nothing by itself, do not count: prom-client loads it.
 */
const program = `
  const { registerHooks } = await import("node:module");
  const loaded = new Set();
  registerHooks({ resolve(name, context, next) {
    const found = next(name, context);
    if (/@opentelemetry\\/(?!api\\/)/.test(found.url)) loaded.add(found.url);
    return found;
  } });
  const { startTracing, stopTracing, traceRequest, traceStep } = await import("#server/platform/operations/tracing.ts");
  // What a server has loaded that answers requests, asks the database and sends mail.
  await import("#server/app.ts");
  await import("#server/open-server.ts");
  await import("#server/http/listener.ts");
  await startTracing(process.env);
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const answer = await traceRequest("GET", { traceparent }, async (span) => {
    const rows = await traceStep("client", "private.claim_outbox", { "db.system.name": "postgresql" }, async () => "rows");
    span.rename("GET /rest/v1/:table");
    span.end(false);
    return rows;
  });
  await stopTracing();
  console.log(JSON.stringify({ answer, loaded: loaded.size }));
  process.exit(0);`;

async function run(variables: Record<string, string>) {
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...variables };
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], { env });
  return JSON.parse(stdout) as { answer: string; loaded: number };
}

test("off by default: nothing is loaded, and the work is done all the same", async () => {
  expect(await run({})).toEqual({ answer: "rows", loaded: 0 });
  expect(await run({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1", OTEL_SDK_DISABLED: "true" })).toEqual({
    answer: "rows",
    loaded: 0,
  });
});

test("a collector that is away changes nothing, and keeps nobody from leaving", async () => {
  expect(await run({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" })).toMatchObject({ answer: "rows" });
});

test("with an endpoint, requests and their statements arrive there in the caller's trace", async () => {
  const received: { path: string | undefined; body: Buffer }[] = [];
  const collector = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      received.push({ path: request.url, body: Buffer.concat(pieces) });
      response.writeHead(200, { "Content-Type": "application/x-protobuf" }).end();
    });
  }).listen(0, "127.0.0.1");
  await once(collector, "listening");
  onTestFinished(() => void collector.close());
  const { port } = collector.address() as AddressInfo;
  const { answer, loaded } = await run({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_SERVICE_NAME: "guidevane-of-the-test",
  });
  expect(answer).toBe("rows");
  expect(loaded).toBeGreaterThan(0);
  expect(received.map(({ path }) => path)).toEqual(["/v1/traces"]);
  const body = received[0]!.body;
  for (const words of ["GET /rest/v1/:table", "private.claim_outbox", "guidevane-of-the-test"])
    expect(body.includes(words), words).toBe(true);
  // Once for each of the two spans: both belong to the trace that the caller named.
  const trace = Buffer.from("0af7651916cd43dd8448eb211c80319c", "hex");
  expect(body.indexOf(trace, body.indexOf(trace) + 1)).toBeGreaterThan(body.indexOf(trace));
});

test.each([
  [{}, false],
  [{ OTEL_SERVICE_NAME: "guidevane" }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" }, true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://collector:4318/v1/traces" }, true],
  [{ OTEL_TRACES_EXPORTER: "otlp" }, true],
  [{ OTEL_TRACES_EXPORTER: "none", OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" }, false],
])("whether %o asks for traces", (variables, wanted) => {
  expect(wantsTraces(variables)).toBe(wanted);
});

test("an exporter that is not ours is refused in a sentence", () => {
  expect(() => wantsTraces({ OTEL_TRACES_EXPORTER: "zipkin" })).toThrow("this server sends traces by otlp, or none");
});

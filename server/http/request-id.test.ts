// Every answer names its request, and every line of the log about it says the same name.
import { once } from "node:events";
import net from "node:net";
import { Hono } from "hono";
import pino from "pino";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type AppEnv, createApp } from "../app.ts";
import { requestSeconds } from "../platform/operations/metrics.ts";
import { eventually } from "../testing/eventually.ts";
import { rawHttp } from "../testing/raw-http.ts";
import { smallSite } from "../testing/small-site.ts";
import { createListener } from "./listener.ts";
import { createLog } from "./log.ts";

const lines: Record<string, unknown>[] = [];
const log = createLog({ LOG_LEVEL: "info" }, { write: (line) => void lines.push(JSON.parse(line) as never) });
const quiet = pino({ level: "silent" });

const api = new Hono<AppEnv>()
  .get("/breaks", () => {
    throw new Error("broken");
  })
  .get("/drafts/:name", (c) => c.text("draft"));
const rest = new Hono<AppEnv>().all("*", (c) => c.json([]));
const always = { answers: async () => true, isOperator: () => false, takesWrites: () => true };

async function listening(settings: Record<string, string>, toLog = log) {
  const site = await smallSite(settings);
  const backend = { ...always, auth: new Hono<AppEnv>(), rest };
  const app = createApp({ env: site.env, log: toLog, website: site.website, backend, api });
  const server = createListener({ app, website: site.website, env: site.env, log: toLog });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    site.remove();
  });
  const { port } = server.address() as net.AddressInfo;
  return { port, get: (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init) };
}
const { port, get } = await listening({});
const behindProxy = await listening({ TRUSTED_PROXIES: "127.0.0.1" }, quiet);
const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

beforeEach(() => {
  lines.length = 0;
  requestSeconds.reset();
});

test.each(["/", "/assets/app-abc12345.js", "/nothing", "/workshops", "/healthz", "/rest/v1/accounts", "/api/drafts/x"])(
  "the answer and the line of %s have one id",
  async (path) => {
    const answer = await get(path, { redirect: "manual" });
    const id = answer.headers.get("x-request-id");
    expect(id).toMatch(uuid);
    await eventually(() => expect(lines).toMatchObject([{ request: id, status: answer.status }]));
  },
);

test("an unforeseen error says its id in the body, and in both lines of the log", async () => {
  const answer = await get("/api/breaks");
  const id = answer.headers.get("x-request-id");
  expect([answer.status, await answer.json()]).toMatchObject([500, { code: 500, request_id: id }]);
  await eventually(() =>
    expect(lines).toMatchObject([
      { msg: "request failed", request: id },
      { status: 500, request: id },
    ]),
  );
});

test("what cannot be read is answered and logged with an id too", async () => {
  const answers = [
    await rawHttp(port, "nonsense\r\n\r\n"),
    await rawHttp(port, "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
  ];
  const ids = answers.map((answer) => /^X-Request-Id: (\S+)\r$/m.exec(answer)?.[1]);
  for (const id of ids) expect(id).toMatch(uuid);
  await eventually(() => expect(lines.map(({ request }) => request)).toEqual(ids));
});

test("browsers of other origins may read it", async () => {
  expect((await get("/healthz")).headers.get("access-control-expose-headers")).toContain("X-Request-Id");
});

test("a trusted proxy may give the id; anybody else may not, and neither may break a line", async () => {
  const given = (id: string) => ({ headers: { "x-request-id": id } });
  const named = async (where: typeof get, id: string) =>
    (await where("/healthz", given(id))).headers.get("x-request-id");
  expect(await named(behindProxy.get, "0af7651916cd43dd8448eb211c80319c")).toBe("0af7651916cd43dd8448eb211c80319c");
  expect(await named(behindProxy.get, "short")).toMatch(uuid);
  expect(await named(behindProxy.get, "with spaces and more")).toMatch(uuid);
  expect(await named(get, "0af7651916cd43dd8448eb211c80319c")).toMatch(uuid);
});

const counts = async () =>
  (await requestSeconds.get()).values.filter(({ metricName }) => metricName?.endsWith("_count"));
const labels = async () =>
  (await counts()).map(({ labels: { method, route, status } }) => `${method} ${route} ${status}`);

test("requests are counted by the pattern of their route", async () => {
  for (const path of [
    "/",
    "/healthz",
    "/assets/app-abc12345.js",
    "/rest/v1/accounts?name=eq.Jane",
    "/rest/v1/rpc/search_accounts",
  ])
    await get(path);
  await get("/api/drafts/Jane%20Roe");
  await get("/api/drafts/John");
  await get("/workshops", { redirect: "manual" });
  await get("/admin/crm");
  await eventually(async () =>
    expect((await labels()).toSorted()).toEqual([
      "GET / 200",
      "GET /admin/* 200",
      "GET /api/drafts/:name 200",
      "GET /assets/* 200",
      "GET /healthz 200",
      "GET /rest/v1/:table 200",
      "GET /rest/v1/rpc/:function 200",
      "GET /workshops 301",
    ]),
  );
});

test("whatever anybody asks for, the series stay few and hold nothing of it", async () => {
  for (let n = 0; n < 60; n++) {
    await get(`/jane-${n}`);
    await get(`/rest/v1/jane_${n}`);
    await get(`/api/drafts/jane-${n}`);
    await get(`/api/jane-${n}`);
    await get(`/p/jane-${n}`);
    await get(`/admin/jane-${n}`);
    await get("/healthz", { method: `JANE${n}` }).catch(() => undefined);
  }
  // Methods that HTTP does not know never become a request.
  await eventually(async () => expect((await counts()).reduce((sum, { value }) => sum + value, 0)).toBe(360));
  const all = await labels();
  expect(all.length).toBeLessThanOrEqual(8);
  expect(all.join("\n")).not.toMatch(/jane/i);
});

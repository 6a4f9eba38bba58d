// The doors of a made-up module: who gets in, with what, how often, and what happens while the module is off.
import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import pino from "pino";
import { beforeEach, expect, test } from "vitest";
import type { AppEnv } from "#server/app.ts";
import { readEnv } from "#server/env.ts";
import { createLimits } from "#server/supabase/limits/limits.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import type { JobKind, Jobs } from "./jobs/jobs.ts";
import { createLinks } from "./links/links.ts";
import { type ModuleServer, openModules, type Platform } from "./module-server.ts";
import { createWebhooks } from "./webhooks.ts";

const { sql } = await testDatabase();
const log = pino({ level: "silent" });
const links = createLinks(sql);
const kinds: JobKind[] = [];
const jobs = { add: (kind: JobKind) => void kinds.push(kind), wake: async () => {} } as unknown as Jobs;

const ships: ModuleServer = {
  open({ jobs: work }, { admin, open, tokenPage }) {
    admin.route("GET", "/", { may: ["ships read"], takes: "nothing" }, (c) => c.json(["Endeavour"]));
    admin.route("POST", "/", { may: ["ships read"], takes: "json", maxBytes: 100 }, async (c) =>
      c.json(await c.req.json(), 201),
    );
    admin.route("PUT", "/chart", { may: ["ships read"], takes: "stream" }, async (c) => {
      let size = 0;
      for await (const piece of c.req.raw.body!) size += piece.byteLength;
      return c.json({ size });
    });
    open.route("POST", "/hail", { takes: "form", maxBytes: 100, perMinute: 3 }, (c) => c.text("ahoy"));
    tokenPage("/d", { kind: "document", show: async () => "<h1>A cabin</h1>" });
    work.add({ name: "sail", findDue: async () => ["Endeavour"], run: async () => {} });
  },
};

const requireMay = () =>
  createMiddleware<AppEnv>(async (c, next) =>
    c.req.header("authorization") ? next() : c.json({ code: 401, message: "Sign in first" }, 401),
  );
const host = {
  platform: { sql, log, jobs, links, env: readEnv({}) } as unknown as Omit<Platform, "events">,
  limits: createLimits(sql),
  webhooks: createWebhooks({ sql, jobs, log }),
  requireMay,
  notice: () => ({ html: new Uint8Array(), headers: {} }),
};
const routes = openModules(host, { ships });
const app = new Hono<AppEnv>().route("/", routes);

let visitor = 0;
const ask = (method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}) =>
  app.request(path, { method, headers, ...(body && { body }) }, { clientAddress: `192.0.2.${visitor}` });
const asAdmin = { authorization: "Bearer x" };
const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };

const turn = (live: boolean) => sql`
  insert into public.modules (key, live) values ('ships', ${live}) on conflict (key) do update set live = excluded.live`;
beforeEach(async () => {
  visitor += 1;
  await turn(true);
});

test("administrators' routes are for administrators", async () => {
  expect((await ask("GET", "/api/ships")).status).toBe(401);
  expect(await (await ask("GET", "/api/ships", undefined, asAdmin)).json()).toEqual(["Endeavour"]);
});

test("a route takes what it declares, and no more of it", async () => {
  const post = (body: string, type: Record<string, string>) => ask("POST", "/api/ships", body, { ...asAdmin, ...type });
  expect((await post('{"name":"Beagle"}', json)).status).toBe(201);
  expect((await post("name=Beagle", form)).status).toBe(415);
  const large = await post(JSON.stringify({ name: "x".repeat(100) }), json);
  expect(large.status).toBe(413);
  expect(await large.json()).toMatchObject({ message: "The content is larger than 100 bytes" });
});

test("an upload streams past the limits of small bodies", async () => {
  const answer = await ask("PUT", "/api/ships/chart", new Uint8Array(3_000_000), asAdmin);
  expect(await answer.json()).toEqual({ size: 3_000_000 });
});

test("everybody's routes are counted per network", async () => {
  const hail = async () => (await ask("POST", "/hail", "x=1", form)).status;
  expect([await hail(), await hail(), await hail(), await hail()]).toEqual([200, 200, 200, 429]);
  visitor += 100;
  expect(await hail()).toBe(200);
});

test("while the module is off nothing of it is there, and its work rests; on again, nothing was lost", async () => {
  const { token } = await links.issue({ kind: "document", subjectId: crypto.randomUUID() });
  const seen = () =>
    Promise.all([
      ask("GET", "/api/ships", undefined, asAdmin),
      ask("POST", "/hail", "x=1", form),
      ask("GET", `/d/${token}`),
    ]).then((answers) => answers.map(({ status }) => status));
  await turn(false);
  expect(await seen()).toEqual([404, 404, 404]);
  expect(await kinds.find(({ name }) => name === "sail")!.findDue(1)).toEqual([]);
  await turn(true);
  expect(await seen()).toEqual([200, 200, 200]);
  expect(await kinds.find(({ name }) => name === "sail")!.findDue(1)).toEqual(["Endeavour"]);
});

test("a token page under a prefix that the website does not leave to modules stops the start", () => {
  const cabins: ModuleServer = {
    open: (_platform, { tokenPage }) => tokenPage("/cabin", { kind: "cabin", show: async () => "" }),
  };
  expect(() => openModules(host, { cabins })).toThrow("Add /cabin to modulePrefixes");
});

import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import type { AppEnv } from "../app.ts";
import { maxDepth, refuseDeepJson, isTooDeep } from "./json-body.ts";

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

test("counts nesting, not brackets in text", () => {
  expect(isTooDeep(nested(maxDepth))).toBe(false);
  expect(isTooDeep(nested(maxDepth + 1))).toBe(true);
  expect(isTooDeep(JSON.stringify({ text: nested(500), quoted: '\\"[[[[' }))).toBe(false);
  expect(isTooDeep(nested(20).repeat(100))).toBe(false);
  expect(isTooDeep("[".repeat(1_000_000))).toBe(true);
});

test("a deep body is refused, another one is passed on whole", async () => {
  const app = new Hono<AppEnv>().use(refuseDeepJson).post("/", async (c) => c.text(await c.req.text()));
  const post = (body: string) =>
    app.request("/", { method: "POST", body, headers: { "content-type": "application/json" } });
  expect((await post(nested(maxDepth + 1))).status).toBe(400);
  expect(await (await post('{"a":[1,2]}')).text()).toBe('{"a":[1,2]}');
});

describe("whatever type a body claims to have", () => {
  const app = new Hono<AppEnv>()
    .use(refuseDeepJson)
    .post("*", async (c) => c.body(new Uint8Array(await c.req.arrayBuffer())));
  const post = (path: string, type: string, body: BodyInit) =>
    app.request(path, { method: "POST", body, headers: type ? { "content-type": type } : {} });
  const deep = nested(maxDepth + 1);

  test.each(["", "application/JSON", "application/vnd.pgrst.object+json", "text/html", "text/csvx"])(
    "%j is looked at",
    async (type) => {
      expect((await post("/rest/v1/accounts", type, new TextEncoder().encode(deep))).status).toBe(400);
    },
  );

  test.each(["text/csv", "application/x-www-form-urlencoded; charset=utf-8", "text/plain"])(
    "%s is JSON to sign-in, and itself to the data API",
    async (type) => {
      expect((await post("/auth/v1/signup", type, deep)).status).toBe(400);
      expect(await (await post("/rest/v1/accounts", type, deep)).text()).toBe(deep);
    },
  );

  test("bytes that are not UTF-8 are refused as JSON and kept as binary", async () => {
    const bytes = new Uint8Array([0x22, 0xff, 0x22]);
    expect((await post("/rest/v1/accounts", "application/json", bytes)).status).toBe(400);
    const kept = await post("/rest/v1/rpc/f", "application/octet-stream", bytes);
    expect(new Uint8Array(await kept.arrayBuffer())).toEqual(bytes);
  });
});

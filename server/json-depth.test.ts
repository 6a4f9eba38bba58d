import { Hono } from "hono";
import { expect, test } from "vitest";
import type { AppEnv } from "./app.ts";
import { deepest, refuseDeepJson, tooDeep } from "./json-depth.ts";

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

test("counts nesting, not brackets in text", () => {
  expect(tooDeep(nested(deepest))).toBe(false);
  expect(tooDeep(nested(deepest + 1))).toBe(true);
  expect(tooDeep(JSON.stringify({ text: nested(500), quoted: '\\"[[[[' }))).toBe(false);
  expect(tooDeep(nested(20).repeat(100))).toBe(false);
  expect(tooDeep("[".repeat(1_000_000))).toBe(true);
});

test("a deep body is refused, another one is passed on whole", async () => {
  const app = new Hono<AppEnv>().use(refuseDeepJson).post("/", async (c) => c.text(await c.req.raw.text()));
  const post = (body: string) =>
    app.request("/", { method: "POST", body, headers: { "content-type": "application/json" } });
  expect((await post(nested(deepest + 1))).status).toBe(400);
  expect(await (await post('{"a":[1,2]}')).text()).toBe('{"a":[1,2]}');
});

import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { rightsAtSupabase } from "./caller-rights.ts";

/** Hosted Supabase as far as the question goes: public.may, asked with the caller's own token. */
const granted: Record<string, string[]> = { owner: ["crm read", "crm edit"], visitor: [], sales: ["crm read"] };
const asked: string[] = [];
const hosted = http.createServer(async (request, response) => {
  asked.push(`${request.method} ${request.url}`);
  const rights = granted[(request.headers.authorization ?? "").replace("Bearer ", "")];
  const answer = (status: number, body: unknown) =>
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  if (request.headers.apikey !== "sb_publishable_x" || !rights) return answer(401, { message: "invalid JWT" });
  const { area, action } = JSON.parse((await request.toArray()).join("")) as { area: string; action: string };
  return answer(200, rights.includes(`${area} ${action}`));
});
await new Promise<void>((resolve) => hosted.listen(0, "127.0.0.1", resolve));
afterAll(() => hosted.close());

const askRights = rightsAtSupabase(`http://127.0.0.1:${(hosted.address() as AddressInfo).port}`, "sb_publishable_x");
const of = (who: string, ...rights: Parameters<typeof askRights>[1]) =>
  askRights(new Headers({ authorization: `Bearer ${who}` }), rights);

test("team 14: hosted Supabase decides what a caller may, with the caller's own token", async () => {
  expect(await of("owner", "crm edit")).toBe("allowed");
  expect(await of("visitor", "crm read")).toBe("refused");
  expect(await of("sales", "crm read")).toBe("allowed");
  expect(await of("forged", "crm read")).toBe("anonymous");
  expect(new Set(asked)).toEqual(new Set(["POST /rest/v1/rpc/may"]));
});

test("of several rights all are needed", async () => {
  expect(await of("sales", "crm read", "crm edit")).toBe("refused");
  expect(await of("owner", "crm read", "crm edit")).toBe("allowed");
});

test("without a token nothing is asked", async () => {
  asked.length = 0;
  expect(await askRights(new Headers(), ["crm read"])).toBe("anonymous");
  expect(asked).toEqual([]);
});

import http from "node:http";
import type { AddressInfo } from "node:net";
import { UnsecuredJWT } from "jose";
import { afterAll, expect, test } from "vitest";
import { roleAtSupabase } from "./caller-role.ts";

/** Hosted Supabase as far as the two questions go: who bears this token, and what row level security shows of their roles. */
const people = [
  { id: "owner", admin: true, factors: [] },
  { id: "visitor", admin: false, factors: [] },
  { id: "careful", admin: true, factors: [{ status: "verified" }] },
  { id: "enrolling", admin: true, factors: [{ status: "unverified" }] },
];
const tokenOf = (id: string, aal: string) => new UnsecuredJWT({ aal }).setSubject(id).setExpirationTime("1h").encode();
const asked: string[] = [];
const hosted = http.createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://hosted");
  asked.push(url.pathname);
  const token = (request.headers.authorization ?? "").replace("Bearer ", "");
  const person = people.find(({ id }) => bearerOf(token) === id);
  const answer = (status: number, body: unknown) =>
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  if (request.headers.apikey !== "sb_publishable_x" || !person) return answer(401, { msg: "invalid JWT" });
  if (url.pathname === "/auth/v1/user") return answer(200, { id: person.id, factors: person.factors });
  const own = url.searchParams.get("user_id") === `eq.${person.id}` && url.searchParams.get("role") === "eq.admin";
  return answer(200, own && person.admin ? [{ role: "admin" }] : []);
});
function bearerOf(token: string): string | undefined {
  try {
    return UnsecuredJWT.decode(token).payload.sub;
  } catch {
    return undefined;
  }
}
await new Promise<void>((resolve) => hosted.listen(0, "127.0.0.1", resolve));
afterAll(() => hosted.close());

const callerRole = roleAtSupabase(`http://127.0.0.1:${(hosted.address() as AddressInfo).port}`, "sb_publishable_x");
const of = (authorization: string) => callerRole(new Headers({ authorization }));

test("hosted Supabase decides who is an administrator, with the caller's own token", async () => {
  expect(await of(`Bearer ${tokenOf("owner", "aal1")}`)).toBe("administrator");
  expect(await of(`Bearer ${tokenOf("visitor", "aal1")}`)).toBe("member");
  expect(await of("Bearer forged")).toBe("anonymous");
});

test("with a verified factor the password alone does not make an administrator", async () => {
  expect(await of(`Bearer ${tokenOf("careful", "aal1")}`)).toBe("member");
  expect(await of(`Bearer ${tokenOf("careful", "aal2")}`)).toBe("administrator");
  expect(await of(`Bearer ${tokenOf("enrolling", "aal1")}`)).toBe("administrator");
});

test("a second factor does not make a visitor an administrator", async () => {
  expect(await of(`Bearer ${tokenOf("visitor", "aal2")}`)).toBe("member");
});

test("without a token nothing is asked", async () => {
  asked.length = 0;
  expect(await callerRole(new Headers())).toBe("anonymous");
  expect(asked).toEqual([]);
});

import { expect, test } from "vitest";
import { standingAtSupabase } from "./standing.ts";

/** Hosted Supabase as far as the two questions go; records what it was asked. */
function hosted(users: Record<string, string>, admins: string[]) {
  const asked: string[] = [];
  const ask = (async (address: string | URL | Request, init?: RequestInit) => {
    const url = new URL(String(address));
    asked.push(url.pathname);
    const id = users[new Headers(init?.headers).get("authorization") ?? ""];
    if (url.pathname === "/auth/v1/user") return id ? Response.json({ id }) : new Response(null, { status: 401 });
    return Response.json(admins.includes((url.searchParams.get("user_id") ?? "").slice(3)) ? [{ role: "admin" }] : []);
  }) as typeof fetch;
  return { asked, standing: standingAtSupabase("https://hosted.test", "sb_publishable_x", ask) };
}

test("hosted Supabase decides who is an administrator, with the caller's own token", async () => {
  const { standing } = hosted({ "Bearer a": "u1", "Bearer b": "u2" }, ["u1"]);
  expect(await standing(new Headers({ authorization: "Bearer a" }))).toBe("administrator");
  expect(await standing(new Headers({ authorization: "Bearer b" }))).toBe("member");
  expect(await standing(new Headers({ authorization: "Bearer forged" }))).toBe("nobody");
});

test("without a token nothing is asked", async () => {
  const { standing, asked } = hosted({}, []);
  expect(await standing(new Headers())).toBe("nobody");
  expect(asked).toEqual([]);
});

// What a caller is to the back office, found out here or, when hosted Supabase keeps the users, there.
import { decodeJwt } from "jose";
import type { Sql } from "#server/platform/database/sql.ts";
import { CallerRefused, type IdentifyCaller } from "../supabase/caller.ts";

export type Standing = "nobody" | "member" | "administrator";
export type FindStanding = (headers: Headers) => Promise<Standing>;

export function standingHere(sql: Sql, identify: IdentifyCaller): FindStanding {
  return async (headers) => {
    const caller = await identify(headers).catch((error: unknown) => {
      if (error instanceof CallerRefused) return null;
      throw error;
    });
    if (!caller?.userId) return "nobody";
    // Asked of the same function as row level security asks, so that a second factor counts here too.
    const claims = JSON.stringify({ ...caller.claims, sub: caller.userId });
    const [row] = await sql.begin(async (transaction) => {
      await transaction`select set_config('request.jwt.claims', ${claims}, true)`;
      return transaction<{ admin: boolean }[]>`select public.is_admin() as admin`;
    });
    return row?.admin ? "administrator" : "member";
  };
}

/** Asks hosted Supabase with the caller's own token, so its row level security decides there too. */
export function standingAtSupabase(url: string, publishableKey: string, ask: typeof fetch = fetch): FindStanding {
  return async (headers) => {
    const authorization = headers.get("authorization");
    if (!authorization) return "nobody";
    const asCaller = { headers: { apikey: publishableKey, authorization }, signal: AbortSignal.timeout(5000) };
    const user = await ask(`${url}/auth/v1/user`, asCaller);
    if (!user.ok) return "nobody";
    const { id, factors = [] } = (await user.json()) as { id: string; factors?: { status: string }[] };
    // The password alone is not enough where a second factor is set up, as `public.is_admin()` has it for the data.
    if (factors.some(({ status }) => status === "verified") && assuranceOf(authorization) !== "aal2") return "member";
    const query = new URLSearchParams({ select: "role", user_id: `eq.${id}`, role: "eq.admin", limit: "1" });
    const roles = await ask(`${url}/rest/v1/user_roles?${query}`, asCaller);
    return roles.ok && ((await roles.json()) as unknown[]).length > 0 ? "administrator" : "member";
  };
}

/** How the session was proved. Only for a token that the auth server has just accepted: nothing is verified here. */
function assuranceOf(authorization: string): unknown {
  try {
    return decodeJwt(authorization.replace(/^Bearer\s+/i, "")).aal;
  } catch {
    return undefined;
  }
}

// Whether a caller is an administrator: asked of our database or, where hosted Supabase keeps the users, of that.
import { decodeJwt } from "jose";
import type { Sql } from "#server/platform/database/sql.ts";
import { CallerRefused, type IdentifyCaller } from "../supabase/caller.ts";

export type CallerRole = "anonymous" | "member" | "administrator";
export type FindCallerRole = (headers: Headers) => Promise<CallerRole>;

export function roleInDatabase(sql: Sql, identify: IdentifyCaller): FindCallerRole {
  return async (headers) => {
    const caller = await identify(headers).catch((error: unknown) => {
      if (error instanceof CallerRefused) return null;
      throw error;
    });
    if (!caller?.userId) return "anonymous";
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
export function roleAtSupabase(url: string, publishableKey: string, ask: typeof fetch = fetch): FindCallerRole {
  return async (headers) => {
    const authorization = headers.get("authorization");
    if (!authorization) return "anonymous";
    const asCaller = { headers: { apikey: publishableKey, authorization }, signal: AbortSignal.timeout(5000) };
    const user = await ask(`${url}/auth/v1/user`, asCaller);
    if (!user.ok) return "anonymous";
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

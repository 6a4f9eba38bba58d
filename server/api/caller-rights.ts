// Whether a caller may do something: asked of our database or, where hosted Supabase keeps the users, of that. Both ask public.may(), as
// row level security does, so that a second factor counts here too.
import { z } from "zod";
import type { Right } from "#domain/rights.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import { CallerRefused, type IdentifyCaller } from "../supabase/caller.ts";

export type Answer = "anonymous" | "refused" | "allowed";
/** Allowed is who may do all of them. */
export type AskCallerRights = (headers: Headers, rights: readonly Right[]) => Promise<Answer>;

const parts = (right: Right) => {
  const [area = "", action = ""] = right.split(" ");
  return { area, action };
};

export function rightsInDatabase(sql: Sql, identify: IdentifyCaller): AskCallerRights {
  return async (headers, rights) => {
    const caller = await identify(headers).catch((error: unknown) => {
      if (error instanceof CallerRefused) return null;
      throw error;
    });
    if (!caller?.userId) return "anonymous";
    const claims = JSON.stringify({ ...caller.claims, sub: caller.userId });
    const asked = JSON.stringify(rights.map(parts));
    const [row] = await sql.begin(async (transaction) => {
      await transaction`select set_config('request.jwt.claims', ${claims}, true)`;
      return transaction<{ allowed: boolean }[]>`
        select coalesce(bool_and(public.may(area, action)), false) as allowed from jsonb_to_recordset(${asked}::jsonb) as asked (area text, action text)`;
    });
    return row?.allowed ? "allowed" : "refused";
  };
}

/** Asks hosted Supabase with the caller's own token. */
export function rightsAtSupabase(url: string, publishableKey: string, ask: typeof fetch = fetch): AskCallerRights {
  return async (headers, rights) => {
    const authorization = headers.get("authorization");
    if (!authorization) return "anonymous";
    for (const right of rights) {
      const answer = await ask(`${url}/rest/v1/rpc/may`, {
        method: "POST",
        headers: { apikey: publishableKey, authorization, "content-type": "application/json" },
        body: JSON.stringify(parts(right)),
        signal: AbortSignal.timeout(5000),
      });
      if (answer.status === 401) return "anonymous";
      if (
        !answer.ok ||
        !z
          .boolean()
          .catch(false)
          .parse(await answer.json())
      )
        return "refused";
    }
    return "allowed";
  };
}

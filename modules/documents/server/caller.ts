// Who is at work. The door before every administrators' route has verified the token; here it is only read.
import type { Context } from "hono";
import { decodeJwt } from "jose";
import { asCaller } from "#server/platform/as-caller.ts";
import type { Sql, TransactionSql } from "#server/platform/database/sql.ts";

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isUuid = (text: unknown): text is string => typeof text === "string" && uuid.test(text);

export function callerOf(c: Context): string | null {
  try {
    const { sub } = decodeJwt((c.req.header("authorization") ?? "").replace(/^Bearer\s+/i, ""));
    return isUuid(sub) ? sub : null;
  } catch {
    return null;
  }
}

/** A transaction in which `auth.uid()` is the caller, so that the history names them. */
export function actingFor<T>(sql: Sql, caller: string | null, work: (tx: TransactionSql) => Promise<T>): Promise<T> {
  return sql.begin(async (tx) => {
    if (caller) await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: caller })}, true)`;
    return work(tx);
  });
}

/** Whether row level security shows the caller this document. What it hides is answered as what is not there. */
export async function seesDocument(sql: Sql, headers: Headers, documentId: string | null): Promise<boolean> {
  const [seen] = await asCaller(sql, headers, (tx) => tx`select from public.documents where id = ${documentId}`);
  return seen !== undefined;
}

// A transaction as the caller of a route: row level security decides what it reads and writes. The token has been verified by the guard
// before the route (server/api/require-may.ts), so its claims are only read here.
import { decodeJwt } from "jose";
import type { Sql, TransactionSql } from "./database/sql.ts";

export const callerClaims = (headers: Headers): string =>
  JSON.stringify(decodeJwt((headers.get("authorization") ?? "").replace(/^Bearer\s+/i, "")));

export function asCaller<T>(sql: Sql, headers: Headers, work: (tx: TransactionSql) => Promise<T>): Promise<T> {
  const claims = callerClaims(headers);
  return sql.begin(async (tx) => {
    await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`;
    return work(tx);
  });
}

// Runs statements as a caller of the API would: the role and the token's claims, inside one transaction.
import { randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "#server/platform/database/sql.ts";

export type Who = { role: "anon" } | { role: "authenticated"; userId: string } | { role: "service_role" };

export function actAs<T>(sql: Sql, who: Who, work: (sql: TransactionSql) => Promise<T>) {
  return sql.begin(async (transaction) => {
    const claims = { role: who.role, ...("userId" in who && { sub: who.userId }) };
    await transaction`select set_config('role', ${who.role}, true),
                             set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
    return work(transaction);
  });
}

/** A user who may or may not be an administrator; returns the id. */
export async function addUser(sql: Sql, options: { admin: boolean }): Promise<string> {
  const id = randomUUID();
  await sql`insert into auth.users (id, aud, role, email, created_at, updated_at)
            values (${id}, 'authenticated', 'authenticated', ${`${id}@example.com`}, now(), now())`;
  if (options.admin) await sql`insert into public.user_roles (user_id, role) values (${id}, 'admin')`;
  return id;
}

// Notices as their person would read them now: with their rights, and nothing of what they lost.
import type { TransactionSql } from "#server/platform/database/sql.ts";
import type { Notice } from "../notice.ts";

/** May() asks whose token it is: here the person's own, signed in with everything they have. */
export async function readAs(within: TransactionSql, user: string, ids: readonly number[]): Promise<Notice[]> {
  if (ids.length === 0) return [];
  const claims = JSON.stringify({ sub: user, role: "authenticated", aal: "aal2" });
  await within`select set_config('request.jwt.claims', ${claims}, true)`;
  const notices = await within<Notice[]>`select * from private.notices_of(${user}::uuid, ${ids}::bigint[])`;
  await within`select set_config('request.jwt.claims', '', true)`;
  return notices;
}

export async function addressOf(within: TransactionSql, user: string): Promise<string | null> {
  const [person] = await within<{ email: string }[]>`
    select users.email from public.staff join auth.users on users.id = staff.user_id
    where staff.user_id = ${user}::uuid and staff.active and users.email <> ''`;
  return person?.email ?? null;
}

// Clears away what has had its time. Nothing depends on it: every read checks the time itself.
import type { AuthDependencies } from "./auth-dependencies.ts";

const day = 24 * 3_600_000;

export async function sweep({
  sql,
  env,
  limits,
  now,
}: Pick<AuthDependencies, "sql" | "env" | "limits" | "now">): Promise<void> {
  const before = (age: number) => new Date(now().getTime() - age);
  await limits.sweep();
  await sql`delete from auth.flow_state where created_at < ${before(day)}`;
  await sql`delete from auth.one_time_tokens where created_at at time zone 'utc' < ${before(2 * day)}`;
  await sql`delete from auth.mfa_challenges where created_at < ${before(day)}`;
  if (env.PASSKEYS) await sql`delete from auth.webauthn_challenges where expires_at < ${before(day)}`;
  await sql`delete from auth.sessions where not_after < ${before(day)}`;
  // Used tokens are kept for a while so that a stolen one is still recognised.
  await sql`delete from auth.refresh_tokens where revoked and updated_at < ${before(30 * day)}`;
}

// Who calls one of our own endpoints: a signed-in user, or the holder of the secret key.
import type { Context } from "hono";
import { actFor } from "#server/http/current-request.ts";
import { BadToken, type Verified } from "./tokens/access-tokens.ts";
import { AuthError } from "./auth-error.ts";
import type { AuthDependencies } from "./auth-dependencies.ts";
import { findUserAndSession, isBanned, type SessionRow, type UserRow } from "./users.ts";

export const isUuid = (value: unknown): value is string =>
  typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

export function bearerOf(headers: Headers): string | null {
  return /^bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;
}

async function verifyBearer(deps: AuthDependencies, token: string): Promise<Verified> {
  try {
    return await deps.tokens.verify(token);
  } catch (error) {
    if (!(error instanceof BadToken)) throw error;
    throw new AuthError(403, "bad_jwt", `invalid JWT: unable to parse or verify signature, ${error.message}`);
  }
}

function requireBearer(c: Context): string {
  const token = bearerOf(c.req.raw.headers);
  if (token) return token;
  throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
}

export interface SignedIn {
  user: UserRow;
  /** Missing only in tokens that a tool signed with JWT_SECRET. */
  session: SessionRow | null;
}

export async function requireUser(deps: AuthDependencies, c: Context): Promise<SignedIn> {
  const { claims, bySecret } = await verifyBearer(deps, requireBearer(c));
  if (!claims.sub) throw new AuthError(403, "bad_jwt", "invalid claim: missing sub claim");
  if (!isUuid(claims.sub)) throw new AuthError(400, "bad_jwt", "invalid claim: sub claim must be a UUID");
  const sessionId = claims.session_id;
  if (sessionId === undefined && !bySecret)
    throw new AuthError(403, "bad_jwt", "invalid claim: missing session_id claim");
  if (sessionId !== undefined && !isUuid(sessionId)) {
    throw new AuthError(403, "bad_jwt", "invalid claim: session_id claim must be a UUID");
  }
  const found = await findUserAndSession(deps.sql, claims.sub, sessionId ?? null);
  if (!found || found.user.deleted_at) {
    throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
  }
  const { user, session } = found;
  const ended = session?.not_after && session.not_after <= deps.now();
  if (sessionId !== undefined && (!session || ended)) {
    throw new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  if (isBanned(user, deps.now())) throw new AuthError(403, "user_banned", "User is banned");
  actFor({ sub: user.id, session_id: session?.id ?? null });
  return { user, session };
}

const adminRoles: ReadonlySet<unknown> = new Set(["service_role", "supabase_admin"]);

/** The secret key, or a legacy service key signed with JWT_SECRET. */
export async function requireServiceRole(deps: AuthDependencies, c: Context): Promise<void> {
  const token = requireBearer(c);
  if (!deps.keys.isSecret(token)) {
    const { claims, bySecret } = await verifyBearer(deps, token);
    if (!bySecret || !adminRoles.has(claims.role)) throw new AuthError(403, "not_admin", "User not allowed");
  }
  actFor({ role: "service_role" });
}

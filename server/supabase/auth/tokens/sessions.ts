// Sessions and their refresh tokens. A session is one chain of tokens; only hashes are stored.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { isIP } from "node:net";
import type { Sql } from "#server/platform/database/sql.ts";
import type { Env } from "#server/env.ts";
import type { AccessTokens } from "./access-tokens.ts";
import { AuthError } from "../auth-error.ts";
import type { Keys } from "./keys.ts";
import { findUserById, isBanned, userJson, type Db, type SessionRow, type UserRow } from "../users.ts";

/** How someone proved who they are; written into the token's `amr`. */
export type Method =
  | "password"
  | "passkey"
  | "otp"
  | "totp"
  | "mfa/webauthn"
  | "email/signup"
  | "magiclink"
  | "recovery"
  | "invite"
  | "email_change";

export interface Client {
  address: string;
  /** What limits count: the address, or its network. */
  network: string;
  userAgent: string | null;
}

export interface Sessions {
  /**
   * Starts a session and answers as the token endpoint does. The caller has locked the account and looked at what was
   * proven under that lock: a session never starts from a password that was replaced a moment ago.
   */
  start(db: Db, user: UserRow, method: Method, client: Client): Promise<TokenResponse>;
  refresh(token: string, client: Client): Promise<TokenResponse>;
  /** A factor was verified, under the account's lock and the session's: the session rises to aal2 and goes on with fresh tokens. */
  raise(db: Db, session: SessionRow, user: UserRow, method: Method, factorId: string): Promise<TokenResponse>;
}

interface LockedSession {
  id: string;
  user_id: string;
  started_at: Date;
  not_after: Date | null;
  active_at: Date;
}

interface TokenResponse {
  access_token: string;
  token_type: "bearer";
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: ReturnType<typeof userJson>;
}

interface SessionDependencies {
  sql: Sql;
  env: Pick<Env, "ACCESS_TOKEN_SECONDS" | "REFRESH_REUSE_SECONDS" | "SESSION_MAX_HOURS" | "SESSION_IDLE_HOURS">;
  keys: Keys;
  tokens: AccessTokens;
  now: () => Date;
}

const hour = 3_600_000;
/** Six weeks of hourly renewals; looking takes a few milliseconds. */
const maxDerived = 1000;
const raising: ReadonlySet<string> = new Set(["totp", "mfa/webauthn"]);
const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url");
const refused = (code: string, reason: string) => new AuthError(400, code, `Invalid Refresh Token: ${reason}`);

export function createSessions({ sql, env, keys, tokens, now }: SessionDependencies): Sessions {
  /** A successor follows from its predecessor, so anyone who holds the old token within the grace gets the same new one. */
  const successor = (token: string) => keys.derive("refresh token", token);
  const underWay = new Map<string, Promise<TokenResponse>>();

  async function answer(db: Db, user: UserRow, sessionId: string, refreshToken: string): Promise<TokenResponse> {
    const amr = await db<{ method: string; at: Date }[]>`
      select authentication_method as method, updated_at as at
      from auth.mfa_amr_claims where session_id = ${sessionId} order by updated_at desc`;
    const { token, expiresAt } = await tokens.sign({
      sub: user.id,
      aud: user.aud,
      role: user.role,
      email: user.email ?? "",
      phone: user.phone ?? "",
      app_metadata: user.raw_app_meta_data,
      user_metadata: user.raw_user_meta_data,
      aal: amr.some(({ method }) => raising.has(method)) ? "aal2" : "aal1",
      amr: amr.map(({ method, at }) => ({ method, timestamp: Math.floor(at.getTime() / 1000) })),
      session_id: sessionId,
      is_anonymous: user.is_anonymous,
    });
    return {
      access_token: token,
      token_type: "bearer",
      expires_in: env.ACCESS_TOKEN_SECONDS,
      expires_at: expiresAt,
      refresh_token: refreshToken,
      user: userJson(user),
    };
  }

  async function start(db: Db, user: UserRow, method: Method, client: Client) {
    const at = now();
    const id = randomUUID();
    const token = randomBytes(32).toString("base64url");
    const notAfter = env.SESSION_MAX_HOURS > 0 ? new Date(at.getTime() + env.SESSION_MAX_HOURS * hour) : null;
    await db`
      with session as (
        insert into auth.sessions (id, user_id, created_at, updated_at, aal, not_after, refreshed_at, user_agent, ip)
        values (${id}, ${user.id}, ${at}, ${at}, 'aal1', ${notAfter}, ${at}::timestamptz at time zone 'utc',
          ${client.userAgent}, ${ipOf(client)})
      ), token as (
        insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, session_id)
        values (${hashToken(token)}, ${user.id}, false, ${at}, ${at}, ${id})
      ), claim as (
        insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
        values (${randomUUID()}, ${id}, ${at}, ${at}, ${method})
      ), identity as (
        update auth.identities set last_sign_in_at = ${at}, updated_at = ${at}
        where user_id = ${user.id} and provider = 'email'
      )
      update auth.users set last_sign_in_at = ${at}, updated_at = ${at} where id = ${user.id}`;
    const identities = user.identities.map((identity) => ({ ...identity, last_sign_in_at: at, updated_at: at }));
    return answer(db, { ...user, last_sign_in_at: at, updated_at: at, identities }, id, token);
  }

  /** Marks a token used and stores what follows it; returns the one token of the chain that is still good. */
  async function rotate(db: Db, token: string, session: { id: string; userId: string }): Promise<string> {
    const at = now();
    let last = token;
    for (let step = 0; step < 100; step += 1) {
      const next = successor(last);
      // oxlint-disable-next-line no-await-in-loop -- each step depends on the one before
      const [found] = await db<{ revoked: boolean }[]>`
        with used as (
          update auth.refresh_tokens set revoked = true, updated_at = ${at}
          where token = ${hashToken(last)} and not revoked
        ), stored as (
          insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, parent, session_id)
          values (${hashToken(next)}, ${session.userId}, false, ${at}, ${at}, ${hashToken(last)}, ${session.id})
          on conflict (token) do nothing
          returning revoked
        )
        select revoked from stored
        union all
        select revoked from auth.refresh_tokens where token = ${hashToken(next)} and session_id = ${session.id}`;
      if (found && !found.revoked) return next;
      last = next;
    }
    throw refused("refresh_token_already_used", "Already Used");
  }

  /** Used tokens that the next one can be derived from are recognised without a row (endIfCopied). */
  async function forgetUsed(db: Db, sessionId: string): Promise<void> {
    const graceBegins = new Date(now().getTime() - env.REFRESH_REUSE_SECONDS * 1000);
    await db`
      delete from auth.refresh_tokens as used
      where used.session_id = ${sessionId} and used.revoked and used.updated_at < ${graceBegins}
        and exists (select from auth.refresh_tokens as next where next.parent = used.token and next.session_id = used.session_id)`;
  }

  /** A token without a row may be one that was used long ago: then what followed it leads to its session, which ends. */
  async function endIfCopied(db: Db, token: string): Promise<AuthError> {
    const followers: string[] = [];
    for (let last = token; followers.length < maxDerived;) followers.push(hashToken((last = successor(last))));
    const [ended] = await db`
      delete from auth.sessions
      where id in (select session_id from auth.refresh_tokens where token = any (${followers}))
      returning id`;
    return ended
      ? refused("refresh_token_already_used", "Already Used")
      : refused("refresh_token_not_found", "Refresh Token Not Found");
  }

  async function refreshOnce(token: string, client: Client): Promise<TokenResponse> {
    const outcome = await sql.begin(async (db) => {
      // The session is locked first, as anyone who ends it does; the token is read afterwards, so its use by a request
      // that held the lock before is seen.
      const [session] = await db<LockedSession[]>`
        select id, user_id, created_at as started_at, not_after,
          coalesce(refreshed_at at time zone 'utc', created_at) as active_at
        from auth.sessions
        where id = (select session_id from auth.refresh_tokens where token = ${hashToken(token)})
        for update`;
      const [found] = await db<{ revoked: boolean; used_at: Date }[]>`
        select revoked, updated_at as used_at from auth.refresh_tokens where token = ${hashToken(token)}`;
      if (!session || !found) return endIfCopied(db, token);
      const at = now().getTime();
      const end = async (error: AuthError) => {
        await db`delete from auth.sessions where id = ${session.id}`;
        return error;
      };
      const user = await findUserById(db, session.user_id);
      if (!user || isBanned(user, now())) return refused("user_banned", "User Banned");
      const tooOld = env.SESSION_MAX_HOURS > 0 && session.started_at.getTime() + env.SESSION_MAX_HOURS * hour < at;
      if (tooOld || (session.not_after && session.not_after.getTime() < at)) {
        return end(refused("session_expired", "Session Expired"));
      }
      if (env.SESSION_IDLE_HOURS > 0 && session.active_at.getTime() + env.SESSION_IDLE_HOURS * hour < at) {
        return end(refused("session_expired", "Session Expired (Inactivity)"));
      }
      // A used token that comes back late was copied: end the whole family.
      if (found.revoked && found.used_at.getTime() + env.REFRESH_REUSE_SECONDS * 1000 < at) {
        return end(refused("refresh_token_already_used", "Already Used"));
      }
      const next = await rotate(db, token, { id: session.id, userId: user.id });
      await forgetUsed(db, session.id);
      await db`
        update auth.sessions set refreshed_at = ${now()}::timestamptz at time zone 'utc', updated_at = ${now()},
          user_agent = ${client.userAgent}, ip = ${ipOf(client)}
        where id = ${session.id}`;
      return answer(db, user, session.id, next);
    });
    if (outcome instanceof AuthError) throw outcome;
    return outcome;
  }

  return {
    start,
    refresh(token, client) {
      // Requests for one token that arrive together share one answer, and one connection.
      const known = underWay.get(token);
      if (known) return known;
      const running = refreshOnce(token, client).finally(() => underWay.delete(token));
      underWay.set(token, running);
      return running;
    },
    async raise(db, session, user, method, factorId) {
      const at = now();
      const token = randomBytes(32).toString("base64url");
      await db`
        with claim as (
          insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
          values (${randomUUID()}, ${session.id}, ${at}, ${at}, ${method})
          on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at
        ), used as (
          update auth.refresh_tokens set revoked = true, updated_at = ${at}
          where session_id = ${session.id} and not revoked
        ), stored as (
          insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, session_id)
          values (${hashToken(token)}, ${user.id}, false, ${at}, ${at}, ${session.id})
        )
        update auth.sessions set aal = 'aal2', factor_id = ${factorId}, updated_at = ${at} where id = ${session.id}`;
      return answer(db, user, session.id, token);
    },
  };
}

const ipOf = (client: Client) => (isIP(client.address) ? client.address : null);

/** A request that took its time may come from a session that has ended since. Locks the session. */
export async function requireLiveSession(db: Db, session: SessionRow): Promise<void> {
  const [live] = await db`select from auth.sessions where id = ${session.id} for update`;
  if (!live) throw new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
}

/** The caller holds the account's lock (lockUser). */
export async function endSessions(
  db: Db,
  userId: string,
  which: { scope: "global" } | { scope: "local" | "others"; sessionId: string },
): Promise<void> {
  if (which.scope === "global") await db`delete from auth.sessions where user_id = ${userId}`;
  else if (which.scope === "local") await db`delete from auth.sessions where id = ${which.sessionId}`;
  else await db`delete from auth.sessions where user_id = ${userId} and id <> ${which.sessionId}`;
}

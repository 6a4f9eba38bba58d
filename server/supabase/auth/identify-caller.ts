// Finds out, for rest/v1 and /api, as which role a request acts. A session that has ended ends access at once:
// it is looked up for every request, never remembered.
import type { Caller, IdentifyCaller } from "../caller.ts";
import { CallerRefused } from "../caller.ts";
import { BadToken, type Verified } from "./tokens/access-tokens.ts";
import type { AuthDependencies } from "./auth-dependencies.ts";
import { bearerOf, isUuid } from "./authenticate.ts";
import { createLiveSessions } from "./tokens/live-sessions.ts";

const keyRole = (role: "anon" | "service_role"): Caller => ({ role, claims: { role }, userId: null, sessionId: null });
const isOpaque = (value: string) => !value.includes(".");

export function createIdentifyCaller({ sql, keys, tokens, now }: AuthDependencies): IdentifyCaller {
  const isLive = createLiveSessions(sql, now);

  async function byKey(key: string): Promise<Caller> {
    if (keys.isPublishable(key)) return keyRole("anon");
    if (keys.isSecret(key)) return keyRole("service_role");
    if (isOpaque(key)) throw new CallerRefused(401, "bad_api_key", "Invalid API key");
    return byToken(key);
  }

  async function byToken(token: string): Promise<Caller> {
    const verified = await tokens.verify(token).catch((error: unknown) => {
      if (error instanceof BadToken) throw new CallerRefused(401, "bad_jwt", `invalid JWT: ${error.message}`);
      throw error;
    });
    const caller = callerOf(verified);
    if (caller.userId !== null && caller.sessionId !== null && !(await isLive(caller.sessionId, caller.userId)))
      throw new CallerRefused(401, "session_not_found", "This session has ended");
    return caller;
  }

  function callerOf({ claims, bySecret }: Verified): Caller {
    const { role, sub, session_id: sessionId } = claims;
    if (bySecret && (role === "anon" || role === "service_role")) {
      return { role, claims, userId: isUuid(sub) ? sub : null, sessionId: null };
    }
    // No other role exists for callers, whatever a token says.
    if (role !== "authenticated") throw new CallerRefused(403, "bad_jwt", "This role is not allowed");
    if (!isUuid(sub)) throw new CallerRefused(401, "bad_jwt", "invalid claim: sub claim must be a UUID");
    if (!isUuid(sessionId)) {
      if (sessionId !== undefined || !bySecret) throw new CallerRefused(401, "bad_jwt", "invalid claim: session_id");
      return { role, claims, userId: sub, sessionId: null };
    }
    return { role, claims, userId: sub, sessionId };
  }

  return async (headers) => {
    const key = headers.get("apikey");
    const bearer = bearerOf(headers);
    if (!bearer || bearer === key) return key ? byKey(key) : keyRole("anon");
    // A key beside a token must be good as well.
    if (key && !keys.isPublishable(key)) await byKey(key);
    return byKey(bearer);
  };
}

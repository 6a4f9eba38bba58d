// Finds out, for rest/v1 and /api, as which role a request acts. A session that has ended ends access at once:
// it is looked up for every request, never remembered; here, or in the statement that answers (docs/decisions/034).
import type { Caller, IdentifyCaller } from "../caller.ts";
import { CallerRefused, sessionEnded } from "../caller.ts";
import { BadToken, type Verified } from "./tokens/access-tokens.ts";
import type { AuthDependencies } from "./auth-dependencies.ts";
import { bearerOf, isUuid } from "./authenticate.ts";
import { createLiveSessions } from "./tokens/live-sessions.ts";

const keyRole = (role: "anon" | "service_role"): Caller => ({ role, claims: { role }, userId: null, sessionId: null });
const isOpaque = (value: string) => !value.includes(".");

export function createIdentifyCaller({ sql, keys, tokens, now }: AuthDependencies): IdentifyCaller {
  const isLive = createLiveSessions(sql, now);
  // Who a token speaks for does not change while it is remembered; whether its session lives is asked each time.
  const callers = new WeakMap<Verified, Caller>();

  async function byKey(key: string, sessionLater: boolean): Promise<Caller> {
    if (keys.isPublishable(key)) return keyRole("anon");
    if (keys.isSecret(key)) return keyRole("service_role");
    if (isOpaque(key)) throw new CallerRefused(401, "bad_api_key", "Invalid API key");
    return byToken(key, sessionLater);
  }

  async function byToken(token: string, sessionLater: boolean): Promise<Caller> {
    const verified = await tokens.verify(token).catch((error: unknown) => {
      if (error instanceof BadToken) throw new CallerRefused(401, "bad_jwt", `invalid JWT: ${error.message}`);
      throw error;
    });
    let caller = callers.get(verified);
    if (!caller) callers.set(verified, (caller = callerOf(verified)));
    if (!sessionLater) await caller.demandSession?.();
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
    const demandSession = async () => {
      if (!(await isLive(sessionId, sub))) throw sessionEnded();
    };
    return { role, claims, userId: sub, sessionId, demandSession };
  }

  return async (headers, { sessionLater } = { sessionLater: false }) => {
    const key = headers.get("apikey");
    const bearer = bearerOf(headers);
    if (!bearer || bearer === key) return key ? byKey(key, sessionLater) : keyRole("anon");
    // A key beside a token must be good as well.
    if (key && !keys.isPublishable(key)) await byKey(key, false);
    const known = sessionLater ? tokens.known(bearer) : null;
    return (known && callers.get(known)) ?? byKey(bearer, sessionLater);
  };
}

// Access tokens: signed with ES256; verified with the published keys, or with JWT_SECRET where it is set.
import { decodeProtectedHeader, jwtVerify, SignJWT, type JWTPayload } from "jose";
import type { Env } from "#server/env.ts";
import type { Keys } from "./keys.ts";

export interface AccessTokens {
  sign(
    claims: Record<string, unknown> & { sub: string; session_id: string },
  ): Promise<{ token: string; expiresAt: number }>;
  /** Throws BadToken. */
  verify(token: string): Promise<Verified>;
}

export interface Verified {
  claims: JWTPayload & { role?: unknown; session_id?: unknown };
  /** Signed with the shared secret: made by a tool, perhaps one of the legacy keys. */
  bySecret: boolean;
}

export class BadToken extends Error {}

const skewSeconds = 30;
const maxRemembered = 5000;

export function createAccessTokens(
  env: Pick<Env, "JWT_SECRET" | "JWT_ALGORITHM" | "ACCESS_TOKEN_SECONDS" | "SITE_URL">,
  keys: Keys,
  now: () => Date,
): AccessTokens {
  const secret = env.JWT_SECRET ? new TextEncoder().encode(env.JWT_SECRET) : null;
  // A signature stays good for the life of its token: verifying it once saves most of a request's cost.
  // Time is still checked each time, and the session's end in the database.
  const remembered = new Map<string, Verified>();

  /** What is wrong with the times of a token, or null. */
  function untimely({ claims, bySecret }: Verified): string | null {
    const seconds = now().getTime() / 1000;
    // Only the legacy API keys, signed by anyone who holds the secret, may live without an end.
    const isKey = bySecret && claims.role !== "authenticated";
    if (claims.exp === undefined && !isKey) return "token is missing required claim: exp claim is required";
    if (claims.exp !== undefined && claims.exp + skewSeconds <= seconds) return "token is expired";
    if (claims.nbf !== undefined && claims.nbf - skewSeconds > seconds) return "token is not valid yet";
    if (claims.iat !== undefined && claims.iat - skewSeconds > seconds) return "token used before issued";
    return null;
  }

  function requireTimely(verified: Verified) {
    const wrong = untimely(verified);
    if (wrong !== null) throw new BadToken(wrong);
  }

  async function checkSignature(token: string): Promise<Verified> {
    const header = readHeader(token);
    const bySecret = header.alg === "HS256" && secret !== null;
    const key = bySecret ? secret : header.alg === "ES256" ? await keys.verifying(header.kid) : null;
    if (!key) throw new BadToken("signing method or key is not accepted");
    try {
      // Time is checked by us, on every use; here jose is told a moment at which nothing can be too old.
      const { payload } = await jwtVerify(token, key, {
        algorithms: [bySecret ? "HS256" : "ES256"],
        currentDate: new Date(0),
        clockTolerance: Number.MAX_SAFE_INTEGER,
      });
      return { claims: payload, bySecret };
    } catch {
      throw new BadToken("signature is invalid");
    }
  }

  return {
    async sign(claims) {
      const issuedAt = Math.floor(now().getTime() / 1000);
      const expiresAt = issuedAt + env.ACCESS_TOKEN_SECONDS;
      const unsigned = new SignJWT({ ...claims, iss: `${env.SITE_URL}/auth/v1`, iat: issuedAt, exp: expiresAt });
      if (secret && env.JWT_ALGORITHM === "HS256") {
        return { token: await unsigned.setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(secret), expiresAt };
      }
      const { kid, key } = await keys.signing();
      return { token: await unsigned.setProtectedHeader({ alg: "ES256", kid, typ: "JWT" }).sign(key), expiresAt };
    },
    async verify(token) {
      const known = remembered.get(token);
      const verified = known ?? (await checkSignature(token));
      requireTimely(verified);
      if (!known) {
        if (remembered.size >= maxRemembered) remembered.delete(remembered.keys().next().value!);
        remembered.set(token, verified);
      }
      return verified;
    },
  };
}

function readHeader(token: string) {
  if (token.split(".").length !== 3)
    throw new BadToken("token is malformed: token contains an invalid number of segments");
  try {
    return decodeProtectedHeader(token);
  } catch {
    throw new BadToken("token is malformed");
  }
}

// Signing in at others' servers by OAuth2: tokens for a code or for a refresh token. Access tokens are kept in memory only and renewed before
// they end; how long one lives is counted from the moment it came, so that a clock that differs from the token server's does not matter.
import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { guardedFetch, OutsideFailed, type OutsideReason, type OutsideRules } from "./guarded-fetch.ts";

/** Who we are to a token server. */
export interface OAuthClient {
  token_url: string;
  client_id: string;
  client_secret?: string;
  scope?: string | undefined;
}
export type RefreshSecret = OAuthClient & { refresh_token: string };

export type TokenTrouble =
  /** The sign-in, or the client, is no longer good. Another try needs a person. */
  | "withdrawn"
  | "throttled"
  /** The server has trouble, or its answer is no token. */
  | "trouble"
  | OutsideReason;

export class TokenFailed extends Error {
  readonly reason: TokenTrouble;
  constructor(reason: TokenTrouble, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "TokenFailed";
    this.reason = reason;
  }
}

const granted = z.looseObject({
  access_token: z.string().min(1).max(10_000),
  expires_in: z.coerce.number().positive().max(604_800).default(3600),
  refresh_token: z.string().min(1).max(5000).optional(),
  scope: z.string().max(5000).optional(),
});
export type Granted = z.output<typeof granted>;
const refused = z.looseObject({ error: z.string().max(200), error_description: z.string().max(2000).optional() });

const renewSecondsBefore = 300;
const limits = { totalMs: 20_000, maxBytes: 100_000 };
const final = new Set([
  "invalid_grant",
  "invalid_client",
  "unauthorized_client",
  "access_denied",
  "interaction_required",
]);

export type TokenRules = Pick<OutsideRules, "allowPrivate"> & Partial<OutsideRules>;

export interface AccessTokens<Secret> {
  /** `fresh`: the server said that the last one has ended. `rotated` is called with a new refresh token before the access token is used. */
  get(key: string, secret: Secret, options?: { fresh?: boolean }): Promise<string>;
  forget(key: string): void;
}

export function createTokens<Secret extends RefreshSecret>(
  rules: TokenRules,
  rotated: (key: string, secret: Secret) => Promise<void>,
  now: () => number = () => performance.now(),
): AccessTokens<Secret> {
  const known = new Map<string, { token: string; endsAt: number }>();
  // Two that need a new one at the same moment ask once: some servers take a refresh token a single time.
  const asking = new Map<string, Promise<string>>();
  const renew = async (key: string, secret: Secret) => {
    const answer = await askForToken(
      secret,
      {
        grant_type: "refresh_token",
        refresh_token: secret.refresh_token,
        ...(secret.scope && { scope: secret.scope }),
      },
      rules,
    );
    if (answer.refresh_token && answer.refresh_token !== secret.refresh_token)
      await rotated(key, { ...secret, refresh_token: answer.refresh_token });
    known.set(key, { token: answer.access_token, endsAt: now() + answer.expires_in * 1000 });
    return answer.access_token;
  };
  return {
    forget: (key) => void known.delete(key),
    async get(key, secret, { fresh = false } = {}) {
      const held = known.get(key);
      if (held && !fresh && now() < held.endsAt - renewSecondsBefore * 1000) return held.token;
      const asked = asking.get(key) ?? renew(key, secret).finally(() => asking.delete(key));
      asking.set(key, asked);
      return asked;
    },
  };
}

export async function askForToken(
  client: OAuthClient,
  grant: Record<string, string>,
  rules: TokenRules,
): Promise<Granted> {
  const ask = guardedFetch({ ...limits, ...rules });
  const body = new URLSearchParams({
    ...grant,
    client_id: client.client_id,
    ...(client.client_secret && { client_secret: client.client_secret }),
  });
  let response: Response;
  try {
    response = await ask(client.token_url, {
      method: "POST",
      // What was given for one server goes to no other.
      redirect: "error",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
      body,
    });
  } catch (error) {
    if (!(error instanceof OutsideFailed)) throw error;
    throw new TokenFailed(error.reason, `Token server: ${error.message}`, { cause: error });
  }
  const told: unknown = await response.json().catch(() => null);
  if (response.ok) {
    const answer = granted.safeParse(told);
    if (answer.success) return answer.data;
    throw new TokenFailed("trouble", "The token server did not answer with a token");
  }
  const why = refused.safeParse(told);
  if (why.success && final.has(why.data.error))
    throw new TokenFailed("withdrawn", why.data.error_description ?? why.data.error);
  if (response.status === 429) throw new TokenFailed("throttled", "The token server asks us to come less often");
  throw new TokenFailed("trouble", `The token server answered ${response.status}`);
}

/** A code that is caught on its way is worth nothing without the verifier (RFC 7636). */
export function makeVerifier(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

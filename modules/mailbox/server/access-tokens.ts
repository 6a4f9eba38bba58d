// Access tokens of mailboxes that sign in by OAuth2: asked for with the refresh token, kept in memory only, renewed before they end. How long
// one lives is counted from the moment it came, so that a clock that differs from the token server's does not matter.
import { z } from "zod";
import { guardedFetch, OutsideFailed } from "#server/platform/outside/guarded-fetch.ts";
import type { SignIn } from "../mailbox-routes.ts";
import type { MailNetwork } from "./imap.ts";
import { MailboxFailed } from "./mailbox-failed.ts";

type OAuth = Extract<SignIn, { sign_in: "oauth2" }>;

const granted = z.looseObject({
  access_token: z.string().min(1).max(10_000),
  expires_in: z.coerce.number().positive().max(604_800).default(3600),
  refresh_token: z.string().min(1).max(5000).optional(),
});
const refused = z.looseObject({ error: z.string().max(200), error_description: z.string().max(2000).optional() });

const renewSecondsBefore = 300;
const limits = { totalMs: 20_000, maxBytes: 100_000 };
/** The refresh token is no longer good, or the client is not. Another try needs a person. */
const final = new Set([
  "invalid_grant",
  "invalid_client",
  "unauthorized_client",
  "access_denied",
  "interaction_required",
]);

export interface AccessTokens {
  /** `fresh`: the server said that the last one has ended. `rotated` is called with a new refresh token before the access token is used. */
  get(mailbox: string, secret: OAuth, options?: { fresh?: boolean }): Promise<string>;
  forget(mailbox: string): void;
}

export function createAccessTokens(
  network: MailNetwork,
  rotated: (mailbox: string, secret: OAuth) => Promise<void>,
  now: () => number = () => performance.now(),
): AccessTokens {
  const known = new Map<string, { token: string; endsAt: number }>();
  return {
    forget: (mailbox) => void known.delete(mailbox),
    async get(mailbox, secret, { fresh = false } = {}) {
      const held = known.get(mailbox);
      if (held && !fresh && now() < held.endsAt - renewSecondsBefore * 1000) return held.token;
      const answer = await askFor(secret, network);
      if (answer.refresh_token && answer.refresh_token !== secret.refresh_token)
        await rotated(mailbox, { ...secret, refresh_token: answer.refresh_token });
      known.set(mailbox, { token: answer.access_token, endsAt: now() + answer.expires_in * 1000 });
      return answer.access_token;
    },
  };
}

export async function askFor(secret: OAuth, network: MailNetwork): Promise<z.output<typeof granted>> {
  const ask = guardedFetch({
    ...limits,
    allowPrivate: network.allowPrivate,
    ...(network.resolve && { resolve: network.resolve }),
  });
  const body = new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: secret.refresh_token,
    client_id: secret.client_id,
    ...(secret.client_secret && { client_secret: secret.client_secret }),
    ...(secret.scope && { scope: secret.scope }),
  });
  let response: Response;
  try {
    response = await ask(secret.token_url, {
      method: "POST",
      // What is typed for one server goes to no other.
      redirect: "error",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
      body,
    });
  } catch (error) {
    if (!(error instanceof OutsideFailed)) throw error;
    const reason =
      error.reason === "private" || error.reason === "scheme"
        ? "not_a_mail_server"
        : error.reason === "tls"
          ? "not_safe"
          : "unreachable";
    throw new MailboxFailed(reason, `Token server: ${error.message}`);
  }
  const told: unknown = await response.json().catch(() => null);
  if (response.ok) {
    const answer = granted.safeParse(told);
    if (answer.success) return answer.data;
    throw new MailboxFailed("server_trouble", "The token server did not answer with a token");
  }
  const why = refused.safeParse(told);
  if (why.success && final.has(why.data.error))
    throw new MailboxFailed("access_withdrawn", why.data.error_description ?? why.data.error);
  if (response.status === 429) throw new MailboxFailed("throttled", "The token server asks us to come less often");
  throw new MailboxFailed("server_trouble", `The token server answered ${response.status}`);
}

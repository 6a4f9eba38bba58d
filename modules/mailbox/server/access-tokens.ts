// Access tokens of mailboxes that sign in by OAuth2, and what goes wrong with them in the words of a mailbox.
import { type AccessTokens as Tokens, createTokens, TokenFailed } from "#server/platform/outside/oauth.ts";
import type { SignIn } from "../mailbox-routes.ts";
import type { MailNetwork } from "./imap.ts";
import { type FailureReason, MailboxFailed } from "./mailbox-failed.ts";

type OAuth = Extract<SignIn, { sign_in: "oauth2" }>;
export type AccessTokens = Tokens<OAuth>;

export function createAccessTokens(
  { allowPrivate, resolve }: MailNetwork,
  rotated: (mailbox: string, secret: OAuth) => Promise<void>,
  now?: () => number,
): AccessTokens {
  const tokens = createTokens<OAuth>({ allowPrivate, ...(resolve && { resolve }) }, rotated, now);
  return {
    ...tokens,
    get: (mailbox, secret, options) =>
      tokens.get(mailbox, secret, options).catch((error: unknown) => {
        throw error instanceof TokenFailed ? new MailboxFailed(reasonOf(error), error.message) : error;
      }),
  };
}

function reasonOf({ reason }: TokenFailed): FailureReason {
  if (reason === "withdrawn") return "access_withdrawn";
  if (reason === "throttled") return "throttled";
  if (reason === "trouble") return "server_trouble";
  if (reason === "private" || reason === "scheme") return "not_a_mail_server";
  return reason === "tls" ? "not_safe" : "unreachable";
}

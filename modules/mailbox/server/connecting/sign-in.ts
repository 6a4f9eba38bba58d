// Signing in to a mailbox with what is stored for it, or with what was just typed.
import type { ImapFlow } from "imapflow";
import type { Sql } from "#server/platform/database/sql.ts";
import type { Sealing } from "#server/platform/sealed.ts";
import type { SignIn } from "../../mailbox-routes.ts";
import type { AccessTokens } from "../access-tokens.ts";
import { connectImap, type ImapTimes, type MailNetwork, usualTimes } from "../imap.ts";
import { MailboxFailed } from "../mailbox-failed.ts";
import { openSecret } from "../secrets.ts";

export interface SignInParts {
  sql: Sql;
  sealing: Sealing;
  network: MailNetwork;
  tokens: AccessTokens;
  times?: ImapTimes;
}

export interface Server {
  id: string;
  user_name: string;
  imap_host: string;
  imap_port: number;
}

/** With the secret of the mailbox. An access token that has ended before its time is asked for once more. */
export async function signInTo(parts: SignInParts, box: Server): Promise<ImapFlow> {
  return signInWith(parts, box, await openSecret(parts.sql, parts.sealing, box.id));
}

export async function signInWith(
  { network, tokens, times = usualTimes }: SignInParts,
  box: Server,
  secret: SignIn,
): Promise<ImapFlow> {
  const connect = (auth: { password: string } | { accessToken: string }) =>
    connectImap({ host: box.imap_host, port: box.imap_port, user: box.user_name, auth }, network, times);
  if (secret.sign_in === "password") return connect({ password: secret.password });
  try {
    return await connect({ accessToken: await tokens.get(box.id, secret) });
  } catch (error) {
    if (!(error instanceof MailboxFailed) || error.reason !== "password_refused") throw error;
  }
  try {
    return await connect({ accessToken: await tokens.get(box.id, secret, { fresh: true }) });
  } catch (error) {
    if (error instanceof MailboxFailed && error.reason === "password_refused")
      throw new MailboxFailed("access_withdrawn", error.detail);
    throw error;
  }
}

/** For whoever sends with the same sign-in: a password, or an access token that lives for some minutes. */
export async function authOf(
  { sql, sealing, tokens }: SignInParts,
  mailbox: string,
): Promise<{ password: string } | { accessToken: string }> {
  const secret = await openSecret(sql, sealing, mailbox);
  return secret.sign_in === "password"
    ? { password: secret.password }
    : { accessToken: await tokens.get(mailbox, secret) };
}

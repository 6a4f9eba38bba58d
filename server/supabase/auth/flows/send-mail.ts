// Makes a one-time token, and the mail that carries it.
import type { AuthDependencies } from "../auth-dependencies.ts";
import { composeMail, mailTexts, type MailKind } from "./mail-texts.ts";
import type { MailToken, TokenType } from "../tokens/one-time-tokens.ts";
import { mailboxOf } from "../mailbox.ts";
import type { Db, UserRow } from "../users.ts";

/** The `type` a link carries back to verify. */
export type VerifyType = "signup" | "invite" | "recovery" | "magiclink" | "email_change";

export function linkFor(deps: AuthDependencies, token: string, type: VerifyType, redirectTo: string): string {
  // Supabase writes a plain address as it is, and tools look for it that way.
  const plain = /^[\w:/.~-]+$/.test(redirectTo);
  const home = plain ? redirectTo : encodeURIComponent(redirectTo);
  return `${deps.env.SITE_URL}/auth/v1/verify?token=${token}&type=${type}&redirect_to=${home}`;
}

const sentColumn = {
  confirmation_token: "confirmation_sent_at",
  recovery_token: "recovery_sent_at",
  email_change_token_new: "email_change_sent_at",
  email_change_token_current: "email_change_sent_at",
  reauthentication_token: "reauthentication_sent_at",
} as const satisfies Record<TokenType, string>;

export async function makeToken(
  deps: AuthDependencies,
  db: Db,
  user: UserRow,
  type: TokenType,
  mailbox: string,
  pkce = false,
): Promise<MailToken> {
  const at = deps.now();
  // The account first: see lockUser.
  await db`update auth.users set ${db(sentColumn[type])} = ${at}, updated_at = ${at} where id = ${user.id}`;
  return deps.oneTimeTokens.make(db, user.id, type, mailbox, pkce);
}

/**
 * Anyone who complained, or was put on the stop list by hand, gets no mail that a stranger can ask for. Someone who has confirmed the
 * address needs these mails to sign in; an invitation is an administrator's own decision.
 */
async function isStopped(db: Db, to: string): Promise<boolean> {
  const [row] = await db<{ stopped: boolean }[]>`
    select exists (
      select from public.suppressions
      where lifted_at is null and reason in ('complaint', 'manual')
        and key_hmac in (private.address_key(${to}), private.address_key(${mailboxOf(to)}))
    ) and not exists (
      select from auth.users
      where email = ${to} and email_confirmed_at is not null and deleted_at is null
        and not exists (select from server.unproven_passwords as unproven where unproven.user_id = users.id)
    ) as stopped`;
  return row?.stopped === true;
}

/** In the transaction that made the token: both are there or neither is. */
export async function sendTokenMail(
  deps: AuthDependencies,
  db: Db,
  kind: MailKind,
  to: string,
  made: MailToken,
  go: { type?: VerifyType; redirectTo: string; newEmail?: string },
): Promise<void> {
  if (kind !== "invite" && (await isStopped(db, to))) return;
  const name = deps.siteName;
  const words = mailTexts[kind](name, go.newEmail ?? "");
  const link = go.type && linkFor(deps, made.token, go.type, go.redirectTo);
  const { LINK_SECONDS: linkSeconds, OTP_SECONDS: codeSeconds } = deps.env;
  const message = composeMail(to, words, { code: made.code, name, linkSeconds, codeSeconds, ...(link && { link }) });
  const lifeSeconds = link ? Math.max(linkSeconds, codeSeconds) : codeSeconds;
  await deps.mail.send(message, { within: db, expiresAt: new Date(deps.now().getTime() + lifeSeconds * 1000) });
}

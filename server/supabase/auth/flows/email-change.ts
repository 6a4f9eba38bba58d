// A new address counts when both mailboxes have agreed to it.
import { AuthError } from "../auth-error.ts";
import type { AuthDependencies } from "../auth-dependencies.ts";
import { emailExists } from "../conflicts.ts";
import { rememberChallenge, type Challenge } from "../tokens/flow-state.ts";
import type { FoundToken, MailToken } from "../tokens/one-time-tokens.ts";
import { makeToken, sendTokenMail } from "./send-mail.ts";
import { markPasswordProven, markPasswordUnproven } from "../unproven-passwords.ts";
import { findUserByEmail, findUserById, type Db, type UserRow } from "../users.ts";

/** TaskOwner agreement a half-finished change has, in auth.users.email_change_confirm_status. */
const agreed = { nobody: 0, current: 1, new: 2 } as const;

interface ChangeTokens {
  toNew: MailToken;
  /** Null for an account that had no address. */
  toCurrent: MailToken | null;
}

export async function startEmailChange(
  deps: AuthDependencies,
  db: Db,
  user: UserRow,
  newEmail: string,
  challenge: Challenge | null,
): Promise<ChangeTokens> {
  const pkce = challenge !== null;
  await db`
    update auth.users set email_change = ${newEmail}, email_change_confirm_status = ${agreed.nobody},
      updated_at = ${deps.now()}
    where id = ${user.id}`;
  if (challenge) await rememberChallenge(db, user.id, "email_change", challenge, deps.now());
  const toNew = await makeToken(deps, db, user, "email_change_token_new", newEmail, pkce);
  const toCurrent = user.email ? await makeToken(deps, db, user, "email_change_token_current", user.email, pkce) : null;
  return { toNew, toCurrent };
}

export async function mailEmailChange(
  deps: AuthDependencies,
  user: UserRow,
  newEmail: string,
  made: ChangeTokens,
  redirectTo: string,
): Promise<void> {
  const go = { type: "email_change" as const, redirectTo, newEmail };
  if (user.email && made.toCurrent)
    await sendTokenMail(deps, deps.sql, "email_change_current", user.email, made.toCurrent, go);
  // Who already has an account there is no one's business: the answer is the same, only the mail does not go out,
  // so the change can never be completed.
  if (!(await findUserByEmail(deps.sql, newEmail))) {
    await sendTokenMail(deps, deps.sql, "email_change_new", newEmail, made.toNew, go);
  }
}

/** Returns the user once the change is complete, null while the other mailbox still has to agree. */
export async function agreeToEmailChange(deps: AuthDependencies, db: Db, token: FoundToken): Promise<UserRow | null> {
  const [row] = await db<{ email: string | null; email_change: string; status: number }[]>`
    select email, email_change, email_change_confirm_status as status from auth.users where id = ${token.userId} for update`;
  await deps.oneTimeTokens.drop(db, token.userId, [token.type]);
  if (!row || row.email_change === "") throw new AuthError(403, "otp_expired", "Email link is invalid or has expired");
  const now = token.type === "email_change_token_new" ? agreed.new : agreed.current;
  const bothAgree = row.status !== agreed.nobody && row.status !== now;
  if (!bothAgree && row.email && !deps.env.MAIL_AUTOCONFIRM) {
    await db`
      update auth.users set email_change_confirm_status = ${now}, updated_at = ${deps.now()} where id = ${token.userId}`;
    return null;
  }
  await completeEmailChange(deps, db, token.userId, row.email_change);
  // Without confirmations the old mailbox may settle it alone; then no one has opened a mail in the new one.
  if (bothAgree || now === agreed.new) await markPasswordProven(db, token.userId);
  else await markPasswordUnproven(db, token.userId, null);
  return findUserById(db, token.userId);
}

async function completeEmailChange(deps: AuthDependencies, db: Db, userId: string, email: string): Promise<void> {
  const at = deps.now();
  if (await findUserByEmail(db, email)) throw emailExists();
  await db`
    update auth.users set email = ${email}, email_change = '', email_change_confirm_status = 0, updated_at = ${at},
      email_confirmed_at = coalesce(email_confirmed_at, ${at}),
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}')
        || case when raw_user_meta_data ? 'email' then jsonb_build_object('email', ${email}::text) else '{}' end
        || '{"email_verified": true}'
    where id = ${userId}`;
  await db`
    update auth.identities set updated_at = ${at},
      identity_data = identity_data || jsonb_build_object('email', ${email}::text, 'email_verified', true)
    where user_id = ${userId} and provider = 'email'`;
  await deps.oneTimeTokens.drop(db, userId);
}

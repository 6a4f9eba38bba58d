// Anyone can sign up with anyone's address. Until a mail to it was opened, the password, and whatever was done with it,
// belongs to a stranger; anyone who then proves that the mailbox is theirs owns the account (docs/decisions/025).
import { removeAllPasskeys } from "./factors/passkey-store.ts";
import type { Db, UserRow } from "./users.ts";

/** `tokenId` is the mail of the sign-up that brought the password; null where none was sent. */
export async function markPasswordUnproven(db: Db, userId: string, tokenId: string | null): Promise<void> {
  await db`
    insert into server.unproven_passwords (user_id, token_id) values (${userId}, ${tokenId})
    on conflict (user_id) do update set token_id = excluded.token_id`;
}

export async function markPasswordProven(db: Db, userId: string): Promise<void> {
  await db`delete from server.unproven_passwords where user_id = ${userId}`;
}

export async function isPasswordUnproven(db: Db, userId: string): Promise<boolean> {
  const [row] = await db`select from server.unproven_passwords where user_id = ${userId}`;
  return row !== undefined;
}

/** Whether the newest confirmation is the sign-up's own, so that sending it once more may keep its password. */
export async function isSignUpTheNewestMail(db: Db, userId: string): Promise<boolean> {
  const [row] = await db`
    select from server.unproven_passwords p
    where p.user_id = ${userId} and not exists (
      select from auth.one_time_tokens t
      where t.user_id = p.user_id and t.token_type = 'confirmation_token' and t.id is distinct from p.token_id
    )`;
  return row !== undefined;
}

/** A mail was opened. Its sign-up's password stays; a password that came another way ends, with all it led to. */
export async function settlePassword(db: Db, user: UserRow, tokenId: string, at: Date): Promise<void> {
  const [unproven] = await db<{ token_id: string | null }[]>`
    select token_id from server.unproven_passwords where user_id = ${user.id}`;
  if (!unproven) return;
  if (unproven.token_id === tokenId) await markPasswordProven(db, user.id);
  else await endUnprovenAccess(db, user.id, at);
}

/** Takes away every way in that a stranger may have made: password, sessions, factors, passkeys, links and metadata. */
export async function endUnprovenAccess(db: Db, userId: string, at: Date): Promise<void> {
  await db`delete from auth.sessions where user_id = ${userId}`;
  await db`delete from auth.mfa_factors where user_id = ${userId}`;
  await removeAllPasskeys(db, userId);
  await db`delete from auth.identities where user_id = ${userId} and provider <> 'email'`;
  await db`delete from auth.one_time_tokens where user_id = ${userId}`;
  await db`delete from auth.flow_state where user_id = ${userId} and auth_code_issued_at is not null`;
  const claims = db`jsonb_build_object(
    'sub', id::text, 'email', email, 'email_verified', email_confirmed_at is not null, 'phone_verified', false)`;
  await db`
    update auth.users set encrypted_password = '', email_change = '', email_change_confirm_status = 0,
      raw_user_meta_data = ${claims}, updated_at = ${at}
    where id = ${userId}`;
  await db`
    update auth.identities i set identity_data = u.raw_user_meta_data, updated_at = ${at}
    from auth.users u where u.id = i.user_id and i.user_id = ${userId}`;
  await markPasswordProven(db, userId);
}

// The first administrator, and every later one, without going through the web.
import { hash } from "@node-rs/bcrypt";
import { currentTime } from "#domain/clock.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import { confirmEmail, createUser } from "../flows/create-user.ts";
import { readEmail } from "../email-address.ts";
import { endUnprovenAccess, isPasswordUnproven } from "../unproven-passwords.ts";
import { findUserByEmail, lockUser, type Db, type UserRow } from "../users.ts";

export class PasswordNeeded extends Error {
  constructor(email: string) {
    super(`Nobody has confirmed the address ${email} yet: a password is needed.`);
  }
}

/** Whether someone has shown that the mailbox is theirs: only then does the account's password speak for its owner. */
async function isMailboxProven(db: Db, user: UserRow): Promise<boolean> {
  return user.email_confirmed_at !== null && !(await isPasswordUnproven(db, user.id));
}

/**
 * Makes sure that the account exists, is confirmed and has the role admin.
 *
 * The password is set when the account becomes an administrator: anyone who signed up with this address before, perhaps
 * a stranger, must not rise with their own password. Once it is one, a restart does not undo a password that was
 * changed since, unless `replacePassword` says so. `null` keeps the password of an account whose mailbox is proven.
 */
export async function ensureAdministrator(
  sql: Sql,
  email: string,
  password: string | null,
  { replacePassword = false, now = currentTime } = {},
): Promise<{ created: boolean }> {
  const address = readEmail(email);
  const passwordHash = password === null ? null : await hash(password, 10);
  return sql.begin(async (db) => {
    // Two instances that start together: the second waits here and then finds the account.
    await db`select pg_advisory_xact_lock(hashtext('administrators'))`;
    const at = now();
    const found = await findUserByEmail(db, address);
    if (found) await lockUser(db, found.id);
    const proven = found !== null && (await isMailboxProven(db, found));
    if (!passwordHash && !proven) throw new PasswordNeeded(address);
    if (found && !proven) await endUnprovenAccess(db, found.id, at);
    const user = found ?? (await createUser(db, { email: address, passwordHash, confirmedAt: at, at }));
    if (!user.email_confirmed_at) await confirmEmail(db, user.id, at);
    const granted = await db`
      insert into public.user_roles (user_id, role) values (${user.id}, 'admin') on conflict do nothing`;
    if (found && passwordHash && (granted.count > 0 || replacePassword || !proven)) {
      await db`update auth.users set encrypted_password = ${passwordHash}, updated_at = ${at} where id = ${user.id}`;
      await db`delete from auth.sessions where user_id = ${user.id}`;
      await db`delete from auth.one_time_tokens where user_id = ${user.id}`;
      await db`delete from auth.flow_state where user_id = ${user.id}`;
    }
    return { created: !found };
  });
}

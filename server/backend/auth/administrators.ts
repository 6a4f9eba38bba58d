// The first administrator, and every later one, without going through the web.
import { hash } from "@node-rs/bcrypt";
import type postgres from "postgres";
import { confirmEmail, createUser } from "./create-user.ts";
import { readEmail } from "./email-address.ts";
import { findUserByEmail } from "./users.ts";

/**
 * Makes sure that the account exists, is confirmed and has the role admin. A password that is given is set only when
 * the account is new or `replacePassword` says so: a restart must not undo a password that was changed since.
 */
export async function ensureAdministrator(
  sql: postgres.Sql,
  email: string,
  password: string,
  { replacePassword = false } = {},
): Promise<{ created: boolean }> {
  const address = readEmail(email);
  const existing = await findUserByEmail(sql, address);
  const passwordHash = !existing || replacePassword ? await hash(password, 10) : null;
  return sql.begin(async (db) => {
    // Two instances that start together: the second waits here and then finds the account.
    await db`select pg_advisory_xact_lock(hashtext('first administrator'))`;
    const at = new Date();
    const found = await findUserByEmail(db, address);
    const user = found ?? (await createUser(db, { email: address, passwordHash, confirmedAt: at, at }));
    if (!user.email_confirmed_at) await confirmEmail(db, user.id, at);
    if (found && passwordHash) {
      await db`update auth.users set encrypted_password = ${passwordHash}, updated_at = ${at} where id = ${user.id}`;
      await db`delete from auth.sessions where user_id = ${user.id}`;
    }
    await db`insert into public.user_roles (user_id, role) values (${user.id}, 'admin') on conflict do nothing`;
    return { created: !found };
  });
}

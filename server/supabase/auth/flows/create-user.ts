import { randomUUID } from "node:crypto";
import { findUserById, type Db, type Json, type UserRow } from "../users.ts";

interface NewUser {
  email: string;
  passwordHash: string | null;
  /** What the person says about themselves; never decides about rights. */
  userData?: Json;
  appData?: Json;
  role?: string;
  confirmedAt?: Date | null;
  bannedUntil?: Date | null;
  id?: string;
  at: Date;
  /** Sign-up repeats the identity's claims in the metadata, as Supabase does; the admin API does not. */
  claimsInMetadata?: boolean;
}

export async function createUser(db: Db, given: NewUser): Promise<UserRow> {
  const { email, at } = given;
  const id = given.id ?? randomUUID();
  const confirmed = given.confirmedAt ?? null;
  const claims: Json = { sub: id, email, email_verified: confirmed !== null, phone_verified: false };
  const own = given.userData ?? {};
  const userData: Json = given.claimsInMetadata
    ? { ...own, ...claims }
    : { ...own, ...(confirmed && { email_verified: true }) };
  const identityData: Json = given.claimsInMetadata ? { ...own, ...claims } : claims;
  const appData: Json = { ...given.appData, provider: "email", providers: ["email"] };
  await db`
    with account as (
      insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
        raw_app_meta_data, raw_user_meta_data, banned_until, created_at, updated_at)
      values ('00000000-0000-0000-0000-000000000000', ${id}, 'authenticated', ${given.role ?? "authenticated"}, ${email},
        ${given.passwordHash ?? ""}, ${confirmed}, ${db.json(appData)}, ${db.json(userData)},
        ${given.bannedUntil ?? null}, ${at}, ${at})
    )
    insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values (${randomUUID()}, ${id}, ${id}, ${db.json(identityData)}, 'email', ${at}, ${at}, ${at})`;
  return (await findUserById(db, id))!;
}

/** Somebody signs up again before the address is confirmed: only the newest sign-up counts. */
export async function replaceSignUp(db: Db, user: UserRow, given: Pick<NewUser, "passwordHash" | "userData" | "at">) {
  const claims: Json = { sub: user.id, email: user.email ?? "", email_verified: false, phone_verified: false };
  const data = db.json({ ...given.userData, ...claims });
  await db`
    with account as (
      update auth.users set encrypted_password = ${given.passwordHash}, raw_user_meta_data = ${data}, updated_at = ${given.at}
      where id = ${user.id}
    )
    update auth.identities set identity_data = ${data}, updated_at = ${given.at}
    where user_id = ${user.id} and provider = 'email'`;
}

/** The address is proven: the account, its metadata and its identity say so. */
export async function confirmEmail(db: Db, userId: string, at: Date): Promise<void> {
  await db`
    update auth.users set email_confirmed_at = coalesce(email_confirmed_at, ${at}), updated_at = ${at},
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
    where id = ${userId}`;
  await db`
    update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = ${at}
    where user_id = ${userId} and provider = 'email'`;
}

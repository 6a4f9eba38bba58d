// A user as stored, and as clients see it.
import type { Sql, TransactionSql } from "#server/platform/database/sql.ts";

type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
export type Db = Sql | TransactionSql;
export type Json = Record<string, JsonValue>;

interface IdentityRow {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: Json;
  provider: string;
  last_sign_in_at: Date | null;
  created_at: Date;
  updated_at: Date;
  email: string | null;
}

export interface FactorRow {
  id: string;
  user_id: string;
  friendly_name: string | null;
  factor_type: "totp" | "webauthn" | "phone";
  status: "unverified" | "verified";
  created_at: Date;
  updated_at: Date;
  last_challenged_at: Date | null;
}

export interface SessionRow {
  id: string;
  user_id: string;
  created_at: Date;
  aal: "aal1" | "aal2" | "aal3";
  factor_id: string | null;
  not_after: Date | null;
}

export interface UserRow {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  email_change: string;
  email_change_sent_at: Date | null;
  email_change_confirm_status: number;
  reauthentication_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Json;
  raw_user_meta_data: Json;
  created_at: Date;
  updated_at: Date;
  phone: string | null;
  phone_confirmed_at: Date | null;
  confirmed_at: Date | null;
  banned_until: Date | null;
  is_anonymous: boolean;
  deleted_at: Date | null;
  identities: IdentityRow[];
  factors: FactorRow[];
}

/** One round trip for a user with identities and factors. */
const columns = (db: Db) => db`
  u.id, u.aud, u.role, u.email, u.encrypted_password, u.email_confirmed_at, u.invited_at, u.confirmation_sent_at,
  u.recovery_sent_at, coalesce(u.email_change, '') as email_change, u.email_change_sent_at,
  u.email_change_confirm_status, u.reauthentication_sent_at, u.last_sign_in_at,
  coalesce(u.raw_app_meta_data, '{}') as raw_app_meta_data, coalesce(u.raw_user_meta_data, '{}') as raw_user_meta_data,
  u.created_at, u.updated_at, u.phone, u.phone_confirmed_at, u.confirmed_at, u.banned_until, u.is_anonymous, u.deleted_at,
  (select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at), '[]') from auth.identities i where i.user_id = u.id)
    as identities,
  (select coalesce(jsonb_agg(to_jsonb(f) - 'secret' - 'web_authn_credential' - 'last_webauthn_challenge_data'
     order by f.created_at), '[]') from auth.mfa_factors f where f.user_id = u.id) as factors`;

type RawUser = Omit<UserRow, "identities" | "factors"> & { identities: Json[]; factors: Json[] };

const asDate = (value: unknown) => (typeof value === "string" ? new Date(value) : null);
const dated = (item: Json) => ({
  ...item,
  created_at: asDate(item.created_at),
  updated_at: asDate(item.updated_at),
  last_sign_in_at: asDate(item.last_sign_in_at),
  last_challenged_at: asDate(item.last_challenged_at),
});

function asUser(row: RawUser | undefined): UserRow | null {
  if (!row) return null;
  return {
    ...row,
    identities: row.identities.map(dated) as unknown as IdentityRow[],
    factors: row.factors.map(dated) as unknown as FactorRow[],
  };
}

export async function findUserById(db: Db, id: string): Promise<UserRow | null> {
  const [row] = await db<RawUser[]>`select ${columns(db)} from auth.users u where u.id = ${id}`;
  return asUser(row);
}

/**
 * Anyone who changes how an account is entered (password, factor, session, mail token) locks its row first. Changes that
 * arrive together then wait for each other instead of deadlocking, and each sees what the one before has done.
 */
export async function lockUser(db: Db, id: string): Promise<UserRow | null> {
  await db`select from auth.users where id = ${id} for update`;
  return findUserById(db, id);
}

/** A user together with one of their sessions, in one round trip; the session is null when it has ended. */
export async function findUserAndSession(
  db: Db,
  userId: string,
  sessionId: string | null,
): Promise<{ user: UserRow; session: SessionRow | null } | null> {
  const [row] = await db<(RawUser & { session: Json | null })[]>`
    select ${columns(db)}, to_jsonb(s) as session
    from auth.users u left join auth.sessions s on s.id = ${sessionId} and s.user_id = u.id
    where u.id = ${userId}`;
  if (!row) return null;
  const { session, ...user } = row;
  if (!session) return { user: asUser(user)!, session: null };
  const dates = { created_at: asDate(session.created_at), not_after: asDate(session.not_after) };
  return { user: asUser(user)!, session: { ...session, ...dates } as unknown as SessionRow };
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  const [row] = await db<RawUser[]>`
    select ${columns(db)} from auth.users u
    where u.email = ${email} and u.is_sso_user = false and u.deleted_at is null`;
  return asUser(row);
}

export async function listUsers(db: Db, page: { limit: number; offset: number }): Promise<UserRow[]> {
  const rows = await db<RawUser[]>`
    select ${columns(db)} from auth.users u
    order by u.created_at desc, u.id limit ${page.limit} offset ${page.offset}`;
  return rows.map((row) => asUser(row)!);
}

const iso = (date: Date | null) => date?.toISOString();
/** Leaves out what is not set, as Supabase's JSON does. */
const set = (value: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined && item !== null && item !== ""));

function identityJson(identity: IdentityRow) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: iso(identity.last_sign_in_at),
    created_at: iso(identity.created_at),
    updated_at: iso(identity.updated_at),
    ...set({ email: identity.email }),
  };
}

export function factorJson(factor: FactorRow) {
  return {
    id: factor.id,
    created_at: iso(factor.created_at),
    updated_at: iso(factor.updated_at),
    status: factor.status,
    ...set({ friendly_name: factor.friendly_name }),
    factor_type: factor.factor_type,
    ...set({ last_challenged_at: iso(factor.last_challenged_at) }),
  };
}

export function userJson(user: UserRow) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? "",
    ...set({ email_confirmed_at: iso(user.email_confirmed_at), invited_at: iso(user.invited_at) }),
    phone: user.phone ?? "",
    ...set({
      phone_confirmed_at: iso(user.phone_confirmed_at),
      confirmation_sent_at: iso(user.confirmation_sent_at),
      confirmed_at: iso(user.confirmed_at),
      recovery_sent_at: iso(user.recovery_sent_at),
      new_email: user.email_change,
      email_change_sent_at: iso(user.email_change_sent_at),
      reauthentication_sent_at: iso(user.reauthentication_sent_at),
      last_sign_in_at: iso(user.last_sign_in_at),
    }),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    ...(user.factors.length > 0 && { factors: user.factors.map(factorJson) }),
    identities: user.identities.map(identityJson),
    created_at: iso(user.created_at),
    updated_at: iso(user.updated_at),
    ...set({ banned_until: iso(user.banned_until), deleted_at: iso(user.deleted_at) }),
    is_anonymous: user.is_anonymous,
  };
}

export const isBanned = (user: Pick<UserRow, "banned_until">, now: Date) =>
  user.banned_until !== null && user.banned_until > now;

export const hasVerifiedFactor = (user: Pick<UserRow, "factors">) =>
  user.factors.some(({ status }) => status === "verified");

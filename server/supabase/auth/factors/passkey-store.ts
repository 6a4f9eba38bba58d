// Passkeys and the challenges they answer, in Supabase's tables.
import { randomUUID } from "node:crypto";
import { AuthError, badRequest } from "../auth-error.ts";
import type { AuthDependencies } from "../auth-dependencies.ts";
import { isUuid } from "../authenticate.ts";
import type { Db } from "../users.ts";
import type { StoredCredential } from "#server/platform/webauthn.ts";

export interface PasskeyRow {
  id: string;
  user_id: string;
  friendly_name: string;
  created_at: Date;
  last_used_at: Date | null;
  credential: StoredCredential;
}

const livesSeconds = 300;

const columns = (db: Db) => db`
  id, user_id, friendly_name, created_at, last_used_at, jsonb_build_object(
    'id', translate(encode(credential_id, 'base64'), E'\n', ''),
    'publicKey', translate(encode(public_key, 'base64'), E'\n', ''),
    'transport', transports,
    'flags', jsonb_build_object('userVerified', true, 'backupEligible', backup_eligible, 'backupState', backed_up),
    'authenticator', jsonb_build_object('AAGUID', aaguid, 'signCount', sign_count)) as credential`;

export async function passkeysOf(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db<PasskeyRow[]>`
    select ${columns(db)} from auth.webauthn_credentials where user_id = ${userId} order by created_at`;
}

/** By the name the authenticator gave it, in base64url. */
export async function passkeyNamed(db: Db, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await db<PasskeyRow[]>`
    select ${columns(db)} from auth.webauthn_credentials
    where credential_id = ${Buffer.from(credentialId, "base64url")}`;
  return row ?? null;
}

/** Null when the credential is known already. */
export async function storePasskey(
  db: Db,
  userId: string,
  credential: StoredCredential,
  at: Date,
): Promise<PasskeyRow | null> {
  const { flags, authenticator } = credential;
  const [row] = await db<PasskeyRow[]>`
    insert into auth.webauthn_credentials (id, user_id, credential_id, public_key, attestation_type, aaguid, sign_count,
      transports, backup_eligible, backed_up, created_at, updated_at)
    values (${randomUUID()}, ${userId}, ${Buffer.from(credential.id, "base64")},
      ${Buffer.from(credential.publicKey, "base64")}, 'none', ${authenticator.AAGUID}, ${authenticator.signCount},
      ${db.json(credential.transport)}, ${flags.backupEligible}, ${flags.backupState}, ${at}, ${at})
    on conflict (credential_id) do nothing returning ${columns(db)}`;
  return row ?? null;
}

export async function renamePasskey(
  db: Db,
  userId: string,
  id: string,
  name: string,
  at: Date,
): Promise<PasskeyRow | null> {
  const [row] = await db<PasskeyRow[]>`
    update auth.webauthn_credentials set friendly_name = ${name}, updated_at = ${at}
    where id = ${id} and user_id = ${userId} returning ${columns(db)}`;
  return row ?? null;
}

export async function removePasskey(db: Db, userId: string, id: string): Promise<boolean> {
  const removed = await db`delete from auth.webauthn_credentials where id = ${id} and user_id = ${userId}`;
  return removed.count > 0;
}

/** The table is missing in a Supabase database from before passkeys. */
export async function removeAllPasskeys(db: Db, userId: string): Promise<void> {
  const [found] = await db<{ has: boolean }[]>`select to_regclass('auth.webauthn_credentials') is not null as has`;
  if (found?.has) await db`delete from auth.webauthn_credentials where user_id = ${userId}`;
}

/** False when another answer with this count was faster: an authenticator's count only rises. */
export async function countUse(db: Db, { id, credential }: PasskeyRow, signCount: number, at: Date): Promise<boolean> {
  const used = await db`
    update auth.webauthn_credentials set sign_count = ${signCount}, last_used_at = ${at}, updated_at = ${at}
    where id = ${id} and sign_count = ${credential.authenticator.signCount}`;
  return used.count > 0;
}

type ChallengeType = "registration" | "authentication";

export async function ask(deps: AuthDependencies, type: ChallengeType, userId: string | null, challenge: string) {
  const id = randomUUID();
  const at = deps.now();
  const expiresAt = new Date(at.getTime() + livesSeconds * 1000);
  await deps.sql`
    insert into auth.webauthn_challenges (id, user_id, challenge_type, session_data, created_at, expires_at)
    values (${id}, ${userId}, ${type}, ${deps.sql.json({ challenge })}, ${at}, ${expiresAt})`;
  return { challenge_id: id, expires_at: Math.floor(expiresAt.getTime() / 1000) };
}

/** The challenge, which is gone with this: every one is answered once. */
export async function takeChallenge(
  deps: AuthDependencies,
  type: ChallengeType,
  userId: string | null,
  id: string | null | undefined,
): Promise<string> {
  if (!id) throw badRequest("challenge_id is required");
  if (!isUuid(id)) throw badRequest("challenge_id must be a valid UUID");
  const [taken] = await deps.sql<{ session_data: { challenge: string }; expires_at: Date }[]>`
    delete from auth.webauthn_challenges
    where id = ${id} and challenge_type = ${type} and user_id is not distinct from ${userId}::uuid
    returning session_data, expires_at`;
  if (!taken) throw new AuthError(400, "webauthn_challenge_not_found", "Challenge not found or already used");
  if (taken.expires_at <= deps.now()) throw new AuthError(400, "webauthn_challenge_expired", "Challenge has expired");
  return taken.session_data.challenge;
}

// POST /factors, DELETE /factors/:id
import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import { AuthError, badRequest } from "../auth-error.ts";
import type { AuthDependencies, AuthRoutes } from "../auth-dependencies.ts";
import { isUuid, requireUser, type SignedIn } from "../authenticate.ts";
import { factorNameExists } from "../conflicts.ts";
import { readBody } from "../request-body.ts";
import { keepFactorSecret } from "./factor-secrets.ts";
import { makeTotp } from "./totp.ts";
import { requireLiveSession } from "../tokens/sessions.ts";
import { lockUser, type Db, type FactorRow, type SessionRow, type UserRow } from "../users.ts";

const enrolBody = z.object({
  friendly_name: z.string().max(255).nullish(),
  factor_type: z.string().nullish(),
  issuer: z.string().max(255).nullish(),
});

const maxFactors = 10;
const abandonedAfter = 5 * 60_000;

export function addFactors(routes: AuthRoutes, deps: AuthDependencies): void {
  routes.post("/factors", async (c) => {
    const { user, session } = await requireSession(deps, c);
    const body = await readBody(c, enrolBody);
    const name = body.friendly_name ?? "";
    const type = body.factor_type;
    if (type === "phone") {
      throw new AuthError(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
    }
    if (type !== "totp" && type !== "webauthn") throw badRequest("factor_type needs to be totp, phone, or webauthn");
    await requireRoomForFactor(deps, user, session, name);
    const id = randomUUID();
    if (type === "webauthn") {
      await store(deps.sql, { id, userId: user.id, name, type, secret: null, at: deps.now() });
      return c.json({ id, type, friendly_name: name });
    }
    const totp = makeTotp(body.issuer || new URL(deps.env.SITE_URL).host, user.email ?? user.id);
    const factor: NewFactor = { id, userId: user.id, name, type, secret: totp.secret, at: deps.now() };
    const { sealing } = deps;
    if (!sealing) await store(deps.sql, factor);
    else
      await deps.sql.begin(async (db) => {
        await store(db, { ...factor, secret: null });
        await keepFactorSecret(db, sealing, id, totp.secret);
      });
    return c.json({ id, type, friendly_name: name, totp });
  });

  routes.delete("/factors/:id", async (c) => {
    const { user, session } = await requireSession(deps, c);
    const factor = ownFactor(user, c.req.param("id"));
    if (factor.status === "verified" && session.aal !== "aal2") {
      throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
    }
    await deps.sql.begin(async (db) => {
      await lockUser(db, user.id);
      await requireLiveSession(db, session);
      await removeFactor(db, factor, deps.now());
    });
    return c.json({ id: factor.id });
  });
}

export async function requireSession(
  deps: AuthDependencies,
  c: Context,
): Promise<{ user: UserRow; session: SessionRow }> {
  const { user, session }: SignedIn = await requireUser(deps, c);
  if (!session) throw new AuthError(403, "session_not_found", "A session is required");
  return { user, session };
}

export function ownFactor(user: UserRow, id: string | undefined): FactorRow {
  if (!isUuid(id)) throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
  const factor = user.factors.find((own) => own.id === id);
  if (!factor) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
  return factor;
}

async function requireRoomForFactor(deps: AuthDependencies, user: UserRow, session: SessionRow, name: string) {
  const abandoned = new Date(deps.now().getTime() - abandonedAfter);
  await deps.sql`
    delete from auth.mfa_factors
    where user_id = ${user.id} and status = 'unverified' and created_at < ${abandoned}`;
  const kept = user.factors.filter((factor) => factor.status === "verified" || factor.created_at >= abandoned);
  if (kept.some((factor) => (factor.friendly_name ?? "") === name)) throw factorNameExists(name);
  if (kept.length >= maxFactors) {
    const message = "Maximum number of verified factors reached, unenroll to continue";
    throw new AuthError(422, "too_many_enrolled_mfa_factors", message);
  }
  if (kept.some((factor) => factor.status === "verified") && session.aal !== "aal2") {
    throw new AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  }
}

interface NewFactor {
  id: string;
  userId: string;
  name: string;
  type: FactorRow["factor_type"];
  secret: string | null;
  at: Date;
}

async function store(db: Db, { id, userId, name, type, secret, at }: NewFactor) {
  await db`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
    values (${id}, ${userId}, ${name}, ${type}, 'unverified', ${secret}, ${at}, ${at})`;
}

/** The caller holds the account's lock. Sessions that were raised by the factor fall back to aal1 with their next token. */
export async function removeFactor(db: Db, factor: FactorRow, at: Date): Promise<void> {
  await db`
    with lowered as (
      update auth.sessions set aal = 'aal1', factor_id = null, updated_at = ${at}
      where factor_id = ${factor.id} returning id
    )
    delete from auth.mfa_amr_claims
    where session_id in (select id from lowered) and authentication_method in ('totp', 'mfa/webauthn')`;
  await db`delete from auth.mfa_factors where id = ${factor.id}`;
}

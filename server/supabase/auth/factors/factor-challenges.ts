// POST /factors/:id/challenge and /factors/:id/verify
import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { z } from "zod";
import { countAttempt } from "../attempts.ts";
import { AuthError, badRequest } from "../auth-error.ts";
import type { AuthDependencies, AuthRoutes } from "../auth-dependencies.ts";
import { clientOf, requireWithinLimits } from "../request-limits.ts";
import { isUuid } from "../authenticate.ts";
import { openFactorSecret } from "./factor-secrets.ts";
import { ownFactor, requireSession } from "./factors.ts";
import { readBody } from "../request-body.ts";
import { jsonObject } from "../metadata.ts";
import { stepOfCode } from "./totp.ts";
import { requireLiveSession } from "../tokens/sessions.ts";
import {
  findUserById,
  hasVerifiedFactor,
  lockUser,
  type FactorRow,
  type Json,
  type SessionRow,
  type UserRow,
} from "../users.ts";
import {
  authenticationOptions,
  registrationOptions,
  verifyAuthentication,
  verifyRegistration,
  webAuthnSite,
  type StoredCredential,
} from "#server/platform/webauthn.ts";

const verifyBody = z.object({
  challenge_id: z.string().nullish(),
  code: z.string().nullish(),
  webauthn: z.object({ type: z.string().nullish(), credential_response: jsonObject.nullish() }).nullish(),
});

const livesSeconds = 300;

interface Challenge {
  created_at: Date;
  verified_at: Date | null;
  session_data: { challenge: string } | null;
}

export function addFactorChallenges(routes: AuthRoutes, deps: AuthDependencies): void {
  const site = webAuthnSite(deps.env.SITE_URL, deps.siteName);

  routes.post("/factors/:id/challenge", async (c) => {
    const { user } = await requireSession(deps, c);
    const factor = ownFactor(user, c.req.param("id"));
    const client = clientOf(c);
    await requireWithinLimits(deps, { ...addressLimit(deps, client.network), name: "challenge address" });
    const id = randomUUID();
    const at = deps.now();
    const expires_at = Math.floor(at.getTime() / 1000) + livesSeconds;
    const webauthn = factor.factor_type === "webauthn" ? await askAuthenticator(factor) : null;
    await deps.sql`
      with challenged as (update auth.mfa_factors set last_challenged_at = ${at} where id = ${factor.id})
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, web_authn_session_data)
      values (${id}, ${factor.id}, ${at}, ${isIP(client.address) ? client.address : "0.0.0.0"},
        ${webauthn ? deps.sql.json({ challenge: webauthn.credential_options.publicKey.challenge }) : null})`;
    return c.json({ id, type: factor.factor_type, expires_at, ...(webauthn && { webauthn }) });

    async function askAuthenticator(asked: FactorRow) {
      const credential = await credentialOf(asked);
      if (credential) {
        return { type: "request", credential_options: { publicKey: await authenticationOptions(site, credential) } };
      }
      const known = await deps.sql<{ credential: StoredCredential }[]>`
        select web_authn_credential as credential from auth.mfa_factors
        where user_id = ${user.id} and web_authn_credential is not null`;
      const name = user.email ?? user.id;
      const options = await registrationOptions(
        site,
        { id: user.id, name },
        known.map((row) => row.credential),
      );
      return { type: "create", credential_options: { publicKey: options } };
    }
  });

  routes.post("/factors/:id/verify", async (c) => {
    c.header("Cache-Control", "no-store");
    const { user, session } = await requireSession(deps, c);
    const factor = ownFactor(user, c.req.param("id"));
    const body = await readBody(c, verifyBody);
    if (!body.code && factor.factor_type !== "webauthn") throw badRequest("Code needs to be non-empty");
    requireLevelFor(factor, user, session);
    const { network } = clientOf(c);
    const asked = { name: "factor", account: user.id, network, max: deps.env.LIMIT_FACTOR_TRIES, seconds: 300 };
    const attempt = await countAttempt(deps, asked, addressLimit(deps, network));
    const challenge = await openChallenge(factor, body.challenge_id ?? "");
    const proof =
      factor.factor_type === "webauthn"
        ? await proveByAuthenticator(factor, challenge, body.webauthn)
        : await proveByCode(factor, body.code ?? "");
    await attempt.succeeded();

    const method = factor.factor_type === "webauthn" ? "mfa/webauthn" : "totp";
    const answer = await deps.sql.begin(async (db) => {
      const at = deps.now();
      // What was true when the code arrived may have changed: another factor was verified, this session was ended.
      const current = (await lockUser(db, user.id))!;
      await requireLiveSession(db, session);
      const before = ownFactor(current, factor.id);
      requireLevelFor(before, current, session);
      const used = await db`
        update auth.mfa_challenges set verified_at = ${at} where id = ${body.challenge_id ?? ""} and verified_at is null`;
      if (used.count === 0) throw challengeGone();
      await db`
        update auth.mfa_factors set status = 'verified', updated_at = ${at},
          web_authn_credential = coalesce(${proof ? db.json(proof as unknown as Json) : null}, web_authn_credential)
        where id = ${factor.id}`;
      await db`
        delete from auth.mfa_factors
        where user_id = ${user.id} and status = 'unverified'`;
      if (before.status === "unverified") {
        // From now on the account asks for the factor: sessions that never gave it end.
        await db`delete from auth.sessions where user_id = ${user.id} and id <> ${session.id} and aal < 'aal2'`;
      }
      return deps.sessions.raise(db, session, (await findUserById(db, user.id))!, method, factor.id);
    });
    return c.json(answer);
  });

  async function credentialOf(factor: FactorRow): Promise<StoredCredential | null> {
    const [row] = await deps.sql<{ credential: StoredCredential | null }[]>`
      select web_authn_credential as credential from auth.mfa_factors where id = ${factor.id}`;
    return row?.credential ?? null;
  }

  async function openChallenge(factor: FactorRow, id: string): Promise<Challenge> {
    const [challenge] = isUuid(id)
      ? await deps.sql<Challenge[]>`
          select created_at, verified_at, web_authn_session_data as session_data
          from auth.mfa_challenges where id = ${id} and factor_id = ${factor.id}`
      : [];
    if (!challenge || challenge.verified_at) throw challengeGone();
    if (challenge.created_at.getTime() + livesSeconds * 1000 < deps.now().getTime()) {
      const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`;
      throw new AuthError(422, "mfa_challenge_expired", message);
    }
    return challenge;
  }

  async function proveByCode(factor: FactorRow, code: string): Promise<null> {
    const secret = await openFactorSecret(deps.sql, deps.sealing, factor.id);
    if (secret === "sealed") {
      deps.log.error({ factor: factor.id }, "A second factor is sealed with a key that is not here: see SEALING_KEY.");
      throw new AuthError(
        500,
        "unexpected_failure",
        "The server's key for second factors is missing. Ask its operator.",
      );
    }
    const step = secret ? await stepOfCode(secret, code, deps.now()) : null;
    if (step === null) throw wrongCode();
    // A code that was seen over a shoulder is of no use: each time step is accepted once.
    const seen = await deps.limits.take({ name: "totp step", of: `${factor.id} ${step}`, max: 1, seconds: 120 });
    if (seen !== null) throw wrongCode();
    return null;
  }

  /** The credential to store: a new one, or the known one with its new count. */
  async function proveByAuthenticator(
    factor: FactorRow,
    { session_data: data }: Challenge,
    given: z.infer<typeof verifyBody>["webauthn"],
  ): Promise<StoredCredential> {
    if (!given) throw badRequest("WebAuthn config required");
    if (given.type !== "create" && given.type !== "request")
      throw badRequest("WebAuthn type must be create or request");
    if (!given.credential_response) throw badRequest("credential_response required");
    const failed = new AuthError(422, "mfa_verification_failed", "Failed to validate WebAuthn MFA response");
    if (!data) throw failed;
    const credential = await credentialOf(factor);
    if (!credential) {
      const made = await verifyRegistration(site, data.challenge, given.credential_response);
      if (!made) throw failed;
      return made;
    }
    const signCount = await verifyAuthentication(site, data.challenge, given.credential_response, credential);
    if (signCount === null) throw failed;
    return { ...credential, authenticator: { ...credential.authenticator, signCount } };
  }
}

/** Anyone who has a factor gives it before another one counts. */
function requireLevelFor(factor: FactorRow, user: UserRow, session: SessionRow): void {
  if (factor.status === "unverified" && hasVerifiedFactor(user) && session.aal !== "aal2") {
    throw new AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  }
}

const addressLimit = (deps: AuthDependencies, network: string) => {
  return { name: "factor address", of: network, max: deps.env.LIMIT_VERIFY_PER_MINUTE, seconds: 60 };
};

const wrongCode = () => new AuthError(422, "mfa_verification_failed", "Invalid TOTP code entered");

const challengeGone = () =>
  new AuthError(422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found");

// GET and PUT /user, GET /reauthenticate
import { z } from "zod";
import { countCodeAttempt } from "../attempts.ts";
import { AuthError } from "../auth-error.ts";
import type { AuthDependencies, AuthRoutes } from "../auth-dependencies.ts";
import { clientOf, requireWithinLimits, requireMailPause, mailLimits } from "../request-limits.ts";
import { requireUser, type SignedIn } from "../authenticate.ts";
import { mailEmailChange, startEmailChange } from "./email-change.ts";
import { readEmail } from "../email-address.ts";
import { readChallenge } from "../tokens/flow-state.ts";
import { readBody } from "../request-body.ts";
import { makeToken, sendTokenMail } from "./send-mail.ts";
import { endSessions, requireLiveSession } from "../tokens/sessions.ts";
import { requireSmallMetadata, jsonObject, mergeMetadata } from "../metadata.ts";
import { rememberDevice } from "../known-devices.ts";
import { findUserById, hasVerifiedFactor, lockUser, userJson, type Db } from "../users.ts";

const updateBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  nonce: z.string().nullish(),
  data: jsonObject.nullish(),
  app_metadata: jsonObject.nullish(),
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
});

export function addUser(routes: AuthRoutes, deps: AuthDependencies): void {
  routes.get("/user", async (c) => {
    const { user } = await requireUser(deps, c);
    return c.json(userJson(user));
  });

  routes.put("/user", async (c) => {
    const signedIn = await requireUser(deps, c);
    const { user, session } = signedIn;
    const client = clientOf(c);
    const max = deps.env.LIMIT_TOKEN_PER_MINUTE;
    await requireWithinLimits(deps, { name: "user account", of: user.id, max, seconds: 60 });
    const body = await readBody(c, updateBody);
    const challenge = readChallenge(body);
    const email = body.email ? readEmail(body.email) : user.email;
    const newEmail = email !== user.email ? email : null;
    if (body.phone) throw new AuthError(422, "phone_provider_disabled", "Phone signups are disabled");
    if (body.password) deps.passwords.requireStrength(body.password);
    if (body.app_metadata) {
      throw new AuthError(403, "not_admin", "Updating app_metadata requires admin privileges");
    }
    if (hasVerifiedFactor(user) && session?.aal !== "aal2" && (body.password || newEmail)) {
      throw new AuthError(
        401,
        "insufficient_aal",
        "AAL2 session is required to update email or password when MFA is enabled.",
      );
    }
    if (newEmail) {
      await requireWithinLimits(deps, ...mailLimits(deps, client));
      await requireMailPause(deps, "email change", newEmail);
    }
    const passwordHash = body.password ? await newPassword(deps, signedIn, body.password, body.nonce ?? "") : null;

    const data = body.data;
    if (data) requireSmallMetadata({ ...user.raw_user_meta_data, ...data });
    const change = await deps.sql.begin(async (db) => {
      await lockUser(db, user.id);
      // Hashing takes a while: a session that ended in the meantime changes nothing any more.
      if (session) await requireLiveSession(db, session);
      if (passwordHash) await storePassword(deps, db, user.id, passwordHash, session?.id ?? null);
      if (data) await mergeMetadata(db, user.id, "raw_user_meta_data", data, deps.now());
      await db`update auth.users set updated_at = ${deps.now()} where id = ${user.id}`;
      return newEmail ? startEmailChange(deps, db, user, newEmail, challenge) : null;
    });
    if (newEmail && change)
      await mailEmailChange(deps, user, newEmail, change, deps.allowedRedirect(c.req.query("redirect_to")));
    const changed = (await findUserById(deps.sql, user.id))!;
    if (passwordHash) rememberDevice(deps, c, changed);
    return c.json(userJson(changed));
  });

  routes.get("/reauthenticate", async (c) => {
    const { user } = await requireUser(deps, c);
    if (!user.email)
      throw new AuthError(
        422,
        "validation_failed",
        "Reauthentication requires the user to have an email or a phone number",
      );
    if (!user.email_confirmed_at) {
      throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
    }
    await requireWithinLimits(deps, ...mailLimits(deps, clientOf(c)));
    await requireMailPause(deps, "reauthentication", user.email, user.id);
    const { email } = user;
    await deps.sql.begin(async (db) => {
      const made = await makeToken(deps, db, user, "reauthentication_token", email);
      await sendTokenMail(deps, db, "reauthentication", email, made, { redirectTo: deps.env.SITE_URL });
    });
    return c.json({});
  });
}

async function newPassword(deps: AuthDependencies, { user, session }: SignedIn, password: string, nonce: string) {
  if (deps.env.PASSWORD_CHANGE_REAUTHENTICATION) {
    const recent = session && deps.now().getTime() - session.created_at.getTime() < 24 * 3_600_000;
    if (!recent) await requireNonce(deps, user.id, user.email ?? "", nonce);
  }
  if (user.encrypted_password && (await deps.passwords.matches(password, user.encrypted_password))) {
    throw new AuthError(422, "same_password", "New password should be different from the old password.");
  }
  return deps.passwords.hash(password);
}

async function requireNonce(deps: AuthDependencies, userId: string, email: string, nonce: string) {
  if (nonce === "") {
    throw new AuthError(400, "reauthentication_needed", "Password update requires reauthentication");
  }
  const attempt = await countCodeAttempt(deps, email);
  // Outside any transaction that could roll the count of wrong tries back.
  const found = await deps.sql.begin(async (db) => {
    const token = await deps.oneTimeTokens.findByCode(db, email, nonce, ["reauthentication_token"]);
    if (token?.userId !== userId) return false;
    await deps.oneTimeTokens.drop(db, userId, ["reauthentication_token"]);
    return true;
  });
  if (!found) throw new AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
  await attempt.succeeded();
}

/** A new password ends every other session, and every link and code that was under way. */
export async function storePassword(deps: AuthDependencies, db: Db, userId: string, hash: string, keep: string | null) {
  await db`
    update auth.users set encrypted_password = ${hash}, updated_at = ${deps.now()},
      confirmation_sent_at = null, recovery_sent_at = null, email_change_sent_at = null, reauthentication_sent_at = null
    where id = ${userId}`;
  await deps.oneTimeTokens.drop(db, userId);
  await db`delete from auth.flow_state where user_id = ${userId}`;
  await endSessions(db, userId, keep ? { scope: "others", sessionId: keep } : { scope: "global" });
}

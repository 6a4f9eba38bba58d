// GET and PUT /user, GET /reauthenticate
import { z } from "zod";
import { AuthError } from "../auth-error.ts";
import { clientOf, demandLimit, demandMailPause, mailLimit, type AuthParts, type AuthRoutes } from "../auth-parts.ts";
import { requireUser, type SignedIn } from "../authenticate.ts";
import { mailEmailChange, startEmailChange } from "./email-change.ts";
import { readEmail } from "../email-address.ts";
import { readChallenge } from "../tokens/flow-state.ts";
import { readBody } from "../request-body.ts";
import { makeToken, sendTokenMail } from "./send-mail.ts";
import { endSessions, requireLiveSession } from "../tokens/sessions.ts";
import { demandSmall, jsonObject, mergeMetadata } from "../metadata.ts";
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

export function addUser(routes: AuthRoutes, parts: AuthParts): void {
  routes.get("/user", async (c) => {
    const { user } = await requireUser(parts, c);
    return c.json(userJson(user));
  });

  routes.put("/user", async (c) => {
    const signedIn = await requireUser(parts, c);
    const { user, session } = signedIn;
    const client = clientOf(c);
    const most = parts.env.LIMIT_TOKEN_PER_MINUTE;
    await demandLimit(parts, { name: "user account", of: user.id, most, seconds: 60 });
    const body = await readBody(c, updateBody);
    const challenge = readChallenge(body);
    const email = body.email ? readEmail(body.email) : user.email;
    const newEmail = email !== user.email ? email : null;
    if (body.phone) throw new AuthError(422, "phone_provider_disabled", "Phone signups are disabled");
    if (body.password) parts.passwords.demandStrength(body.password);
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
      await demandLimit(parts, mailLimit(parts, client));
      await demandMailPause(parts, "email change", newEmail);
    }
    const passwordHash = body.password ? await newPassword(parts, signedIn, body.password, body.nonce ?? "") : null;

    const data = body.data;
    if (data) demandSmall({ ...user.raw_user_meta_data, ...data });
    const change = await parts.sql.begin(async (db) => {
      await lockUser(db, user.id);
      // Hashing takes a while: a session that ended in the meantime changes nothing any more.
      if (session) await requireLiveSession(db, session);
      if (passwordHash) await storePassword(parts, db, user.id, passwordHash, session?.id ?? null);
      if (data) await mergeMetadata(db, user.id, "raw_user_meta_data", data, parts.now());
      await db`update auth.users set updated_at = ${parts.now()} where id = ${user.id}`;
      return newEmail ? startEmailChange(parts, db, user, newEmail, challenge) : null;
    });
    if (newEmail && change)
      await mailEmailChange(parts, user, newEmail, change, parts.redirectTo(c.req.query("redirect_to")));
    const changed = (await findUserById(parts.sql, user.id))!;
    if (passwordHash) rememberDevice(parts, c, changed);
    return c.json(userJson(changed));
  });

  routes.get("/reauthenticate", async (c) => {
    const { user } = await requireUser(parts, c);
    if (!user.email)
      throw new AuthError(
        422,
        "validation_failed",
        "Reauthentication requires the user to have an email or a phone number",
      );
    if (!user.email_confirmed_at) {
      throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
    }
    await demandLimit(parts, mailLimit(parts, clientOf(c)));
    await demandMailPause(parts, "reauthentication", user.email);
    const made = await parts.sql.begin((db) => makeToken(parts, db, user, "reauthentication_token", user.email!));
    sendTokenMail(parts, "reauthentication", user.email, made, { redirectTo: parts.env.SITE_URL });
    return c.json({});
  });
}

async function newPassword(parts: AuthParts, { user, session }: SignedIn, password: string, nonce: string) {
  if (parts.env.PASSWORD_CHANGE_REAUTHENTICATION) {
    const recent = session && parts.now().getTime() - session.created_at.getTime() < 24 * 3_600_000;
    if (!recent) await demandNonce(parts, user.id, user.email ?? "", nonce);
  }
  if (user.encrypted_password && (await parts.passwords.matches(password, user.encrypted_password))) {
    throw new AuthError(422, "same_password", "New password should be different from the old password.");
  }
  return parts.passwords.hash(password);
}

async function demandNonce(parts: AuthParts, userId: string, email: string, nonce: string) {
  if (nonce === "") {
    throw new AuthError(400, "reauthentication_needed", "Password update requires reauthentication");
  }
  // Outside any transaction that could roll the count of wrong tries back.
  const found = await parts.sql.begin(async (db) => {
    const token = await parts.oneTime.findByCode(db, email, nonce, ["reauthentication_token"]);
    if (token?.userId !== userId) return false;
    await parts.oneTime.drop(db, userId, ["reauthentication_token"]);
    return true;
  });
  if (!found) throw new AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
}

/** A new password ends every other session, and every link and code that was under way. */
export async function storePassword(parts: AuthParts, db: Db, userId: string, hash: string, keep: string | null) {
  await db`
    update auth.users set encrypted_password = ${hash}, updated_at = ${parts.now()},
      confirmation_sent_at = null, recovery_sent_at = null, email_change_sent_at = null, reauthentication_sent_at = null
    where id = ${userId}`;
  await parts.oneTime.drop(db, userId);
  await db`delete from auth.flow_state where user_id = ${userId}`;
  await endSessions(db, userId, keep ? { scope: "others", sessionId: keep } : { scope: "global" });
}

// POST /otp, /magiclink, /recover, /resend: ask for a mail. The answer is the same for every mailbox and comes at once;
// whether there is an account, and what to send, is found out afterwards.
import type { Context } from "hono";
import { z } from "zod";
import { AuthError, badRequest } from "../auth-error.ts";
import { clientOf, demandLimit, demandMailPause, mailLimit, type AuthParts, type AuthRoutes } from "../auth-parts.ts";
import { createUser } from "./create-user.ts";
import { readEmail } from "../email-address.ts";
import { mailEmailChange, startEmailChange } from "./email-change.ts";
import { readChallenge, rememberChallenge, type Challenge } from "../tokens/flow-state.ts";
import { demandPhone } from "../phone-number.ts";
import { readBody } from "../request-body.ts";
import { makeToken, sendTokenMail, type VerifyType } from "./send-mail.ts";
import { demandSmall, jsonObject } from "../metadata.ts";
import { isPasswordUnproven, isSignUpTheNewestMail, markPasswordUnproven } from "../unproven-passwords.ts";
import { findUserByEmail, isBanned, lockUser, type Json, type UserRow } from "../users.ts";

const challengeFields = { code_challenge: z.string().nullish(), code_challenge_method: z.string().nullish() };
const otpBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  create_user: z.boolean().nullish(),
  data: jsonObject.nullish(),
  ...challengeFields,
});
const recoverBody = z.object({ email: z.string().nullish(), ...challengeFields });
const resendBody = z.object({ type: z.string().nullish(), email: z.string().nullish(), phone: z.string().nullish() });

export function addMailRequests(routes: AuthRoutes, parts: AuthParts): void {
  const otp = async (c: Context) => {
    const body = await readBody(c, otpBody);
    if (body.email && body.phone) throw badRequest("Only an email address or phone number should be provided");
    if (!body.email && !body.phone) throw badRequest("One of email or phone must be set");
    const challenge = readChallenge(body);
    if (body.phone) {
      demandPhone(body.phone);
      throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
    }
    const email = await demandMailAllowed(parts, c, "sign-in link", body.email ?? "");
    const redirectTo = parts.redirectTo(c.req.query("redirect_to"));
    const mayCreate = body.create_user !== false && parts.env.SIGNUP_OPEN;
    const data = body.data ?? {};
    demandSmall(data);
    // Where anyone can sign up without a confirmation, addresses are no secret; there the answer may be precise.
    if (!mayCreate && parts.env.MAIL_AUTOCONFIRM && !(await findUserByEmail(parts.sql, email))) {
      throw new AuthError(422, "otp_disabled", "Signups not allowed for otp");
    }
    parts.later(() => mailSignInLink(parts, email, mayCreate ? data : null, challenge, redirectTo));
    return c.json({});
  };
  routes.post("/otp", otp);
  routes.post("/magiclink", otp);

  routes.post("/recover", async (c) => {
    const body = await readBody(c, recoverBody);
    if (!body.email) throw badRequest("Password recovery requires an email");
    const challenge = readChallenge(body);
    const email = await demandMailAllowed(parts, c, "recovery", body.email);
    const redirectTo = parts.redirectTo(c.req.query("redirect_to"));
    parts.later(async () => {
      const user = await mailableUser(parts, email);
      if (user) await mailToken(parts, user, "recovery", challenge, redirectTo);
    });
    return c.json({});
  });

  routes.post("/resend", async (c) => {
    const { type, email: given, phone } = await readBody(c, resendBody);
    if (!type) throw badRequest("Type is required for resend");
    if (given && phone) throw badRequest("Only an email address or phone number should be provided.");
    if (type === "sms" || type === "phone_change") {
      if (!phone) throw badRequest("Type provided requires a phone number");
      throw new AuthError(400, "phone_provider_disabled", "Phone logins are disabled");
    }
    if (type !== "signup" && type !== "email_change")
      throw badRequest("Missing one of these types: signup, email_change, sms, phone_change");
    if (!given) throw badRequest("Type provided requires an email address");
    const kind = type === "signup" ? "confirmation" : "email change";
    const email = await demandMailAllowed(parts, c, kind, given);
    const redirectTo = parts.redirectTo(c.req.query("redirect_to"));
    parts.later(async () => {
      const user = await mailableUser(parts, email);
      if (type === "signup" && user && !user.email_confirmed_at) await mailConfirmationAgain(parts, user, redirectTo);
      if (type === "email_change" && user && user.email_change !== "") {
        const newEmail = user.email_change;
        const made = await parts.sql.begin((db) => startEmailChange(parts, db, user, newEmail, null));
        await mailEmailChange(parts, user, newEmail, made, redirectTo);
      }
    });
    return c.json({});
  });
}

async function demandMailAllowed(parts: AuthParts, c: Context, kind: string, given: string): Promise<string> {
  const email = readEmail(given);
  await demandLimit(parts, mailLimit(parts, clientOf(c)));
  await demandMailPause(parts, kind, email);
  return email;
}

async function mailableUser(parts: AuthParts, email: string): Promise<UserRow | null> {
  const user = await findUserByEmail(parts.sql, email);
  return user && !isBanned(user, parts.now()) ? user : null;
}

/** `newcomer` holds what a new account starts with, or null when none may be made. */
async function mailSignInLink(
  parts: AuthParts,
  email: string,
  newcomer: Json | null,
  challenge: Challenge | null,
  redirectTo: string,
): Promise<void> {
  const known = await findUserByEmail(parts.sql, email);
  if (known) {
    if (isBanned(known, parts.now())) return;
    // Beside a sign-up that waits for its own mail, a sign-in link is another mail: opening it ends that sign-up's
    // password, and neither mail makes the other invalid.
    const signsIn = known.email_confirmed_at || (await isPasswordUnproven(parts.sql, known.id));
    await mailToken(parts, known, signsIn ? "magiclink" : "signup", challenge, redirectTo);
  } else if (newcomer) {
    const at = parts.now();
    const confirmedAt = parts.env.MAIL_AUTOCONFIRM ? at : null;
    const user = await parts.sql.begin((db) =>
      createUser(db, { email, passwordHash: null, userData: newcomer, confirmedAt, at, claimsInMetadata: true }),
    );
    await mailToken(parts, user, confirmedAt ? "magiclink" : "signup", challenge, redirectTo);
  }
}

async function mailConfirmationAgain(parts: AuthParts, { id, email }: UserRow, redirectTo: string): Promise<void> {
  const made = await parts.sql.begin(async (db) => {
    const user = await lockUser(db, id);
    if (!user || user.email_confirmed_at) return null;
    const keepsPassword = await isSignUpTheNewestMail(db, id);
    const token = await makeToken(parts, db, user, "confirmation_token", email ?? "");
    if (keepsPassword) await markPasswordUnproven(db, id, token.id);
    return token;
  });
  if (made) sendTokenMail(parts, "confirmation", email ?? "", made, { type: "signup", redirectTo });
}

const kinds = {
  signup: { token: "confirmation_token", mail: "confirmation", method: "email/signup" },
  magiclink: { token: "recovery_token", mail: "magic_link", method: "magiclink" },
  recovery: { token: "recovery_token", mail: "recovery", method: "recovery" },
} as const;

async function mailToken(
  parts: AuthParts,
  user: UserRow,
  type: VerifyType & keyof typeof kinds,
  challenge: Challenge | null,
  redirectTo: string,
): Promise<void> {
  const { token, mail, method } = kinds[type];
  const email = user.email ?? "";
  const made = await parts.sql.begin(async (db) => {
    if (challenge) await rememberChallenge(db, user.id, method, challenge, parts.now());
    return makeToken(parts, db, user, token, email, challenge !== null);
  });
  sendTokenMail(parts, mail, email, made, { type, redirectTo });
}

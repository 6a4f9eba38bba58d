// POST /otp, /magiclink, /recover, /resend: ask for a mail. The answer is the same for every mailbox and comes at once;
// whether there is an account, and what to send, is found out afterwards.
import type { Context } from "hono";
import { z } from "zod";
import { AuthError, badRequest } from "../auth-error.ts";
import type { AuthDependencies, AuthRoutes } from "../auth-dependencies.ts";
import { clientOf, requireWithinLimits, requireMailPause, mailLimits } from "../request-limits.ts";
import { createUser } from "./create-user.ts";
import { readEmail } from "../email-address.ts";
import { mailEmailChange, startEmailChange } from "./email-change.ts";
import { readChallenge, rememberChallenge, type Challenge } from "../tokens/flow-state.ts";
import { requirePhoneNumber } from "../phone-number.ts";
import { readBody } from "../request-body.ts";
import { makeToken, sendTokenMail, type VerifyType } from "./send-mail.ts";
import { requireSmallMetadata, jsonObject } from "../metadata.ts";
import { isPasswordUnproven, isSignUpTheNewestMail, markPasswordUnproven } from "../unproven-passwords.ts";
import { findKnownDevice } from "../known-devices.ts";
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

export function addMailRequests(routes: AuthRoutes, deps: AuthDependencies): void {
  const otp = async (c: Context) => {
    const body = await readBody(c, otpBody);
    if (body.email && body.phone) throw badRequest("Only an email address or phone number should be provided");
    if (!body.email && !body.phone) throw badRequest("One of email or phone must be set");
    const challenge = readChallenge(body);
    if (body.phone) {
      requirePhoneNumber(body.phone);
      throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
    }
    const email = await requireMailAllowed(deps, c, "sign-in link", body.email ?? "");
    const redirectTo = deps.allowedRedirect(c.req.query("redirect_to"));
    const mayCreate = body.create_user !== false && deps.env.SIGNUP_OPEN;
    const data = body.data ?? {};
    requireSmallMetadata(data);
    // Where anyone can sign up without a confirmation, addresses are no secret; there the answer may be precise.
    if (!mayCreate && deps.env.MAIL_AUTOCONFIRM && !(await findUserByEmail(deps.sql, email))) {
      throw new AuthError(422, "otp_disabled", "Signups not allowed for otp");
    }
    deps.runAfterResponse(() => mailSignInLink(deps, email, mayCreate ? data : null, challenge, redirectTo));
    return c.json({});
  };
  routes.post("/otp", otp);
  routes.post("/magiclink", otp);

  routes.post("/recover", async (c) => {
    const body = await readBody(c, recoverBody);
    if (!body.email) throw badRequest("Password recovery requires an email");
    const challenge = readChallenge(body);
    const email = await requireMailAllowed(deps, c, "recovery", body.email);
    const redirectTo = deps.allowedRedirect(c.req.query("redirect_to"));
    deps.runAfterResponse(async () => {
      const user = await mailableUser(deps, email);
      if (user) await mailToken(deps, user, "recovery", challenge, redirectTo);
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
    const email = await requireMailAllowed(deps, c, kind, given);
    const redirectTo = deps.allowedRedirect(c.req.query("redirect_to"));
    deps.runAfterResponse(async () => {
      const user = await mailableUser(deps, email);
      if (type === "signup" && user && !user.email_confirmed_at) await mailConfirmationAgain(deps, user, redirectTo);
      if (type === "email_change" && user && user.email_change !== "") {
        const newEmail = user.email_change;
        const made = await deps.sql.begin((db) => startEmailChange(deps, db, user, newEmail, null));
        await mailEmailChange(deps, user, newEmail, made, redirectTo);
      }
    });
    return c.json({});
  });
}

async function requireMailAllowed(deps: AuthDependencies, c: Context, kind: string, given: string): Promise<string> {
  const email = readEmail(given);
  await requireWithinLimits(deps, ...mailLimits(deps, clientOf(c)));
  await requireMailPause(deps, kind, email, await findKnownDevice(deps, c, email));
  return email;
}

async function mailableUser(deps: AuthDependencies, email: string): Promise<UserRow | null> {
  const user = await findUserByEmail(deps.sql, email);
  return user && !isBanned(user, deps.now()) ? user : null;
}

/** `newcomer` holds what a new account starts with, or null when none may be made. */
async function mailSignInLink(
  deps: AuthDependencies,
  email: string,
  newcomer: Json | null,
  challenge: Challenge | null,
  redirectTo: string,
): Promise<void> {
  const known = await findUserByEmail(deps.sql, email);
  if (known) {
    if (isBanned(known, deps.now())) return;
    // Beside a sign-up that waits for its own mail, a sign-in link is another mail: opening it ends that sign-up's
    // password, and neither mail makes the other invalid.
    const signsIn = known.email_confirmed_at || (await isPasswordUnproven(deps.sql, known.id));
    await mailToken(deps, known, signsIn ? "magiclink" : "signup", challenge, redirectTo);
  } else if (newcomer) {
    const at = deps.now();
    const confirmedAt = deps.env.MAIL_AUTOCONFIRM ? at : null;
    const user = await deps.sql.begin((db) =>
      createUser(db, { email, passwordHash: null, userData: newcomer, confirmedAt, at, claimsInMetadata: true }),
    );
    await mailToken(deps, user, confirmedAt ? "magiclink" : "signup", challenge, redirectTo);
  }
}

async function mailConfirmationAgain(
  deps: AuthDependencies,
  { id, email }: UserRow,
  redirectTo: string,
): Promise<void> {
  await deps.sql.begin(async (db) => {
    const user = await lockUser(db, id);
    if (!user || user.email_confirmed_at) return;
    const keepsPassword = await isSignUpTheNewestMail(db, id);
    const token = await makeToken(deps, db, user, "confirmation_token", email ?? "");
    if (keepsPassword) await markPasswordUnproven(db, id, token.id);
    await sendTokenMail(deps, db, "confirmation", email ?? "", token, { type: "signup", redirectTo });
  });
}

const kinds = {
  signup: { token: "confirmation_token", mail: "confirmation", method: "email/signup" },
  magiclink: { token: "recovery_token", mail: "magic_link", method: "magiclink" },
  recovery: { token: "recovery_token", mail: "recovery", method: "recovery" },
} as const;

async function mailToken(
  deps: AuthDependencies,
  user: UserRow,
  type: VerifyType & keyof typeof kinds,
  challenge: Challenge | null,
  redirectTo: string,
): Promise<void> {
  const { token, mail, method } = kinds[type];
  const email = user.email ?? "";
  await deps.sql.begin(async (db) => {
    if (challenge) await rememberChallenge(db, user.id, method, challenge, deps.now());
    const made = await makeToken(deps, db, user, token, email, challenge !== null);
    await sendTokenMail(deps, db, mail, email, made, { type, redirectTo });
  });
}

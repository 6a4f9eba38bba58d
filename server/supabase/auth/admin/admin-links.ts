// POST /invite and /admin/generate_link, for the holder of the secret key.
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { AuthError, badRequest } from "../auth-error.ts";
import type { AuthDependencies, AuthRoutes } from "../auth-dependencies.ts";
import { requireServiceRole } from "../authenticate.ts";
import { emailExists } from "../conflicts.ts";
import { createUser } from "../flows/create-user.ts";
import { readEmail } from "../email-address.ts";
import type { MailToken } from "../tokens/one-time-tokens.ts";
import { readBody } from "../request-body.ts";
import { linkFor, makeToken, sendTokenMail, type VerifyType } from "../flows/send-mail.ts";
import { jsonObject, mergeMetadata } from "../metadata.ts";
import { storePassword } from "../flows/user.ts";
import { endUnprovenAccess, isPasswordUnproven } from "../unproven-passwords.ts";
import { findUserByEmail, findUserById, lockUser, userJson, type Db, type Json, type UserRow } from "../users.ts";

const inviteBody = z.object({ email: z.string().nullish(), data: jsonObject.nullish() });
const linkBody = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  new_email: z.string().nullish(),
  password: z.string().nullish(),
  data: jsonObject.nullish(),
  redirect_to: z.string().nullish(),
});

export function addAdminLinks(routes: AuthRoutes, deps: AuthDependencies): void {
  routes.post("/invite", async (c) => {
    await requireServiceRole(deps, c);
    const body = await readBody(c, inviteBody);
    const email = readEmail(body.email ?? "");
    const redirectTo = deps.allowedRedirect(c.req.query("redirect_to"));
    const user = await deps.sql.begin(async (db) => {
      const invited = await invite(deps, db, email, body.data ?? {});
      await sendTokenMail(deps, db, "invite", email, invited.token, { type: "invite", redirectTo });
      return invited.user;
    });
    return c.json(userJson(user));
  });

  routes.post("/admin/generate_link", async (c) => {
    const body = await readBody(c, linkBody);
    const email = readEmail(body.email ?? "");
    const redirectTo = deps.allowedRedirect(body.redirect_to ?? c.req.query("redirect_to"));
    const made = await makeLink(deps, email, body);
    return c.json({
      ...userJson(made.user),
      action_link: linkFor(deps, made.token.token, made.linkType, redirectTo),
      email_otp: made.token.code,
      hashed_token: made.token.token,
      verification_type: made.type,
      redirect_to: redirectTo,
    });
  });
}

interface Made {
  user: UserRow;
  token: MailToken;
}

async function invite(deps: AuthDependencies, db: Db, email: string, data: Json): Promise<Made> {
  const existing = await findUserByEmail(db, email);
  if (existing?.email_confirmed_at) throw emailExists();
  const at = deps.now();
  if (existing) await takeOver(db, existing, data, at);
  const invited = existing ?? (await createUser(db, { email, passwordHash: null, userData: data, at }));
  const token = await makeToken(deps, db, invited, "confirmation_token", email);
  await db`update auth.users set invited_at = ${at} where id = ${invited.id}`;
  return { user: (await findUserById(db, invited.id))!, token };
}

/** The holder of the secret key decides about an account that only a stranger's sign-up has made so far. */
async function takeOver(db: Db, { id }: UserRow, data: Json, at: Date): Promise<void> {
  await lockUser(db, id);
  if (await isPasswordUnproven(db, id)) await endUnprovenAccess(db, id, at);
  await mergeMetadata(db, id, "raw_user_meta_data", data, at);
}

async function makeLink(
  deps: AuthDependencies,
  email: string,
  body: z.infer<typeof linkBody>,
): Promise<Made & { type: string; linkType: VerifyType }> {
  const existing = await findUserByEmail(deps.sql, email);
  // A sign-in link for someone new is a sign-up with a password that no one knows.
  const newcomer = body.type === "magiclink" && !existing;
  const type = newcomer ? "signup" : (body.type ?? "");
  switch (type) {
    case "signup": {
      const password = newcomer ? randomBytes(48).toString("base64url") : (body.password ?? "");
      return { ...(await signUp(deps, existing, email, password, body.data ?? {})), type, linkType: "signup" };
    }
    case "invite":
      return {
        ...(await deps.sql.begin((db) => invite(deps, db, email, body.data ?? {}))),
        type,
        linkType: "invite",
      };
    case "magiclink":
    case "recovery": {
      const user = requireExisting(existing);
      return { ...(await withToken(deps, user, "recovery_token", email)), type, linkType: type };
    }
    case "email_change_current":
    case "email_change_new":
      return {
        ...(await changeEmail(deps, requireExisting(existing), type, body.new_email ?? "")),
        type,
        linkType: "email_change",
      };
    default:
      throw badRequest(`Invalid email action link type requested: ${type}`);
  }
}

function requireExisting(user: UserRow | null): UserRow {
  if (!user) throw new AuthError(404, "user_not_found", "User with this email not found");
  return user;
}

async function withToken(
  deps: AuthDependencies,
  user: UserRow,
  type: Parameters<typeof makeToken>[3],
  mailbox: string,
): Promise<Made> {
  return deps.sql.begin(async (db) => {
    const token = await makeToken(deps, db, user, type, mailbox);
    return { token, user: (await findUserById(db, user.id))! };
  });
}

async function signUp(deps: AuthDependencies, existing: UserRow | null, email: string, password: string, data: Json) {
  if (existing?.email_confirmed_at) throw emailExists();
  if (!existing && password === "") throw new AuthError(422, "validation_failed", "Signup requires a valid password");
  if (password !== "") deps.passwords.requireStrength(password);
  const passwordHash = password === "" ? null : await deps.passwords.hash(password);
  return deps.sql.begin(async (db) => {
    const at = deps.now();
    if (existing) {
      await takeOver(db, existing, data, at);
      if (passwordHash) await storePassword(deps, db, existing.id, passwordHash, null);
    }
    const user = existing ?? (await createUser(db, { email, passwordHash, userData: data, at }));
    const token = await makeToken(deps, db, user, "confirmation_token", email);
    return { token, user: (await findUserById(db, user.id))! };
  });
}

async function changeEmail(
  deps: AuthDependencies,
  user: UserRow,
  type: "email_change_current" | "email_change_new",
  to: string,
) {
  const newEmail = readEmail(to);
  if (await findUserByEmail(deps.sql, newEmail)) throw emailExists();
  // Both links belong to one change: asking for the second must not start over.
  if (user.email_change !== newEmail) {
    await deps.sql.begin(async (db) => {
      await db`
        update auth.users set email_change = ${newEmail}, email_change_confirm_status = 0 where id = ${user.id}`;
      await deps.oneTimeTokens.drop(db, user.id, ["email_change_token_current", "email_change_token_new"]);
    });
  }
  const current = type === "email_change_current";
  const mailbox = current ? (user.email ?? "") : newEmail;
  return withToken(deps, user, current ? "email_change_token_current" : "email_change_token_new", mailbox);
}

// POST /signup
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { AuthError } from "../auth-error.ts";
import { clientOf, demandLimit, demandMailPause, type AuthParts, type AuthRoutes } from "../auth-parts.ts";
import { createUser, replaceSignUp } from "./create-user.ts";
import { readEmail } from "../email-address.ts";
import { readChallenge, rememberChallenge, type Challenge } from "../tokens/flow-state.ts";
import { demandSmall, jsonObject } from "../metadata.ts";
import { readBody } from "../request-body.ts";
import { makeToken, sendTokenMail } from "./send-mail.ts";
import type { Client } from "../tokens/sessions.ts";
import { rememberDevice } from "../known-devices.ts";
import { markPasswordUnproven } from "../unproven-passwords.ts";
import { findUserByEmail, findUserById, isBanned, lockUser, userJson, type Db, type UserRow } from "../users.ts";

const signupBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: jsonObject.nullish(),
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
});

class Rehearsed extends Error {}
const emailTaken = "23505";

export function addSignup(routes: AuthRoutes, parts: AuthParts): void {
  routes.post("/signup", async (c) => {
    const { env } = parts;
    const body = await readBody(c, signupBody);
    if (!body.email && !body.phone) {
      throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
    }
    const client = clientOf(c);
    await parts.passwords.demandRoom();
    await demandLimit(parts, {
      name: "signup address",
      of: client.network,
      most: env.LIMIT_SIGNUP_PER_HOUR,
      seconds: 3600,
    });
    if (!env.SIGNUP_OPEN) throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
    if (!body.password) throw new AuthError(422, "validation_failed", "Signup requires a valid password");
    if (body.email && body.phone) {
      throw new AuthError(
        400,
        "validation_failed",
        "Only an email address or phone number should be provided on signup.",
      );
    }
    if (!body.email) throw new AuthError(400, "phone_provider_disabled", "Phone signups are disabled");
    parts.passwords.demandStrength(body.password);
    demandSmall(body.data ?? {});
    const challenge = readChallenge(body);
    const email = readEmail(body.email);
    if (!env.MAIL_AUTOCONFIRM) await demandMailPause(parts, "confirmation", email);

    const asked: Asked = {
      email,
      passwordHash: await parts.passwords.hash(body.password),
      data: body.data ?? {},
      challenge,
      redirectTo: parts.redirectTo(c.req.query("redirect_to")),
    };
    const existing = await findUserByEmail(parts.sql, email);
    if (env.MAIL_AUTOCONFIRM) {
      if (existing) throw alreadyRegistered();
      const started = await startAtOnce(parts, asked, client);
      if (!started) throw alreadyRegistered();
      rememberDevice(parts, c, started.user);
      return c.json(started.answer);
    }
    const created = existing ? null : await signUp(parts, asked);
    if (created) return c.json(userJson(created));
    // Somebody has this address: answer in the same words, after the same work, as for a new one.
    if (existing && !existing.email_confirmed_at) parts.later(() => signUpAgain(parts, existing.id, asked));
    return c.json(await rehearse(parts, asked));
  });
}

const alreadyRegistered = () => new AuthError(422, "user_already_exists", "User already registered");

interface Asked {
  email: string;
  passwordHash: string;
  data: z.infer<typeof jsonObject>;
  challenge: Challenge | null;
  redirectTo: string;
}

/** Where no address has to be confirmed. Null when someone else was quicker with the same one. */
async function startAtOnce(parts: AuthParts, { email, passwordHash, data }: Asked, client: Client) {
  const at = parts.now();
  const given = { email, passwordHash, userData: data, confirmedAt: at, at, claimsInMetadata: true };
  const start = async (db: Db) => {
    const user = await createUser(db, given);
    await markPasswordUnproven(db, user.id, null);
    return { user, answer: await parts.sessions.start(db, user, "password", client) };
  };
  return parts.sql.begin(start).catch(nullWhenTaken);
}

function nullWhenTaken(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === emailTaken) return null;
  throw error;
}

async function signUp(parts: AuthParts, asked: Asked): Promise<UserRow | null> {
  const made = await parts.sql.begin((db) => prepare(parts, db, asked, asked.email)).catch(nullWhenTaken);
  if (!made) return null;
  sendTokenMail(parts, "confirmation", asked.email, made.token, { type: "signup", redirectTo: asked.redirectTo });
  return made.user;
}

async function prepare(parts: AuthParts, db: Db, asked: Asked, email: string) {
  const { passwordHash, data, challenge } = asked;
  const user = await createUser(db, { email, passwordHash, userData: data, at: parts.now(), claimsInMetadata: true });
  if (challenge) await rememberChallenge(db, user.id, "email/signup", challenge, parts.now());
  const token = await makeToken(parts, db, user, "confirmation_token", email, challenge !== null);
  await markPasswordUnproven(db, user.id, token.id);
  return { user: (await findUserById(db, user.id))!, token };
}

/** Signs up a made-up address and rolls it back: the answer's shape and duration are those of a real sign-up. */
async function rehearse(parts: AuthParts, asked: Asked) {
  const standIn = `${randomUUID()}@rehearsal.invalid`;
  let shown: ReturnType<typeof userJson> | undefined;
  await parts.sql
    .begin(async (db) => {
      const { user } = await prepare(parts, db, asked, standIn);
      shown = userJson(user);
      throw new Rehearsed();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rehearsed)) throw error;
    });
  return JSON.parse(JSON.stringify(shown).replaceAll(standIn, JSON.stringify(asked.email).slice(1, -1)));
}

async function signUpAgain(parts: AuthParts, userId: string, asked: Asked) {
  const { email, passwordHash, data, challenge, redirectTo } = asked;
  const token = await parts.sql.begin(async (db) => {
    const user = await lockUser(db, userId);
    // Confirmed in the meantime: nothing of a stranger's may reach the account any more.
    if (!user || user.email_confirmed_at || isBanned(user, parts.now())) return null;
    await replaceSignUp(db, user, { passwordHash, userData: data, at: parts.now() });
    if (challenge) await rememberChallenge(db, user.id, "email/signup", challenge, parts.now());
    const made = await makeToken(parts, db, user, "confirmation_token", email, challenge !== null);
    await markPasswordUnproven(db, user.id, made.id);
    return made;
  });
  if (token) sendTokenMail(parts, "confirmation", email, token, { type: "signup", redirectTo });
}

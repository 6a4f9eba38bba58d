// POST /signup
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { AuthError } from "../auth-error.ts";
import { clientOf, demandLimit, demandMailPause, type AuthParts, type AuthRoutes } from "../auth-parts.ts";
import { createUser } from "./create-user.ts";
import { readEmail } from "../email-address.ts";
import { readChallenge, rememberChallenge, type Challenge } from "../tokens/flow-state.ts";
import { demandSmall, jsonObject } from "../metadata.ts";
import { readBody } from "../request-body.ts";
import { makeToken, sendTokenMail } from "./send-mail.ts";
import { findUserByEmail, findUserById, userJson, type UserRow } from "../users.ts";

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
      const user = await insert(parts, asked, parts.now());
      if (!user) throw alreadyRegistered();
      return c.json(await parts.sessions.start(parts.sql, user, "password", client));
    }
    const created = existing ? null : await signUp(parts, asked);
    if (created) return c.json(userJson(created));
    // Somebody has this address: answer in the same words, after the same work, as for a new one.
    if (existing && !existing.email_confirmed_at) parts.later(() => mailAgain(parts, existing, asked));
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

/** Null when someone else was quicker with the same address. */
async function insert(parts: AuthParts, { email, passwordHash, data }: Asked, confirmedAt: Date | null) {
  const user = { email, passwordHash, userData: data, confirmedAt, at: parts.now(), claimsInMetadata: true };
  return parts.sql.begin((db) => createUser(db, user)).catch(nullWhenTaken);
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

async function prepare(parts: AuthParts, db: Parameters<typeof createUser>[0], asked: Asked, email: string) {
  const { passwordHash, data, challenge } = asked;
  const user = await createUser(db, { email, passwordHash, userData: data, at: parts.now(), claimsInMetadata: true });
  if (challenge) await rememberChallenge(db, user.id, "email/signup", challenge, parts.now());
  const token = await makeToken(parts, db, user, "confirmation_token", email, challenge !== null);
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

async function mailAgain(parts: AuthParts, user: UserRow, { email, challenge, redirectTo }: Asked) {
  const token = await parts.sql.begin(async (db) => {
    if (challenge) await rememberChallenge(db, user.id, "email/signup", challenge, parts.now());
    return makeToken(parts, db, user, "confirmation_token", email, challenge !== null);
  });
  sendTokenMail(parts, "confirmation", email, token, { type: "signup", redirectTo });
}

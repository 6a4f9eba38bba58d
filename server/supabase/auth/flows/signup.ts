// POST /signup
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { AuthError } from "../auth-error.ts";
import type { AuthDependencies, AuthRoutes } from "../auth-dependencies.ts";
import { clientOf, mailLimits, requireWithinLimits, requireMailPause } from "../request-limits.ts";
import { createUser, replaceSignUp } from "./create-user.ts";
import { readEmail } from "../email-address.ts";
import { readChallenge, rememberChallenge, type Challenge } from "../tokens/flow-state.ts";
import { requireSmallMetadata, jsonObject } from "../metadata.ts";
import { readBody } from "../request-body.ts";
import { makeToken, sendTokenMail } from "./send-mail.ts";
import type { Client } from "../tokens/sessions.ts";
import { rememberDevice } from "../known-devices.ts";
import { isPasswordUnproven, markPasswordUnproven } from "../unproven-passwords.ts";
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

export function addSignup(routes: AuthRoutes, deps: AuthDependencies): void {
  routes.post("/signup", async (c) => {
    const { env } = deps;
    const body = await readBody(c, signupBody);
    if (!body.email && !body.phone) {
      throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
    }
    const client = clientOf(c);
    await deps.passwords.requireCapacity();
    await requireWithinLimits(deps, {
      name: "signup address",
      of: client.network,
      max: env.LIMIT_SIGNUP_PER_HOUR,
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
    deps.passwords.requireStrength(body.password);
    requireSmallMetadata(body.data ?? {});
    const challenge = readChallenge(body);
    const email = readEmail(body.email);
    if (!env.MAIL_AUTOCONFIRM) {
      await requireWithinLimits(deps, ...mailLimits(deps, client));
      await requireMailPause(deps, "confirmation", email);
    }

    const asked: Asked = {
      email,
      passwordHash: await deps.passwords.hash(body.password),
      data: body.data ?? {},
      challenge,
      redirectTo: deps.allowedRedirect(c.req.query("redirect_to")),
    };
    const existing = await findUserByEmail(deps.sql, email);
    if (env.MAIL_AUTOCONFIRM) {
      if (existing) throw alreadyRegistered();
      const started = await startAtOnce(deps, asked, client);
      if (!started) throw alreadyRegistered();
      rememberDevice(deps, c, started.user);
      return c.json(started.answer);
    }
    const created = existing ? null : await signUp(deps, asked);
    if (created) return c.json(userJson(created));
    // Somebody has this address: answer in the same words, after the same work, as for a new one.
    if (existing && !existing.email_confirmed_at) deps.runAfterResponse(() => signUpAgain(deps, existing.id, asked));
    return c.json(await rehearse(deps, asked));
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
async function startAtOnce(deps: AuthDependencies, { email, passwordHash, data }: Asked, client: Client) {
  const at = deps.now();
  const given = { email, passwordHash, userData: data, confirmedAt: at, at, claimsInMetadata: true };
  const start = async (db: Db) => {
    const user = await createUser(db, given);
    await markPasswordUnproven(db, user.id, null);
    return { user, answer: await deps.sessions.start(db, user, "password", client) };
  };
  return deps.sql.begin(start).catch(nullWhenTaken);
}

function nullWhenTaken(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === emailTaken) return null;
  throw error;
}

async function signUp(deps: AuthDependencies, asked: Asked): Promise<UserRow | null> {
  return deps.sql.begin((db) => prepare(deps, db, asked, asked.email)).catch(nullWhenTaken);
}

async function prepare(deps: AuthDependencies, db: Db, asked: Asked, email: string) {
  const { passwordHash, data, challenge } = asked;
  const user = await createUser(db, { email, passwordHash, userData: data, at: deps.now(), claimsInMetadata: true });
  if (challenge) await rememberChallenge(db, user.id, "email/signup", challenge, deps.now());
  const token = await makeToken(deps, db, user, "confirmation_token", email, challenge !== null);
  await markPasswordUnproven(db, user.id, token.id);
  await sendTokenMail(deps, db, "confirmation", email, token, { type: "signup", redirectTo: asked.redirectTo });
  return (await findUserById(db, user.id))!;
}

/** Signs up a made-up address and rolls it back: the answer's shape and duration are those of a real sign-up. */
async function rehearse(deps: AuthDependencies, asked: Asked) {
  const standIn = `${randomUUID()}@rehearsal.invalid`;
  let shown: ReturnType<typeof userJson> | undefined;
  await deps.sql
    .begin(async (db) => {
      shown = userJson(await prepare(deps, db, asked, standIn));
      throw new Rehearsed();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rehearsed)) throw error;
    });
  return JSON.parse(JSON.stringify(shown).replaceAll(standIn, JSON.stringify(asked.email).slice(1, -1)));
}

async function signUpAgain(deps: AuthDependencies, userId: string, asked: Asked) {
  const { email, passwordHash, data, challenge, redirectTo } = asked;
  await deps.sql.begin(async (db) => {
    const user = await lockUser(db, userId);
    // Confirmed in the meantime: nothing of a stranger's may reach the account any more.
    if (!user || user.email_confirmed_at || isBanned(user, deps.now())) return;
    // A password that the operator has set is not for strangers to replace.
    const replaces = !user.encrypted_password || (await isPasswordUnproven(db, user.id));
    if (replaces) await replaceSignUp(db, user, { passwordHash, userData: data, at: deps.now() });
    if (challenge) await rememberChallenge(db, user.id, "email/signup", challenge, deps.now());
    const made = await makeToken(deps, db, user, "confirmation_token", email, challenge !== null);
    if (replaces) await markPasswordUnproven(db, user.id, made.id);
    await sendTokenMail(deps, db, "confirmation", email, made, { type: "signup", redirectTo });
  });
}

// /passkeys: signing in without a password, and looking after one's passkeys. Off unless PASSKEYS is on.
import type { Context } from "hono";
import { z } from "zod";
import { AuthError, badRequest } from "../auth-error.ts";
import type { AuthDependencies, AuthRoutes } from "../auth-dependencies.ts";
import { clientOf, requireWithinLimits } from "../request-limits.ts";
import { isUuid } from "../authenticate.ts";
import { requireSession } from "./factors.ts";
import { jsonObject } from "../metadata.ts";
import {
  ask,
  countUse,
  passkeyNamed,
  passkeysOf,
  removePasskey,
  renamePasskey,
  storePasskey,
  takeChallenge,
  type PasskeyRow,
} from "./passkey-store.ts";
import { readBody } from "../request-body.ts";
import { rememberDevice } from "../known-devices.ts";
import { requireLiveSession } from "../tokens/sessions.ts";
import { findUserById, hasVerifiedFactor, isBanned, lockUser, type SessionRow, type UserRow } from "../users.ts";
import {
  authenticationOptions,
  registrationOptions,
  verifyAuthentication,
  verifyRegistration,
  webAuthnSite,
} from "#server/platform/webauthn.ts";

const answerBody = z.object({ challenge_id: z.string().nullish(), credential: jsonObject.nullish() });
const nameBody = z.object({ friendly_name: z.string().nullish() });

const maxPasskeys = 10;
const maxNameLength = 120;

const unproven = () => new AuthError(400, "webauthn_verification_failed", "Credential verification failed");
const notFound = () => new AuthError(404, "validation_failed", "Passkey not found");

export function addPasskeys(routes: AuthRoutes, deps: AuthDependencies): void {
  const site = webAuthnSite(deps.env.SITE_URL, deps.siteName);

  const onlyIfOn = async (_: Context, next: () => Promise<void>) => {
    if (!deps.env.PASSKEYS) throw new AuthError(404, "passkey_disabled", "Passkeys are disabled");
    await next();
  };
  routes.use("/passkeys/*", onlyIfOn);
  routes.use("/admin/users/:id/passkeys/*", onlyIfOn);

  routes.post("/passkeys/registration/options", async (c) => {
    const { user, session } = await requireSession(deps, c);
    requireSecondFactor(user, session);
    const known = await passkeysOf(deps.sql, user.id);
    if (known.length >= maxPasskeys)
      throw new AuthError(422, "too_many_passkeys", "Maximum number of passkeys reached");
    const options = await registrationOptions(
      site,
      { id: user.id, name: user.email ?? user.id },
      known.map(({ credential }) => credential),
      "passkey",
    );
    return c.json({ ...(await ask(deps, "registration", user.id, options.challenge)), options });
  });

  routes.post("/passkeys/registration/verify", async (c) => {
    const { user, session } = await requireSession(deps, c);
    requireSecondFactor(user, session);
    const { challenge_id: id, credential } = await readBody(c, answerBody);
    if (!credential) throw badRequest("credential is required");
    const challenge = await takeChallenge(deps, "registration", user.id, id);
    const made = await verifyRegistration(site, challenge, credential, "passkey");
    if (!made) throw unproven();
    const stored = await deps.sql.begin(async (db) => {
      await lockUser(db, user.id);
      await requireLiveSession(db, session);
      return storePasskey(db, user.id, made, deps.now());
    });
    if (!stored) throw new AuthError(422, "webauthn_credential_exists", "This credential is already registered");
    return c.json(passkeyJson(stored));
  });

  routes.post("/passkeys/authentication/options", async (c) => {
    await requireWithinLimits(deps, addressLimit(deps, c, "passkey question"));
    // For whom is not asked: the authenticator offers what it has for this site, so nothing tells who has an account.
    const options = await authenticationOptions(site, null);
    return c.json({ ...(await ask(deps, "authentication", null, options.challenge)), options });
  });

  routes.post("/passkeys/authentication/verify", async (c) => {
    c.header("Cache-Control", "no-store");
    await requireWithinLimits(deps, addressLimit(deps, c, "passkey answer"));
    const { challenge_id: id, credential } = await readBody(c, answerBody);
    if (!credential) throw badRequest("credential is required");
    const challenge = await takeChallenge(deps, "authentication", null, id);
    const passkey = typeof credential["id"] === "string" ? await passkeyNamed(deps.sql, credential["id"]) : null;
    if (!passkey || userHandleOf(credential) !== passkey.user_id) throw unproven();
    const signCount = await verifyAuthentication(site, challenge, credential, passkey.credential, "passkey");
    if (signCount === null) throw unproven();
    const answer = await deps.sql.begin(async (db) => {
      const user = await lockUser(db, passkey.user_id);
      if (!user || user.deleted_at) throw unproven();
      if (!user.email_confirmed_at) throw new AuthError(403, "email_not_confirmed", "Email not confirmed");
      if (isBanned(user, deps.now())) throw new AuthError(403, "user_banned", "User is banned");
      if (!(await countUse(db, passkey, signCount, deps.now()))) throw unproven();
      rememberDevice(deps, c, user);
      return deps.sessions.start(db, user, "passkey", clientOf(c));
    });
    return c.json(answer);
  });

  routes.get("/passkeys", async (c) => {
    const { user } = await requireSession(deps, c);
    return c.json((await passkeysOf(deps.sql, user.id)).map(passkeyJson));
  });

  routes.patch("/passkeys/:id", async (c) => {
    const { user, session } = await requireSession(deps, c);
    requireSecondFactor(user, session);
    const { friendly_name: name } = await readBody(c, nameBody);
    if (!name) throw badRequest("friendly_name is required");
    if (name.length > maxNameLength) throw badRequest(`friendly_name must be ${maxNameLength} characters or less`);
    const renamed = await renamePasskey(deps.sql, user.id, idOf(c, "id"), name, deps.now());
    if (!renamed) throw notFound();
    return c.json(passkeyJson(renamed));
  });

  routes.delete("/passkeys/:id", async (c) => {
    const { user, session } = await requireSession(deps, c);
    requireSecondFactor(user, session);
    const isRemoved = await deps.sql.begin((db) => removePasskey(db, user.id, idOf(c, "id")));
    if (!isRemoved) throw notFound();
    return c.body(null, 204);
  });

  // The secret key was asked for where /admin begins.
  routes.get("/admin/users/:id/passkeys", async (c) =>
    c.json((await passkeysOf(deps.sql, await someUser(c))).map(passkeyJson)),
  );

  routes.delete("/admin/users/:id/passkeys/:passkey", async (c) => {
    const userId = await someUser(c);
    const isRemoved = await deps.sql.begin((db) => removePasskey(db, userId, idOf(c, "passkey")));
    if (!isRemoved) throw notFound();
    return c.body(null, 204);
  });

  async function someUser(c: Context): Promise<string> {
    const id = c.req.param("id");
    if (!isUuid(id)) throw new AuthError(404, "validation_failed", "user_id must be an UUID");
    const user = await findUserById(deps.sql, id);
    if (!user) throw new AuthError(404, "user_not_found", "User not found");
    return user.id;
  }
}

/** Who has a second factor gives it before ways to sign in change. */
function requireSecondFactor(user: UserRow, session: SessionRow): void {
  if (hasVerifiedFactor(user) && session.aal !== "aal2")
    throw new AuthError(403, "insufficient_aal", "AAL2 session is required to manage passkeys when MFA is enabled");
}

function idOf(c: Context, name: string): string {
  const id = c.req.param(name);
  if (!isUuid(id)) throw notFound();
  return id;
}

/** The authenticator hands back whose passkey it is. */
function userHandleOf({ response }: z.infer<typeof jsonObject>): string | null {
  const given = jsonObject.safeParse(response);
  const handle = given.success ? given.data["userHandle"] : null;
  return typeof handle === "string" ? Buffer.from(handle, "base64url").toString("utf8") : null;
}

const passkeyJson = ({ id, friendly_name, created_at, last_used_at }: PasskeyRow) => ({
  id,
  ...(friendly_name && { friendly_name }),
  created_at: created_at.toISOString(),
  ...(last_used_at && { last_used_at: last_used_at.toISOString() }),
});

const addressLimit = (deps: AuthDependencies, c: Context, name: string) => {
  return { name, of: clientOf(c).network, max: deps.env.LIMIT_TOKEN_PER_MINUTE, seconds: 60 };
};

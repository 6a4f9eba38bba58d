// /admin/users, for the holder of the secret key.
import type { Context } from "hono";
import { z } from "zod";
import { AuthError, badRequest } from "../auth-error.ts";
import type { AuthDependencies, AuthRoutes } from "../auth-dependencies.ts";
import { isUuid, requireServiceRole } from "../authenticate.ts";
import { emailExists } from "../conflicts.ts";
import { confirmEmail, createUser } from "../flows/create-user.ts";
import { readEmail } from "../email-address.ts";
import { removeFactor } from "../factors/factors.ts";
import { removeAllPasskeys } from "../factors/passkey-store.ts";
import { readDuration } from "../go-duration.ts";
import { readBody } from "../request-body.ts";
import { jsonObject, mergeMetadata } from "../metadata.ts";
import { storePassword } from "../flows/user.ts";
import { endUnprovenAccess, isPasswordUnproven } from "../unproven-passwords.ts";
import {
  factorJson,
  findUserByEmail,
  findUserById,
  listUsers,
  lockUser,
  userJson,
  type Db,
  type UserRow,
} from "../users.ts";

const adminBody = z.object({
  id: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  password_hash: z.string().nullish(),
  email_confirm: z.boolean().nullish(),
  role: z.string().max(255).nullish(),
  user_metadata: jsonObject.nullish(),
  app_metadata: jsonObject.nullish(),
  ban_duration: z.string().nullish(),
});
const maxListed = 1000;
const deleteBody = z.object({ should_soft_delete: z.boolean().nullish() });

export function addAdminUsers(routes: AuthRoutes, deps: AuthDependencies): void {
  routes.use("/admin/*", async (c, next) => {
    await requireServiceRole(deps, c);
    await next();
  });

  routes.get("/admin/users", async (c) => {
    const page = readWhole(c, "page", 1);
    const limit = Math.min(readWhole(c, "per_page", 50), maxListed);
    const [users, [counted]] = await Promise.all([
      listUsers(deps.sql, { limit, offset: (page - 1) * limit }),
      deps.sql<{ total: number }[]>`select count(*)::int as total from auth.users`,
    ]);
    const total = counted?.total ?? 0;
    const last = Math.max(1, Math.ceil(total / limit));
    const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${limit}>; rel="${rel}"`;
    c.header("X-Total-Count", String(total));
    c.header("Link", [...(page < last ? [link(page + 1, "next")] : []), link(last, "last")].join(", "));
    return c.json({ users: users.map(userJson), aud: "authenticated" });
  });

  routes.post("/admin/users", async (c) => {
    const body = await readBody(c, adminBody);
    if (!body.email && !body.phone) throw badRequest("Cannot create a user without either an email or phone");
    if (!body.email) throw new AuthError(422, "phone_provider_disabled", "Phone signups are disabled");
    const email = readEmail(body.email);
    if (await findUserByEmail(deps.sql, email)) throw emailExists();
    if (body.password && body.password_hash) throw badRequest("Only a password or a password hash should be provided");
    if (body.password_hash && !/^\$2[aby]\$\d\d\$.{53}$/.test(body.password_hash)) {
      throw badRequest("Only bcrypt password hashes are supported");
    }
    if (body.id && !isUuid(body.id)) throw badRequest("ID must conform to the uuid v4 format");
    const at = deps.now();
    const passwordHash = body.password_hash || (body.password ? await deps.passwords.hash(body.password) : null);
    const user = await deps.sql.begin((db) =>
      createUser(db, {
        email,
        passwordHash,
        at,
        confirmedAt: body.email_confirm ? at : null,
        userData: body.user_metadata ?? {},
        appData: body.app_metadata ?? {},
        bannedUntil: readBan(deps, body.ban_duration) ?? null,
        ...(body.role && { role: body.role }),
        ...(body.id && { id: body.id }),
      }),
    );
    return c.json(userJson(user));
  });

  routes.get("/admin/users/:id", async (c) => c.json(userJson(await loadUser(deps, c))));

  routes.put("/admin/users/:id", async (c) => {
    const user = await loadUser(deps, c);
    const body = await readBody(c, adminBody);
    if (body.phone) throw new AuthError(422, "phone_provider_disabled", "Phone signups are disabled");
    const email = body.email ? readEmail(body.email) : null;
    if (email && email !== user.email && (await findUserByEmail(deps.sql, email))) throw emailExists();
    const bannedUntil = readBan(deps, body.ban_duration);
    if (body.password) deps.passwords.requireStrength(body.password);
    const hash = body.password ? await deps.passwords.hash(body.password) : null;
    const at = deps.now();
    await deps.sql.begin(async (db) => {
      await lockUser(db, user.id);
      // Confirming an account from above says whose it is, not who typed its password.
      if ((body.email_confirm || hash) && (await isPasswordUnproven(db, user.id)))
        await endUnprovenAccess(db, user.id, at);
      if (body.role) await db`update auth.users set role = ${body.role} where id = ${user.id}`;
      if (email) {
        await db`update auth.users set email = ${email} where id = ${user.id}`;
        const data = db.json({ email, email_verified: body.email_confirm === true });
        await db`
          update auth.identities set identity_data = identity_data || ${data}::jsonb, updated_at = ${at}
          where user_id = ${user.id} and provider = 'email'`;
        await deps.oneTimeTokens.drop(db, user.id);
      }
      if (body.email_confirm) {
        await confirmEmail(db, user.id, at);
        await deps.oneTimeTokens.drop(db, user.id);
      }
      if (hash) await storePassword(deps, db, user.id, hash, null);
      if (body.app_metadata) await mergeMetadata(db, user.id, "raw_app_meta_data", body.app_metadata, at);
      if (body.user_metadata) await mergeMetadata(db, user.id, "raw_user_meta_data", body.user_metadata, at);
      if (bannedUntil !== undefined)
        await db`update auth.users set banned_until = ${bannedUntil} where id = ${user.id}`;
      await db`update auth.users set updated_at = ${at} where id = ${user.id}`;
    });
    return c.json(userJson((await findUserById(deps.sql, user.id))!));
  });

  routes.delete("/admin/users/:id", async (c) => {
    const user = await loadUser(deps, c);
    const { should_soft_delete: soft } = await readBody(c, deleteBody);
    await deps.sql.begin(async (db) => {
      if (soft) await softDelete(deps, db, user);
      else await db`delete from auth.users where id = ${user.id}`;
    });
    return c.json({});
  });

  routes.get("/admin/users/:id/factors", async (c) => c.json((await loadUser(deps, c)).factors.map(factorJson)));

  routes.delete("/admin/users/:id/factors/:factor", async (c) => {
    const user = await loadUser(deps, c);
    const factor = user.factors.find(({ id }) => id === c.req.param("factor"));
    if (!factor) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
    await deps.sql.begin(async (db) => {
      await lockUser(db, user.id);
      await removeFactor(db, factor, deps.now());
    });
    return c.json(factorJson(factor));
  });
}

async function loadUser(deps: AuthDependencies, c: Context): Promise<UserRow> {
  const id = c.req.param("id");
  if (!isUuid(id)) throw new AuthError(404, "validation_failed", "user_id must be an UUID");
  const user = await findUserById(deps.sql, id);
  if (!user) throw new AuthError(404, "user_not_found", "User not found");
  return user;
}

/** Undefined leaves a ban as it is, null lifts it. */
function readBan(deps: AuthDependencies, text: string | null | undefined): Date | null | undefined {
  if (!text) return undefined;
  if (text === "none") return null;
  const duration = readDuration(text);
  if (duration === null)
    throw badRequest(`invalid format for ban duration: time: invalid duration ${JSON.stringify(text)}`);
  return new Date(deps.now().getTime() + duration);
}

/** The row stays for what refers to it; the person can no longer be recognised or sign in. */
async function softDelete(deps: AuthDependencies, db: Db, user: UserRow) {
  const at = deps.now();
  await lockUser(db, user.id);
  const gone = deps.keys.derive("deleted user", `${user.id} ${user.email}`);
  await db`
    update auth.users set email = ${gone}, encrypted_password = '', email_change = '', phone = null,
      raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = ${at}, updated_at = ${at}
    where id = ${user.id}`;
  await db`delete from auth.identities where user_id = ${user.id}`;
  await db`delete from auth.mfa_factors where user_id = ${user.id}`;
  await removeAllPasskeys(db, user.id);
  await db`delete from auth.flow_state where user_id = ${user.id}`;
  await db`delete from auth.sessions where user_id = ${user.id}`;
  await deps.oneTimeTokens.drop(db, user.id);
}

function readWhole(c: Context, name: string, fallback: number): number {
  const text = c.req.query(name);
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1 || value > 1_000_000) {
    throw badRequest(`Bad Pagination Parameters: ${name} is not a positive number`);
  }
  return value;
}

// POST /token: password, refresh_token and pkce.
import type { Context } from "hono";
import { z } from "zod";
import { AuthError, badRequest } from "./auth-error.ts";
import { clientOf, demandLimit, tooMany, type AuthParts, type AuthRoutes } from "./auth-parts.ts";
import { redeemCode } from "./flow-state.ts";
import { readBody } from "./request-body.ts";
import { findUserByEmail, findUserById, isBanned } from "./users.ts";

const passwordBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
});
const refreshBody = z.object({ refresh_token: z.string().nullish() });
const pkceBody = z.object({ auth_code: z.string().nullish(), code_verifier: z.string().nullish() });

const invalidCredentials = () => new AuthError(400, "invalid_credentials", "Invalid login credentials");

export function addToken(routes: AuthRoutes, parts: AuthParts): void {
  routes.post("/token", async (c) => {
    c.header("Cache-Control", "no-store");
    switch (c.req.query("grant_type")) {
      case "password":
        return c.json(await byPassword(parts, c));
      case "refresh_token":
        return c.json(await byRefreshToken(parts, c));
      case "pkce":
        return c.json(await byCode(parts, c));
      case "id_token":
        throw new AuthError(400, "provider_disabled", "Provider (issuer) is not enabled");
      case "web3":
        throw new AuthError(422, "web3_provider_disabled", "Web3 provider is disabled");
      default:
        throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
    }
  });
}

async function byPassword(parts: AuthParts, c: Context) {
  const { email: given, phone, password } = await readBody(c, passwordBody);
  if (given && phone) throw badRequest("Only an email address or phone number should be provided on login.");
  if (phone) throw new AuthError(422, "phone_provider_disabled", "Phone logins are disabled");
  const client = clientOf(c);
  const email = (given ?? "").trim().toLowerCase();
  const most = parts.env.LIMIT_TOKEN_PER_MINUTE;
  await demandLimit(parts, { name: "token address", of: client.address, most, seconds: 60 });
  if (email === "") throw badRequest("missing email or phone");
  // Only failures count against an account, so its owner is not stopped by signing in often.
  const failures = { name: "token account", of: email, most, seconds: 60 };
  const wait = await parts.limits.exceeded(failures);
  if (wait !== null) throw tooMany(wait);

  const user = email.length > 255 ? null : await findUserByEmail(parts.sql, email);
  const matches = await parts.passwords.matches(password ?? "", user?.encrypted_password || null);
  if (!user || !matches) {
    await parts.limits.take(failures);
    throw invalidCredentials();
  }
  // Only someone who knows the password learns that the account is banned or unconfirmed.
  if (isBanned(user, parts.now())) throw new AuthError(400, "user_banned", "User is banned");
  if (!user.email_confirmed_at) throw new AuthError(400, "email_not_confirmed", "Email not confirmed");
  const answer = await parts.sessions.start(parts.sql, user, "password", client);
  return { ...answer, ...weakness(parts, password ?? "") };
}

/** A password from before a stricter rule still signs in; the client learns that it should be changed. */
function weakness(parts: AuthParts, password: string) {
  try {
    parts.passwords.demandStrength(password);
    return {};
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return { weak_password: { message: error.message, ...error.extra.weak_password } };
  }
}

async function byRefreshToken(parts: AuthParts, c: Context) {
  const { refresh_token: token } = await readBody(c, refreshBody);
  const client = clientOf(c);
  await demandLimit(parts, {
    name: "refresh address",
    of: client.address,
    most: parts.env.LIMIT_REFRESH_PER_MINUTE,
    seconds: 60,
  });
  if (!token) throw badRequest("refresh_token required");
  return parts.sessions.refresh(token, client);
}

async function byCode(parts: AuthParts, c: Context) {
  const { auth_code: code, code_verifier: verifier } = await readBody(c, pkceBody);
  const client = clientOf(c);
  const most = parts.env.LIMIT_TOKEN_PER_MINUTE;
  await demandLimit(parts, { name: "token address", of: client.address, most, seconds: 60 });
  if (!code || !verifier) throw badRequest("invalid request: both auth code and code verifier should be non-empty");
  const outcome = await parts.sql.begin(async (db) => {
    const flow = await redeemCode(db, code, verifier, parts.now());
    if (flow instanceof AuthError) return flow;
    const user = await findUserById(db, flow.userId);
    if (!user || isBanned(user, parts.now())) return new AuthError(400, "user_banned", "User is banned");
    return parts.sessions.start(db, user, flow.method, client);
  });
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

// POST /token: password, refresh_token and pkce.
import type { Context } from "hono";
import { z } from "zod";
import { AuthError, badRequest } from "../auth-error.ts";
import type { AuthDependencies, AuthRoutes } from "../auth-dependencies.ts";
import { clientOf, requireWithinLimits } from "../request-limits.ts";
import { redeemCode } from "../tokens/flow-state.ts";
import { readBody } from "../request-body.ts";
import { rememberDevice } from "../known-devices.ts";
import { countPasswordAttempt } from "./password-attempts.ts";
import { findUserByEmail, isBanned, lockUser } from "../users.ts";

const passwordBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
});
const refreshBody = z.object({ refresh_token: z.string().nullish() });
const idTokenBody = z.object({ provider: z.string().nullish(), id_token: z.string().nullish() });
const pkceBody = z.object({ auth_code: z.string().nullish(), code_verifier: z.string().nullish() });

const invalidCredentials = () => new AuthError(400, "invalid_credentials", "Invalid login credentials");

export function addToken(routes: AuthRoutes, deps: AuthDependencies): void {
  routes.post("/token", async (c) => {
    c.header("Cache-Control", "no-store");
    switch (c.req.query("grant_type")) {
      case "password":
        return c.json(await byPassword(deps, c));
      case "refresh_token":
        return c.json(await byRefreshToken(deps, c));
      case "pkce":
        return c.json(await byCode(deps, c));
      case "id_token":
        throw await byIdToken(c);
      case "web3":
        throw new AuthError(422, "web3_provider_disabled", "Web3 provider is disabled");
      default:
        throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
    }
  });
}

const issuers: ReadonlyMap<string, string> = new Map([
  ["google", "https://accounts.google.com"],
  ["apple", "https://appleid.apple.com"],
  ["facebook", "https://www.facebook.com"],
  ["kakao", "https://kauth.kakao.com"],
]);

async function byIdToken(c: Context): Promise<AuthError> {
  const { provider, id_token: token } = await readBody(c, idTokenBody);
  if (!token) return badRequest("id_token required");
  const issuer = issuers.get(provider ?? "");
  if (!issuer) return badRequest(`Custom OIDC provider ${JSON.stringify(provider ?? "")} not allowed`);
  return new AuthError(400, "provider_disabled", `Provider (issuer "${issuer}") is not enabled`);
}

async function byPassword(deps: AuthDependencies, c: Context) {
  await deps.passwords.requireCapacity();
  const { email: given, phone, password } = await readBody(c, passwordBody);
  if (given && phone) throw badRequest("Only an email address or phone number should be provided on login.");
  if (phone) throw new AuthError(422, "phone_provider_disabled", "Phone logins are disabled");
  const email = (given ?? "").trim().toLowerCase();
  const attempt = await countPasswordAttempt(deps, c, email);
  if (email === "") throw badRequest("missing email or phone");

  const found = email.length > 255 ? null : await findUserByEmail(deps.sql, email);
  const matches = await deps.passwords.matches(password ?? "", found?.encrypted_password || null);
  if (!found || !matches) throw invalidCredentials();
  await attempt.succeeded();
  const answer = await deps.sql.begin(async (db) => {
    // Comparing takes a while. The session starts only if the password is still this one.
    const user = await lockUser(db, found.id);
    if (!user || user.encrypted_password !== found.encrypted_password || user.email !== email) {
      throw invalidCredentials();
    }
    // Only someone who knows the password learns that the account is banned or unconfirmed.
    if (isBanned(user, deps.now())) throw new AuthError(400, "user_banned", "User is banned");
    if (!user.email_confirmed_at) throw new AuthError(400, "email_not_confirmed", "Email not confirmed");
    rememberDevice(deps, c, user);
    return deps.sessions.start(db, user, "password", clientOf(c));
  });
  return { ...answer, ...weakness(deps, password ?? "") };
}

/** A password from before a stricter rule still signs in; the client learns that it should be changed. */
function weakness(deps: AuthDependencies, password: string) {
  try {
    deps.passwords.requireStrength(password);
    return {};
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return { weak_password: { message: error.message, ...error.extra.weak_password } };
  }
}

async function byRefreshToken(deps: AuthDependencies, c: Context) {
  const { refresh_token: token } = await readBody(c, refreshBody);
  const client = clientOf(c);
  await requireWithinLimits(deps, {
    name: "refresh address",
    of: client.network,
    max: deps.env.LIMIT_REFRESH_PER_MINUTE,
    seconds: 60,
  });
  if (!token) throw badRequest("refresh_token required");
  return deps.sessions.refresh(token, client);
}

async function byCode(deps: AuthDependencies, c: Context) {
  const { auth_code: code, code_verifier: verifier } = await readBody(c, pkceBody);
  const client = clientOf(c);
  const max = deps.env.LIMIT_TOKEN_PER_MINUTE;
  await requireWithinLimits(deps, { name: "token address", of: client.network, max, seconds: 60 });
  if (!code || !verifier) throw badRequest("invalid request: both auth code and code verifier should be non-empty");
  const outcome = await deps.sql.begin(async (db) => {
    const flow = await redeemCode(db, code, verifier, deps.now());
    if (flow instanceof AuthError) return flow;
    const user = await lockUser(db, flow.userId);
    if (!user || user.deleted_at || isBanned(user, deps.now()))
      return new AuthError(400, "user_banned", "User is banned");
    rememberDevice(deps, c, user);
    return deps.sessions.start(db, user, flow.method, client);
  });
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

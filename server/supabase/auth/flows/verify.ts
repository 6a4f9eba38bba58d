// GET and POST /verify: a link or a code from a mail becomes a session.
import type { Context } from "hono";
import { z } from "zod";
import { countCodeAttempt } from "../attempts.ts";
import { AuthError, badRequest } from "../auth-error.ts";
import type { AuthDependencies, AuthRoutes } from "../auth-dependencies.ts";
import { clientOf, requireWithinLimits } from "../request-limits.ts";
import { asConflict } from "../conflicts.ts";
import { confirmEmail } from "./create-user.ts";
import { agreeToEmailChange } from "./email-change.ts";
import { readEmail } from "../email-address.ts";
import { issueCode } from "../tokens/flow-state.ts";
import type { FoundToken, TokenType } from "../tokens/one-time-tokens.ts";
import { requirePhoneNumber } from "../phone-number.ts";
import { readBody } from "../request-body.ts";
import { withFragment, withQuery } from "./redirects.ts";
import type { VerifyType } from "./send-mail.ts";
import type { Method } from "../tokens/sessions.ts";
import { rememberDevice } from "../known-devices.ts";
import { settlePassword } from "../unproven-passwords.ts";
import { findUserById, isBanned, lockUser, type Db, type UserRow } from "../users.ts";

const tokenTypes: ReadonlyMap<string, TokenType[]> = new Map([
  ["signup", ["confirmation_token"]],
  ["invite", ["confirmation_token"]],
  ["recovery", ["recovery_token"]],
  ["magiclink", ["recovery_token"]],
  ["email", ["confirmation_token", "recovery_token"]],
  ["email_change", ["email_change_token_current", "email_change_token_new"]],
]);
const methods: Record<VerifyType, Method> = {
  signup: "email/signup",
  invite: "invite",
  recovery: "recovery",
  magiclink: "magiclink",
  email_change: "email_change",
};
const oneOfTwo = "Confirmation link accepted. Please proceed to confirm link sent to the other email";
const badLink = () => new AuthError(403, "otp_expired", "Email link is invalid or has expired");
const badCode = () => new AuthError(403, "otp_expired", "Token has expired or is invalid");

const verifyBody = z.object({
  type: z.string().nullish(),
  token: z.string().nullish(),
  token_hash: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
});

export function addVerify(routes: AuthRoutes, deps: AuthDependencies): void {
  routes.get("/verify", async (c) => {
    // Scanners that only look must not use a link up.
    if (c.req.method === "HEAD") return c.body(null, 200);
    const { token, type } = c.req.query();
    if (!type) throw badRequest("Verify requires a verification type");
    if (!token) throw badRequest("Verify requires a token or a token hash");
    await requireVerifyLimit(deps, c);
    c.header("Cache-Control", "no-store");
    c.header("Referrer-Policy", "no-referrer");
    const home = deps.allowedRedirect(c.req.query("redirect_to"));
    const pkce = token.startsWith("pkce_");
    try {
      return c.redirect(await followLink(deps, c, { token, type, home, pkce }), 303);
    } catch (error) {
      const known = error instanceof AuthError ? error : asConflict(error);
      if (!known) throw error;
      return c.redirect(errorAddress(home, known, pkce), 303);
    }
  });

  routes.post("/verify", async (c) => {
    c.header("Cache-Control", "no-store");
    const body = await readBody(c, verifyBody);
    const find = await readProof(deps, c, body);
    const outcome = await deps.sql.begin(async (db) => {
      const found = await find(db);
      // Returned, not thrown: a rollback would forget the wrong try.
      if (!found) return body.token_hash ? badLink() : badCode();
      const user = await accept(deps, db, found);
      if (user instanceof AuthError) return user;
      if (user) rememberDevice(deps, c, user);
      return user && deps.sessions.start(db, user, "otp", clientOf(c));
    });
    if (outcome instanceof AuthError) throw outcome;
    return c.json(outcome ?? { msg: oneOfTwo, code: "200" });
  });
}

async function followLink(
  deps: AuthDependencies,
  c: Context,
  asked: { token: string; type: string; home: string; pkce: boolean },
): Promise<string> {
  const { home, pkce, type } = asked;
  const types = tokenTypes.get(type);
  if (!types) throw badRequest("Unsupported verification type");
  return deps.sql.begin(async (db) => {
    const found = await deps.oneTimeTokens.findByToken(db, asked.token, types);
    if (!found) throw badLink();
    const user = await accept(deps, db, found);
    if (user instanceof AuthError) throw user;
    if (!user) {
      const message = { message: oneOfTwo };
      return withFragment(pkce ? withQuery(home, message) : home, message);
    }
    if (pkce) {
      const method = methods[type as VerifyType] ?? "magiclink";
      return withQuery(home, { code: await issueCode(db, user.id, method, deps.now()) });
    }
    rememberDevice(deps, c, user);
    const session = await deps.sessions.start(db, user, "otp", clientOf(c));
    return withFragment(home, {
      access_token: session.access_token,
      expires_at: String(session.expires_at),
      expires_in: String(session.expires_in),
      refresh_token: session.refresh_token,
      token_type: session.token_type,
      type,
    });
  });
}

type Find = (db: Db) => Promise<FoundToken | null>;

async function readProof(deps: AuthDependencies, c: Context, body: z.infer<typeof verifyBody>): Promise<Find> {
  const { token, token_hash: hash, phone } = body;
  if (!body.type) throw badRequest("Verify requires a verification type");
  if (Boolean(token) === Boolean(hash)) throw badRequest("Verify requires either a token or a token hash");
  if (hash && (body.email || phone)) throw badRequest("Only the token_hash and type should be provided");
  if (token && Boolean(body.email) === Boolean(phone)) {
    throw badRequest("Only an email address or phone number should be provided on verify");
  }
  if (phone) {
    requirePhoneNumber(phone);
    await requireVerifyLimit(deps, c);
    throw badCode();
  }
  const types = tokenTypes.get(body.type);
  if (!types) throw badRequest("Unsupported verification type");
  if (hash) {
    // Its session is for the browser that asked for the mail: that one holds the verifier, and follows the link.
    if (hash.startsWith("pkce_")) throw new AuthError(400, "bad_code_verifier", "This token needs its code verifier");
    await requireVerifyLimit(deps, c);
    return (db) => deps.oneTimeTokens.findByToken(db, hash, types);
  }
  const mailbox = readEmail(body.email ?? "");
  await requireVerifyLimit(deps, c);
  const attempt = await countCodeAttempt(deps, mailbox);
  return async (db) => {
    const found = await deps.oneTimeTokens.findByCode(db, mailbox, token ?? "", types);
    if (found) await attempt.succeeded();
    return found;
  };
}

async function requireVerifyLimit(deps: AuthDependencies, c: Context) {
  const max = deps.env.LIMIT_VERIFY_PER_MINUTE;
  await requireWithinLimits(deps, { name: "verify address", of: clientOf(c).network, max, seconds: 60 });
}

/** Null while an e-mail change waits for the other mailbox. */
async function accept(deps: AuthDependencies, db: Db, found: FoundToken): Promise<UserRow | AuthError | null> {
  const before = await lockUser(db, found.userId);
  if (!before || before.deleted_at) return badLink();
  if (isBanned(before, deps.now())) return new AuthError(403, "user_banned", "User is banned");
  if (found.type === "email_change_token_current" || found.type === "email_change_token_new") {
    return agreeToEmailChange(deps, db, found);
  }
  await settlePassword(db, before, found.id, deps.now());
  await deps.oneTimeTokens.drop(db, found.userId);
  if (!before.email_confirmed_at) await confirmEmail(db, found.userId, deps.now());
  return findUserById(db, found.userId);
}

const oauthNames: Record<number, string | undefined> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
  500: "server_error",
  503: "temporarily_unavailable",
};

function errorAddress(home: string, error: AuthError, pkce: boolean): string {
  const name = oauthNames[error.status];
  const values = { ...(name && { error: name }), error_code: error.code, error_description: error.message };
  return withFragment(pkce ? withQuery(home, values) : home, values);
}

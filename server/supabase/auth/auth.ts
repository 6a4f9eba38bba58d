// auth/v1: composes the flows.
import { Hono } from "hono";
import { currentTime } from "#domain/clock.ts";
import { retryingTransactions } from "#server/platform/database/conflicts.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import type { Env } from "#server/env.ts";
import { type Log, loggable } from "#server/http/log.ts";
import type { IdentifyCaller } from "../caller.ts";
import { isDatabaseAway } from "#server/platform/database/connection-errors.ts";
import { isDiskFull, noRoom } from "#server/platform/disk-room.ts";
import type { Limits } from "../limits/limits.ts";
import type { Sealing } from "#server/platform/sealed.ts";
import type { Mail } from "#server/platform/mail/mail.ts";
import { signInFailures } from "#server/platform/operations/metrics.ts";
import { addPublicEndpoints } from "./public-endpoints.ts";
import { addAdminLinks } from "./admin/admin-links.ts";
import { addAdminUsers } from "./admin/admin-users.ts";
import { createAccessTokens } from "./tokens/access-tokens.ts";
import { answerError, AuthError } from "./auth-error.ts";
import type { AuthDependencies, AuthRoutes } from "./auth-dependencies.ts";
import { asConflict } from "./conflicts.ts";
import { addFactorChallenges } from "./factors/factor-challenges.ts";
import { addFactors } from "./factors/factors.ts";
import { createIdentifyCaller } from "./identify-caller.ts";
import type { Keys } from "./tokens/keys.ts";
import { addLogout } from "./flows/logout.ts";
import { addMailRequests } from "./flows/mail-requests.ts";
import { createOneTimeTokens } from "./tokens/one-time-tokens.ts";
import { addOutOfScope } from "./out-of-scope.ts";
import { addPasskeys } from "./factors/passkeys.ts";
import { createPasswords, type Passwords } from "./passwords.ts";
import { createRedirects } from "./flows/redirects.ts";
import { createSessions } from "./tokens/sessions.ts";
import { addSignup } from "./flows/signup.ts";
import { sweep } from "./sweep.ts";
import { addToken } from "./flows/token.ts";
import { addUser } from "./flows/user.ts";
import { addVerify } from "./flows/verify.ts";

const flows = [
  addPublicEndpoints,
  addSignup,
  addToken,
  addVerify,
  addMailRequests,
  addUser,
  addLogout,
  addFactors,
  addFactorChallenges,
  addAdminUsers,
  addAdminLinks,
  addPasskeys,
  addOutOfScope,
];

const sweepEvery = 3_600_000;

/** Where somebody proves who they are: password, link or code, second factor, passkey. */
const isSignIn = /(?<!registration)\/(?:token|verify)$/;

export interface Auth {
  /** Mounted at /auth/v1. */
  routes: AuthRoutes;
  identify: IdentifyCaller;
  /** Waits for work that answers did not wait for. */
  settled(): Promise<void>;
  /** The same, and stops the workers. */
  close(): Promise<void>;
}

export interface AuthOptions {
  sql: Sql;
  env: Env;
  log: Log;
  mail: Mail;
  keys: Keys;
  limits: Limits;
  sealing: Sealing | null;
  siteName: string;
  now?: () => Date;
  passwords?: Passwords;
  /** When work that an answer does not wait for is done; tests hold it up. */
  afterResponse?: (work: () => Promise<void>) => Promise<void>;
}

const passwordsFor = (env: Env): Passwords =>
  createPasswords({ minLength: env.PASSWORD_MIN_LENGTH, refuseCommon: env.PASSWORD_REFUSE_COMMON });

export function createAuth(given: AuthOptions): Auth {
  const { env, log, mail, keys, limits, sealing, siteName, now = currentTime } = given;
  const sql = retryingTransactions(given.sql);
  const { passwords = passwordsFor(env), afterResponse = (work) => work() } = given;
  const tokens = createAccessTokens(env, keys, now);
  const underWay = new Set<Promise<void>>();
  const deps: AuthDependencies = {
    sql,
    env,
    log,
    mail,
    keys,
    limits,
    sealing,
    siteName,
    now,
    tokens,
    passwords,
    sessions: createSessions({ sql, env, keys, tokens, now }),
    oneTimeTokens: createOneTimeTokens(env, keys, now),
    allowedRedirect: createRedirects(env),
    runAfterResponse(work) {
      const running = afterResponse(work)
        .catch((error: unknown) => log.error({ err: loggable(error) }, "Work behind an auth request failed."))
        .finally(() => underWay.delete(running));
      underWay.add(running);
    },
  };

  const routes: AuthRoutes = new Hono();
  routes.onError((error, c) => {
    const known = error instanceof AuthError ? error : asConflict(error);
    if (known && isSignIn.test(c.req.path)) signInFailures.inc({ reason: known.code });
    if (known) return answerError(c, known);
    if (isDatabaseAway(error)) {
      // auth-js tries again by itself after a 503.
      const message = "The database is away for a moment";
      return answerError(c, new AuthError(503, "unexpected_failure", message, { retryAfter: 1 }));
    }
    if (isDiskFull(error)) return answerError(c, new AuthError(507, "insufficient_storage", noRoom));
    log.error({ err: loggable(error) }, "An auth request failed.");
    const message = "Unexpected failure, please check server logs for more information";
    return answerError(c, new AuthError(500, "unexpected_failure", message));
  });
  for (const add of flows) add(routes, deps);
  routes.all("*", (c) => answerError(c, new AuthError(404, "not_found", "404 page not found")));

  const sweeping = setInterval(() => deps.runAfterResponse(() => sweep(deps)), sweepEvery).unref();
  const settled = async () => void (await Promise.all(underWay));

  return {
    routes,
    identify: createIdentifyCaller(deps),
    settled,
    async close() {
      clearInterval(sweeping);
      await settled();
      await passwords.close();
    },
  };
}

// What every flow of auth/v1 works with. A flow is a function that takes these and adds its routes.
import type { Hono } from "hono";
import type { Sql } from "#server/platform/database/sql.ts";
import type { AppEnv } from "#server/app.ts";
import type { Env } from "#server/env.ts";
import type { Log } from "#server/http/log.ts";
import type { Limits } from "../limits/limits.ts";
import type { Sealing } from "#server/platform/sealed.ts";
import type { Mail } from "#server/platform/mail/mail.ts";
import type { AccessTokens } from "./tokens/access-tokens.ts";
import type { Keys } from "./tokens/keys.ts";
import type { OneTimeTokens } from "./tokens/one-time-tokens.ts";
import type { Passwords } from "./passwords.ts";
import type { AllowedRedirect } from "./flows/redirects.ts";
import type { Sessions } from "./tokens/sessions.ts";

export interface AuthDependencies {
  sql: Sql;
  env: Env;
  log: Log;
  mail: Mail;
  keys: Keys;
  limits: Limits;
  /** Seals the secrets of authenticators; null where they stay as GoTrue keeps them. */
  sealing: Sealing | null;
  now: () => Date;
  tokens: AccessTokens;
  sessions: Sessions;
  passwords: Passwords;
  oneTimeTokens: OneTimeTokens;
  /** Where a mail link may lead back to: the address that was asked for, or home. */
  allowedRedirect: AllowedRedirect;
  /** As mail calls the site. */
  siteName: string;
  /** Work that an answer must not wait for, because its duration would tell whether an account exists. */
  runAfterResponse(work: () => Promise<void>): void;
}

export type AuthRoutes = Hono<AppEnv>;

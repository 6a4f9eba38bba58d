// auth/v1 on a test database, driven by an unchanged supabase-js whose requests never leave the process.
import { randomBytes } from "node:crypto";
import { createClient, type SupabaseClient, type SupabaseClientOptions } from "@supabase/supabase-js";
import { Hono } from "hono";
import pino from "pino";
import type { Sql } from "#server/platform/database/sql.ts";
import { afterAll } from "vitest";
import { eventually } from "./eventually.ts";
import { createAuth, type Auth, type AuthOptions } from "#server/supabase/auth/auth.ts";
import { createPasswords } from "#server/supabase/auth/passwords.ts";
import { createKeys, type Keys } from "#server/supabase/auth/tokens/keys.ts";
import { sealWith, type Sealing } from "#server/platform/sealed.ts";
import { createLimits } from "#server/supabase/limits/limits.ts";
import type { Mail, Message } from "#server/platform/mail/mail.ts";
import { readEnv, type Env } from "#server/env.ts";

export interface TestAuth {
  auth: Auth;
  app: Hono;
  sealing: Sealing;
  env: Env;
  keys: Keys;
  /** Every mail that was sent, newest last. */
  mails: Message[];
  /** The clock: move it to make things expire. */
  clock: { now(): Date; ahead(milliseconds: number): void };
  fetch: typeof fetch;
  /** A browser: its own storage, the publishable key. */
  browser(options?: SupabaseClientOptions<"public">["auth"]): SupabaseClient;
  /** The holder of the secret key. */
  administrator(): SupabaseClient;
  /** The newest mail to a mailbox, once it is there. */
  mailTo(address: string): Promise<Message & { link: string; code: string }>;
  /** Waits until work that answers do not wait for is done. */
  settled(): Promise<void>;
  /** Opens a mail's link as a browser does, and returns where it leads. */
  open(link: string): Promise<URL>;
}

const siteUrl = "http://guidevane.test";

export async function testAuth(
  sql: Sql,
  settings: Record<string, string> = {},
  address: () => string = () => "192.0.2.1",
  replaced: Partial<Pick<AuthOptions, "sealing" | "sql" | "passwords" | "afterResponse" | "now">> = {},
): Promise<TestAuth> {
  const env = readEnv({
    SITE_URL: siteUrl,
    DATABASE_URL: "postgres://unused",
    LIMIT_MAIL_SECONDS: "0",
    LIMIT_TOKEN_PER_MINUTE: "10000",
    LIMIT_PASSWORD_FAILURES: "10000",
    LIMIT_SIGNUP_PER_HOUR: "10000",
    LIMIT_MAIL_PER_HOUR: "10000",
    LIMIT_MAIL_PER_DAY: "10000",
    LIMIT_MAILBOX_PER_DAY: "10000",
    LIMIT_VERIFY_PER_MINUTE: "10000",
    LIMIT_REFRESH_PER_MINUTE: "10000",
    ...settings,
  });
  const log = pino({ level: "error" });
  // Stands still but for a millisecond a look, so that nothing depends on how fast the machine is, and later is later.
  let at = Date.now();
  const now = replaced.now ?? (() => new Date((at += 1)));
  const mails: Message[] = [];
  const mail: Mail = { send: async (message) => void mails.push(message) };
  const keys = await createKeys(env, sql, log);
  const limits = createLimits(sql, now);
  const sealing = sealWith(randomBytes(32));
  // As cheap as bcrypt can be: the cost of hashing is tested elsewhere.
  const passwords = createPasswords({
    minLength: env.PASSWORD_MIN_LENGTH,
    refuseCommon: env.PASSWORD_REFUSE_COMMON,
    cost: 4,
  });
  const auth = createAuth({
    passwords,
    sql,
    env,
    log,
    mail,
    keys,
    limits,
    sealing,
    siteName: "Guidevane",
    now,
    ...replaced,
  });
  afterAll(() => auth.close());

  const app = new Hono<{ Variables: { clientAddress: string } }>();
  app.use(async (c, next) => {
    c.set("clientAddress", address());
    await next();
  });
  app.route("/auth/v1", auth.routes);
  const request: typeof fetch = async (input, init) => app.request(new Request(input, init));

  const client = (key: string, options: SupabaseClientOptions<"public">["auth"] = {}) =>
    createClient(siteUrl, key, {
      auth: { storage: memory(), autoRefreshToken: false, detectSessionInUrl: false, ...options },
      global: { fetch: request },
    });

  return {
    auth,
    app: app as unknown as Hono,
    sealing,
    env,
    keys,
    mails,
    clock: {
      now,
      ahead: (milliseconds) => {
        at += milliseconds;
      },
    },
    fetch: request,
    browser: (options) => client(keys.publishableKey, options),
    administrator: () => client(keys.secretKey, { persistSession: false }),
    mailTo: (to) =>
      eventually(async () => {
        // A mail is handed over within the transaction that makes its link, which may not have ended.
        await auth.settled();
        const found = mails.findLast((message) => message.to === to);
        if (!found) throw new Error(`No mail arrived for ${to}`);
        mails.splice(mails.indexOf(found), 1);
        return { ...found, link: found.link ?? "", code: /\b\d{6}\b/.exec(found.text)?.[0] ?? "" };
      }),
    settled: auth.settled,
    async open(link) {
      const response = await request(link);
      return new URL(response.headers.get("location") ?? "about:blank");
    },
  };
}

function memory() {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  };
}

let count = 0;
/** An address that no one had before. */
export function someone(): string {
  count += 1;
  return `person${count}.${Date.now()}@example.com`;
}
